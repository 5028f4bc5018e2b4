internal import TesseraBase

/// All named keys of the environment in the program. Nodes find them without a registry. Any thread.
enum EnvironmentNames {
  /// The attribute of every node whose map has the keys.
  static let attribute = "environment"

  private static let keys = Locked(
    Dictionary(EnvironmentKeyDescription.builtIn.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))

  /// Names that stages and scenes have in `env` besides keys.
  static let reserved: Set<String> = [
    "direction", "height", "input", "orientation", "reducedMotion", "scale", "scheme", "width", "textAntialiasing", "colorDepth",
  ]

  /// Adds a key. Returns false if another key has the name.
  static func add(_ key: EnvironmentKeyDescription) -> Bool {
    keys.withLock { keys in
      if let known = keys[key.name] { return known.number == key.number }
      keys[key.name] = key
      return true
    }
  }

  /// All keys, in the order of their numbers.
  static var all: [EnvironmentKeyDescription] { keys.withLock { $0.values.sorted { $0.number < $1.number } } }

  /// Returns the key called `name`; nil if no key has that name.
  static func named(_ name: String) -> EnvironmentKeyDescription? { keys.withLock { $0[name] } }

  /// Returns the key called `name`.
  /// - Throws: ``AttributeError`` with the nearest name.
  static func key(_ name: String) throws(AttributeError) -> EnvironmentKeyDescription {
    let (key, names) = keys.withLock { ($0[name], $0[name] == nil ? $0.keys.sorted() : []) }
    if let key { return key }
    let near = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
    throw AttributeError(
      attribute: EnvironmentNames.attribute, reason: "has the unknown key `\(name)`; valid are \(names.joined(separator: ", "))\(near)")
  }
}
