/// One value of the environment, type-erased. Never changed.
protocol EnvironmentEntry: AnyObject, Sendable {
  var isDefault: Bool { get }
  func isEqual(to other: any EnvironmentEntry) -> Bool
}

/// Values that differ from the defaults of their keys, or were set to them. Never changed; shared by all nodes that inherit it. Any thread.
final class EnvironmentStorage: Sendable {
  final class Value<Content: Sendable & Equatable>: EnvironmentEntry {
    let content: Content
    let isDefault: Bool

    init(_ content: Content, isDefault: Bool) { (self.content, self.isDefault) = (content, isDefault) }

    // Both are values of one key.
    func isEqual(to other: any EnvironmentEntry) -> Bool { content == unsafeDowncast(other, to: Value<Content>.self).content }
  }

  /// By the numbers of their keys; nil: nothing was set. The last one is never nil.
  private let entries: [(any EnvironmentEntry)?]

  private init(_ entries: [(any EnvironmentEntry)?]) { self.entries = entries }

  /// Returns the value that was set for a key, whose values are of type `Content`; nil: none was. O(1), without a lock.
  @inline(__always) func value<Content: Sendable & Equatable>(_ number: Int, as _: Content.Type) -> Content? {
    guard number < entries.count, let entry = entries[number] else { return nil }
    return unsafeDowncast(entry, to: Value<Content>.self).content
  }

  /// Returns the value that was set for a key; nil: none was.
  func entry(_ number: Int) -> (any EnvironmentEntry)? { number < entries.count ? entries[number] : nil }

  /// Numbers of the keys that were set, in order.
  var numbers: [Int] { entries.indices.filter { entries[$0] != nil } }

  /// Returns the values with others in front of them.
  static func merged(_ values: EnvironmentStorage?, with overrides: EnvironmentStorage) -> EnvironmentStorage {
    guard let values else { return overrides }
    var entries = values.entries
    for (number, entry) in overrides.entries.enumerated() {
      if number >= entries.count { entries.append(entry) } else if let entry { entries[number] = entry }
    }
    return EnvironmentStorage(entries)
  }

  /// Returns the values with one set, or with none for the key; nil: none is left.
  static func setting(_ number: Int, to entry: (any EnvironmentEntry)?, in values: EnvironmentStorage?) -> EnvironmentStorage? {
    var entries = values?.entries ?? []
    while entries.count <= number { entries.append(nil) }
    entries[number] = entry
    while let last = entries.last, last == nil { entries.removeLast() }
    return entries.isEmpty ? nil : EnvironmentStorage(entries)
  }

  /// Returns the values without those that are defaults; nil: none is left.
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
