/// Filter of a layer: an expression, or the older form with names of properties.
indirect enum StyleFilter: Sendable {
  case expression(StyleExpression)
  case always
  case comparison(String, Key, ExpressionValue)
  case isIn(Key, [ExpressionValue])
  case has(Key)
  case not(StyleFilter)
  case all([StyleFilter])
  case any([StyleFilter])

  /// Left side of an older filter.
  enum Key: Sendable {
    case id, type
    case property(String)

    init(_ name: String) { self = name == "$id" ? .id : name == "$type" ? .type : .property(name) }
  }

  static let spec = PropertySpec(type: "boolean", defaultValue: .boolean(false), isInterpolated: false)

  /// Whether a filter is an expression.
  static func isExpression(_ filter: MapValue) -> Bool {
    if case .boolean = filter { return true }
    guard let items = filter.list, let name = items.first?.text else { return false }
    switch name {
    case "has": return items.count >= 2 && items[1].text != "$id" && items[1].text != "$type"
    case "in": return items.count >= 3 && (items[1].text == nil || items[2].list != nil)
    case "!in", "!has", "none": return false
    case "==", "!=", ">", ">=", "<", "<=": return items.count != 3 || items[1].list != nil || items[2].list != nil
    case "any", "all": return items.dropFirst().allSatisfy { isExpression($0) }
    default: return true
    }
  }

  /// Compiles a filter; nil if it is invalid.
  init?(_ value: MapValue) {
    if Self.isExpression(value) {
      guard case .success(let expression) = StyleExpression.compile(value, Self.spec) else { return nil }
      self = .expression(expression)
      return
    }
    guard let items = value.list, let name = items.first?.text else { return nil }
    let rest = items.dropFirst()
    switch name {
    case "==", "!=", ">", ">=", "<", "<=":
      guard items.count == 3, let key = items[1].text else { return nil }
      let comparison = StyleFilter.comparison(name == "!=" ? "==" : name, Key(key), ExpressionValue(items[2]))
      self = name == "!=" ? .not(comparison) : comparison
    case "in", "!in":
      guard let key = items.count > 1 ? items[1].text : nil else { return nil }
      let filter = StyleFilter.isIn(Key(key), items.dropFirst(2).map(ExpressionValue.init))
      self = name == "in" ? filter : .not(filter)
    case "has", "!has":
      guard let key = items.count == 2 ? items[1].text : nil else { return nil }
      self = name == "has" ? .has(Key(key)) : .not(.has(Key(key)))
    case "all", "any", "none":
      let filters = rest.compactMap(StyleFilter.init)
      guard filters.count == rest.count else { return nil }
      self = name == "all" ? .all(filters) : name == "any" ? .any(filters) : .not(.any(filters))
    default: return nil
    }
  }

  /// Whether the feature of `context` passes.
  func accepts(_ context: EvaluationContext) -> Bool {
    switch self {
    case .always: return true
    case .expression(let expression): return (try? expression.evaluate(context)) == .boolean(true)
    case .not(let filter): return !filter.accepts(context)
    case .all(let filters): return filters.allSatisfy { $0.accepts(context) }
    case .any(let filters): return filters.contains { $0.accepts(context) }
    case .has(let key): return Self.value(key, context) != nil
    case .isIn(let key, let values): return Self.value(key, context).map(values.contains) ?? false
    case .comparison(let name, let key, let value):
      guard let own = Self.value(key, context) else { return false }
      return Comparison.compare(name, own, value)
    }
  }

  private static func value(_ key: Key, _ context: EvaluationContext) -> ExpressionValue? {
    switch key {
    case .id: context.feature.flatMap { $0.id.isNull ? nil : $0.id }
    case .type: context.feature?.geometryType.map { .string($0.hasPrefix("Multi") ? String($0.dropFirst(5)) : $0) }
    case .property(let name): context.feature?.value(name)
    }
  }
}
