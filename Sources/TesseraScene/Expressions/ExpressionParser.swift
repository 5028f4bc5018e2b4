internal import Tessera

/// Parses an expression by precedence. Single use.
struct ExpressionParser {
  typealias Tree = Expression.Tree

  private let tokens: [ExpressionLexer.Placed]
  private var position = 0
  private var nodes = 0
  private var depth = 0

  init(_ text: String) throws(ExpressionError) { tokens = try ExpressionLexer.tokens(of: text) }

  /// Parses the whole text.
  mutating func parse() throws(ExpressionError) -> Tree {
    if current.token == .end { throw ExpressionError("the expression is empty", at: 0) }
    let tree = try choice()
    if current.token == .sign("=>") {
      throw ExpressionError("`=>` names the element in `filter(rooms, room => room.on)`; a comparison is `>=`", at: current.at)
    }
    guard current.token == .end else { throw unexpected("the expression must end here, or continue with an operator") }
    return tree
  }

  private var current: ExpressionLexer.Placed { tokens[position] }

  private mutating func advance() { position = min(position + 1, tokens.count - 1) }

  private mutating func takes(_ sign: String) -> Bool {
    guard current.token == .sign(sign) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ sign: String, _ why: String) throws(ExpressionError) {
    if !takes(sign) { throw unexpected("`\(sign)` is missing \(why)") }
  }

  private func unexpected(_ message: String) -> ExpressionError {
    let got =
      switch current.token {
      case .number(let number): "`\(NumberText.write(number))`"
      case .text(let text): "the text '\(text.prefix(20))'"
      case .name(let name): "`\(name)`"
      case .sign(let sign): "`\(sign)`"
      case .end: "the end"
      }
    return ExpressionError("\(message), got \(got)", at: current.at)
  }

  private mutating func made(_ tree: Tree, at: Int) throws(ExpressionError) -> Tree {
    nodes += 1
    if nodes > Expression.Limits.nodes {
      throw ExpressionError("more than \(Expression.Limits.nodes) operations in one expression", at: at)
    }
    return tree
  }

  private mutating func nested(_ read: (inout ExpressionParser) throws(ExpressionError) -> Tree) throws(ExpressionError) -> Tree {
    depth += 1
    if depth > Expression.Limits.depth {
      throw ExpressionError("more than \(Expression.Limits.depth) operations inside one another", at: current.at)
    }
    let tree = try read(&self)
    depth -= 1
    return tree
  }

  /// Parses `a ? b : c`: lowest precedence, right-associative.
  private mutating func choice() throws(ExpressionError) -> Tree {
    try nested { parser throws(ExpressionError) in
      let condition = try parser.binary(1)
      let at = parser.current.at
      guard parser.takes("?") else { return condition }
      let first = try parser.choice()
      try parser.expect(":", "between the two values of `a ? b : c`")
      let second = try parser.choice()
      return try parser.made(.choice(condition, first, second), at: at)
    }
  }

  private mutating func binary(_ least: Int) throws(ExpressionError) -> Tree {
    var left = try unary()
    while case .sign(let sign) = current.token, let operation = Expression.Operator(rawValue: sign), operation.strength >= least {
      let at = current.at
      advance()
      let right = try nested { parser throws(ExpressionError) in try parser.binary(operation.strength + 1) }
      left = try made(.binary(operation, left, right, at: at), at: at)
    }
    return left
  }

  private mutating func unary() throws(ExpressionError) -> Tree {
    let at = current.at
    if takes("!") {
      return try made(.not(try nested { parser throws(ExpressionError) in try parser.unary() }), at: at)
    }
    if takes("-") {
      return try made(.negative(try nested { parser throws(ExpressionError) in try parser.unary() }, at: at), at: at)
    }
    return try postfix()
  }

  /// Parses a value followed by members and elements.
  private mutating func postfix() throws(ExpressionError) -> Tree {
    var tree = try primary()
    var length = 0
    while true {
      let at = current.at
      if takes(".") {
        switch current.token {
        case .name(let name):
          if tokens[position + 1].token == .sign("("), Expression.Function(rawValue: name) != nil {
            throw ExpressionError("`\(name)` is a function before its list: `\(name)(list)`, not `list.\(name)()`", at: current.at)
          }
          tree = try member(tree, .literal(.text(name)), at: at)
        default: throw unexpected("`.` must be followed by the name of a member")
        }
        advance()
      } else if takes("[") {
        let key = try choice()
        try expect("]", "after the index")
        tree = try member(tree, key, at: at)
      } else {
        return tree
      }
      length += 1
      if length > DataValue.depthLimit { throw ExpressionError("data are at most \(DataValue.depthLimit) deep", at: at) }
    }
  }

  /// Returns a member access. A constant key extends the path, which is used to look up changes.
  private mutating func member(_ tree: Tree, _ key: Tree, at: Int) throws(ExpressionError) -> Tree {
    if case .path(let root, let keys, let start) = tree, case .literal(let value) = key {
      switch value {
      case .text(let name): return .path(root: root, keys: keys + [name], at: start)
      case .number(let number):
        if let index = Int(exactly: number), (0..<1_000_000_000).contains(index) {
          return .path(root: root, keys: keys + [String(index)], at: start)
        }
      default: break
      }
    }
    return try made(.member(tree, key, at: at), at: at)
  }

