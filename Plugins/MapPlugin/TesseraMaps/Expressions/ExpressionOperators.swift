/// Operators with special syntax.
enum ExpressionOperators {
  static let special: [String: ExpressionCompiler.Parser] = [
    "literal": ExpressionCompiler.literal, "semiliteral": semiliteral,
    "array": assertion("array"), "boolean": assertion("boolean"), "number": assertion("number"), "object": assertion("object"),
    "string": assertion("string"),
    "to-boolean": Coercion.parse(.boolean), "to-color": Coercion.parse(.color), "to-number": Coercion.parse(.number),
    "to-string": Coercion.parse(.string),
    "case": conditional, "match": MatchOperator.parse, "step": CurveOperators.step, "coalesce": coalesce,
    "interpolate": CurveOperators.interpolate, "interpolate-hcl": CurveOperators.interpolate, "interpolate-lab": CurveOperators.interpolate,
    "let": letBinding, "var": variable,
    "at": ListOperators.at, "in": ListOperators.contains, "index-of": ListOperators.indexOf, "slice": ListOperators.slice,
    "length": ListOperators.length,
    "==": Comparison.parse, "!=": Comparison.parse, "<": Comparison.parse, "<=": Comparison.parse, ">": Comparison.parse,
    ">=": Comparison.parse,
    "collator": TextOperators.collator, "number-format": TextOperators.numberFormat, "format": TextOperators.format,
    "image": TextOperators.image, "global-state": globalState, "within": GeometryOperators.within,
    "distance": GeometryOperators.distance,
  ]

  /// Compiles arguments from `first` on; nil if one is invalid.
  static func arguments(
    _ args: [MapValue], from first: Int, _ compiler: ExpressionCompiler, _ type: ExpressionType?
  ) -> [ExpressionNode]? {
    var nodes: [ExpressionNode] = []
    for (i, arg) in args.enumerated().dropFirst(first) {
      guard let node = compiler.parse(arg, i, type) else { return nil }
      nodes.append(node)
    }
    return nodes
  }

  private static func semiliteral(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else {
      return compiler.error("'semiliteral' expression requires exactly one argument, but found \(args.count - 1) instead.")
    }
    switch args[1] {
    case .list(let items):
      guard let nodes = arguments(items, from: 0, compiler.at(1), nil) else { return nil }
      let type = ExpressionType.array(ExpressionValue.itemType(nodes.lazy.map(\.type)), nodes.count)
      return ExpressionNode("semiliteral", type, nodes) { context throws(EvaluationError) in
        var values: [ExpressionValue] = []
        for node in nodes { values.append(try node.evaluate(context)) }
        return .list(values)
      }
    case .map(let members):
      var nodes: [ExpressionNode] = []
      for member in members {
        guard let node = compiler.at(1).parse(member.value) else { return nil }
        nodes.append(node)
      }
      let pairs = zip(members.map(\.key), nodes).map { ($0, $1) }
      return ExpressionNode("semiliteral", .object, nodes) { context throws(EvaluationError) in
        var values: [ExpressionValue.Member] = []
        for (key, node) in pairs { values.append(.init(key: key, value: try node.evaluate(context))) }
        return .object(values)
      }
    default: return ExpressionCompiler.literal(args, compiler)
    }
  }

  private static let itemTypes: [String: ExpressionType] = ["string": .string, "number": .number, "boolean": .boolean]

  private static func assertion(_ name: String) -> ExpressionCompiler.Parser {
    { args, compiler in
      guard args.count >= 2 else { return compiler.error("Expected at least one argument.") }
      var first = 1
      var type = itemTypes[name] ?? .object
      if name == "array" {
        var item = ExpressionType.value
        var length: Int?
        if args.count > 2 {
          guard let named = args[1].text.flatMap({ itemTypes[$0] }) else {
            return compiler.error("The item type argument of \"array\" must be one of string, number, boolean", 1)
          }
          item = named
          first += 1
        }
        if args.count > 3 {
          if args[2] != .null {
            guard let number = args[2].number, number >= 0, number == number.rounded(), number < 1e9 else {
              return compiler.error("The length argument to \"array\" must be a positive integer literal", 2)
            }
            length = Int(number)
          }
          first += 1
        }
        type = .array(item, length)
      }
      guard let nodes = arguments(args, from: first, compiler, .value) else { return nil }
      return ExpressionCompiler.assertion(type, nodes)
    }
  }

