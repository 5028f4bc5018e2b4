internal import TesseraJSON
internal import ArgumentParser
internal import TesseraMessages

/// `tessera localize`: writes numbers, dates, lists and names in languages.
struct LocalizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "localize", abstract: "Formats numbers, dates, lists and names in a language.",
    discussion: """
      Each line of the file is a JSON object with `kind`, `locale`, `options` and `value`. The kinds are number, currency, unit, date, date-fields, \
      list, relative, name, plural and week; options have the names of ECMA-402. The value of a plural is a number, or a list of the two ends of a range. Each line of the output is a text as JSON, or an object with `error`.
      """)

  @Argument(help: "File with one JSON object in each line.") var rows: String
  @Option(name: .customLong("locale-data"), help: ArgumentHelp("File of locale data (default: found next to the tool).", valueName: "file"))
  var localeData: String?

  func run() throws {
    try LocaleDataFile.use(localeData)
    var output = ""
    for line in try Files.text(of: rows, limit: 64 << 20).split(separator: "\n") {
      output += LocalizeCommand.result(String(line)) + "\n"
    }
    try StandardOutput.write(output)
  }

  private static func result(_ line: String) -> String {
    func failure(_ reason: String) -> String { JSONValue.map([("error", .text(reason))]).compact }
    let row: JSONValue
    do { row = try JSONValue.suite(line) } catch { return failure("column \(error.column): \(error.reason)") }
    do { return JSONValue.text(try LocaleRow(row).text()).compact } catch { return failure(error.reason) }
  }
}