  private mutating func primary() throws(ExpressionError) -> Tree {
    let (token, at) = (current.token, current.at)
    switch token {
    case .number(let number):
      advance()
      return try made(.literal(.number(number)), at: at)
    case .text(let text):
      advance()
      return try made(.literal(.text(text)), at: at)
    case .name(let name):
      advance()
      switch name {
      case "true": return try made(.literal(.boolean(true)), at: at)
      case "false": return try made(.literal(.boolean(false)), at: at)
      case "null": return try made(.literal(.null), at: at)
      default: break
      }
      if current.token == .sign("(") { return try call(name, at: at) }
      return try made(.path(root: name, keys: [], at: at), at: at)
    case .sign("("):
      advance()
      let tree = try choice()
      try expect(")", "to close `(`")
      return tree
    case .sign("["):
      advance()
      var items: [Tree] = []
      while !takes("]") {
        if !items.isEmpty { try expect(",", "between elements of a list, or `]` after them") }
        items.append(try choice())
      }
      return try made(.list(items), at: at)
    case .sign("{"):
      advance()
      return try map(at: at)
    default:
      let values = "a number, a 'text', a name or `(`"
      guard current.token == .end else { throw unexpected("a value is missing: \(values)") }
      throw ExpressionError(
        position == 0 ? "the expression is empty; it must be \(values)" : "the expression ends where a value must follow: \(values)",
        at: current.at)
    }
  }

  /// Parses the rest of a map literal: `name: value` or `'name': value`, with commas between them.
  private mutating func map(at: Int) throws(ExpressionError) -> Tree {
    var keys: [String] = []
    var items: [Tree] = []
    while !takes("}") {
      if !keys.isEmpty { try expect(",", "between members of a map, or `}` after them") }
      let key = current
      switch key.token {
      case .name(let name) where !Expression.isToken(name): keys.append(name)
      case .text(let text): keys.append(text)
      default: throw unexpected("a member of a map has a name, as in `{name: 'Hall'}`")
      }
      if let name = keys.last, keys.dropLast().contains(name) {
        throw ExpressionError("the map has two members `\(name)`", at: key.at)
      }
      advance()
      try expect(":", "between the name of a member and its value")
      items.append(try choice())
    }
    return try made(.map(keys, items), at: at)
  }

  /// Parses the rest of a function whose second argument is evaluated for each element, after its list.
  private mutating func each(_ function: Expression.Function, _ list: Tree, at: Int) throws(ExpressionError) -> Tree {
    var name = Expression.elementName
    if case .name(let given) = current.token, tokens[position + 1].token == .sign("=>") {
      guard !Expression.isToken(given), !["true", "false", "null"].contains(given) else {
        throw ExpressionError("`\(given)` cannot name an element", at: current.at)
      }
      name = given
      advance()
      advance()
    }
    let before = nodes
    let value = try choice()
    let operations = nodes - before
    var option: Tree?
    if function == .sort, takes(",") {
      let start = current.at
      option = try choice()
      if case .literal(let order)? = option, SortOrder(order) == nil {
        var near: String?
        if case .text(let word) = order { near = nearestName(to: word, among: SortOrder.allCases.map(\.rawValue)) }
        throw ExpressionError(SortOrder.expectation + ", got \(order.json)", at: start, suggestion: near)
      }
    }
    return try made(
      .each(function, list, Expression.ElementBody(name: name, value: value, operations: operations, option: option), at: at), at: at)
  }

  private mutating func call(_ name: String, at: Int) throws(ExpressionError) -> Tree {
    guard let function = Expression.Function(rawValue: name) else {
      if ["append", "push", "concat", "add"].contains(name) {
        throw ExpressionError("unknown function `\(name)`; `+` joins lists, as in `list + [item]`", at: at)
      }
      let names = Expression.Function.allCases.map(\.rawValue)
      let near = nearestName(to: name, among: names)
      let right = near == nil ? "; there are \(names.joined(separator: ", "))" : ""
      throw ExpressionError("unknown function `\(name)`\(right)", at: at, suggestion: near)
    }
    advance()
    var arguments: [Tree] = []
    while !takes(")") {
      if !arguments.isEmpty { try expect(",", "between arguments of `\(name)`, or `)` after them") }
      if function.takesElements, arguments.count == 1 {
        let tree = try each(function, arguments[0], at: at)
        try expect(")", "after the arguments of `\(name)`")
        return tree
      }
      arguments.append(try choice())
    }
    guard function.arguments.contains(arguments.count) else {
      let (least, most) = (function.arguments.lowerBound, function.arguments.upperBound)
      let right = least == most ? "\(least)" : "\(least) to \(most)"
      throw ExpressionError("`\(name)` takes \(right) argument\(right == "1" ? "" : "s"), got \(arguments.count)", at: at)
    }
    if function == .format, case .literal(.text(let text)) = arguments[0] {
      // Check formats of the file when it is read.
      do throws(ExpressionError) { _ = try ValueFormat(text) } catch { throw ExpressionError(error.message, at: at) }
    }
    return try made(.call(function, arguments, at: at), at: at)
  }
}
