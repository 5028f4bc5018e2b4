internal import TesseraGeometry

/// Up to four numbers: a number, a point, a size or a colour.
typealias Vector = SIMD4<Double>

/// What keyframes lead from one to another.
protocol Blendable: Sendable {
  /// Returns what lies `progress` (0: self, 1: `other`) of the way; numbers of a vector each by their own.
  func blended(with other: Self, _ progress: Vector) -> Self
  /// The same moved by `offset` from the line between both; only of points.
  init?(point: Point)
}

extension SIMD4: Blendable where Scalar == Double {
  func blended(with other: Vector, _ progress: Vector) -> Vector { self + (other - self) * progress }
  init?(point: Point) { self.init(point.x, point.y, 0, 0) }
  var point: Point { Point(x, y) }
}

extension [Double]: Blendable {
  func blended(with other: [Double], _ progress: Vector) -> [Double] {
    guard count == other.count else { return progress.x < 1 ? self : other }
    return zip(self, other).map { $0 + ($1 - $0) * progress.x }
  }
  init?(point: Point) { nil }
}

/// A moment at which a value is given.
struct Keyframe<Value: Blendable>: Sendable {
  /// Frames.
  var time: Double
  var value: Value
  /// What the value is just before the next keyframe; nil: the next one's.
  var end: Value?
  /// One for all numbers or one for each; none: linear.
  var easing: [Easing] = []
  /// Whether the value stays until the next keyframe.
  var isHold = false
  /// The way that a point takes to the next keyframe; nil: the straight one.
  var way: SpatialPath?
}

/// A value that may change with time: constant, or by keyframes in order of their time.
struct AnimatedValue<Value: Blendable>: Sendable {
  let keyframes: [Keyframe<Value>]
  private let constant: Value

  init(_ constant: Value) { (self.constant, keyframes) = (constant, []) }

  /// `keyframes` must not be empty.
  init(keyframes: [Keyframe<Value>], otherwise: Value) {
    (self.keyframes, constant) = (keyframes.sorted { $0.time < $1.time }, keyframes.first?.value ?? otherwise)
  }

  var isConstant: Bool { keyframes.count < 2 }

  /// Returns the value at a time in frames. O(log keyframes).
  func value(at time: Double) -> Value {
    guard let first = keyframes.first, let last = keyframes.last, time > first.time else { return constant }
    guard time < last.time else { return keyframes.count > 1 ? end(of: keyframes.count - 2, orLast: last) : last.value }
    var (low, high) = (0, keyframes.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle } else { high = middle }
    }
    let key = keyframes[low]
    if key.isHold { return key.value }
    let share = (time - key.time) / (keyframes[high].time - key.time)
    var progress = Vector(repeating: share)
    for (i, easing) in key.easing.prefix(4).enumerated() { progress[i] = easing(share) }
    if key.easing.count == 1 { progress = Vector(repeating: progress.x) }
    if let way = key.way, let value = Value(point: way.point(at: progress.x)) { return value }
    return key.value.blended(with: key.end ?? keyframes[high].value, progress)
  }

  /// The last value: some writers leave it out of the last keyframe, for it is the end of the one before.
  private func end(of index: Int, orLast last: Keyframe<Value>) -> Value {
    keyframes[index].isHold ? last.value : keyframes[index].end ?? last.value
  }
}

typealias AnimatedVector = AnimatedValue<Vector>

extension AnimatedValue where Value == Vector {
  /// The first number at a time.
  func number(at time: Double) -> Double { value(at: time).x }
  /// Direction of the change around a time: the difference of two values close to each other. Zero if it stays.
  func step(at time: Double) -> Vector {
    guard !isConstant, let first = keyframes.first?.time, let last = keyframes.last?.time else { return .zero }
    if time <= first { return value(at: first + 0.01) - value(at: first) }
    if time >= last { return value(at: last) - value(at: last - 0.05) }
    return value(at: time) - value(at: time - 0.01)
  }
  /// The first two numbers at a time.
  func point(at time: Double) -> Point { value(at: time).point }
}

/// A curve that a point moves along at an even pace.
struct SpatialPath: Sendable {
  private let curve: CubicCurve
  private let lengths: ArcLengths

  /// - Parameters:
  ///   - out: the tangent at the start, from there; `into`: that at the end, from there.
  init(from start: Point, to end: Point, out: Point, into: Point) {
    curve = CubicCurve(start, start + out, end + into, end)
    lengths = ArcLengths(curve, steps: 32)
  }

  /// Returns the place `share` of the length along the curve; outside of 0...1 on the line that goes on from there.
  func point(at share: Double) -> Point {
    if share < 0 { return curve.a + (curve.b - curve.a) * (3 * share) }
    if share > 1 { return curve.d + (curve.d - curve.c) * (3 * (share - 1)) }
    return curve.point(at: lengths.parameter(at: share * lengths.whole))
  }
}
