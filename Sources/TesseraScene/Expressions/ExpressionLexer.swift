/// Splits the text of an expression into tokens.
struct ExpressionLexer {
  enum Token: Sendable, Hashable {
    case number(Double)
    case text(String)
    case name(String)
    /// Operator or bracket.
    case sign(String)
    case end
  }

  struct Placed {
    var token: Token
    /// Offset in characters.
    var at: Int
  }

  private let characters: [Unicode.Scalar]
  private var position = 0

  private static let signs2 = ["||", "&&", "??", "==", "!=", "<=", ">="]
  private static let signs1: Set<Unicode.Scalar> = ["<", ">", "+", "-", "*", "/", "%", "!", "?", ":", "(", ")", "[", "]", ",", "."]

  private init(_ text: String) { characters = Array(text.unicodeScalars) }

  /// Returns all tokens of a text, including the end.
  static func tokens(of text: String) throws(ExpressionError) -> [Placed] {
    guard text.utf8.count <= Expression.Limits.bytes else {
      throw ExpressionError("an expression may have \(Expression.Limits.bytes) bytes at most (got \(text.utf8.count))", at: 0)
    }
    var lexer = ExpressionLexer(text)
    var result: [Placed] = []
    while true {
      let next = try lexer.next()
      result.append(next)
      if next.token == .end { return result }
    }
  }

  private mutating func next() throws(ExpressionError) -> Placed {
    while position < characters.count, [" ", "\t", "\n", "\r"].contains(characters[position]) { position += 1 }
    let start = position
    guard start < characters.count else { return Placed(token: .end, at: start) }
    let first = characters[start]
    if Self.isDigit(first) || first == "." && start + 1 < characters.count && Self.isDigit(characters[start + 1]) {
      return Placed(token: .number(try number()), at: start)
    }
    let isToken = first == "$" && start + 1 < characters.count && Self.beginsName(characters[start + 1])
    if Self.beginsName(first) || isToken {
      position += 1
      while position < characters.count, Self.beginsName(characters[position]) || Self.isDigit(characters[position]) { position += 1 }
      return Placed(token: word(String(String.UnicodeScalarView(characters[start..<position]))), at: start)
    }
    if first == "'" || first == "\"" { return Placed(token: .text(try quoted(first)), at: start) }
    if start + 1 < characters.count {
      let pair = String(first) + String(characters[start + 1])
      if Self.signs2.contains(pair) {
        position += 2
        return Placed(token: .sign(pair), at: start)
      }
    }
    guard Self.signs1.contains(first) else {
      let hint =
        first == "=" ? "; use `==` to compare two values" : ""
      throw ExpressionError("unexpected `\(first)` in an expression\(hint)", at: start)
    }
    position += 1
    return Placed(token: .sign(String(first)), at: start)
  }

  /// Returns the token of a word, which may be an operator.
  private func word(_ name: String) -> Token {
    switch name {
    case "and": .sign("&&")
    case "or": .sign("||")
    case "not": .sign("!")
    default: .name(name)
    }
  }

  private mutating func number() throws(ExpressionError) -> Double {
    let start = position
    while position < characters.count {
      let character = characters[position]
      let follows = position > start && (character == "+" || character == "-") && ["e", "E"].contains(characters[position - 1])
      guard Self.isDigit(character) || Self.beginsName(character) || character == "." || follows else { break }
      // `2.name` is not a number. `rooms[2].name` has a bracket between.
      position += 1
    }
    let text = String(String.UnicodeScalarView(characters[start..<position]))
    guard case .number(let value) = NumberText.read(text) else { throw ExpressionError("`\(text)` is not a number", at: start) }
    return value
  }

  private mutating func quoted(_ quote: Unicode.Scalar) throws(ExpressionError) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while position < characters.count {
      let character = characters[position]
      position += 1
      if character == quote { return String(text) }
      guard character == "\\", position < characters.count else {
        text.append(character)
        continue
      }
      switch characters[position] {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "\\", "'", "\"": text.append(characters[position])
      default:
        throw ExpressionError("`\\\(characters[position])` is not a valid escape; valid are \\n, \\t, \\\\, \\' and \\\"", at: position - 1)
      }
      position += 1
    }
    throw ExpressionError("the text that begins here has no closing \(quote)", at: start)
  }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool { ("0"..."9").contains(character) }

  private static func beginsName(_ character: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(character) || ("A"..."Z").contains(character) || character == "_" || character.value >= 0x80
  }
}
