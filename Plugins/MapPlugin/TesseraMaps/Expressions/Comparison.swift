/// `==`, `!=`, `<`, `<=`, `>` and `>=`.
enum Comparison {
  static func parse(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    let name = args[0].text ?? ""
    guard args.count == 3 || args.count == 4 else { return compiler.error("Expected two or three arguments.") }
    let isOrder = name != "==" && name != "!="
    guard var left = side(args[1], 1, name, isOrder, compiler), var right = side(args[2], 2, name, isOrder, compiler) else { return nil }
    guard left.type == right.type || left.type == .value || right.type == .value else {
      return compiler.error("Cannot compare types '\(left.type)' and '\(right.type)'.")
    }
    if isOrder {
      if left.type == .value, right.type != .value {
        left = ExpressionCompiler.assertion(right.type, [left])
      } else if left.type != .value, right.type == .value {
        right = ExpressionCompiler.assertion(left.type, [right])
      }
    }
    var collator: ExpressionNode?
    if args.count == 4 {
      guard [left.type, right.type].contains(where: { $0 == .string || $0 == .value }) else {
        return compiler.error("Cannot use collator to compare non-string types.")
      }
      guard let node = compiler.parse(args[3], 3, .collator) else { return nil }
      collator = node
    }
    let (lhs, rhs, order) = (left, right, collator)
    let isUntyped = lhs.type == .value || rhs.type == .value
    return ExpressionNode(name, .boolean, [lhs, rhs] + (order.map { [$0] } ?? [])) { context throws(EvaluationError) in
      let (a, b) = (try lhs.evaluate(context), try rhs.evaluate(context))
      if isOrder, isUntyped { try checkOrder(a, b, name) }
      if case .string(let x) = a, case .string(let y) = b, let order, case .collator(let collator) = try order.evaluate(context) {
        return .boolean(holds(name, collator.compare(x, y)))
      }
      return .boolean(compare(name, a, b))
    }
  }

  private static func side(
    _ value: MapValue, _ index: Int, _ name: String, _ isOrder: Bool, _ compiler: ExpressionCompiler
  ) -> ExpressionNode? {
    guard let node = compiler.parse(value, index, .value) else { return nil }
    let types: [ExpressionType] = isOrder ? [.string, .number, .value] : [.boolean, .string, .number, .null, .value]
    guard types.contains(node.type) else {
      return compiler.at(index).error("\"\(name)\" comparisons are not supported for type '\(node.type)'.")
    }
    return node
  }

  private static func checkOrder(_ a: ExpressionValue, _ b: ExpressionValue, _ name: String) throws(EvaluationError) {
    switch (a, b) {
    case (.string, .string), (.number, .number): return
    default:
      throw EvaluationError(
        "Expected arguments for \"\(name)\" to be (string, string) or (number, number), but found (\(a.type), \(b.type)) instead.")
    }
  }

  private static func holds(_ name: String, _ order: Int) -> Bool {
    switch name {
    case "==": order == 0
    case "!=": order != 0
    case "<": order < 0
    case "<=": order <= 0
    case ">": order > 0
    default: order >= 0
    }
  }

  static func compare(_ name: String, _ a: ExpressionValue, _ b: ExpressionValue) -> Bool {
    switch (a, b) {
    case (.number(let x), .number(let y)):
      switch name {
      case "==": return x == y
      case "!=": return x != y
      case "<": return x < y
      case "<=": return x <= y
      case ">": return x > y
      default: return x >= y
      }
    case (.string(let x), .string(let y)):
      if name == "==" { return x.utf8.elementsEqual(y.utf8) }
      if name == "!=" { return !x.utf8.elementsEqual(y.utf8) }
      if x.utf8.elementsEqual(y.utf8) { return holds(name, 0) }
      return holds(name, x.utf16.lexicographicallyPrecedes(y.utf16) ? -1 : 1)
    default: return name == "==" ? a == b : name == "!=" ? a != b : false
    }
  }
}