  private static func conditional(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 4 else { return compiler.error("Expected at least 3 arguments, but found only \(args.count - 1).") }
    guard args.count.isMultiple(of: 2) else { return compiler.error("Expected an odd number of arguments.") }
    var type = compiler.expected == .value ? nil : compiler.expected
    var branches: [(test: ExpressionNode, result: ExpressionNode)] = []
    for i in stride(from: 1, to: args.count - 1, by: 2) {
      guard let test = compiler.parse(args[i], i, .boolean), let result = compiler.parse(args[i + 1], i + 1, type) else { return nil }
      branches.append((test, result))
      type = type ?? result.type
    }
    guard let otherwise = compiler.parse(args[args.count - 1], args.count - 1, type) else { return nil }
    let all = branches.flatMap { [$0.test, $0.result] } + [otherwise]
    let cases = branches
    return ExpressionNode("case", type ?? otherwise.type, all) { context throws(EvaluationError) in
      for branch in cases where try branch.test.evaluate(context) == .boolean(true) { return try branch.result.evaluate(context) }
      return try otherwise.evaluate(context)
    }
  }

  private static func coalesce(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 2 else { return compiler.error("Expected at least one argument.") }
    var type = compiler.expected == .value ? nil : compiler.expected
    var nodes: [ExpressionNode] = []
    for (i, arg) in args.enumerated().dropFirst() {
      guard let node = compiler.parse(arg, i, type, annotation: .omit) else { return nil }
      type = type ?? node.type
      nodes.append(node)
    }
    let needsAnnotation = compiler.expected.map { expected in nodes.contains { !expected.accepts($0.type) } } ?? false
    let all = nodes
    return ExpressionNode("coalesce", needsAnnotation ? .value : type ?? .value, nodes, kind: .coalesce) {
      context throws(EvaluationError) in
      var missing: ResolvedImage?
      for node in all {
        let value = try node.evaluate(context)
        if case .image(let image) = value, !image.isAvailable {
          missing = missing ?? image
        } else if !value.isNull {
          return value
        }
      }
      return missing.map { .image($0) } ?? .null
    }
  }

  private static func letBinding(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 4 else { return compiler.error("Expected at least 3 arguments, but found \(args.count - 1) instead.") }
    var bindings: [String: ExpressionNode] = [:]
    var nodes: [ExpressionNode] = []
    for i in stride(from: 1, to: args.count - 1, by: 2) {
      guard let name = args[i].text else { return compiler.error("Expected string, but found \(args[i].typeName) instead.", i) }
      guard name.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || ($0 | 32 >= 97 && $0 | 32 <= 122) || $0 == UInt8(ascii: "_") }) else {
        return compiler.error("Variable names must contain only alphanumeric characters or '_'.", i)
      }
      guard i + 1 < args.count - 1 || args.count.isMultiple(of: 2), let value = compiler.parse(args[i + 1], i + 1) else { return nil }
      bindings[name] = value
      nodes.append(value)
    }
    let last = args.count - 1
    guard let result = compiler.parse(args[last], last, compiler.expected, bindings) else { return nil }
    return ExpressionNode("let", result.type, nodes + [result], kind: .letBinding) { context throws(EvaluationError) in
      try result.evaluate(context)
    }
  }

  private static func variable(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2, let name = args[1].text else {
      return compiler.error("'var' expression requires exactly one string literal argument.")
    }
    guard let bound = compiler.scope[name] else {
      return compiler.error(
        "Unknown variable \"\(name)\". Make sure \"\(name)\" has been bound in an enclosing \"let\" expression before using it.", 1)
    }
    return ExpressionNode("var", bound.type, [bound], kind: .variable) { context throws(EvaluationError) in try bound.evaluate(context) }
  }

  private static func globalState(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else { return compiler.error("Expected 1 argument, but found \(args.count - 1) instead.") }
    guard let key = args[1].text else {
      return compiler.error("Global state property must be string, but found \(args[1].typeName) instead.")
    }
    return ExpressionNode("global-state", .value, [], kind: .neverConstant) { context throws(EvaluationError) in
      context.globalState[key].map(ExpressionValue.init) ?? .null
    }
  }
}
