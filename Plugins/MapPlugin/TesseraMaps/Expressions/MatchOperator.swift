/// `match`: a branch by a literal label.
enum MatchOperator {
  private enum Label: Hashable, Sendable {
    case number(Double)
    case string(String)
  }

  static func parse(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 5 else { return compiler.error("Expected at least 4 arguments, but found only \(args.count - 1).") }
    guard !args.count.isMultiple(of: 2) else { return compiler.error("Expected an even number of arguments.") }
    var inputType: ExpressionType?
    var type = compiler.expected == .value ? nil : compiler.expected
    var branches: [Label: Int] = [:]
    var outputs: [ExpressionNode] = []
    for i in stride(from: 2, to: args.count - 1, by: 2) {
      guard add(args[i], to: &branches, outputs.count, &inputType, compiler.at(i)), let result = compiler.parse(args[i + 1], i, type) else {
        return nil
      }
      type = type ?? result.type
      outputs.append(result)
    }
    guard let input = compiler.parse(args[1], 1, .value), let otherwise = compiler.parse(args[args.count - 1], args.count - 1, type) else {
      return nil
    }
    let wanted = inputType ?? .value
    if input.type != .value, !compiler.at(1).check(wanted, input.type) { return nil }
    let (table, results) = (branches, outputs)
    return ExpressionNode("match", type ?? .value, [input] + outputs + [otherwise]) { context throws(EvaluationError) in
      let index: Int? =
        switch try input.evaluate(context) {
        case .number(let number) where wanted == .number: table[.number(number)]
        case .string(let text) where wanted == .string: table[.string(text)]
        default: nil
        }
      return try (index.map { results[$0] } ?? otherwise).evaluate(context)
    }
  }

  private static func add(
    _ value: MapValue, to branches: inout [Label: Int], _ index: Int, _ type: inout ExpressionType?, _ compiler: ExpressionCompiler
  ) -> Bool {
    let labels = value.list ?? [value]
    guard !labels.isEmpty else {
      compiler.error("Expected at least one branch label.")
      return false
    }
    for label in labels {
      let key: Label
      switch label {
      case .number(let number):
        guard abs(number) <= 9_007_199_254_740_991 else {
          compiler.error("Branch labels must be integers no larger than 9007199254740991.")
          return false
        }
        guard number == number.rounded() else {
          compiler.error("Numeric branch labels must be integer values.")
          return false
        }
        key = .number(number)
      case .text(let text): key = .string(text)
      default:
        compiler.error("Branch labels must be numbers or strings.")
        return false
      }
      let own = ExpressionValue(label).type
      if let type { guard compiler.check(type, own) else { return false } } else { type = own }
      guard branches.updateValue(index, forKey: key) == nil else {
        compiler.error("Branch labels must be unique.")
        return false
      }
    }
    return true
  }
}
