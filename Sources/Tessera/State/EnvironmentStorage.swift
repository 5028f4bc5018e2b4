/// Values that differ from the defaults of their keys, or were set to them. Never changed; shared by all nodes that inherit it. Any thread.
final class EnvironmentStorage: Sendable {
  /// One value, type-erased.
  protocol Entry: Sendable {
    var index: Int { get }
    var isDefault: Bool { get }
    func isEqual(to other: any Entry) -> Bool
  }

  struct Value<Content: Sendable & Equatable>: Entry {
    let index: Int
    let content: Content
    let isDefault: Bool

    func isEqual(to other: any Entry) -> Bool { (other as? Value<Content>)?.content == content }
  }

  /// In the order of their numbers.
  let entries: [any Entry]

  init(_ entries: [any Entry]) { self.entries = entries }

  /// Returns what was set for a key; nil: nothing.
  func value<Content: Sendable & Equatable>(_ index: Int, as _: Content.Type) -> Content? {
    for entry in entries where entry.index == index { return (entry as? Value<Content>)?.content }
    return nil
  }

  /// Returns the values with others in front of them.
  static func merged(_ values: EnvironmentStorage?, with overrides: EnvironmentStorage) -> EnvironmentStorage {
    guard let values else { return overrides }
    let kept = values.entries.filter { entry in !overrides.entries.contains { $0.index == entry.index } }
    return EnvironmentStorage((kept + overrides.entries).sorted { $0.index < $1.index })
  }

  /// The values with one set, or taken out.
  static func setting(_ index: Int, to entry: (any Entry)?, in values: EnvironmentStorage?) -> EnvironmentStorage? {
    var entries = values?.entries.filter { $0.index != index } ?? []
    if let entry { entries.insert(entry, at: entries.firstIndex { $0.index > index } ?? entries.count) }
    return entries.isEmpty ? nil : EnvironmentStorage(entries)
  }

  /// The bits of keys whose values differ between two.
  static func difference(_ a: EnvironmentStorage?, _ b: EnvironmentStorage?) -> UInt64 {
    if a === b { return 0 }
    func missing(_ here: EnvironmentStorage?, in other: EnvironmentStorage?, comparing: Bool) -> UInt64 {
      var bits: UInt64 = 0
      for entry in here?.entries ?? [] {
        if let same = other?.entries.first(where: { $0.index == entry.index }) {
          if comparing, !entry.isEqual(to: same) { bits |= EnvironmentKeys.bit(entry.index) }
        } else if !entry.isDefault {
          bits |= EnvironmentKeys.bit(entry.index)
        }
      }
      return bits
    }
    return missing(a, in: b, comparing: true) | missing(b, in: a, comparing: false)
  }
}
