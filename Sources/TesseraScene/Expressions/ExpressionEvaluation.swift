/// Names available to an expression. Called during evaluation.
protocol DataNames {
  /// Returns the value of a name; nil if the name does not exist.
  func value(of root: String) -> DataValue?
  /// Names of the data, for suggestions.
  var suggestions: [String] { get }
}

extension DataNames {
  var suggestions: [String] { [] }
}

/// One evaluation of an expression: pure, with a bounded number of steps. A value.
struct ExpressionEvaluation<Names: DataNames> {
  typealias Tree = Expression.Tree

  let names: Names
  /// First problem. Its message is created only if it is read, since `??` discards most problems.
  private var found: (message: () -> String, at: Int)?
  /// Whether a value or the work exceeded a limit, so that the result is invalid.
  private(set) var isOverLimit = false
  /// Work so far.
  private(set) var steps = 0
  /// Work that is allowed.
  private let limit: Int
  /// Size in bytes of the lists that ``Expression/Function/map`` created.
  var createdBytes = 0
  /// Elements of the lists that are being examined, innermost last.
  var locals: [(name: String, value: DataValue)] = []

  /// - Parameter limit: Work that is allowed, at most ``Expression/Limits/steps``.
  init(_ names: Names, limit: Int = Expression.Limits.steps) { (self.names, self.limit) = (names, limit) }

  /// Whether it stopped because the scene had less work left than one expression may do.
  var lacksWork: Bool { !isWithinLimit && limit < Expression.Limits.steps }

  /// First problem: its message and the index of its character.
  var problem: (message: String, at: Int)? {
    // `??` may have discarded the problem of the limit.
    found.map { ($0.message(), $0.at) } ?? (isWithinLimit ? nil : (Self.limitMessage, 0))
  }

  private static var limitMessage: String { "more than \(Expression.Limits.steps) elements of lists in one expression" }

  /// Returns the value of an expression; null if it has no value.
  mutating func value(_ expression: Expression) -> DataValue { value(expression.tree) }

  /// Returns the value of a part of an expression.
  mutating func value(of tree: Tree) -> DataValue { value(tree) }

  @discardableResult
  mutating func report(_ message: @autoclosure @escaping () -> String, _ at: Int) -> DataValue {
    if found == nil { found = (message, at) }
    return .null
  }

  /// Notes a value that exceeds a limit.
  mutating func refuse(_ message: @autoclosure @escaping () -> String, _ at: Int) -> DataValue {
    isOverLimit = true
    return report(message(), at)
  }

  /// Returns the value of a name: of the innermost element with this name, or of the data.
  func named(_ root: String) -> DataValue? {
    if !locals.isEmpty, let local = locals.last(where: { $0.name == root }) { return local.value }
    return names.value(of: root)
  }

  mutating func value(_ tree: Tree) -> DataValue {
    switch tree {
    case .literal(let value): return value
    case .path(let root, let keys, let at):
      if let value = named(root)?.value(at: keys[...]) { return value }
      let now = self
      return report(now.missing(root, keys), at)
    case .member(let tree, let key, let at): return member(value(tree), value(key), at)
    case .not(let tree): return .boolean(!value(tree).isTrue)
    case .negative(let tree, let at): return number(value(tree), at).map { .number(-$0) } ?? .null
    case .choice(let condition, let a, let b): return value(condition).isTrue ? value(a) : value(b)
    case .binary(let operation, let a, let b, let at): return binary(operation, a, b, at)
    case .list(let items): return whole(.list(items.map { value($0) }), 0, cost: 2)
    case .map(let keys, let items):
      return whole(.map(Dictionary(zip(keys, items.map { value($0) }), uniquingKeysWith: { first, _ in first })), 0, cost: 4)
    case .each(let function, let list, let body, let at): return each(function, list, body, at)
    case .call(let function, let arguments, let at): return call(function, arguments.map { value($0) }, at)
    case .message(let message, let arguments, let language): return text(of: message, arguments.map { value($0) }, value(language))
    }
  }

