/// Type of an expression.
enum ExpressionType: Sendable, Hashable, CustomStringConvertible {
  case null, number, string, boolean, color, projection, object, value, error, collator, formatted, padding, numberArray, colorArray, image
  case anchors
  /// Item type, and length if it is known.
  indirect case array(ExpressionType, Int?)

  var description: String {
    switch self {
    case .null: "null"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .color: "color"
    case .projection: "projectionDefinition"
    case .object: "object"
    case .value: "value"
    case .error: "error"
    case .collator: "collator"
    case .formatted: "formatted"
    case .padding: "padding"
    case .numberArray: "numberArray"
    case .colorArray: "colorArray"
    case .image: "resolvedImage"
    case .anchors: "variableAnchorOffsetCollection"
    case .array(let item, .some(let length)): "array<\(item), \(length)>"
    case .array(.value, nil): "array"
    case .array(let item, nil): "array<\(item)>"
    }
  }

  var isArray: Bool { if case .array = self { true } else { false } }

  /// Types that are values.
  private static let members: [ExpressionType] = [
    .null, .number, .string, .boolean, .color, .projection, .formatted, .object, .array(.value, nil), .padding, .numberArray, .colorArray,
    .image, .anchors,
  ]

  /// Returns whether a value of type `other` can be used as this type.
  func accepts(_ other: ExpressionType) -> Bool {
    if other == .error { return true }
    if case .array(let item, let length) = self {
      guard case .array(let otherItem, let otherLength) = other else { return false }
      return ((otherLength == 0 && otherItem == .value) || item.accepts(otherItem)) && (length == nil || length == otherLength)
    }
    if self == other { return true }
    guard self == .value else { return false }
    return Self.members.contains { $0 == other || ($0.isArray && $0.accepts(other)) }
  }

  /// Returns the reason why a value of type `other` cannot be used as this type.
  func problem(_ other: ExpressionType) -> String? { accepts(other) ? nil : "Expected \(self) but found \(other) instead." }
}
