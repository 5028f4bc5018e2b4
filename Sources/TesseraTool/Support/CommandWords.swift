internal import ArgumentParser
internal import Tessera

/// Checks of a command line before it is parsed: unknown commands and negative numbers.
enum CommandWords {
  /// Names of commands in other tools.
  private static let familiar = [
    "show": "run", "play": "run", "open": "run", "view": "run", "preview": "run", "record": "run", "draw": "render", "export": "render",
    "convert": "image", "info": "image", "identify": "image", "inspect": "layout", "types": "nodes", "schema": "nodes",
    "list": "nodes",
    "lint": "check", "validate": "check", "test": "check", "audit": "check",
  ]

  /// Joins negative numbers with the preceding options: the parser treats `-1` in `--scale -1` as an option, but `--scale=-1` as a value.
  /// Adds the default to `--braille` without a value, for which the parser has no form.
  static func joined(_ arguments: [String]) -> [String] {
    var result: [String] = []
    for argument in arguments {
      let bytes = Array(argument.utf8.prefix(2))
      let isNegative =
        bytes.count == 2 && bytes[0] == UInt8(ascii: "-") && (bytes[1] == UInt8(ascii: ".") || Character(UnicodeScalar(bytes[1])).isNumber)
      if isNegative, !result.contains("--"), let option = result.last, option.hasPrefix("--"), !option.utf8.contains(UInt8(ascii: "=")) {
        result[result.count - 1] = option + "=" + argument
      } else {
        result.append(argument == "--braille" ? "--braille=40" : argument)
      }
    }
    return result
  }

  /// Returns the error message for an invalid command; nil for a valid one.
  static func problem(_ arguments: [String]) -> String? {
    let words = arguments.first == "help" ? arguments.dropFirst().prefix { !$0.hasPrefix("-") } : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
    guard let command = subcommand(word, of: TesseraCommand.self) else { return unknown(word, arguments) }
    guard !command.configuration.subcommands.isEmpty else { return nil }
    let names = commandNames(command)
    guard let second = words.dropFirst().first else {
      return arguments.first == "help" ? nil : "`tessera \(word)` needs a command: \(names.joined(separator: ", "))"
    }
    if second.hasPrefix("-") || names.contains(second) { return nil }
    return "unknown command `\(word) \(second)`" + ending(nearestName(to: second, among: names).map { "tessera \(word) \($0)" }, names)
  }

  private static func unknown(_ word: String, _ arguments: [String]) -> String {
    let names = commandNames(TesseraCommand.self)
    var meant = (familiar[word.lowercased()] ?? nearestName(to: word, among: names)).map { "tessera \($0)" }
    if arguments.first == word {
      let rest = arguments.dropFirst().map { " \($0)" }.joined()
      let name = word.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
      switch Files.fileExtension(word) {
      case "yaml", "yml", "json":
        meant =
          rest.isEmpty ? "tessera render \(word) -o \(name).png` or `tessera run \(word) --display window" : "tessera render \(word)\(rest)"
      case "events": meant = "tessera run SCENE --script \(word)"
      case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp": meant = "tessera image \(word)"
      default: break
      }
    }
    return "unknown command `\(word)`" + ending(meant, names)
  }

  private static func ending(_ meant: String?, _ names: [String]) -> String {
    (meant.map { "; did you mean `\($0)`? Commands: " } ?? "; commands: ") + names.joined(separator: ", ")
  }

  private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { self.name($0) == name }
  }

  private static func commandNames(_ command: any ParsableCommand.Type) -> [String] { command.configuration.subcommands.map(name) }

  private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "\(command)".lowercased() }

  /// Returns the command that lists the options.
  static func help(for arguments: [String]) -> String {
    guard let word = arguments.first, let command = subcommand(word, of: TesseraCommand.self) else { return "tessera --help" }
    let second = arguments.dropFirst().first.flatMap { subcommand($0, of: command) == nil ? nil : " \($0)" } ?? ""
    return "tessera help \(word)\(second)"
  }
}
