internal import TesseraJSON

/// Result of an expression.
enum ExpressionValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case color(MapColor)
  case list([ExpressionValue])
  case object([Member])
  case collator(Collator)
  case formatted([FormattedSection])
  case image(ResolvedImage)
  case padding([Double])
  case numbers([Double])
  case colors([MapColor])
  case anchors([Anchor])
  case projection(from: String, to: String, transition: Double)

  /// Key with its value.
  struct Member: Sendable, Equatable {
    var key: String
    var value: ExpressionValue
  }

  /// Anchor of a text with its offset.
  struct Anchor: Sendable, Equatable {
    var name: String
    var offset: [Double]
  }

  init(_ value: MapValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number)
    case .literal(let literal): self = .number(Double(literal) ?? .nan)
    case .text(let text): self = .string(text)
    case .list(let list): self = .list(list.map(ExpressionValue.init))
    case .map(let members): self = .object(members.map { Member(key: $0.key, value: ExpressionValue($0.value)) })
    }
  }

  var type: ExpressionType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .color: .color
    case .object: .object
    case .collator: .collator
    case .formatted: .formatted
    case .image: .image
    case .padding: .padding
    case .numbers: .numberArray
    case .colors: .colorArray
    case .anchors: .anchors
    case .projection: .projection
    case .list(let items): .array(Self.itemType(items.lazy.map(\.type)), items.count)
    }
  }

  /// Common type of a list's items.
  static func itemType(_ types: some Sequence<ExpressionType>) -> ExpressionType {
    var result: ExpressionType?
    for type in types {
      if let result, result != type { return .value }
      result = type
    }
    return result ?? .value
  }

  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Truth of a value, as in JavaScript.
  var isTrue: Bool {
    switch self {
    case .null: false
    case .boolean(let flag): flag
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    default: true
    }
  }

  /// Text of `to-string`.
  var text: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): JSONNumber.text(number)
    case .color(let color): color.text
    case .formatted(let sections): sections.map(\.text).joined()
    case .image(let image): image.name
    default: mapValue.compact(limit: 1 << 16)
    }
  }

  /// Value as JSON.
  var mapValue: MapValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .color(let color):
      .list([color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha].map { .number($0) })
    case .list(let items): .list(items.map(\.mapValue))
    case .object(let members): .map(members.map { .init($0.key, $0.value.mapValue) })
    case .collator: .map([])
    case .formatted(let sections): .map([.init("sections", .list(sections.map(\.mapValue)))])
    case .image(let image): .map([.init("name", .text(image.name)), .init("available", .boolean(image.isAvailable))])
    case .padding(let numbers), .numbers(let numbers): .map([.init("values", .list(numbers.map { .number($0) }))])
    case .colors(let colors): .map([.init("values", .list(colors.map(\.mapValue)))])
    case .anchors(let anchors):
      .map([.init("values", .list(anchors.flatMap { [.text($0.name), .list($0.offset.map { .number($0) })] }))])
    case .projection(let from, let to, 1) where from == to: .text(from)
    case .projection(let from, let to, let transition):
      .map([.init("from", .text(from)), .init("to", .text(to)), .init("transition", .number(transition))])
    }
  }
}

/// Part of a formatted text.
struct FormattedSection: Sendable, Equatable {
  var text: String
  var image: ResolvedImage?
  var scale: Double?
  var fonts: String?
  var color: MapColor?
  var verticalAlign: String?

  var mapValue: MapValue {
    .map([
      .init("text", .text(text)), .init("image", image.map { ExpressionValue.image($0).mapValue } ?? .null),
      .init("scale", scale.map { .number($0) } ?? .null), .init("fontStack", fonts.map { .text($0) } ?? .null),
      .init("textColor", color.map(\.mapValue) ?? .null), .init("verticalAlign", verticalAlign.map { .text($0) } ?? .null),
    ])
  }
}

/// Name of a picture, and whether the map has it.
struct ResolvedImage: Sendable, Equatable {
  var name: String
  var isAvailable = false
}
