internal import TesseraJSON

/// Operators on lists and texts.
enum ListOperators {
  static func at(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 3 else { return compiler.error("Expected 2 arguments, but found \(args.count - 1) instead.") }
    guard let index = compiler.parse(args[1], 1, .number),
      let input = compiler.parse(args[2], 2, .array(compiler.expected ?? .value, nil))
    else { return nil }
    guard case .array(let item, _) = input.type else { return compiler.error("Expected array but found \(input.type) instead.", 2) }
    return ExpressionNode("at", item, [index, input]) { context throws(EvaluationError) in
      let number = try index.number(context)
      guard case .list(let items) = try input.evaluate(context) else { throw EvaluationError("Expected an array.") }
      guard number >= 0 else { throw EvaluationError("Array index out of bounds: \(JSONNumber.text(number)) < 0.") }
      guard number < Double(items.count) else {
        throw EvaluationError("Array index out of bounds: \(JSONNumber.text(number)) > \(items.count - 1).")
      }
      guard number == number.rounded() else {
        throw EvaluationError("Array index must be an integer, but found \(JSONNumber.text(number)) instead.")
      }
      return items[Int(number)]
    }
  }

  private static func isNeedle(_ type: ExpressionType) -> Bool { [.boolean, .string, .number, .null, .value].contains(type) }

  private static func checkNeedle(_ value: ExpressionValue) throws(EvaluationError) {
    switch value {
    case .boolean, .string, .number, .null: return
    default:
      throw EvaluationError("Expected first argument to be of type boolean, string, number or null, but found \(value.type) instead.")
    }
  }

  static func contains(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 3 else { return compiler.error("Expected 2 arguments, but found \(args.count - 1) instead.") }
    guard let needle = compiler.parse(args[1], 1, .value), let haystack = compiler.parse(args[2], 2, .value) else { return nil }
    guard isNeedle(needle.type) else {
      return compiler.error("Expected first argument to be of type boolean, string, number or null, but found \(needle.type) instead")
    }
    return ExpressionNode("in", .boolean, [needle, haystack]) { context throws(EvaluationError) in
      let (value, list) = (try needle.evaluate(context), try haystack.evaluate(context))
      guard list.isTrue else { return .boolean(false) }
      try checkNeedle(value)
      switch list {
      case .list(let items): return .boolean(items.contains(value))
      case .string(let text): return .boolean(text.utf8.isEmpty == false && contains(text, value.isNull ? "null" : value.text))
      default: throw EvaluationError("Expected second argument to be of type array or string, but found \(list.type) instead.")
      }
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool { index(of: part, in: Array(text.unicodeScalars), from: 0) != nil }

  /// Returns the index of a text in code points, in time of at most about 10 million comparisons.
  private static func index(of part: String, in text: [Unicode.Scalar], from start: Int) -> Int? {
    let part = Array(part.unicodeScalars)
    guard part.count <= text.count else { return nil }
    var budget = 10_000_000
    for i in stride(from: start, through: text.count - part.count, by: 1) {
      var length = 0
      while length < part.count, text[i + length] == part[length] { length += 1 }
      if length == part.count { return i }
      budget -= length + 1
      if budget < 0 { return nil }
    }
    return nil
  }

  static func indexOf(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 3 || args.count == 4 else {
      return compiler.error("Expected 2 or 3 arguments, but found \(args.count - 1) instead.")
    }
    guard let needle = compiler.parse(args[1], 1, .value), let haystack = compiler.parse(args[2], 2, .value) else { return nil }
    guard isNeedle(needle.type) else {
      return compiler.error("Expected first argument to be of type boolean, string, number or null, but found \(needle.type) instead")
    }
    var start: ExpressionNode?
    if args.count == 4 {
      guard let node = compiler.parse(args[3], 3, .number) else { return nil }
      start = node
    }
    let from = start
    return ExpressionNode("index-of", .number, [needle, haystack] + (start.map { [$0] } ?? [])) { context throws(EvaluationError) in
      let (value, list) = (try needle.evaluate(context), try haystack.evaluate(context))
      try checkNeedle(value)
      let offset = try from?.number(context) ?? 0
      switch list {
      case .list(let items):
        let first = bounded(offset, items.count)
        return .number(items[first...].firstIndex(of: value).map(Double.init) ?? -1)
      case .string(let text):
        let scalars = Array(text.unicodeScalars)
        let first = max(0, min(Int(saturating: offset), scalars.count))
        return .number(index(of: value.isNull ? "null" : value.text, in: scalars, from: first).map(Double.init) ?? -1)
      default: throw EvaluationError("Expected second argument to be of type array or string, but found \(list.type) instead.")
      }
    }
  }

  /// Index of JavaScript: negative ones count from the end.
  private static func bounded(_ index: Double, _ count: Int) -> Int {
    let whole = Int(saturating: index)
    return whole < 0 ? max(0, count + max(whole, -count)) : min(whole, count)
  }

  static func slice(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 3 || args.count == 4 else {
      return compiler.error("Expected 2 or 3 arguments, but found \(args.count - 1) instead.")
    }
    guard let input = compiler.parse(args[1], 1, .value), let begin = compiler.parse(args[2], 2, .number) else { return nil }
    guard input.type.isArray || input.type == .string || input.type == .value else {
      return compiler.error("Expected first argument to be of type array or string, but found \(input.type) instead")
    }
    var last: ExpressionNode?
    if args.count == 4 {
      guard let node = compiler.parse(args[3], 3, .number) else { return nil }
      last = node
    }
    let end = last
    // The length of the result is not known.
    let type: ExpressionType = if case .array(let item, _) = input.type { .array(item, nil) } else { input.type }
    return ExpressionNode("slice", type, [input, begin] + (end.map { [$0] } ?? [])) { context throws(EvaluationError) in
      let value = try input.evaluate(context)
      let (from, to) = (try begin.number(context), try end?.number(context))
      func range(_ count: Int) -> Range<Int> {
        let start = bounded(from, count)
        return start..<max(start, to.map { bounded($0, count) } ?? count)
      }
      switch value {
      case .list(let items): return .list(Array(items[range(items.count)]))
      case .string(let text):
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars[range(scalars.count)])
        return .string(String(result))
      default: throw EvaluationError("Expected first argument to be of type array or string, but found \(value.type) instead.")
      }
    }
  }

  static func length(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else { return compiler.error("Expected 1 argument, but found \(args.count - 1) instead.") }
    guard let input = compiler.parse(args[1], 1) else { return nil }
    guard input.type.isArray || input.type == .string || input.type == .value else {
      return compiler.error("Expected argument of type string or array, but found \(input.type) instead.")
    }
    return ExpressionNode("length", .number, [input]) { context throws(EvaluationError) in
      switch try input.evaluate(context) {
      case .list(let items): return .number(Double(items.count))
      case .string(let text): return .number(Double(text.unicodeScalars.count))
      case let value: throw EvaluationError("Expected value to be of type string or array, but found \(value.type) instead.")
      }
    }
  }
}

extension Int {
  /// Integer part of a number, within about ±9e15; 0 for NaN.
  init(saturating value: Double) { self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -9e15), 9e15)) }
}
