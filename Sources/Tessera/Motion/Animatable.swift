/// Value that can be interpolated: it has a numeric representation with a valid value between any two compatible ones.
public protocol Animatable: Equatable, Sendable {
  /// Numeric representation in a space in which interpolation looks even.
  var motionVector: MotionVector { get }

  /// Returns the value with these numbers; other properties, such as kinds, are those of this value. The numbers may be outside of the
  /// interpolated range.
  func moved(to vector: MotionVector) -> Self

  /// Returns whether this value can be interpolated to `target`: same kind and same count of numbers. Default: same count.
  func canMove(to target: Self) -> Bool

  /// Tolerance at which the value counts as at rest, in the unit of each number; a single number applies to all. Default: 0.001.
  var motionTolerance: MotionVector { get }
}

extension Animatable {
  public func canMove(to target: Self) -> Bool { motionVector.count == target.motionVector.count }
  public var motionTolerance: MotionVector { MotionVector([0.001]) }
}

extension Double: Animatable {
  public var motionVector: MotionVector { MotionVector(SIMD8(self, 0, 0, 0, 0, 0, 0, 0), count: 1) }
  public func moved(to vector: MotionVector) -> Double { vector[0] }
}

extension Float: Animatable {
  public var motionVector: MotionVector { Double(self).motionVector }
  public func moved(to vector: MotionVector) -> Float { Float(vector[0]) }
}

extension Int: Animatable {
  public var motionVector: MotionVector { Double(self).motionVector }
  /// Returns the nearest integer.
  public func moved(to vector: MotionVector) -> Int { Int(exactly: vector[0].rounded()) ?? self }
}

extension Array: Animatable where Element: Animatable {
  /// Numbers of all elements, concatenated.
  public var motionVector: MotionVector { MotionVector(flatMap { $0.motionVector.numbers }) }

  public func moved(to vector: MotionVector) -> [Element] {
    var start = 0
    return map { element in
      let count = element.motionVector.count
      defer { start += count }
      return element.moved(to: MotionVector((start..<start + count).map { vector[$0] }))
    }
  }

  public func canMove(to target: [Element]) -> Bool { count == target.count && zip(self, target).allSatisfy { $0.canMove(to: $1) } }
}
