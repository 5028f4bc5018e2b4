internal import Tessera

/// Order of `sort`.
enum SortOrder: String, CaseIterable {
  case ascending, descending

  /// Description of valid values.
  static let expectation = "the order of `sort` is 'ascending' or 'descending'"

  /// Returns the order of a value; nil if it names no order.
  init?(_ value: DataValue) {
    guard case .text(let word) = value else { return nil }
    self.init(rawValue: word)
  }
}

// Functions that evaluate an expression for each element of a list, and functions that select elements.
extension ExpressionEvaluation {
  /// Elements of a list, with their indices in the list of the data that they are from.
  struct Elements {
    var values: [DataValue]
    /// Indices in the source list (``Expression/sourcePath``); nil if the elements are from elsewhere or unchanged.
    var places: [Int]?
  }

  /// Returns the elements that the expression selects, with their places; nil if its value is not a list.
  ///
  /// - Parameter other: The value if it is not a list.
  mutating func elements(_ expression: Expression, orElse other: inout DataValue) -> Elements? {
    guard expression.sourcePath != nil, let found = selected(expression.tree) else {
      let value = problem == nil ? value(expression) : .null
      guard case .list(let items) = value else {
        other = value
        return nil
      }
      return Elements(values: items)
    }
    return found
  }

  /// Returns the elements of a list that is selected from one of the data; nil if there is no list.
  private mutating func selected(_ tree: Tree) -> Elements? {
    let inner: Tree
    switch tree {
    case .each(_, let list, _, _): inner = list
    case .call(_, let arguments, _): inner = arguments[0]
    default:
      guard case .list(let items) = value(of: tree) else { return nil }
      return Elements(values: items)
    }
    guard let before = selected(inner) else { return nil }
    let indices: [Int]?
    switch tree {
    case .each(let function, _, let body, let at): indices = order(function, before.values, body, at)
    case .call(let function, _, let at): indices = order(function, before.values, at)
    default: indices = nil
    }
    return indices.map { indices in
      Elements(values: indices.map { before.values[$0] }, places: indices.map { before.places?[$0] ?? $0 })
    }
  }

  /// Returns the value of a function that evaluates an expression for each element.
  mutating func each(_ function: Expression.Function, _ list: Tree, _ body: Expression.ElementBody, _ at: Int) -> DataValue {
    let list = value(list)
    guard case .list(let items) = list else { return report("`\(function.rawValue)` takes a list, got \(list.kindName)", at) }
    switch function {
    case .filter, .sort: return order(function, items, body, at).map { indices in .list(indices.map { items[$0] }) } ?? .null
    case .any, .all:
      var result = function == .all
      let isDone = visit(items, body, at) { _, _, value in
        if value.isTrue != (function == .all) { result = function == .any }
        return value.isTrue == (function == .all)
      }
      return isDone ? .boolean(result) : .null
    default:
      var values: [DataValue] = []
      values.reserveCapacity(items.count)
      let isDone = visit(items, body, at) { evaluation, _, value in
        values.append(value)
        evaluation.createdBytes += value.size(upTo: DataValue.sizeLimit)
        return evaluation.createdBytes <= DataValue.sizeLimit
      }
      guard createdBytes <= DataValue.sizeLimit else { return refuse("a list of more than \(DataValue.sizeLimit >> 20) MiB", at) }
      return isDone ? .list(values) : .null
    }
  }

  /// Returns the value of a function that takes elements from a list.
  mutating func part(_ function: Expression.Function, of list: DataValue, _ at: Int) -> DataValue {
    guard case .list(let items) = list else { return report("`\(function.rawValue)` takes a list, got \(list.kindName)", at) }
    switch function {
    case .first: return items.first ?? .null
    case .last: return items.last ?? .null
    default: return order(function, items, at).map { indices in .list(indices.map { items[$0] }) } ?? .null
    }
  }

  /// Returns the part of a text or list from one place to before another; negative places count from the end, those beyond it are the end.
  mutating func slice(_ value: DataValue, _ places: [DataValue], _ at: Int) -> DataValue {
    var bounds: [Double] = []
    for place in places {
      guard let number = number(place, at) else { return .null }
      bounds.append(number.rounded(.towardZero))
    }
    func range(_ count: Int) -> Range<Int> {
      func place(_ bound: Double) -> Int { Int(Swift.max(0, Swift.min(Double(count), bound < 0 ? bound + Double(count) : bound))) }
      let start = place(bounds[0])
      return start..<Swift.max(start, bounds.count > 1 ? place(bounds[1]) : count)
    }
    switch value {
    case .text(let text):
      let part = range(text.count)
      return .text(String(text.dropFirst(part.lowerBound).prefix(part.count)))
    case .list(let items): return walks(items.count, at) ? .list(Array(items[range(items.count)])) : .null
    default: return report("`slice` takes a text or a list, got \(value.kindName)", at)
    }
  }

