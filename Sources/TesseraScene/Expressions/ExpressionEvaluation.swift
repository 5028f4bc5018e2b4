/// Names available to an expression. Called during evaluation.
protocol DataNames {
  /// Returns the value of a name; nil if the name does not exist.
  func value(of root: String) -> DataValue?
}

/// One evaluation of an expression: pure, with a bounded number of steps. A value.
struct ExpressionEvaluation<Names: DataNames> {
  typealias Tree = Expression.Tree

  let names: Names
  /// First problem: its message and the index of its character.
  private(set) var problem: (message: String, at: Int)?
  /// Whether a value exceeded a size limit, so that the result is invalid.
  private(set) var isOverLimit = false
  private var steps = 0

  init(_ names: Names) { self.names = names }

  /// Returns the value of an expression; null if it has no value.
  mutating func value(_ expression: Expression) -> DataValue { value(expression.tree) }

  /// Returns the value of a part of an expression.
  mutating func value(of tree: Tree) -> DataValue { value(tree) }

  private mutating func note(_ message: @autoclosure () -> String, _ at: Int) -> DataValue {
    if problem == nil { problem = (message(), at) }
    return .null
  }

  private mutating func value(_ tree: Tree) -> DataValue {
    switch tree {
    case .literal(let value): return value
    case .path(let root, let keys, let at):
      if let value = names.value(of: root)?.value(at: keys[...]) { return value }
      return note("unknown name `\(DataPath([root] + keys))`", at)
    case .member(let tree, let key, let at): return member(value(tree), value(key), at)
    case .not(let tree): return .boolean(!value(tree).isTrue)
    case .negative(let tree, let at): return number(value(tree), at).map { .number(-$0) } ?? .null
    case .choice(let condition, let a, let b): return value(condition).isTrue ? value(a) : value(b)
    case .binary(let operation, let a, let b, let at): return binary(operation, a, b, at)
    case .list(let items): return whole(.list(items.map { value($0) }), 0)
    case .call(let function, let arguments, let at): return call(function, arguments.map { value($0) }, at)
    }
  }

  /// Returns a computed list; notes a problem if it exceeds the size limit of all data.
  private mutating func whole(_ list: DataValue, _ at: Int) -> DataValue {
    guard list.isTooLarge else { return list }
    isOverLimit = true
    return note("a list of more than \(DataValue.sizeLimit >> 20) MiB", at)
  }

  /// Returns the text of a value; nil, with a problem noted, for a list or map that is too large.
  private mutating func text(_ value: DataValue, _ at: Int) -> String? {
    if let text = value.boundedText { return text }
    isOverLimit = true
    _ = note("\(value.kindName) is too large for a text; the maximum is \(Expression.Limits.textBytes) bytes", at)
    return nil
  }

  private mutating func member(_ value: DataValue, _ key: DataValue, _ at: Int) -> DataValue {
    if value == .null { return note("a member of nothing", at) }
    switch (value, key) {
    case (.map(let pairs), .text(let name)): return pairs[name] ?? note("unknown member `\(name)`", at)
    case (.list(let items), .number(let number)):
      // Negative indices count from the end.
      guard let index = Int(exactly: number.rounded(.down)) else { return note("\(NumberText.write(number)) is not an index", at) }
      let place = index < 0 ? items.count + index : index
      return items.indices.contains(place)
        ? items[place] : note("element \(index) does not exist; the list has \(items.count) elements", at)
    default: return note("\(value.kindName) cannot be indexed with \(key.kindName)", at)
    }
  }

  private mutating func number(_ value: DataValue, _ at: Int) -> Double? {
    if case .number(let number) = value { return number }
    _ = note("expected a number, got \(value.kindName)", at)
    return nil
  }

