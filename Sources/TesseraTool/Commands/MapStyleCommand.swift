internal import TesseraJSON
internal import ArgumentParser
internal import TesseraMaps
internal import TesseraScene

/// `tessera map-style`: errors of a map style, and results of expressions.
struct MapStyleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map-style", abstract: "Checks a MapLibre style, or compiles and evaluates style expressions.",
    discussion: """
      Prints the errors of a style with their lines; exit code 65 if there are any. With --expressions, each entry of a JSON file has an \
      `expression` and `inputs`; a line of JSON is printed for each, with `compiled` and `outputs`.
      """)

  @Argument(help: "Style file (.json).") var file: String?
  @Option(help: ArgumentHelp("File of expressions.", valueName: "cases.json")) var expressions: String?
  @Flag(help: "Prints the errors as JSON.") var json = false

  func validate() throws {
    if (file == nil) == (expressions == nil) { throw ValidationError("map-style takes one style file, or --expressions with a file") }
    if expressions != nil, json { throw ValidationError("--expressions always prints JSON; leave out --json") }
  }

  func run() throws {
    if let expressions { return try evaluate(expressions) }
    guard let file else { return }
    let bytes = try Files.bytes(of: file, limit: 64 << 20)
    let errors: [MapError]
    do throws(MapError) { errors = try MapStyleCheck.errors(in: bytes, source: file) } catch { throw ToolError(.badData, "\(error)") }
    if json {
      let list = errors.map { error in
        JSONValue.map([("message", .text(error.reason)), ("line", error.line.map { .number(Double($0)) } ?? .null)])
      }
      try StandardOutput.write(JSONValue.list(list).pretty + "\n")
    } else {
      try StandardOutput.write(errors.map { "\($0)\n" }.joined())
    }
    if !errors.isEmpty { throw ExitCode(ExitStatus.badData.rawValue) }
  }

  private func evaluate(_ path: String) throws {
    let bytes = try Files.bytes(of: path, limit: 64 << 20)
    let cases: MapValue
    do throws(MapError) { cases = try MapValue.read(bytes, source: path) } catch { throw ToolError(.badData, "\(error)") }
    var out = ""
    for member in cases.members ?? (cases.list ?? []).enumerated().map({ MapValue.Member("\($0.offset)", $0.element) }) {
      guard let members = ExpressionCheck.result(of: member.value).members else { continue }
      out += JSONValue.map([.init("name", .text(member.key))] + members).compact + "\n"
    }
    try StandardOutput.write(out)
  }
}
