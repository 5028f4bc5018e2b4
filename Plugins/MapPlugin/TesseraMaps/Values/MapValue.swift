public import TesseraJSON

/// Value of a style, a property or an expression.
public typealias MapValue = JSONValue

extension JSONValue {
  /// Name of the type in messages of the style specification.
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number, .literal: "number"
    case .text: "string"
    case .list: "array"
    case .map: "object"
    }
  }
}
