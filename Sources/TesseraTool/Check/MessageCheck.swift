internal import TesseraJSON
internal import Tessera
internal import TesseraMessages
internal import TesseraScene

/// Missing, unused and unsuitable messages of a scene's files.
enum MessageCheck {
  /// Problem of a file of messages.
  struct Problem {
    let file: String
    /// Line of the message; nil for a missing one.
    let line: Int?
    let message: String

    var text: String { "\(file)\(line.map { ":\($0)" } ?? ""): message: \(message)\n" }

    var json: JSONValue {
      var pairs: [(key: String, value: JSONValue)] = [("kind", .text("message")), ("file", .text(file))]
      if let line { pairs.append(("line", .number(Double(line)))) }
      return .map(pairs + [("message", .text(message))])
    }
  }

  /// Problems in the order of files and keys. Linear in the size of the files.
  static func problems(_ scene: Scene) -> [Problem] {
    guard let catalog = scene.messages, let source = catalog.files[catalog.sourceLanguage] else { return [] }
    var problems: [Problem] = []
    let used = Set(scene.messageKeys)
    if !scene.computesMessageKeys {
      for entry in source.entries where !used.contains(entry.key) && !isStandard(entry) {
        problems.append(Problem(file: source.name, line: entry.line, message: "`\(entry.key)` is not used by \(scene.name)"))
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

  /// Whether standard nodes read a message, in languages in which it exists; its arguments were checked when the scene was read.
  private static func isStandard(_ entry: MessageFile.Entry) -> Bool { entry.key.hasPrefix(StandardWord.keyPrefix) }

  private static func keys(_ catalog: MessageCatalog, _ language: String) -> [String] {
    catalog.files[language]?.entries.map(\.key) ?? []
  }
}