  /// Returns a computed list or map; notes a problem if it exceeds the size limit of all data.
  ///
  /// - Parameter cost: Work that counts for its memory even if it is short: `map` can make one for each element of a list.
  private mutating func whole(_ value: DataValue, _ at: Int, cost: Int) -> DataValue {
    let size = value.size(upTo: DataValue.sizeLimit)
    guard walks(cost + (size >> Self.bytesShift), at) else { return .null }
    if size <= DataValue.sizeLimit { return value }
    return refuse("\(value.kindName) of more than \(DataValue.sizeLimit >> 20) MiB", at)
  }

  /// Returns the text of a value; nil, with a problem noted, for a list or map that is too large.
  private mutating func text(_ value: DataValue, _ at: Int) -> String? {
    guard walks(work(value, upTo: DataValue.textSizeLimit), at) else { return nil }
    if let text = value.boundedText { return text }
    _ = refuse("\(value.kindName) is too large for a text; the maximum is \(Expression.Limits.textBytes) bytes", at)
    return nil
  }

  private mutating func member(_ value: DataValue, _ key: DataValue, _ at: Int) -> DataValue {
    if value == .null { return report("a member of nothing", at) }
    switch (value, key) {
    case (.map(let pairs), .text(let name)):
      guard walks(work(key), at) else { return .null }
      return pairs[name] ?? report("unknown member `\(name)`" + Self.hint(name, pairs.keys), at)
    case (.list(let items), .number(let number)):
      // Negative indices count from the end.
      guard let index = Int(exactly: number.rounded(.down)) else { return report("\(NumberText.write(number)) is not an index", at) }
      let place = index < 0 ? items.count + index : index
      return items.indices.contains(place)
        ? items[place] : report("element \(index) does not exist; the list has \(items.count) elements", at)
    default: return report("\(value.kindName) cannot be indexed with \(key.kindName)", at)
    }
  }

  mutating func number(_ value: DataValue, _ at: Int) -> Double? {
    if case .number(let number) = value { return number }
    _ = report("expected a number, got \(value.kindName)", at)
    return nil
  }

