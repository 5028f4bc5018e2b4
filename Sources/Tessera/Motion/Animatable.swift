/// A value that motion can go through: it is numbers, and there is a value between any two that it can go between.
public protocol Animatable: Equatable, Sendable {
  /// The value as numbers, in a space where the way between two of them looks even.
  var motionVector: MotionVector { get }

  /// Returns the value that has these numbers, and the rest (kinds, what is no number) from this one. They may lie beyond the ends of the way.
  func moved(to vector: MotionVector) -> Self

  /// Whether there is a way from this value to `target`: the same kind and the same count of numbers. Default: the same count.
  func canMove(to target: Self) -> Bool

  /// What is near enough to rest at, in the unit of each number; one number counts for all. Default: a thousandth.
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
  /// The nearest whole number.
  public func moved(to vector: MotionVector) -> Int { Int(exactly: vector[0].rounded()) ?? self }
}

extension Array: Animatable where Element: Animatable {
  /// The numbers of all elements, one after another.
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
