/// A type-erased value of the environment. Immutable.
protocol EnvironmentEntry: AnyObject, Sendable {
  var isDefault: Bool { get }
  func isEqual(to other: any EnvironmentEntry) -> Bool
}

/// Values that differ from the defaults of their keys, or were set to them. Immutable; shared by all nodes that inherit it. Any thread.
final class EnvironmentStorage: Sendable {
  final class Value<Content: Sendable & Equatable>: EnvironmentEntry {
    let content: Content
    let isDefault: Bool

    init(_ content: Content, isDefault: Bool) { (self.content, self.isDefault) = (content, isDefault) }

    // Both are values of one key.
    func isEqual(to other: any EnvironmentEntry) -> Bool { content == unsafeDowncast(other, to: Value<Content>.self).content }
  }

  /// Values by key number; nil if not set. The last one is never nil.
  private let entries: [(any EnvironmentEntry)?]

  private init(_ entries: [(any EnvironmentEntry)?]) { self.entries = entries }

  /// Returns the value set for a key, whose values have the type `Content`; nil if not set. O(1), without a lock.
  @inline(__always) func value<Content: Sendable & Equatable>(_ number: Int, as _: Content.Type) -> Content? {
    guard number < entries.count, let entry = entries[number] else { return nil }
    return unsafeDowncast(entry, to: Value<Content>.self).content
  }

  /// Returns the value set for a key; nil if not set.
  func entry(_ number: Int) -> (any EnvironmentEntry)? { number < entries.count ? entries[number] : nil }

  /// Numbers of the keys that were set, in order.
  var numbers: [Int] { entries.indices.filter { entries[$0] != nil } }

  /// Returns the values, overridden by others.
  static func merged(_ values: EnvironmentStorage?, with overrides: EnvironmentStorage) -> EnvironmentStorage {
    guard let values else { return overrides }
    var entries = values.entries
    for (number, entry) in overrides.entries.enumerated() {
      if number >= entries.count { entries.append(entry) } else if let entry { entries[number] = entry }
    }
    return EnvironmentStorage(entries)
  }

  /// Returns the values with one set or removed; nil if none remains.
  static func setting(_ number: Int, to entry: (any EnvironmentEntry)?, in values: EnvironmentStorage?) -> EnvironmentStorage? {
    var entries = values?.entries ?? []
    while entries.count <= number { entries.append(nil) }
    entries[number] = entry
    while let last = entries.last, last == nil { entries.removeLast() }
    return entries.isEmpty ? nil : EnvironmentStorage(entries)
  }

  /// Returns the values without defaults; nil if none remains.
  var withoutDefaults: EnvironmentStorage? {
    var entries = entries.map { $0?.isDefault == true ? nil : $0 }
    while let last = entries.last, last == nil { entries.removeLast() }
    return entries.isEmpty ? nil : EnvironmentStorage(entries)
  }

  /// Returns the keys, and the tokens of themes, whose values differ.
  static func difference(_ a: EnvironmentStorage?, _ b: EnvironmentStorage?) -> EnvironmentKeySet {
    var keys = EnvironmentKeySet()
    guard a !== b else { return keys }
    for number in 0..<max(a?.entries.count ?? 0, b?.entries.count ?? 0) {
      switch (a?.entry(number), b?.entry(number)) {
      case (nil, nil): break
      case (let entry?, nil), (nil, let entry?): if !entry.isDefault { keys.insert(EnvironmentKeys.bit(number)) }
      case (let one?, let other?): if one !== other, !one.isEqual(to: other) { keys.insert(EnvironmentKeys.bit(number)) }
      }
    }
    keys.formUnion(themeDifference(a, b))
    return keys
  }
}
