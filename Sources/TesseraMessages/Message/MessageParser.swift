/// Recursive-free parser of the MessageFormat 2 grammar.
///
/// The grammar has no nesting without bound: a pattern holds placeholders, a placeholder holds no pattern. One pass over the scalars, linear in their number.
struct MessageParser {
  let scalars: [Unicode.Scalar]
  var position = 0

  /// Failure with the index of the scalar that caused it.
  struct Failure: Error {
    let reason: String
    let place: Int
  }

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  // MARK: Messages

  mutating func message() throws(Failure) -> MessageModel {
    skipOptionalSpace()
    if next == "." || (next == "{" && peek(1) == "{") {
      return try complexMessage()
    }
    position = 0
    var model = MessageModel()
    model.body = .pattern(try pattern(quoted: false))
    return model
  }

  private mutating func complexMessage() throws(Failure) -> MessageModel {
    var model = MessageModel()
    while next == "." {
      let start = position
      if skip(".input") {
        skipOptionalSpace()
        let expression = try declaredExpression()
        guard case .variable(let name)? = expression.operand else {
          throw Failure(reason: "`.input` needs a variable: `.input {$name}`", place: start)
        }
        model.declarations.append(.init(name: name, isInput: true, expression: expression, place: start))
      } else if skip(".local") {
        try skipRequiredSpace()
        let name = try variable()
        skipOptionalSpace()
        try expect("=")
        skipOptionalSpace()
        model.declarations.append(.init(name: name, isInput: false, expression: try declaredExpression(), place: start))
      } else if skip(".match") {
        model.body = try matcher()
        return model
      } else {
        throw failure("unknown keyword: expected `.input`, `.local` or `.match`")
      }
      skipOptionalSpace()
    }
    model.body = .pattern(try quotedPattern())
    skipOptionalSpace()
    guard isAtEnd else { throw failure("content after the pattern") }
    return model
  }

  private mutating func declaredExpression() throws(Failure) -> MessageModel.Expression {
    guard next == "{" else { throw failure("expected `{`") }
    guard case .expression(let expression) = try placeholder() else { throw failure("markup has no value") }
    return expression
  }

  private mutating func matcher() throws(Failure) -> MessageModel.Body {
    var selectors: [MessageModel.Selector] = []
    while true {
      let start = position
      let hasSpace = skipSpace()
      guard next == "$" else {
        position = start
        break
      }
      guard hasSpace else { throw failure("missing space before a selector") }
      let place = position
      selectors.append(.init(name: try variable(), place: place))
    }
    guard !selectors.isEmpty else { throw failure("`.match` needs a variable") }
    try skipRequiredSpace()
    var variants: [MessageModel.Variant] = []
    repeat {
      variants.append(try variant())
      skipOptionalSpace()
    } while !isAtEnd
    return .match(selectors: selectors, variants: variants)
  }

  private mutating func variant() throws(Failure) -> MessageModel.Variant {
    let place = position
    var keys: [String?] = [try key()]
    while true {
      let hasSpace = skipSpace()
      if next == "{" { break }
      guard hasSpace else { throw failure("missing space between keys") }
      keys.append(try key())
    }
    return .init(keys: keys, pattern: try quotedPattern(), place: place)
  }

  private mutating func key() throws(Failure) -> String? {
    if next == "*" {
      position += 1
      return nil
    }
    return try literal()
  }

  // MARK: Patterns

  private mutating func quotedPattern() throws(Failure) -> [MessageModel.Element] {
    guard next == "{", peek(1) == "{" else { throw failure("expected `{{`") }
    position += 2
    let elements = try pattern(quoted: true)
    guard next == "}", peek(1) == "}" else { throw failure("missing `}}`") }
    position += 2
    return elements
  }

  private mutating func pattern(quoted: Bool) throws(Failure) -> [MessageModel.Element] {
    var elements: [MessageModel.Element] = []
    var text = String.UnicodeScalarView()
    while let scalar = next {
      switch scalar {
      case "{":
        if !text.isEmpty { elements.append(.text(String(text))) }
        text = .init()
        elements.append(try placeholder())
        continue
      case "}":
        guard quoted else { throw failure("`}` without `{`: write `\\}`") }
        if !text.isEmpty { elements.append(.text(String(text))) }
        return elements
      case "\\": text.append(try escaped())
      case "\0": throw failure("U+0000 is not allowed")
      default:
        text.append(scalar)
        position += 1
      }
    }
    if !text.isEmpty { elements.append(.text(String(text))) }
    return elements
  }

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let scalar = peek(1), scalar == "\\" || scalar == "{" || scalar == "|" || scalar == "}" else {
      throw failure("invalid escape: valid are `\\\\`, `\\{`, `\\|` and `\\}`")
    }
    position += 2
    return scalar
  }

  // MARK: Placeholders

  private mutating func placeholder() throws(Failure) -> MessageModel.Element {
    let place = position
    position += 1
    skipOptionalSpace()
    if next == "#" || next == "/" { return .markup(try markup()) }
    var operand: MessageModel.Operand?
    if next == "$" {
      operand = .variable(try variable())
    } else if next != ":" {
      operand = .literal(try literal())
    }
    var call: MessageModel.Call?
    let start = position
    let hasSpace = skipSpace()
    if next == ":" {
      guard hasSpace || operand == nil else { throw failure("missing space before the function") }
      position += 1
      call = .init(name: try identifier(), options: try options())
    } else {
      position = start
    }
    let attributes = try attributes()
    skipOptionalSpace()
    guard next == "}" else { throw failure(isAtEnd ? "missing `}`" : "unexpected content in a placeholder") }
    position += 1
    return .expression(.init(operand: operand, call: call, attributes: attributes, place: place))
  }

  private mutating func markup() throws(Failure) -> MessageModel.Markup {
    let isClose = next == "/"
    position += 1
    let name = try identifier()
    let options = try options()
    let attributes = try attributes()
    skipOptionalSpace()
    var kind: MessageModel.Markup.Kind = isClose ? .close : .open
    if !isClose, next == "/" {
      kind = .standalone
      position += 1
    }
    guard next == "}" else { throw failure(isAtEnd ? "missing `}`" : "unexpected content in markup") }
    position += 1
    return .init(kind: kind, name: name, options: options, attributes: attributes)
  }

  private mutating func options() throws(Failure) -> [MessageModel.Option] {
    var options: [MessageModel.Option] = []
    while true {
      let start = position
      let hasSpace = skipSpace()
      guard let scalar = next, scalar != "@", scalar != "}", scalar != "/" else {
        position = start
        return options
      }
      guard hasSpace else { throw failure("missing space before an option") }
      let place = position
      let name = try identifier()
      skipOptionalSpace()
      try expect("=")
      skipOptionalSpace()
      let value: MessageModel.Operand = next == "$" ? .variable(try variable()) : .literal(try literal())
      options.append(.init(name: name, value: value, place: place))
    }
  }

  private mutating func attributes() throws(Failure) -> [MessageModel.Attribute] {
    var attributes: [MessageModel.Attribute] = []
    while true {
      let start = position
      let hasSpace = skipSpace()
      guard next == "@" else {
        position = start
        return attributes
      }
      guard hasSpace else { throw failure("missing space before an attribute") }
      position += 1
      let name = try identifier()
      let end = position
      skipOptionalSpace()
      var value: String?
      if next == "=" {
        position += 1
        skipOptionalSpace()
        value = try literal()
      } else {
        position = end
      }
      attributes.append(.init(name: name, value: value))
    }
  }
}
