internal import Tessera

/// Messages of the argument parser in the form of all others: option, rule, value as typed.
enum ParserMessage {
  /// Returns a message of the parser in the tool's form; other messages unchanged.
  static func rewritten(_ message: String) -> String {
    // The parser quotes names and values with `'`: the odd pieces are quoted.
    let pieces = message.split(separator: "'", omittingEmptySubsequences: false)
    guard pieces.count > 2 else { return message }
    let name = option(pieces[1])
    switch pieces[0] {
    case "The value " where pieces.count > 4 && pieces[2] == " is invalid for ":
      guard let rule = rule(pieces[4...]) else { return message }
      return "\(option(pieces[3])) \(rule) (got `\(pieces[1])`)"
    case "Unknown option ":
      // The parser does not suggest its own options.
      let own = nearestName(to: String(name), among: ["--help", "--version"]).map { Substring($0) }
      return "unknown option `\(name)`" + ((own ?? (pieces.count > 3 ? pieces[3] : nil)).map { suggestion($0, for: name) } ?? "")
    case "Missing expected argument ": return "the \(name.hasPrefix("-") ? "option" : "argument") \(name) is missing"
    case "Missing value for ": return "\(name) needs a value"
    case "Unexpected argument ": return "unexpected argument `\(pieces[1])`"
    case "The option " where pieces.count > 3 && pieces[2] == " does not take any value, but ":
      return "\(name) takes no value (got `\(pieces[3])`)"
    default:
      guard pieces[0].hasSuffix(" unexpected arguments: ") else { return message }
      return "unexpected arguments `\(pieces[1])`" + pieces[2...].joined(separator: "`")
    }
  }

  /// Returns the rule for a value, from the pieces after the name of its option.
  private static func rule(_ pieces: ArraySlice<Substring>) -> String? {
    let text = pieces.joined()
    if text.isEmpty { return "must be a number" }
    if text.hasPrefix(": it ") { return String(text.dropFirst(": it ".count)) }
    let list = ". Please provide one of "
    guard text.hasPrefix(list) else { return nil }
    // Either `a, b or c.`, or a line for each value.
    let lines = text.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " || $0 == "-" } }
    guard let last = lines.last else {
      return "must be \(text.dropFirst(list.count).dropLast().split(separator: " and ").joined(separator: " or "))"
    }
    return "must be \(lines.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Returns the parser's suggestion if the names have most letters in common: it also suggests unrelated names.
  private static func suggestion(_ suggestion: Substring, for name: Substring) -> String {
    func letters(_ option: Substring) -> String { String(option.drop { $0 == "-" }) }
    return nearestName(to: letters(name), among: [letters(suggestion)]) == nil ? "" : "; did you mean `\(suggestion)`?"
  }

  /// Returns `--size` of `--size <size>`, and `<settings>` of `<settings> ...`.
  private static func option(_ synopsis: Substring) -> Substring { synopsis.prefix { $0 != " " } }
}
