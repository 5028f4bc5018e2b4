/// Decides whether a synthesizer that failed is started again. A value.
struct SynthesizerHealth: Sendable {
  /// Failures in a row after which the synthesizer rests.
  static let limit = 3
  /// Seconds of rest.
  static let rest = 30.0

  private var failures = 0
  private var restsUntil: Double?

  /// Whether it may be started at `time`, seconds.
  func mayStart(at time: Double) -> Bool { restsUntil.map { time >= $0 } ?? true }

  /// Notes an utterance that was spoken.
  mutating func recordSuccess() { (failures, restsUntil) = (0, nil) }

  /// Notes a failure. Returns whether the synthesizer rests from now on.
  mutating func recordFailure(at time: Double) -> Bool {
    failures += 1
    guard failures >= Self.limit else { return false }
    (failures, restsUntil) = (0, time + Self.rest)
    return true
  }

  /// Longest time to speak a text, seconds; after it the synthesizer hangs.
  static func longestTime(for text: String) -> Double { 10 + Double(text.count) * 0.4 }
}
