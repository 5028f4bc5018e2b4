public import Tessera
internal import TesseraRender

extension Text {
  /// What scene files can set.
  public static let attributes: [NodeAttribute<Text>] =
    [
      .text("string", \.string, help: "The text."),
      NodeAttribute(
        "spans", kind: TextSpan.kind, help: "Text of several fonts and colours: parts, each with text and what it changes.",
        get: { $0.spans.isEmpty ? nil : .list($0.spans.map(\.attributeValue)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "spans", reason: "wants \(TextSpan.kind.description)") }
          target.spans = try list.map(TextSpan.init)
        }),
    ] + NodeAttribute.font(\.font) + [
      .color("color", \.color, help: "Colour of the letters."),
      .choice("alignment", \.alignment, help: "Where lines stand in the width of the box."),
      .integer("lineLimit", \.lineLimit, in: 0...100_000, help: "The most lines shown; 0: all."),
      .choice("truncation", \.truncation, help: "Where text that does not fit is cut."),
      .text("truncationToken", \.truncationToken, help: "What stands where text was cut."),
      .number("lineHeight", \.lineHeight, in: 0...100, help: "Height of lines as a multiple of the fonts' own."),
      .number("lineSpacing", \.lineSpacing, in: -1000...1000, help: "Added between lines."),
      .number("letterSpacing", \.letterSpacing, in: -1000...1000, help: "Added after each letter."),
      .boolean("underline", \.underline, help: "A line beneath."),
      .boolean("strikethrough", \.strikethrough, help: "A line through the middle."),
      .shadow("textShadow", \.textShadow, help: "A shadow of the letters: color, x, y, radius."),
      .choice("direction", \.direction, help: "Which way lines run; automatic: by the first strong character."),
    ]
}

extension TextSpan {
  static let kind = AttributeKind.list(
    .map([
      "text": .text, "font": .fontFamilies, "fontSize": .fontSize, "weight": .fontWeight,
      "slant": .choice(FontSlant.allCases.map(\.rawValue)), "color": .color, "background": .color, "underline": .boolean,
      "strikethrough": .boolean, "letterSpacing": .number(-1000...1000), "baselineOffset": .number(-1000...1000),
    ]))

  /// The part that a scene file describes.
  init(_ value: AttributeValue) throws {
    guard let text = value["text"]?.text else {
      throw AttributeError(attribute: "spans", reason: "each part wants `text`")
    }
    self.init(text, color: value["color"]?.color)
    families = value["font"].flatMap(Families.read)
    fontSize = value["fontSize"]?.number
    if let given = value["weight"] {
      guard let weight = FontWeight(given) else {
        throw AttributeError(attribute: "spans", reason: "weight wants \(AttributeKind.fontWeight.description)")
      }
      self.weight = weight
    }
    slant = value["slant"]?.text.flatMap(FontSlant.init(rawValue:))
    background = value["background"]?.color
    underline = value["underline"]?.boolean
    strikethrough = value["strikethrough"]?.boolean
    letterSpacing = value["letterSpacing"]?.number
    baselineOffset = value["baselineOffset"]?.number
  }

  /// The part as a scene file describes it.
  var attributeValue: AttributeValue {
    var pairs: [(key: String, value: AttributeValue)] = [("text", .text(text))]
    func add(_ key: String, _ value: AttributeValue?) { if let value { pairs.append((key, value)) } }
    add("font", families.flatMap(Families.write))
    add("fontSize", fontSize.map(AttributeValue.number))
    add("weight", weight?.attributeValue)
    add("slant", (slant?.rawValue).map(AttributeValue.text))
    add("color", color.map(AttributeValue.color))
    add("background", background.map(AttributeValue.color))
    add("underline", underline.map(AttributeValue.boolean))
    add("strikethrough", strikethrough.map(AttributeValue.boolean))
    add("letterSpacing", letterSpacing.map(AttributeValue.number))
    add("baselineOffset", baselineOffset.map(AttributeValue.number))
    return .map(pairs)
  }
}
