/// Property of a style as the specification describes it.
struct PropertySpec: Sendable {
  /// Type: `number`, `color`, `enum`, `array`, …
  var type: String
  /// Item type of an array, and its length.
  var itemType: String?
  var length: Int?
  /// Names of an enumeration.
  var values: [String] = []
  var defaultValue: MapValue?
  var isDataDriven = true
  var allowsZoom = true
  var allowsFeature = true
  var isInterpolated = false
  var hasTokens = false
  var minimum: Double?
  var maximum: Double?
  var allowsExpression = true

  /// Type of expressions for the property.
  var expected: ExpressionType? {
    if type == "array" { return .array(itemType.flatMap(Self.named) ?? .value, length) }
    return Self.named(type)
  }

  static func named(_ name: String) -> ExpressionType? {
    switch name {
    case "color": .color
    case "string", "enum": .string
    case "number": .number
    case "boolean": .boolean
    case "formatted": .formatted
    case "padding": .padding
    case "projectionDefinition": .projection
    case "numberArray": .numberArray
    case "colorArray": .colorArray
    case "resolvedImage": .image
    case "variableAnchorOffsetCollection": .anchors
    default: nil
    }
  }
}

/// Expression compiled for a property.
struct StyleExpression: Sendable {
  let node: ExpressionNode
  let isFeatureConstant: Bool
  let isZoomConstant: Bool

  /// Compiles an expression or a function with `stops`. Any thread.
  static func compile(_ value: MapValue, _ spec: PropertySpec) -> Result<StyleExpression, ExpressionProblems> {
    var value = value
    if case .map = value { value = LegacyFunction.converted(value, spec) }
    let compiler = ExpressionCompiler(expected: spec.expected)
    guard let node = compiler.parse(value, annotation: spec.type == "string" ? .coerce : nil) else {
      return .failure(ExpressionProblems(list: compiler.problems.list))
    }
    func failure(_ message: String) -> Result<StyleExpression, ExpressionProblems> {
      .failure(ExpressionProblems(list: [ExpressionProblem(key: "", message: message)]))
    }
    if !node.isFeatureConstant, !spec.isDataDriven { return failure("data expressions not supported") }
    let isZoomConstant = !node.globals.contains(.zoom)
    if !isZoomConstant, !spec.allowsZoom { return failure("zoom expressions not supported") }
    switch ZoomCurve.find(node) {
    case .misplaced:
      return failure("\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression.")
    case .several: return failure("Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression.")
    case .none:
      if !isZoomConstant {
        return failure("\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression.")
      }
    case .curve(let curve):
      if case .curve(interpolates: true, _) = curve.kind, !spec.isInterpolated {
        return failure("\"interpolate\" expressions cannot be used with this property")
      }
    }
    return .success(StyleExpression(node: node, isFeatureConstant: node.isFeatureConstant, isZoomConstant: isZoomConstant))
  }

  /// Returns the value for a zoom and a feature.
  func evaluate(_ context: EvaluationContext, values: [String] = []) throws(EvaluationError) -> ExpressionValue {
    context.steps = 0
    let value = try node.evaluate(context)
    if case .string(let text) = value, !values.isEmpty, !values.contains(text) {
      throw EvaluationError(
        "Expected value to be one of \(values.map { "\"\($0)\"" }.joined(separator: ", ")), but found \"\(text)\" instead.")
    }
    return value
  }
}

/// Errors of a compilation.
struct ExpressionProblems: Error, Sendable {
  var list: [ExpressionProblem]
}

/// Search for the curve over the zoom, which must be outermost.
enum ZoomCurve {
  case none, misplaced, several
  case curve(ExpressionNode)

  static func find(_ node: ExpressionNode) -> ZoomCurve {
    var result = ZoomCurve.none
    switch node.kind {
    case .letBinding: if let last = node.children.last { result = find(last) }
    case .coalesce:
      for child in node.children {
        result = find(child)
        if case .none = result { continue }
        break
      }
    case .curve(_, isZoom: true): result = .curve(node)
    case .variable: return .none
    default: break
    }
    switch result {
    case .misplaced, .several: return result
    default: break
    }
    for child in node.children {
      switch (result, find(child)) {
      case (_, .none): break
      case (_, .misplaced): return .misplaced
      case (_, .several): return .several
      case (.curve(let own), .curve(let other)): if own !== other { return .several }
      case (_, .curve): return .misplaced
      }
    }
    return result
  }
}
