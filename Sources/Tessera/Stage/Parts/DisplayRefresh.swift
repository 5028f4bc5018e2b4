/// Refreshes of a display: the times at which a new frame becomes visible.
public struct DisplayRefresh: Sendable, Hashable {
  /// Time of a past refresh, seconds of the stage's clock; nil if the display reports none.
  public var time: Double?
  /// Seconds from one refresh to the next; 0 if unknown.
  public var interval: Double

  /// Makes the refreshes of a display.
  public init(time: Double?, interval: Double) { (self.time, self.interval) = (time, interval) }

  /// A display without known refreshes: a file, memory, a panel that is written directly.
  public static let unknown = DisplayRefresh(time: nil, interval: 0)

  /// Returns the first refresh at or after a time, seconds of the stage's clock; nil if it is unknown, also if no refresh was reported for a second.
  public func next(from moment: Double) -> Double? {
    guard let time, interval > 0, moment.isFinite, moment - time < 1 else { return nil }
    let count = ((moment - time) / interval).rounded(.up)
    return time + max(0, count) * interval
  }
}
