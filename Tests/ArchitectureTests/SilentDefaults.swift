/// Requirements of public protocols whose type is optional and that have a default.
///
/// A conforming type that writes the member with the type that is not optional does not fulfil such a requirement. It compiles, and the default is used.
struct SilentDefaults {
  private var optional: Set<String> = []
  private var defaults: [(member: String, file: String)] = []
  // A literal is parsed each time that it is reached: those of every line are kept.
  private let ownerPattern = #/^(?:public )?(protocol|extension)\s+(\w+)[^{]*\{/#
  private let memberPattern = #/\b(?:func|var)\b/#
  private let namePattern = #/\b(?:func|var)\s+(\w+)/#

  /// Members as `Protocol.member` with the file of the default, sorted.
  var findings: [String] { defaults.filter { optional.contains($0.member) }.map { "\($0.member) (\($0.file))" }.sorted() }

  /// Reads the public protocols and the extensions without a `where` of one file.
  mutating func add(_ text: String, file: String) {
    let code = String(decoding: CodeText(text, .swift).bytes, as: UTF8.self)
    var owner: (name: String, isProtocol: Bool)?
    var (depth, statement) = (0, "")
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      // Regular expressions are slow in a debug build, and few lines are declarations.
      if depth == 0, SourceRules.holdsOne(of: ["protocol", "extension"], line), let match = line.firstMatch(of: ownerPattern) {
        owner = line.contains(" where ") ? nil : (String(match.2), match.1 == "protocol")
      } else if depth == 1, let owner {
        // A signature may take several lines.
        let begins = SourceRules.holdsOne(of: ["func", "var"], line) && line.contains(memberPattern)
        statement = statement.isEmpty || begins ? String(line) : statement + " " + line
        note(statement, in: owner, file)
      }
      depth += line.utf8.count { $0 == UInt8(ascii: "{") } - line.utf8.count { $0 == UInt8(ascii: "}") }
      if depth == 0 { (owner, statement) = (nil, "") }
    }
  }

  private mutating func note(_ statement: String, in owner: (name: String, isProtocol: Bool), _ file: String) {
    guard SourceRules.holdsOne(of: owner.isProtocol ? ["?"] : ["public"], statement) else { return }
    guard let name = statement.firstMatch(of: namePattern)?.1 else { return }
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
