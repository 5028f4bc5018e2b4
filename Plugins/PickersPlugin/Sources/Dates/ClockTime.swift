/// Time of a day without a date, 0:00:00 to 23:59:59. A value; any thread.
public struct ClockTime: Sendable, Hashable, Comparable, CustomStringConvertible, LosslessStringConvertible {
  /// Hour, 0...23.
  public let hour: Int
  /// Minute, 0...59.
  public let minute: Int
  /// Second, 0...59.
  public let second: Int

  /// Creates a time; parts outside of their ranges become the nearest valid ones.
  public init(hour: Int, minute: Int, second: Int = 0) {
    (self.hour, self.minute, self.second) = (min(23, max(0, hour)), min(59, max(0, minute)), min(59, max(0, second)))
  }

  /// Creates a time from its ISO 8601 form, such as `07:30` or `07:30:15`. Returns nil for other texts.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      guard (1...2).contains(part.count), part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      return Int(String(decoding: part, as: UTF8.self))
    }
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60 else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
  }

  /// Seconds since midnight.
  public var seconds: Int { hour * 3600 + minute * 60 + second }

  public static func < (a: ClockTime, b: ClockTime) -> Bool { a.seconds < b.seconds }

  /// ISO 8601 form: `07:30`, with seconds if they are not 0.
  public var description: String {
    padded(hour, 2) + ":" + padded(minute, 2) + (second == 0 ? "" : ":" + padded(second, 2))
  }
}
