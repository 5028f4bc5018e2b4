/// Error of a compilation, with the place in the expression such as `[2][1]`.
struct ExpressionProblem: Sendable, Equatable {
  var key: String
  var message: String
}

/// Place in an expression that is compiled. Source: MapLibre style specification.
struct ExpressionCompiler {
  /// How a value is adapted to the expected type.
  enum Annotation { case assert, coerce, omit }

  /// Problems in order, shared by the places of an expression.
  final class Problems {
    var list: [ExpressionProblem] = []
  }

  typealias Parser = @Sendable ([MapValue], ExpressionCompiler) -> ExpressionNode?

  let key: String
  let expected: ExpressionType?
  let scope: [String: ExpressionNode]
  let problems: Problems

  init(expected: ExpressionType?) {
    (key, self.expected, scope, problems) = ("", expected, [:], Problems())
  }

  private init(_ key: String, _ expected: ExpressionType?, _ scope: [String: ExpressionNode], _ problems: Problems) {
    (self.key, self.expected, self.scope, self.problems) = (key, expected, scope, problems)
  }

  /// Returns the place of an argument.
  func at(_ index: Int, _ expected: ExpressionType? = nil, _ bindings: [String: ExpressionNode] = [:]) -> ExpressionCompiler {
    ExpressionCompiler(
      "\(key)[\(index)]", expected, bindings.isEmpty ? scope : scope.merging(bindings) { _, new in new }, problems)
  }

  /// Returns this place with a list of problems of its own.
  func separate() -> ExpressionCompiler { ExpressionCompiler(key, nil, scope, Problems()) }

  @discardableResult func error(_ message: String, _ indices: Int...) -> ExpressionNode? {
    problems.list.append(ExpressionProblem(key: key + indices.map { "[\($0)]" }.joined(), message: message))
    return nil
  }

  /// Reports a type that does not fit; returns whether it fits.
  func check(_ expected: ExpressionType, _ type: ExpressionType) -> Bool {
    guard let problem = expected.problem(type) else { return true }
    error(problem)
    return false
  }

  /// Compiles an argument.
  func parse(
    _ value: MapValue, _ index: Int, _ expected: ExpressionType? = nil, _ bindings: [String: ExpressionNode] = [:],
    annotation: Annotation? = nil
  ) -> ExpressionNode? {
    at(index, expected, bindings).parse(value, annotation: annotation)
  }

  /// Compiles the value of this place.
  func parse(_ value: MapValue, annotation: Annotation? = nil) -> ExpressionNode? {
    switch value {
    case .null, .boolean, .number, .literal, .text: return finish(Self.literal([.text("literal"), value], self), annotation)
    case .map: return error("Bare objects invalid. Use [\"literal\", {...}] instead.")
    case .list(let items):
      guard let first = items.first else {
        return error("Expected an array with at least one element. If you wanted a literal array, use [\"literal\", []].")
      }
      guard case .text(let name) = first else {
        return error(
          "Expression name must be a string, but found \(first.typeName) instead. If you wanted a literal array, use [\"literal\", [...]].",
          0)
      }
      if let parser = ExpressionOperators.special[name] { return finish(parser(items, self), annotation) }
      if let definition = CompoundOperators.all[name] { return finish(definition.parse(items, name, self), annotation) }
      return error("Unknown expression \"\(name)\". If you wanted a literal array, use [\"literal\", [...]].", 0)
    }
  }

  /// Adapts a node to the expected type, and folds constants.
  private func finish(_ parsed: ExpressionNode?, _ annotation: Annotation?) -> ExpressionNode? {
    guard var node = parsed else { return nil }
    if let expected {
      let actual = node.type
      switch (expected, actual) {
      case (.string, .value), (.number, .value), (.boolean, .value), (.object, .value), (.array, .value):
        node = Self.annotated(node, expected, annotation ?? .assert)
      case (.projection, .string), (.projection, .array), (.projection, .value), (.color, .value), (.color, .string), (.formatted, .value),
        (.formatted, .string), (.image, .value), (.image, .string), (.padding, .value), (.padding, .number), (.padding, .array),
        (.numberArray, .value), (.numberArray, .number), (.numberArray, .array), (.colorArray, .value), (.colorArray, .string),
        (.colorArray, .array), (.anchors, .value), (.anchors, .array):
        node = Self.annotated(node, expected, annotation ?? .coerce)
      default: guard check(expected, actual) else { return nil }
      }
    }
    guard node.literal == nil, node.type != .image, node.isConstant else { return node }
    do throws(EvaluationError) {
      return ExpressionNode(literal: try node.evaluate(EvaluationContext()), type: node.type)
    } catch { return self.error(error.message) }
  }

  private static func annotated(_ node: ExpressionNode, _ type: ExpressionType, _ annotation: Annotation) -> ExpressionNode {
    switch annotation {
    case .assert: assertion(type, [node])
    case .coerce: Coercion.node(type, [node])
    case .omit: node
    }
  }

  static func assertion(_ type: ExpressionType, _ nodes: [ExpressionNode]) -> ExpressionNode {
    ExpressionNode("assert", type, nodes, kind: .annotation) { context throws(EvaluationError) in
      for (i, node) in nodes.enumerated() {
        let value = try node.evaluate(context)
        if matches(value, type) { return value }
        if i == nodes.count - 1 { throw EvaluationError("Expected value to be of type \(type), but found \(value.type) instead.") }
      }
      return .null
    }
  }

  /// Whether a value has a type; common cases without the type of a list.
  private static func matches(_ value: ExpressionValue, _ type: ExpressionType) -> Bool {
    switch (type, value) {
    case (.number, .number), (.string, .string), (.boolean, .boolean): true
    default: type.accepts(value.type)
    }
  }

  static func literal(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else {
      return compiler.error("'literal' expression requires exactly one argument, but found \(args.count - 1) instead.")
    }
    let value = ExpressionValue(args[1])
    var type = value.type
    // An empty list has the expected item type.
    if case .array(_, 0) = type, case .array(_, let length)? = compiler.expected, length == nil || length == 0 {
      type = compiler.expected ?? type
    }
    return ExpressionNode(literal: value, type: type)
  }
}
