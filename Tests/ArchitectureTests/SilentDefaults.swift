/// Requirements of public protocols whose type is optional and that have a default.
///
/// A conforming type that writes the member with the type that is not optional does not fulfil such a requirement. It compiles, and the default is used.
struct SilentDefaults {
  private var optional: Set<String> = []
  private var defaults: [(member: String, file: String)] = []

  /// Members as `Protocol.member` with the file of the default, sorted.
  var findings: [String] { defaults.filter { optional.contains($0.member) }.map { "\($0.member) (\($0.file))" }.sorted() }

  /// Reads the public protocols and the extensions without a `where` of one file.
  mutating func add(_ text: String, file: String) {
    let code = String(decoding: CodeText(text, .swift).bytes, as: UTF8.self)
    var owner: (name: String, isProtocol: Bool)?
    var (depth, statement) = (0, "")
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      if depth == 0, let match = line.firstMatch(of: #/^(?:public )?(protocol|extension)\s+(\w+)[^{]*\{/#) {
        owner = line.contains(" where ") ? nil : (String(match.2), match.1 == "protocol")
      } else if depth == 1, let owner {
        // A signature may take several lines.
        statement = statement.isEmpty || line.contains(#/\b(?:func|var)\b/#) ? String(line) : statement + " " + line
        note(statement, in: owner, file)
      }
      depth += line.utf8.count { $0 == UInt8(ascii: "{") } - line.utf8.count { $0 == UInt8(ascii: "}") }
      if depth == 0 { (owner, statement) = (nil, "") }
    }
  }

  private mutating func note(_ statement: String, in owner: (name: String, isProtocol: Bool), _ file: String) {
    guard let name = statement.firstMatch(of: #/\b(?:func|var)\s+(\w+)/#)?.1 else { return }
    let member = "\(owner.name).\(name)"
    if !owner.isProtocol {
      // Other functions of the name are helpers of the module.
      guard statement.contains(#/\bpublic\b/#) else { return }
      if !defaults.contains(where: { $0.member == member }) { defaults.append((member, file)) }
    } else if statement.contains(#/(?:->|\bvar \w+:)[^={]*\?\s*(?:\{|$)/#) {
      optional.insert(member)
    }
  }
}
