internal import TesseraJSON

/// Conversions between types.
enum Coercion {
  static func node(_ type: ExpressionType, _ nodes: [ExpressionNode]) -> ExpressionNode {
    ExpressionNode("to-\(type)", type, nodes, kind: .annotation) { context throws(EvaluationError) in
      var problem: EvaluationError?
      for node in nodes {
        let value = try node.evaluate(context)
        do throws(EvaluationError) { return try convert(value, type, context) } catch { problem = error }
      }
      throw problem ?? EvaluationError("Expected at least one argument.")
    }
  }

  static func parse(_ type: ExpressionType) -> ExpressionCompiler.Parser {
    { args, compiler in
      guard args.count >= 2 else { return compiler.error("Expected at least one argument.") }
      if type == .boolean || type == .string, args.count != 2 { return compiler.error("Expected one argument.") }
      var nodes: [ExpressionNode] = []
      for (i, arg) in args.enumerated().dropFirst() {
        guard let node = compiler.parse(arg, i, .value) else { return nil }
        nodes.append(node)
      }
      return node(type, nodes)
    }
  }

  private static func convert(
    _ value: ExpressionValue, _ type: ExpressionType, _ context: EvaluationContext
  ) throws(EvaluationError) -> ExpressionValue {
    switch type {
    case .boolean: return .boolean(value.isTrue)
    case .number:
      guard let number = number(value) else { throw EvaluationError("Could not convert \(value.mapValue.compact(limit: 4096)) to number.") }
      return .number(number)
    case .color: return .color(try color(value))
    case .formatted:
      if case .formatted = value { return value }
      return .formatted([FormattedSection(text: value.text)])
    case .image:
      if case .image = value { return value }
      let name = value.text
      return .image(ResolvedImage(name: name, isAvailable: context.availableImages.contains(name)))
    case .padding, .numberArray, .colorArray, .anchors, .projection:
      if value.type == type { return value }
      guard let result = collection(value, type) else {
        throw EvaluationError("Could not parse \(type) from value '\(value.text(orNull: true))'")
      }
      return result
    default: return .string(value.text)
    }
  }

  /// Number of a value, as in JavaScript; nil if it is no number.
  static func number(_ value: ExpressionValue) -> Double? {
    switch value {
    case .null: return 0
    case .boolean(let flag): return flag ? 1 : 0
    case .number(let number): return number.isNaN ? nil : number
    case .string(let text):
      let trimmed = String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
      if trimmed.isEmpty { return 0 }
      if trimmed == "Infinity" || trimmed == "+Infinity" { return .infinity }
      if trimmed == "-Infinity" { return -.infinity }
      for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0o", 8)] where trimmed.hasPrefix(prefix) {
        return UInt64(trimmed.dropFirst(2), radix: radix).map(Double.init)
      }
      guard trimmed.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }) else { return nil }
      return Double(trimmed)
    default: return nil
    }
  }

  static func color(_ value: ExpressionValue) throws(EvaluationError) -> MapColor {
    switch value {
    case .color(let color): return color
    case .string(let text):
      guard let color = MapColor(css: text) else { throw EvaluationError("Could not parse color from value '\(text)'") }
      return color
    case .list(let items):
      let numbers = items.compactMap(\.number)
      guard items.count == 3 || items.count == 4, numbers.count == items.count else {
        throw EvaluationError(
          "Invalid rgba value \(value.mapValue.compact(limit: 4096)): expected an array containing either three or four numeric values.")
      }
      return try rgba(numbers)
    default: throw EvaluationError("Could not parse color from value '\(value.text(orNull: true))'")
    }
  }

  /// Color of channels from 0 to 255 and an alpha from 0 to 1.
  static func rgba(_ numbers: [Double]) throws(EvaluationError) -> MapColor {
    guard numbers.prefix(3).allSatisfy({ $0 >= 0 && $0 <= 255 }) else {
      throw EvaluationError(
        "Invalid rgba value [\(numbers.map(JSONNumber.text).joined(separator: ", "))]: 'r', 'g', and 'b' must be between 0 and 255.")
    }
    let alpha = numbers.count > 3 ? numbers[3] : 1
    guard alpha >= 0, alpha <= 1 else {
      throw EvaluationError("Invalid rgba value [\(numbers.map(JSONNumber.text).joined(separator: ", "))]: 'a' must be between 0 and 1.")
    }
    return MapColor(numbers[0] / 255, numbers[1] / 255, numbers[2] / 255, alpha)
  }

  private static func collection(_ value: ExpressionValue, _ type: ExpressionType) -> ExpressionValue? {
    switch type {
    case .padding:
      if let number = value.number { return .padding([number, number, number, number]) }
      guard let n = numbers(value), (1...4).contains(n.count) else { return nil }
      return .padding([n[0], n.count > 1 ? n[1] : n[0], n.count > 2 ? n[2] : n[0], n.count > 3 ? n[3] : n.count > 1 ? n[1] : n[0]])
    case .numberArray:
      if let number = value.number { return .numbers([number]) }
      return numbers(value).map { .numbers($0) }
    case .colorArray:
      if let text = value.string { return MapColor(css: text).map { .colors([$0]) } }
      guard case .list(let items) = value else { return nil }
      let colors = items.compactMap { item in item.string.flatMap { MapColor(css: $0) } }
      return colors.count == items.count ? .colors(colors) : nil
    case .anchors:
      guard case .list(let items) = value, !items.isEmpty, items.count.isMultiple(of: 2) else { return nil }
      var anchors: [ExpressionValue.Anchor] = []
      for i in stride(from: 0, to: items.count, by: 2) {
        guard let name = items[i].string, anchorNames.contains(name), let offset = numbers(items[i + 1]), offset.count == 2 else {
          return nil
        }
        anchors.append(.init(name: name, offset: offset))
      }
      return .anchors(anchors)
    case .projection:
      if let text = value.string { return .projection(from: text, to: text, transition: 1) }
      guard case .list(let items) = value, items.count == 3, let from = items[0].string, let to = items[1].string, let t = items[2].number
      else { return nil }
      return .projection(from: from, to: to, transition: t)
    default: return nil
    }
  }

  static let anchorNames: Set<String> = [
    "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
  ]

  private static func numbers(_ value: ExpressionValue) -> [Double]? {
    guard case .list(let items) = value else { return nil }
    let numbers = items.compactMap(\.number)
    return numbers.count == items.count ? numbers : nil
  }
}

extension ExpressionValue {
  fileprivate func text(orNull: Bool) -> String { isNull ? "null" : text }
}