  private mutating func binary(_ operation: Expression.Operator, _ a: Tree, _ b: Tree, _ at: Int) -> DataValue {
    switch operation {
    case .and: return value(a).isTrue ? .boolean(value(b).isTrue) : .boolean(false)
    case .or: return value(a).isTrue ? .boolean(true) : .boolean(value(b).isTrue)
    case .otherwise:
      let before = found
      let left = value(a)
      guard left == .null else { return left }
      // The missing value has a replacement, so it is not a problem.
      found = before
      return value(b)
    default: break
    }
    let (left, right) = (value(a), value(b))
    if case .text = left, case .text = right, !walks(min(work(left), work(right)), at) { return .null }
    switch operation {
    case .equal, .unequal:
      // A list that occurs twice in the data is compared twice, so large ones are rejected.
      if left.hasMembers, right.hasMembers {
        let size = right.size(upTo: min(DataValue.sizeLimit, left.size(upTo: DataValue.sizeLimit)))
        if size > DataValue.sizeLimit { return report("two lists or maps of more than \(DataValue.sizeLimit >> 20) MiB", at) }
        guard walks(size >> Self.bytesShift, at) else { return .null }
      }
      return .boolean((left == right) == (operation == .equal))
    case .plus:
      switch (left, right) {
      case (.text, _), (_, .text):
        guard let x = text(left, at), let y = text(right, at) else { return .null }
        return joined(x, y, at)
      case (.list(let x), .list(let y)) where x.count + y.count <= DataValue.countLimit: return whole(.list(x + y), at, cost: 0)
      default: break
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if case .text(let x) = left, case .text(let y) = right { return .boolean(Self.holds(operation, x, y)) }
      if case .number(let x) = left, case .number(let y) = right { return .boolean(Self.holds(operation, x, y)) }
      _ = report("`\(operation.rawValue)` compares two numbers or two texts, got \(left.kindName) and \(right.kindName)", at)
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
    number.isFinite ? .number(number) : report("the result is not a finite number, for example after a division by zero", at)
  }

  private mutating func joined(_ a: String, _ b: String, _ at: Int) -> DataValue {
    let count = a.utf8.count + b.utf8.count
    if count <= Expression.Limits.textBytes { return walks(count >> Self.bytesShift, at) ? .text(a + b) : .null }
    return refuse("a text may have \(Expression.Limits.textBytes) bytes at most (got \(count))", at)
  }

  /// Binary logarithm of the bytes whose comparison or conversion is counted as the work for one element.
  static var bytesShift: Int { 7 }

  /// Returns the work of comparing or converting a value: 0 for a short one.
  ///
  /// - Parameter limit: Size in bytes above which a list or map is not examined further.
  private func work(_ value: DataValue, upTo limit: Int = DataValue.sizeLimit) -> Int {
    switch value {
    case .null, .boolean, .number: 0
    case .text(let text): text.utf8.count >> Self.bytesShift
    case .list, .map: value.size(upTo: limit) >> Self.bytesShift
    }
  }

  /// Counts examined elements; returns false if the limit is exceeded.
  mutating func walks(_ count: Int, _ at: Int) -> Bool {
    steps += count
    if isWithinLimit { return true }
    isOverLimit = true
    report(Self.limitMessage, at)
    return false
  }

  /// Whether all work so far was within the limit.
  var isWithinLimit: Bool { steps <= limit }

  // MARK: functions

  private mutating func call(_ function: Expression.Function, _ arguments: [DataValue], _ at: Int) -> DataValue {
    let first = arguments[0]
    for case .text(let text) in arguments { guard walks(text.utf8.count >> Self.bytesShift, at) else { return .null } }
    switch function {
    case .first, .last, .reverse, .sort: return part(function, of: first, at)
    // Parsed with an expression for each element.
    case .all, .any, .filter, .map: return .null
    case .count:
      switch first {
      case .list(let items): return .number(Double(items.count))
      case .map(let pairs): return .number(Double(pairs.count))
      case .text(let text): return .number(Double(text.count))
      default: return report("`count` takes a list, a map or a text, got \(first.kindName)", at)
      }
    case .contains:
      switch (first, arguments[1]) {
      case (.list(let items), let value): return walks(items.count * (1 + work(value)), at) ? .boolean(items.contains(value)) : .null
      case (.map(let pairs), .text(let key)): return .boolean(pairs[key] != nil)
      case (.text(let text), .text(let part)):
        return .boolean(Self.find(part, in: text))
      default: return report("`contains` takes a list, or a text and a text, got \(first.kindName)", at)
      }
    case .sum, .join:
      guard case .list(let items) = first else { return report("`\(function.rawValue)` takes a list, got \(first.kindName)", at) }
      guard walks(items.count, at) else { return .null }
      return function == .sum ? sum(items, at) : join(items, text(arguments[1], at) ?? "", at)
    case .range:
      guard let number = number(first, at) else { return .null }
      let count = Int(Swift.max(0, Swift.min(number, Double(DataValue.countLimit)).rounded(.down)))
      return walks(count, at) ? .list((0..<count).map { .number(Double($0)) }) : .null
    case .slice: return slice(first, Array(arguments.dropFirst()), at)
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
    for value in values { guard walks(work(value, upTo: DataValue.textSizeLimit), at) else { return .null } }
    do throws(ExpressionError) {
      let format = try ValueFormat(text.shortText)
      var problems: [String] = []
      let result = format.write(values) { problems.append($0) }
      if let first = problems.first { _ = report(first, at) }
      return joined(result, "", at)
    } catch {
      return report(error.message, at)
    }
  }

  /// Returns whether the bytes of `part` occur in `text`. Linear in both. (`contains` of a string links the engine for regular expressions.)
  private static func find(_ part: String, in text: String) -> Bool {
    var (part, text) = (part, text)
    return part.withUTF8 { part in
      guard part.count > 1 else { return part.isEmpty || text.utf8.contains(part[0]) }
      // Knuth, Morris and Pratt: length of the longest proper prefix that is a suffix of the first bytes.
      var prefixes = [Int](repeating: 0, count: part.count)
      func length(_ length: Int, _ byte: UInt8) -> Int {
        var length = length
        while length > 0, part[length] != byte { length = prefixes[length - 1] }
        return part[length] == byte ? length + 1 : 0
      }
      for i in 1..<part.count { prefixes[i] = length(prefixes[i - 1], part[i]) }
      return text.withUTF8 { text in
        var matched = 0
        for byte in text {
          matched = length(matched, byte)
          if matched == part.count { return true }
        }
        return false
      }
    }
  }
}
