/// Repeats of a held key or button: slow ones, then fast ones. A value without a clock; times are seconds of the stage's clock.
///
/// ``InteractionState`` has one for controls that repeat while they are held. An on-screen keyboard keeps one for its keys.
public struct KeyRepeat: Sendable, Hashable {
  /// Seconds from the press to the first repeat.
  public static let delay = 0.4
  /// Seconds between repeats, and between repeats from the tenth on.
  public static let (interval, fastInterval) = (0.1, 0.04)
  /// Number of the repeat from which on repeats are fast.
  public static let fastCount = 10

  /// Number of repeats so far.
  public private(set) var count = 0
  /// Time of the next repeat.
  public private(set) var due: Double

  /// Starts with a press at `time`.
  public init(from time: Double) { due = time + Self.delay }

  /// Whether the last repeat was the tenth or a later one.
  public var isFast: Bool { count >= Self.fastCount }

  /// Handles the passing of time. Returns whether the key acts again. O(1).
  ///
  /// - Parameters:
  ///   - time: now.
  ///   - isActive: false while the finger is off the key: a repeat that is due then is omitted.
  public mutating func pass(_ time: Double, isActive: Bool = true) -> Bool {
    // Times that differ by less are equal.
    guard time + 1e-6 >= due else { return false }
    if isActive, count < .max { count += 1 }
    due = time + (isFast ? Self.fastInterval : Self.interval)
    return isActive
  }
}
