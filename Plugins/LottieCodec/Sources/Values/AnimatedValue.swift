internal import TesseraGeometry

/// Up to four numbers: a number, point, size or colour.
typealias Vector = SIMD4<Double>

/// Value that keyframes can interpolate.
protocol Blendable: Sendable {
  /// Returns the interpolation at `progress` (0 gives self, 1 gives `other`); each number of a vector has its own progress.
  func blended(with other: Self, _ progress: Vector) -> Self
  /// Creates a value from a point on a curve between keyframes; nil unless values are points.
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

/// Value at a time.
struct Keyframe<Value: Blendable>: Sendable {
  /// Time in frames.
  var time: Double
  var value: Value
  /// Value just before the next keyframe; nil means that of the next keyframe.
  var end: Value?
  /// One easing for all numbers or one for each; empty means linear.
  var easing: [Easing] = []
  /// Whether the value is constant until the next keyframe.
  var isHold = false
  /// Path of a point to the next keyframe; nil means a straight line.
  var way: SpatialPath?
}

/// Value that may change over time: constant, or given by keyframes ordered by time.
struct AnimatedValue<Value: Blendable>: Sendable {
  let keyframes: [Keyframe<Value>]
  private let constant: Value

  init(_ constant: Value) { (self.constant, keyframes) = (constant, []) }

  /// `keyframes` must not be empty.
  init(keyframes: [Keyframe<Value>], otherwise: Value) {
    (self.keyframes, constant) = (keyframes.sorted { $0.time < $1.time }, keyframes.first?.value ?? otherwise)
  }

  var isConstant: Bool { keyframes.count < 2 }

  /// Returns the value at a time in frames. O(log n) in keyframes.
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

  /// Returns the last value. Some writers omit it in the last keyframe, because it is the end value of the previous one.
  private func end(of index: Int, orLast last: Keyframe<Value>) -> Value {
    keyframes[index].isHold ? last.value : keyframes[index].end ?? last.value
  }
}

typealias AnimatedVector = AnimatedValue<Vector>

extension AnimatedValue where Value == Vector {
  /// Returns the first number at a time.
  func number(at time: Double) -> Double { value(at: time).x }
  /// Returns the direction of change around a time: the difference of two nearby values. Zero if it is constant.
  func step(at time: Double) -> Vector {
    guard !isConstant, let first = keyframes.first?.time, let last = keyframes.last?.time else { return .zero }
    if time <= first { return value(at: first + 0.01) - value(at: first) }
    if time >= last { return value(at: last) - value(at: last - 0.05) }
    return value(at: time) - value(at: time - 0.01)
  }
  /// Returns the first two numbers at a time.
  func point(at time: Double) -> Point { value(at: time).point }
}

/// Curve along which a point moves at constant speed.
struct SpatialPath: Sendable {
  private let curve: CubicCurve
  private let lengths: ArcLengths

  /// Creates a curve.
  /// - Parameters:
  ///   - out: tangent at the start, relative to it. `into` is the tangent at the end, relative to that.
  init(from start: Point, to end: Point, out: Point, into: Point) {
    curve = CubicCurve(start, start + out, end + into, end)
    lengths = ArcLengths(curve, steps: 32)
  }

  /// Returns the point at the fraction `share` of the arc length; outside of 0...1 on the tangent line.
  func point(at share: Double) -> Point {
    if share < 0 { return curve.a + (curve.b - curve.a) * (3 * share) }
    if share > 1 { return curve.d + (curve.d - curve.c) * (3 * (share - 1)) }
    return curve.point(at: lengths.parameter(at: share * lengths.whole))
  }
}
