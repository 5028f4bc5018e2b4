/// What Swift sources declare: types, what they conform to, and the members in their bodies and extensions.
struct TypeMembers {
  struct Member {
    let type: String
    let name: String
    let isProperty: Bool
    /// Whether it is a `var` without accessors in its line.
    let isStored: Bool
    let isPublic: Bool
    let module: String
    let file: String
  }

  /// Members of types and of extensions without a `where`, static and private ones left out.
  private(set) var members: [Member] = []
  /// Names after the colon of a declaration or an extension.
  private(set) var parents: [String: Set<String>] = [:]
  private(set) var protocols: Set<String> = []

  /// Reads one file; its module is the folder below `Sources` or `Plugins`.
  mutating func add(_ text: String, file: String) {
    let module = file.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let code = String(decoding: CodeText(text, .swift).bytes, as: UTF8.self)
    var depth = 0
    var type: (name: String, isConstrained: Bool)?
    var header = ""
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      if depth == 0 {
        // A declaration may take several lines up to its brace.
        header = header.isEmpty || !Self.introduced.isDisjoint(with: Self.words(line)) ? String(line) : header + " " + line
        if line.contains("{") {
          type = declaration(header)
          header = ""
        }
      } else if depth == 1, let type, !type.isConstrained, let member = member(line) {
        members.append(
          Member(
            type: type.name, name: member.name, isProperty: member.isProperty,
            isStored: member.isProperty && !line.contains("{") && !Self.words(line).contains("let"),
            isPublic: line.contains("public") || protocols.contains(type.name), module: module, file: file))
      }
      for byte in line.utf8 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
      if depth == 0 { type = nil }
    }
  }

  private static let introduced: Set<Substring> = ["struct", "class", "extension", "enum", "protocol"]

  private mutating func declaration(_ header: String) -> (name: String, isConstrained: Bool)? {
    let pattern = #/\b(struct|class|extension|enum|protocol)\s+(\w+)(?:<[^>]*>)?\s*(?::([^{]*?))?(\bwhere\b[^{]*)?\{/#
    guard let match = header.firstMatch(of: pattern) else { return nil }
    let name = String(match.2)
    if match.1 == "protocol" { protocols.insert(name) }
    // Modifiers of a node type count as members of its elements.
    if let element = header.firstMatch(of: #/^extension TypedElement where ElementType (?:==|:) (\w+) \{/#) {
      return ("TypedElement " + element.1, false)
    }
    let isConstrained = match.4 != nil || header.contains(" where ")
    if let list = match.3, !isConstrained {
      for parent in list.matches(of: #/\w+/#) { parents[name, default: []].insert(String(parent.0)) }
    }
    return (name, isConstrained)
  }

  private static let introducers: Set<Substring> = ["var", "let", "func"]
  private static let leftOut: Set<Substring> = ["static", "class", "private", "fileprivate", "case", "typealias"]

  private func member(_ line: Substring) -> (name: String, isProperty: Bool)? {
    // As far as the name: what follows is no part of the declaration that is looked for.
    let words = Self.words(line)
    guard let at = words.firstIndex(where: Self.introducers.contains), at + 1 < words.count else { return nil }
    // `private(set)` is two words, and no private member.
    let isLeftOut = words[..<at].indices.contains { Self.leftOut.contains(words[$0]) && words[$0 + 1] != "set" }
    return isLeftOut ? nil : (String(words[at + 1]), words[at] != "func")
  }

  private static func words(_ line: Substring) -> [Substring] {
    line.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        false
      default: true
      }
    }.map { Substring($0) }
  }

  /// Whether a type, or a protocol, has `ancestor` among those that it conforms to.
  func conforms(_ type: String, to ancestor: String) -> Bool {
    var (seen, stack): (Set<String>, [String]) = ([], [type])
    while let next = stack.popLast() {
      if next == ancestor { return true }
      if seen.insert(next).inserted { stack += parents[next] ?? [] }
    }
    return false
  }
}