  // MARK: order

  /// Returns the indices of the elements that a function with an expression selects, in their order; nil if the work exceeds its limit.
  private mutating func order(
    _ function: Expression.Function, _ items: [DataValue], _ body: Expression.ElementBody, _ at: Int
  ) -> [Int]? {
    if function == .filter {
      var indices: [Int] = []
      let isDone = visit(items, body, at) { _, index, value in
        if value.isTrue { indices.append(index) }
        return true
      }
      return isDone ? indices : nil
    }
    var order = SortOrder.ascending
    if let option = body.option {
      let value = value(of: option)
      if let given = SortOrder(value) { order = given } else { report(SortOrder.expectation + ", got \(value.shortText)", at) }
    }
    var keys: [DataValue] = []
    keys.reserveCapacity(items.count)
    let isDone = visit(items, body, at) { evaluation, _, value in
      keys.append(value)
      return evaluation.walks(Self.keyWork(value), at)
    }
    return isDone ? Self.sorted(keys, order) : nil
  }

  /// Returns the indices of the elements in the order of a function without an expression; nil if the work exceeds its limit.
  private mutating func order(_ function: Expression.Function, _ items: [DataValue], _ at: Int) -> [Int]? {
    guard walks(items.count, at) else { return nil }
    guard function == .sort else { return items.indices.reversed() }
    for item in items { guard walks(Self.keyWork(item), at) else { return nil } }
    return Self.sorted(items, .ascending)
  }

  /// Returns the work of comparing a key with others. Smaller than that of other comparisons, because a key is compared O(log n) times.
  private static func keyWork(_ key: DataValue) -> Int {
    switch key {
    case .null, .boolean, .number: 0
    case .text(let text): text.utf8.count >> 3
    case .list, .map: key.size(upTo: DataValue.sizeLimit) >> 3
    }
  }

  /// Returns the indices of the keys in their order. Stable; O(n log n) comparisons. Null is last in both orders.
  private static func sorted(_ keys: [DataValue], _ order: SortOrder) -> [Int] {
    keys.indices.sorted { a, b in
      let (x, y) = (keys[a], keys[b])
      if x == .null || y == .null { return x == y ? a < b : y == .null }
      let result = compare(x, y)
      if result == 0 { return a < b }
      return (result < 0) == (order == .ascending)
    }
  }

  /// Returns a negative number if `a` is before `b`, 0 if their order is the same: numbers, texts, Booleans, lists, maps, null.
  private static func compare(_ a: DataValue, _ b: DataValue) -> Int {
    switch (a, b) {
    case (.number(let x), .number(let y)): return x < y ? -1 : x > y ? 1 : 0
    case (.text(let x), .text(let y)): return x < y ? -1 : x == y ? 0 : 1
    case (.boolean(let x), .boolean(let y)): return x == y ? 0 : x ? 1 : -1
    case (.list(let x), .list(let y)):
      for (x, y) in zip(x, y) {
        let result = compare(x, y)
        if result != 0 { return result }
      }
      return x.count - y.count
    default: return rank(a) - rank(b)
    }
  }

  private static func rank(_ value: DataValue) -> Int {
    switch value {
    case .number: 0
    case .text: 1
    case .boolean: 2
    case .list: 3
    case .map: 4
    case .null: 5
    }
  }

  /// Evaluates an expression for each element until `take` returns false. Returns false if the work exceeds its limit.
  private mutating func visit(
    _ items: [DataValue], _ body: Expression.ElementBody, _ at: Int, _ take: (inout Self, Int, DataValue) -> Bool
  ) -> Bool {
    locals.append((body.name, .null))
    defer { locals.removeLast() }
    for (index, item) in items.enumerated() {
      guard walks(1 + body.operations / 4, at) else { return false }
      locals[locals.count - 1].value = item
      let value = value(of: body.value)
      guard isWithinLimit, take(&self, index, value) else { break }
    }
    return isWithinLimit
  }

  // MARK: messages

  /// Returns the message for a path without a value, with the nearest name.
  func missing(_ root: String, _ keys: [String]) -> String {
    let message = "unknown name `\(DataPath([root] + keys))`"
    guard var value = named(root) else { return message + Self.hint(root, names.suggestions + locals.map(\.name)) }
    for key in keys {
      if let next = value[key] {
        value = next
      } else {
        guard case .map(let pairs) = value else { return message }
        return message + Self.hint(key, pairs.keys)
      }
    }
    return message
  }

  /// Returns the nearest name as the end of a message; empty if none is near.
  static func hint(_ name: String, _ candidates: some Sequence<String>) -> String {
    nearestName(to: name, among: candidates.prefix(200).sorted()).map { "; did you mean `\($0)`?" } ?? ""
  }
}
