/// Value of a property in a style.
enum StyleProperty: Sendable {
  case constant(ExpressionValue)
  case expression(StyleExpression)
  /// Text with names of properties in braces.
  case template(String)

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
      if spec.hasTokens, let text = constant.string, text.utf8.contains(UInt8(ascii: "{")) {
        self = .template(text)
      } else {
        self = .constant(constant)
      }
    }
  }

  /// Replaces names in braces by the properties of the feature; a missing property is empty.
  private static func filled(_ template: String, _ context: EvaluationContext) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += context.feature?.value(String(rest[rest.index(after: open)..<close]))?.text ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
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
  var isDataDriven: Bool {
    switch self {
    case .constant: false
    case .expression(let expression): !expression.isFeatureConstant
    case .template: true
    }
  }

  func value(_ context: EvaluationContext) -> ExpressionValue? {
    switch self {
    case .constant(let value): return value
    case .template(let text): return .string(Self.filled(text, context))
    case .expression(let expression):
      guard let value = try? expression.evaluate(context), !value.isNull else { return nil }
      return value
    }
  }
}
