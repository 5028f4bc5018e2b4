internal import TesseraBase

/// Errors of a program that concern no stage; each is reported once. A value.
struct Complaints: Sendable {
  /// Maximum number of reports.
  static let limit = 256
  private(set) var told: Set<String> = []

  /// Adds a complaint. Returns whether it is new and within the limit.
  mutating func insert(_ text: String) -> Bool { told.count < Self.limit && told.insert(text).inserted }

  static let all = Locked(Complaints())

  /// Writes a complaint to standard error, once. Any thread.
  static func report(_ text: String) { if all.withLock({ $0.insert(text) }) { standardError("tessera: \(text)\n") } }
}
