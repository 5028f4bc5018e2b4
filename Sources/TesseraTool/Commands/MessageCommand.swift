internal import TesseraJSON
internal import ArgumentParser
internal import TesseraMessages

/// `tessera message`: formats a MessageFormat 2 message, or runs a suite of cases.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message", abstract: "Formats a MessageFormat 2 message, or checks files of messages.",
    discussion: """
      `tessera message 'Hello, {$name}!' --locale de --set name=Ana` prints the text. With --suite it runs the cases of a file in the form of the \
      MessageFormat working group and prints one line of JSON for each: text, parts, errors, and whether they are as expected. Exit code 65: the \
      message has an error, or a case failed.

      `tessera message --check messages --swift Sources --scene app.yaml` checks the files of a folder: syntax, missing messages, arguments that \
      translations do not have, and the keys and arguments that Swift files and scenes use. Unused messages are findings if a use is named. \
      Exit code 65: there is a finding.
      """)

  @Argument(help: "Source of the message.") var source: String?
  @Option(help: "Language tag, such as de or ar-EG.") var locale = "en"
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Argument of the message; a number, a date such as 2026-01-31, or a text.", valueName: "name=value"))
  var settings: [String] = []
  @Flag(help: "Prints the parts as JSON.") var parts = false
  @Flag(help: "Isolates values whose direction may differ from the message's.") var isolate = false
  @Option(help: ArgumentHelp("Cases in JSON.", valueName: "file")) var suite: String?
  @Option(help: ArgumentHelp("Folder of message files to check.", valueName: "folder")) var check: String?
  @Option(help: ArgumentHelp("With --check: Swift file or folder that uses the messages; repeatable.", valueName: "path")) var swift:
    [String] = []
  @Option(help: ArgumentHelp("With --check: scene that uses the messages; repeatable.", valueName: "file")) var scene: [String] = []
  @Option(name: .customLong("locale-data"), help: ArgumentHelp("File of locale data (default: found next to the tool).", valueName: "file"))
  var localeData: String?

  func validate() throws {
    guard [source, suite, check].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("give a message, --suite or --check: one of them")
    }
    if check == nil, !swift.isEmpty || !scene.isEmpty { throw ValidationError("--swift and --scene need --check FOLDER") }
  }

  func run() throws {
    try LocaleDataFile.use(localeData)
    if let suite { return try runSuite(suite) }
    if let check { return try MessageFolderCheck(folder: check, swift: swift, scenes: scene).run() }
    let message: MessageFormat
    do {
      message = try MessageFormat(source ?? "", locale: locale, isolation: isolate ? .standard : .none)
    } catch {
      throw ToolError(.badData, "message:\(error.errors.first?.description ?? "invalid")")
    }
    let result = message.format(try arguments())
    if parts {
      try StandardOutput.write(JSONValue.list(result.parts.map(MessageSuite.json)).compact + "\n")
    } else {
      try StandardOutput.write(result.text + "\n")
    }
    if !result.errors.isEmpty {
      throw ToolError(.badData, result.errors.map(\.description).joined(separator: "; "))
    }
  }

  private func arguments() throws(ToolError) -> [String: MessageValue] {
    var arguments: [String: MessageValue] = [:]
    for setting in settings {
      guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
        throw ToolError(.usage, "--set needs name=value, not `\(setting)`")
      }
      let text = String(setting[setting.index(after: mark)...])
      let value: MessageValue =
        DecimalNumber(literal: text).map(MessageValue.number) ?? CivilDate(iso: text).map(MessageValue.date) ?? .text(text)
      arguments[String(setting[..<mark])] = value
    }
    return arguments
  }

  private func runSuite(_ path: String) throws {
    let text = try Files.text(of: path, limit: 64 << 20)
    let cases: MessageSuite?
    do { cases = MessageSuite(try JSONValue.suite(text)) } catch {
      throw ToolError(.badData, "\(path):\(error.line):\(error.column): \(error.reason)")
    }
    guard let cases else { throw ToolError(.badData, "\(path): missing `tests`") }
    let outcomes = cases.outcomes()
    try StandardOutput.write(outcomes.map { $0.json + "\n" }.joined())
    let failed = outcomes.count { $0.passed == false }
    guard failed == 0 else { throw ToolError(.badData, "\(path): \(failed) of \(outcomes.count) cases failed") }
  }
}

/// File of locale data named on the command line.
enum LocaleDataFile {
  static func use(_ path: String?) throws(ToolError) {
    guard let path else { return }
    guard LocaleLibrary.use(file: path) else {
      throw ToolError(Files.isReadable(path) ? .badData : .noInput, "\(path) is not a readable file of locale data")
    }
  }
}
