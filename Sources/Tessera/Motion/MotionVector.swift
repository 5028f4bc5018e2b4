/// Numeric representation of an animated value: a position, a velocity or a distance. A value; any thread.
///
/// Up to eight numbers are stored inline, more in an array.
public struct MotionVector: Sendable, Hashable {
  /// First eight numbers; unused ones are 0.
  var head: SIMD8<Double>
  /// Remaining numbers; empty for all values of the framework except gradients and lists.
  var tail: [Double]
  /// Number of numbers.
  public let count: Int

  /// Creates a vector of these numbers.
  public init(_ numbers: [Double]) {
    count = numbers.count
    head = .zero
    for i in 0..<min(8, count) { head[i] = numbers[i] }
    tail = count > 8 ? Array(numbers[8...]) : []
  }

  /// Creates a vector of up to eight numbers.
  public init(_ head: SIMD8<Double>, count: Int) {
    self.head = head
    self.count = min(8, max(0, count))
    tail = []
  }

  /// Number at index `i`, from 0; 0 beyond the last.
  public subscript(_ i: Int) -> Double { i < 8 ? head[i] : i < count ? tail[i - 8] : 0 }

  /// All numbers.
  public var numbers: [Double] { (0..<count).map { self[$0] } }

  /// Returns a vector of `count` zeros.
  static func zero(count: Int) -> MotionVector {
    count <= 8 ? MotionVector(.zero, count: count) : MotionVector([Double](repeating: 0, count: count))
  }

  var isZero: Bool { head == .zero && tail.allSatisfy { $0 == 0 } }

  static func + (a: MotionVector, b: MotionVector) -> MotionVector { a.combined(with: b, +, +) }
  static func - (a: MotionVector, b: MotionVector) -> MotionVector { a.combined(with: b, -, -) }

  static func * (a: MotionVector, factor: Double) -> MotionVector {
    var result = a
    result.head *= factor
    for i in result.tail.indices { result.tail[i] *= factor }
    return result
  }

  private func combined(
    with other: MotionVector, _ heads: (SIMD8<Double>, SIMD8<Double>) -> SIMD8<Double>, _ tails: (Double, Double) -> Double
  ) -> MotionVector {
    var result = self
    result.head = heads(head, other.head)
    for i in result.tail.indices where i < other.tail.count { result.tail[i] = tails(tail[i], other.tail[i]) }
    return result
  }
}
