internal import TesseraJSON
internal import Tessera
internal import TesseraMessages
internal import TesseraScene

/// Missing, unused and unsuitable messages of files, and their uses in Swift.
enum MessageCheck {
  /// Problem of a file of messages.
  struct Problem {
    let file: String
    /// Line of the message; nil for a missing one.
    let line: Int?
    var column: Int?
    let message: String

    var text: String { "\(file)\(line.map { ":\($0)" } ?? "")\(column.map { ":\($0)" } ?? ""): message: \(message)\n" }

    var json: JSONValue {
      var pairs: [(key: String, value: JSONValue)] = [("kind", .text("message")), ("file", .text(file))]
      if let line { pairs.append(("line", .number(Double(line)))) }
      if let column { pairs.append(("column", .number(Double(column)))) }
      return .map(pairs + [("message", .text(message))])
    }
  }

  /// Problems in the order of files and keys. Linear in the size of the files.
  static func problems(_ scene: Scene) -> [Problem] {
    guard let catalog = scene.messages else { return [] }
    return problems(catalog, used: scene.computesMessageKeys ? nil : Set(scene.messageKeys), by: scene.name)
  }

  /// Problems in the order of files and keys. Linear in the size of the files.
  /// - Parameters:
  ///   - used: keys with a use; nil means that any key may have one.
  ///   - user: name of the file or folder with the uses.
  static func problems(_ catalog: MessageCatalog, used: Set<String>?, by user: String) -> [Problem] {
    guard let source = catalog.files[catalog.sourceLanguage] else { return [] }
    var problems: [Problem] = []
    if let used {
      for entry in source.entries where !used.contains(entry.key) && !isStandard(entry) {
        problems.append(Problem(file: source.name, line: entry.line, message: "`\(entry.key)` is not used by \(user)"))
      }
    }
    let known = Dictionary(source.entries.map { ($0.key, $0.model.arguments) }) { first, _ in first }
    for language in catalog.languages where language != catalog.sourceLanguage {
      guard let file = catalog.files[language] else { continue }
      let own = Set(file.entries.map(\.key))
      // A regional file has only what differs.
      let inherited = Set(catalog.chain(language).dropFirst().filter { $0 != catalog.sourceLanguage }.flatMap { keys(catalog, $0) })
      for entry in source.entries where !own.contains(entry.key) && !inherited.contains(entry.key) && !isStandard(entry) {
        problems.append(Problem(file: file.name, line: nil, message: "`\(entry.key)` is missing"))
      }
      for entry in file.entries where !isStandard(entry) {
        guard let arguments = known[entry.key] else {
          problems.append(Problem(file: file.name, line: entry.line, message: "`\(entry.key)` is not in \(source.name)"))
          continue
        }
        for name in entry.model.arguments where !arguments.contains(name) {
          problems.append(
            Problem(file: file.name, line: entry.line, message: "`\(entry.key)` reads `$\(name)`, which \(source.name) does not"))
        }
      }
    }
    return problems
  }

  /// Problems of the uses in a Swift file, in its order.
  static func problems(_ uses: [SwiftMessageUse], in file: String, _ catalog: MessageCatalog) -> [Problem] {
    uses.flatMap { use in
      reasons(use, catalog).map { Problem(file: file, line: use.line, column: use.column, message: $0) }
    }
  }

  private static func reasons(_ use: SwiftMessageUse, _ catalog: MessageCatalog) -> [String] {
    let name = catalog.files[catalog.sourceLanguage]?.name ?? "\(catalog.sourceLanguage).mf2"
    guard let model = catalog.model(use.key, language: catalog.sourceLanguage)?.model else {
      let near = nearestName(to: use.key, among: catalog.keys).map { "; did you mean `\($0)`?" } ?? ""
      return ["\(name) has no message `\(use.key)`\(near)"]
    }
    var reasons: [String] = []
    if !use.ignored.isEmpty { reasons.append("the key `\(use.key)` ends at the space; the text after it, `\(use.ignored)`, has no effect") }
    let wanted = model.orderedArguments
    for name in use.names where !wanted.contains(name) { reasons.append("message `\(use.key)` has no argument `\(name)`") }
    let free = wanted.filter { !use.names.contains($0) }
    if use.unnamed > free.count {
      reasons.append("message `\(use.key)` has \(wanted.count) arguments, got \(use.unnamed + use.names.count)")
    }
    if !use.computesArguments {
      for name in free.dropFirst(use.unnamed) { reasons.append("message `\(use.key)` needs the argument `\(name)`") }
    }
    return reasons
  }

  /// Whether standard nodes read a message, in languages in which it exists; its arguments were checked when the scene was read.
  private static func isStandard(_ entry: MessageFile.Entry) -> Bool { entry.key.hasPrefix(StandardWord.keyPrefix) }

  private static func keys(_ catalog: MessageCatalog, _ language: String) -> [String] {
    catalog.files[language]?.entries.map(\.key) ?? []
  }
}
