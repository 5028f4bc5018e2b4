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
      NodeAttribute(
        "markup", kind: .text,
        help: "The text with marks: **bold**, *italic*, ~~struck~~, `code`, [link](target); a backslash takes a mark's meaning.",
        get: { _ in nil },
        set: { target, new in
          guard let text = new.text else { throw AttributeError(attribute: "markup", reason: "wants text") }
          target.spans = Markup.spans(text)
        }),
    ] + NodeAttribute.font(\.font) + [
      .color("color", \.color, help: "Colour of the letters."),
      .choice("alignment", \.alignment, help: "Where lines stand in the width of the box."),
      .integer("lineLimit", \.lineLimit, in: 0...100_000, help: "The most lines shown; 0: all."),
      .choice("verticalAlignment", \.verticalAlignment, help: "Where lines stand in a box that is higher."),
      .number("minimumScale", \.minimumScale, in: 0.05...1, help: "The least factor that text is made smaller by to fit."),
      .choice("truncation", \.truncation, help: "Where text that does not fit is cut."),
      .text("truncationToken", \.truncationToken, help: "What stands where text was cut."),
      .boolean("truncatesAtWords", \.truncatesAtWords, help: "Whether text is cut between words."),
      .text("truncationMessage", \.truncationMessage, help: "What stands behind the token where text was cut; touches on it are told."),
      .color("linkColor", \.linkColor, help: "Colour of links and of the truncation message."),
      .color("highlightColor", \.highlightColor, help: "What is laid over a link while it is touched."),
      .number("lineHeight", \.lineHeight, in: 0...100, help: "Height of lines as a multiple of the fonts' own."),
      .number("lineSpacing", \.lineSpacing, in: -1000...1000, help: "Added between lines."),
      .number("lineHeightMinimum", \.lineHeightMinimum, in: 0...10_000, help: "The least height of a line; 0: none."),
      .number("lineHeightMaximum", \.lineHeightMaximum, in: 0...10_000, help: "The greatest height of a line; 0: none."),
      .number("paragraphSpacing", \.paragraphSpacing, in: -1000...1000, help: "Added below each paragraph but the last."),
      .number("firstLineIndent", \.firstLineIndent, in: 0...10_000, help: "How far a paragraph's first line is indented."),
      .number("indent", \.indent, in: 0...10_000, help: "How far a paragraph's other lines are indented."),
      NodeAttribute(
        "tabStops", kind: .list(.number(0...100_000)), help: "Where tabs lead, from the edge where lines start.",
        get: { $0.tabStops.isEmpty ? nil : .list($0.tabStops.map(AttributeValue.number)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "tabStops", reason: "wants a list of numbers") }
          target.tabStops = list.compactMap(\.number)
        }),
      .boolean("balanced", \.isBalanced, help: "Whether lines are broken to about the same width, as in titles."),
      .number("wordSpacing", \.wordSpacing, in: -1000...1000, help: "Added after each space."),
      .paint("fill", \.fill, help: "What letters are filled with instead of their colours: a gradient."),
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
      "backgroundRadius": .number(0...1000), "underlineStyle": .choice(TextLineStyle.allCases.map(\.rawValue)), "underlineColor": .color,
      "strikethroughStyle": .choice(TextLineStyle.allCases.map(\.rawValue)), "strikethroughColor": .color, "outlineColor": .color,
      "outlineWidth": .number(0...1000), "position": .choice(TextPosition.allCases.map(\.rawValue)), "link": .text,
      "wordSpacing": .number(-1000...1000),
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
    backgroundRadius = value["backgroundRadius"]?.number
    underlineStyle = value["underlineStyle"]?.text.flatMap(TextLineStyle.init(rawValue:))
    underlineColor = value["underlineColor"]?.color
    strikethroughStyle = value["strikethroughStyle"]?.text.flatMap(TextLineStyle.init(rawValue:))
    strikethroughColor = value["strikethroughColor"]?.color
    outlineColor = value["outlineColor"]?.color
    outlineWidth = value["outlineWidth"]?.number
    position = value["position"]?.text.flatMap(TextPosition.init(rawValue:))
    link = value["link"]?.text
    wordSpacing = value["wordSpacing"]?.number
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
    add("backgroundRadius", backgroundRadius.map(AttributeValue.number))
    add("underlineStyle", (underlineStyle?.rawValue).map(AttributeValue.text))
    add("underlineColor", underlineColor.map(AttributeValue.color))
    add("strikethroughStyle", (strikethroughStyle?.rawValue).map(AttributeValue.text))
    add("strikethroughColor", strikethroughColor.map(AttributeValue.color))
    add("outlineColor", outlineColor.map(AttributeValue.color))
    add("outlineWidth", outlineWidth.map(AttributeValue.number))
    add("position", (position?.rawValue).map(AttributeValue.text))
    add("link", link.map(AttributeValue.text))
    add("wordSpacing", wordSpacing.map(AttributeValue.number))
    return .map(pairs)
  }
}
