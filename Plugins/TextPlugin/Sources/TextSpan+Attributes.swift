internal import Tessera
internal import TesseraRender

extension TextSpan {
  static let kind = AttributeKind.list(
    .map([
      "text": .text, "font": .fontFamilies, "fontSize": .fontSize, "weight": .fontWeight,
      "slant": .choice(FontSlant.allCases.map(\.rawValue)), "fontWidth": .number(25...400),
      "hinting": .choice(FontHinting.allCases.map(\.rawValue)), "color": .color, "background": .color, "underline": .boolean,
      "backgroundRadius": .number(0...1000), "underlineStyle": .choice(TextLineStyle.allCases.map(\.rawValue)), "underlineColor": .color,
      "strikethroughStyle": .choice(TextLineStyle.allCases.map(\.rawValue)), "strikethroughColor": .color, "outlineColor": .color,
      "outlineWidth": .number(0...1000), "position": .choice(TextPosition.allCases.map(\.rawValue)), "link": .text,
      "wordSpacing": .number(-1000...1000), "axes": .fontAxes, "features": .fontFeatures, "language": .language,
      "underlineSkipsInk": .boolean,
      "node": .text, "width": .number(0...10_000), "height": .number(0...10_000),
      "align": .choice(TextAttachment.Alignment.allCases.map(\.rawValue)),
      "strikethrough": .boolean, "letterSpacing": .number(-1000...1000), "baselineOffset": .number(-1000...1000),
    ]))

  /// Creates the part of a scene file's value.
  init(_ value: AttributeValue) throws {
    switch (value["text"]?.text, value["node"]?.text) {
    case (let text?, nil):
      for key in ["width", "height", "align"] where value[key] != nil {
        throw AttributeError(attribute: "spans", reason: "`\(key)` requires `node`, not `text`")
      }
      self.init(text)
    case (nil, let node?):
      guard !node.isEmpty else { throw AttributeError(attribute: "spans", reason: "`node` must be the id of a child") }
      self.init(
        Attachment(
          node: node, width: value["width"]?.number, height: value["height"]?.number,
          alignment: value["align"]?.text.flatMap(TextAttachment.Alignment.init(rawValue:)) ?? .baseline))
    default: throw AttributeError(attribute: "spans", reason: "each part needs `text`, or `node` with the id of a child")
    }
    color = value["color"]?.color
    variations = try value["axes"].map { try FontTags.read($0, "spans") }
    features = try value["features"].map { try FontTags.read($0, "spans").mapValues { Int($0) } }
    language = value["language"]?.text
    underlineSkipsInk = value["underlineSkipsInk"]?.boolean
    families = value["font"].flatMap(Families.read)
    fontSize = value["fontSize"]?.number
    if let given = value["weight"] {
      guard let weight = FontWeight(given) else {
        throw AttributeError(attribute: "spans", reason: "weight must be \(AttributeKind.fontWeight.description)")
      }
      self.weight = weight
    }
    fontWidth = value["fontWidth"]?.number
    hinting = value["hinting"]?.text.flatMap(FontHinting.init(rawValue:))
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

  /// Value of the part in scene files.
  var attributeValue: AttributeValue {
    var pairs: [(key: String, value: AttributeValue)] = []
    func add(_ key: String, _ value: AttributeValue?) { if let value { pairs.append((key, value)) } }
    if let attachment {
      add("node", .text(attachment.node))
      add("width", attachment.width.map(AttributeValue.number))
      add("height", attachment.height.map(AttributeValue.number))
      if attachment.alignment != .baseline { add("align", .text(attachment.alignment.rawValue)) }
    } else {
      add("text", .text(text))
    }
    add("axes", variations.flatMap(FontTags.write))
    add("features", features.flatMap { FontTags.write($0.mapValues(Double.init)) })
    add("language", language.map(AttributeValue.text))
    add("underlineSkipsInk", underlineSkipsInk.map(AttributeValue.boolean))
    add("font", families.flatMap(Families.write))
    add("fontSize", fontSize.map(AttributeValue.number))
    add("weight", weight?.attributeValue)
    add("fontWidth", fontWidth.map(AttributeValue.number))
    add("hinting", (hinting?.rawValue).map(AttributeValue.text))
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
