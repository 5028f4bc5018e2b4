/// Value of a property in a style.
enum StyleProperty: Sendable {
  case constant(ExpressionValue)
  case expression(StyleExpression)

  /// Reads a value; nil if it is invalid.
  init?(_ value: MapValue, _ spec: PropertySpec) {
    switch value {
    case .map where spec.type != "object":
      guard case .success(let expression) = StyleExpression.compile(value, spec) else { return nil }
      self = .expression(expression)
    case .list(let items) where items.first?.text.map(Self.isOperator) ?? false && spec.type != "array" || Self.isCall(items, spec):
      guard case .success(let expression) = StyleExpression.compile(value, spec) else { return nil }
      self = .expression(expression)
    default:
      guard let constant = Self.constant(value, spec) else { return nil }
      self = .constant(constant)
    }
  }

  private static func isOperator(_ name: String) -> Bool { ExpressionOperators.special[name] != nil || CompoundOperators.all[name] != nil }

  private static func isCall(_ items: [MapValue], _ spec: PropertySpec) -> Bool {
    spec.type == "array" && (items.first?.text.map(isOperator) ?? false)
  }

  static func constant(_ value: MapValue, _ spec: PropertySpec) -> ExpressionValue? {
    switch (spec.type, value) {
    case ("color", .text(let text)): MapColor(css: text).map { .color($0) }
    case ("number", .number(let number)): .number(number)
    case ("boolean", .boolean(let flag)): .boolean(flag)
    case ("enum", .text(let text)): spec.values.contains(text) ? .string(text) : nil
    case ("string", .text(let text)), ("formatted", .text(let text)), ("resolvedImage", .text(let text)): .string(text)
    case ("array", .list): ExpressionValue(value)
    case ("numberArray", .number), ("colorArray", .text), ("numberArray", .list), ("colorArray", .list), ("padding", _):
      ExpressionValue(value)
    case ("variableAnchorOffsetCollection", .list): ExpressionValue(value)
    default: nil
    }
  }

  /// Whether the value depends on features.
  var isDataDriven: Bool { if case .expression(let expression) = self { !expression.isFeatureConstant } else { false } }

  func value(_ context: EvaluationContext) -> ExpressionValue? {
    switch self {
    case .constant(let value): return value
    case .expression(let expression):
      guard let value = try? expression.evaluate(context), !value.isNull else { return nil }
      return value
    }
  }
}