  private mutating func binary(_ operation: Expression.Operator, _ a: Tree, _ b: Tree, _ at: Int) -> DataValue {
    switch operation {
    case .and: return value(a).isTrue ? .boolean(value(b).isTrue) : .boolean(false)
    case .or: return value(a).isTrue ? .boolean(true) : .boolean(value(b).isTrue)
    case .otherwise:
      let before = problem
      let left = value(a)
      guard left == .null else { return left }
      // The missing value has a replacement, so it is not a problem.
      problem = before
      return value(b)
    default: break
    }
    let (left, right) = (value(a), value(b))
    switch operation {
    case .equal, .unequal:
      // A list that occurs twice in the data is compared twice, so large ones are rejected.
      if left.isTooLarge, right.isTooLarge { return note("two lists or maps of more than \(DataValue.sizeLimit >> 20) MiB", at) }
      return .boolean((left == right) == (operation == .equal))
    case .plus:
      switch (left, right) {
      case (.text, _), (_, .text):
        guard let x = text(left, at), let y = text(right, at) else { return .null }
        return joined(x, y, at)
      case (.list(let x), .list(let y)) where x.count + y.count <= DataValue.countLimit: return whole(.list(x + y), at)
      default: break
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if case .text(let x) = left, case .text(let y) = right { return .boolean(Self.holds(operation, x, y)) }
      if case .number(let x) = left, case .number(let y) = right { return .boolean(Self.holds(operation, x, y)) }
      _ = note("`\(operation.rawValue)` compares two numbers or two texts, got \(left.kindName) and \(right.kindName)", at)
      return .boolean(false)
    default: break
    }
    guard let x = number(left, at), let y = number(right, at) else { return .null }
    return finite(Self.result(operation, x, y), at)
  }

  private static func holds<Value: Comparable>(_ operation: Expression.Operator, _ x: Value, _ y: Value) -> Bool {
    switch operation {
    case .less: x < y
    case .lessOrEqual: x <= y
    case .greater: x > y
    default: x >= y
    }
  }

  private static func result(_ operation: Expression.Operator, _ x: Double, _ y: Double) -> Double {
    switch operation {
    case .plus: x + y
    case .minus: x - y
    case .times: x * y
    case .over: x / y
    // The result has the sign of the divisor: 0 or more, and below a positive divisor.
    default: y == 0 ? .nan : x - y * (x / y).rounded(.down)
    }
  }

  private mutating func finite(_ number: Double, _ at: Int) -> DataValue {
    number.isFinite ? .number(number) : note("the result is not a finite number, for example after a division by zero", at)
  }

  private mutating func joined(_ a: String, _ b: String, _ at: Int) -> DataValue {
    let count = a.utf8.count + b.utf8.count
    if count <= Expression.Limits.textBytes { return .text(a + b) }
    isOverLimit = true
    return note("a text may have \(Expression.Limits.textBytes) bytes at most (got \(count))", at)
  }

  /// Counts examined elements; returns false if the limit is exceeded.
  private mutating func walks(_ count: Int, _ at: Int) -> Bool {
    steps += count
    if steps <= Expression.Limits.steps { return true }
    _ = note("more than \(Expression.Limits.steps) elements of lists in one expression", at)
    return false
  }

  // MARK: functions

  private mutating func call(_ function: Expression.Function, _ arguments: [DataValue], _ at: Int) -> DataValue {
    let first = arguments[0]
    switch function {
    case .count:
      switch first {
      case .list(let items): return .number(Double(items.count))
      case .map(let pairs): return .number(Double(pairs.count))
      case .text(let text): return .number(Double(text.count))
      default: return note("`count` takes a list, a map or a text, got \(first.kindName)", at)
      }
    case .contains:
      switch (first, arguments[1]) {
      case (.list(let items), let value): return walks(items.count, at) ? .boolean(items.contains(value)) : .null
      case (.map(let pairs), .text(let key)): return .boolean(pairs[key] != nil)
      case (.text(let text), .text(let part)):
        return walks(text.utf8.count * max(1, part.utf8.count), at) ? .boolean(Self.find(part, in: text)) : .null
      default: return note("`contains` takes a list, or a text and a text, got \(first.kindName)", at)
      }
    case .sum, .join:
      guard case .list(let items) = first else { return note("`\(function.rawValue)` takes a list, got \(first.kindName)", at) }
      guard walks(items.count, at) else { return .null }
      return function == .sum ? sum(items, at) : join(items, text(arguments[1], at) ?? "", at)
    case .range:
      guard let number = number(first, at) else { return .null }
      let count = Int(Swift.max(0, Swift.min(number, Double(DataValue.countLimit)).rounded(.down)))
      return walks(count, at) ? .list((0..<count).map { .number(Double($0)) }) : .null
    case .text: return text(first, at).map { joined($0, "", at) } ?? .null
    case .upper: return text(first, at).map { joined($0.uppercased(), "", at) } ?? .null
    case .lower: return text(first, at).map { joined($0.lowercased(), "", at) } ?? .null
    case .number:
      if case .text(let text) = first, case .number(let value) = NumberText.read(text) { return .number(value) }
      if case .boolean(let flag) = first { return .number(flag ? 1 : 0) }
      return number(first, at).map(DataValue.number) ?? .null
    case .format: return format(first, Array(arguments.dropFirst()), at)
    case .abs, .ceil, .floor, .round, .min, .max, .clamp:
      var numbers: [Double] = []
      for argument in arguments {
        guard let number = number(argument, at) else { return .null }
        numbers.append(number)
      }
      return finite(Self.result(function, numbers), at)
    }
  }

  private static func result(_ function: Expression.Function, _ x: [Double]) -> Double {
    switch function {
    case .abs: return Swift.abs(x[0])
    case .ceil: return x[0].rounded(.up)
    case .floor: return x[0].rounded(.down)
    case .min: return x.min() ?? .nan
    case .max: return x.max() ?? .nan
    case .clamp: return Swift.max(x[1], Swift.min(x[2], x[0]))
    default:
      guard x.count > 1 else { return x[0].rounded() }
      var scale = 1.0
      for _ in 0..<Int(Swift.min(15, Swift.max(0, x[1]))) { scale *= 10 }
      let result = (x[0] * scale).rounded() / scale
      return result.isFinite ? result : x[0]
    }
  }

  private mutating func sum(_ items: [DataValue], _ at: Int) -> DataValue {
    var sum = 0.0
    for item in items {
      guard let number = number(item, at) else { return .null }
      sum += number
    }
    return finite(sum, at)
  }

  private mutating func join(_ items: [DataValue], _ separator: String, _ at: Int) -> DataValue {
    var text = ""
    for (i, item) in items.enumerated() {
      if i > 0 { text += separator }
      guard let part = self.text(item, at) else { return .null }
      text += part
      if text.utf8.count > Expression.Limits.textBytes { return joined(text, "", at) }
    }
    return .text(text)
  }

  private mutating func format(_ text: DataValue, _ values: [DataValue], _ at: Int) -> DataValue {
    do throws(ExpressionError) {
      let format = try ValueFormat(text.shortText)
      var problems: [String] = []
      let result = format.write(values) { problems.append($0) }
      if let first = problems.first { _ = note(first, at) }
      return joined(result, "", at)
    } catch {
      return note(error.message, at)
    }
  }

  /// Returns whether the bytes of `part` occur in `text`. (`contains` of a string links the engine for regular expressions.)
  private static func find(_ part: String, in text: String) -> Bool {
    let (part, text) = (Array(part.utf8), Array(text.utf8))
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0] == first && text[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
