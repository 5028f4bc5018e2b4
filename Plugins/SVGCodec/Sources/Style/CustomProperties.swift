/// Custom properties of elements, and values with `var()`. Source: CSS Custom Properties 1.
struct CustomProperties {
  private struct Key: Hashable {
    var scope: Int
    var name: String
  }

  /// Maximum size in bytes of a value expanded from `var()`; a longer one is invalid.
  private static let mostBytes = 1 << 16
  private static let mostDepth = 64
  /// Fixed cost of a declared property, in addition to expanded values.
  private static let bytesOfEach = 128
  /// Maximum total bytes of values with `var()` and of declared properties.
  static let mostTotal = 16 << 20

  /// Properties with a type; set before the first scope is added.
  var registered: [String: RegisteredProperty] = [:] {
    didSet { hasOwn = registered.values.contains { !$0.inherits } }
  }
  /// Whether elements that declare nothing need a scope, since they do not inherit all properties.
  private var hasOwn = false
  private var declared: [[String: String]] = []
  private var parents: [Int] = []
  private var known: [Key: String?] = [:]
  private var open: [Key] = []
  private var cyclic: Set<Key> = []
  private(set) var total = 0

  var isExhausted: Bool { total > Self.mostTotal }

  /// Adds the properties of an element; returns its scope. `parent` is the parent's scope, -1 if there is none.
  mutating func scope(declaring properties: [String: String], in parent: Int) -> Int {
    guard !properties.isEmpty || hasOwn && parent >= 0 else { return parent }
    total += max(1, properties.count) * Self.bytesOfEach
    declared.append(properties)
    parents.append(parent)
    return declared.count - 1
  }

  /// Returns a value with its variables replaced; nil if it is invalid.
  mutating func substitute(_ text: String, in scope: Int) -> String? { substitute(Array(text.utf8)[...], scope, depth: 0) }

  private mutating func substitute(_ text: ArraySlice<UInt8>, _ scope: Int, depth: Int) -> String? {
    total += text.count
    guard depth < Self.mostDepth, !isExhausted else { return nil }
    var result: [UInt8] = []
    var rest = text
    while let at = rest.variable {
      guard let end = Scanner.closing(rest, from: at + 4) else { return nil }
      let inside = rest[at + 4..<end]
      let comma = inside.firstIndex(of: UInt8(ascii: ","))
      let name = Scanner.text(inside[..<(comma ?? end)]).trimmed
      guard name.hasPrefix("--") else { return nil }
      var value = self.value(of: name, in: scope, depth: depth + 1)
      if value == nil, let comma { value = substitute(inside[(comma + 1)...], scope, depth: depth + 1)?.trimmed }
      guard let value else { return nil }
      // The value is a single variable: share its text.
      if at == text.startIndex, end + 1 == text.endIndex { return value }
      result += rest[..<at]
      result += Array(value.utf8)
      guard result.count <= Self.mostBytes else { return nil }
      rest = rest[(end + 1)...]
    }
    result += rest
    total += result.count
    return result.count <= Self.mostBytes ? String(decoding: result, as: UTF8.self) : nil
  }

  /// Returns the value of a property; nil if it is missing or invalid.
  private mutating func value(of name: String, in scope: Int, depth: Int) -> String? {
    let type = registered[name]
    var scope = scope
    if type?.inherits != false { while scope >= 0, declared[scope][name] == nil { scope = parents[scope] } }
    guard scope >= 0, depth < Self.mostDepth, let text = declared[scope][name] else { return type?.initial }
    let key = Key(scope: scope, name: name)
    if let value = known[key] { return value }
    if let first = open.firstIndex(of: key) {
      // All properties of a cycle are invalid.
      cyclic.formUnion(open[first...])
      return nil
    }
    switch text.lowercased() {
    case "initial": return type?.initial
    case "inherit": return value(of: name, in: parents[scope], depth: depth + 1)
    case "unset", "revert", "revert-layer": return unset(name, type, in: scope, depth: depth)
    default: break
    }
    open.append(key)
    var value = substitute(Array(text.utf8)[...], scope, depth: depth + 1)
    open.removeLast()
    if cyclic.contains(key) { value = nil }
    // A value that is invalid only with its variables counts as `unset` if the property has a type.
    if let type, value.map({ !type.accepts($0) }) ?? true { value = unset(name, type, in: scope, depth: depth) }
    known[key] = .some(value)
    return value
  }

  private mutating func unset(_ name: String, _ type: RegisteredProperty?, in scope: Int, depth: Int) -> String? {
    type?.inherits == false ? type?.initial : value(of: name, in: parents[scope], depth: depth + 1)
  }
}

extension String {
  /// Whether the text contains a variable.
  var mentionsVariable: Bool { utf8.count > 5 && utf8.contains(UInt8(ascii: "(")) && Array(utf8)[...].variable != nil }
}

extension ArraySlice<UInt8> {
  /// Index of `var(`, outside of quotes and not at the end of another name.
  fileprivate var variable: Int? {
    var (quote, before) = (UInt8(0), UInt8(32))
    for at in indices {
      let b = self[at]
      if quote != 0 {
        if b == quote { quote = 0 }
      } else if b == UInt8(ascii: "'") || b == UInt8(ascii: "\"") {
        quote = b
      } else if b | 32 == UInt8(ascii: "v"), at + 3 < endIndex, self[at + 1] | 32 == UInt8(ascii: "a"),
        self[at + 2] | 32 == UInt8(ascii: "r"),
        self[at + 3] == UInt8(ascii: "("), !(before | 32 >= 97 && before | 32 <= 122), !(before >= 48 && before <= 57), before != 45
      {
        return at
      }
      before = b
    }
    return nil
  }
}
