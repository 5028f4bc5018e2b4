/// Path of a value in a scene's data: member names and element indices, such as `rooms[2].name` or `rooms.2.name`. A value; any thread.
public struct DataPath: Sendable, Hashable, CustomStringConvertible {
  /// Member names, and element indices in decimal digits, outermost first; empty means all data.
  public var keys: [String]

  /// Creates a path of keys.
  public init(_ keys: [String]) { self.keys = keys }

  /// Parses a path; nil if it is invalid. An empty text means all data.
  public init?(_ text: String) {
    keys = []
    var rest = Substring(text)
    guard !rest.isEmpty else { return }
    var isFirst = true
    while let first = rest.first {
      if first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        var key = rest[rest.index(after: rest.startIndex)..<end]
        if let quote = key.first, quote == "'" || quote == "\"" {
          guard key.count >= 2, key.last == quote else { return nil }
          key = key.dropFirst().dropLast()
        } else if Self.index(String(key)) == nil {
          return nil
        }
        keys.append(String(key))
        rest = rest[rest.index(after: end)...]
      } else {
        if !isFirst {
          guard first == "." else { return nil }
          rest = rest.dropFirst()
        }
        let key = rest.prefix { $0 != "." && $0 != "[" }
        guard !key.isEmpty, key.utf8.allSatisfy(Self.isPlain) else { return nil }
        keys.append(String(key))
        rest = rest[key.endIndex...]
      }
      isFirst = false
    }
    if keys.count > DataValue.depthLimit { return nil }
  }

  /// Text form, which parses to the same path.
  public var description: String {
    var text = ""
    for key in keys {
      if Self.index(key) != nil {
        text += "[\(key)]"
      } else if !key.isEmpty, key.utf8.allSatisfy(Self.isPlain) {
        text += text.isEmpty ? key : "." + key
      } else {
        text += "['\(key)']"
      }
    }
    return text
  }

  /// Returns the index of an element; nil if the key is a name.
  static func index(_ key: String) -> Int? {
    guard !key.isEmpty, key.utf8.count <= 9, key.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(key)
  }

  /// Whether the byte is a letter, digit, `_`, `-` or part of a non-ASCII character.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a change at one path changes the value at the other: one path is a prefix of the other.
  func touches(_ other: DataPath) -> Bool { zip(keys, other.keys).allSatisfy { $0 == $1 } }

  static func + (path: DataPath, keys: [String]) -> DataPath { DataPath(path.keys + keys) }
}
