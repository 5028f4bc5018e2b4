/// Times at which a sleeping loop wakes, seconds of the stage's clock.
enum Deadline {
  /// Returns the earlier of two optional times.
  static func earlier(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
