internal import ImagePlugin
public import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

extension Button {
  /// Attributes for scene files.
  public static let attributes: [NodeAttribute<Button>] =
    [
      .text("title", \.title, help: "The words."),
      .choice("kind", \.kind, help: "Look that it has from the theme."),
      .choice("size", \.size, help: "Height that it has from the theme, unless it is unstyled."),
      .color("titleColor", \.titleColor, help: "Colour of the words."),
      .asset("image", \.normal.imageFile, help: "A PNG or JPEG file beside the words, or its http or https URL."),
      .color("imageTint", \.normal.imageTint, help: "Replaces the picture's colours, keeping alpha."),
      NodeAttribute(
        "states", kind: .map(Dictionary(uniqueKeysWithValues: ControlState.allCases.map { ($0.rawValue, ButtonAppearance.kind) })),
        help: "How it looks when normal, highlighted, selected, disabled; what is left out is as when normal.",
        get: { button in
          let set = ControlState.allCases.filter { button[$0] != ButtonAppearance() }
          return set.isEmpty ? nil : .map(set.map { ($0.rawValue, button[$0].attributeValue) })
        },
        set: { button, new in
          for state in ControlState.allCases {
            if let given = new[state.rawValue] { button[state] = try ButtonAppearance(given).filled(from: button[state]) }
          }
        }),
    ] + NodeAttribute.font(\.font) + [
      .number("spacing", \.spacing, in: 0...10_000, help: "Distance between picture and words."),
      .choice("imagePlacement", \.imagePlacement, help: "Where the picture stands beside the words."),
      NodeAttribute(
        "imageSize", kind: .list(.number(0...10_000)), help: "Width and height of the picture; unset: its own.",
        get: { $0.imageSize.map { .list([.number($0.width), .number($0.height)]) } },
        set: { button, new in
          guard let point = new.point else { throw AttributeError(attribute: "imageSize", reason: "must be two numbers, width and height") }
          button.imageSize = Size(point.x, point.y)
        }),
      NodeAttribute(
        "contentInsets", kind: .either([.number(0...10_000), .list(.number(0...10_000))]),
        help: "Distance from the edge to words and picture: one number, two (top and bottom, sides), or four (top, right, bottom, left).",
        get: {
          .list([$0.contentInsets.top, $0.contentInsets.right, $0.contentInsets.bottom, $0.contentInsets.left].map(AttributeValue.number))
        },
        set: { button, new in
          let list = new.number.map { [$0] } ?? new.list?.compactMap(\.number) ?? []
          switch list.count {
          case 1: button.contentInsets = Insets(list[0])
          case 2: button.contentInsets = Insets(horizontal: list[1], vertical: list[0])
          case 4: button.contentInsets = Insets(top: list[0], right: list[1], bottom: list[2], left: list[3])
          default: throw AttributeError(attribute: "contentInsets", reason: "must be one number, two, or four: top, right, bottom, left")
          }
        }),
      .radii(
        "rounding", \.rounding, help: "Rounds backgrounds, border and focus ring where cornerRadius is 0: one number, or one a corner."),
      .boolean("enabled", \.isEnabled, help: "Whether it can be pressed."),
      .boolean("selected", \.isSelected, help: "Whether it is switched on."),
      NodeAttribute(
        "highlighted", kind: .boolean, initial: .boolean(false), help: "Whether it looks held down.",
        getNode: { .boolean($0.isHighlighted) },
        setNode: { node, new in
          guard let isHighlighted = new.boolean else { throw AttributeError(attribute: "highlighted", reason: "must be true or false") }
          node.isHighlighted = isHighlighted
        }),
    ]
}

extension ButtonAppearance {
  static let kind = AttributeKind.map([
    "title": .text, "titleColor": .color, "image": .asset, "imageTint": .color, "background": .paint,
    "border": .map(["width": .number(0...10_000), "color": .color]),
  ])

  /// Location of the picture if it is a file or a URL.
  var imageFile: String? {
    get { image?.location }
    set { image = newValue.map(ImageSource.init(location:)) }
  }

  /// Creates an appearance from a scene file's value.
  init(_ value: AttributeValue) throws {
    self.init(title: value["title"]?.text, titleColor: value["titleColor"]?.color, imageTint: value["imageTint"]?.color)
    imageFile = value["image"]?.text
    if let given = value["background"] {
      guard let paint = Paint(given) else {
        throw AttributeError(attribute: "states", reason: "background must be \(AttributeKind.paint.description)")
      }
      background = paint
    }
    if let given = value["border"] { border = Border(width: given["width"]?.number ?? 1, color: given["color"]?.color ?? .theme(.edge)) }
  }

  /// Value of the appearance in scene files.
  var attributeValue: AttributeValue {
    var pairs: [(key: String, value: AttributeValue)] = []
    func add(_ key: String, _ value: AttributeValue?) { if let value { pairs.append((key, value)) } }
    add("title", title.map(AttributeValue.text))
    add("titleColor", titleColor.map(AttributeValue.color))
    add("image", imageFile.map(AttributeValue.text))
    add("imageTint", imageTint.map(AttributeValue.color))
    add("background", background?.attributeValue)
    add("border", border.map { .map([("width", .number($0.width.top)), ("color", .color($0.color))]) })
    return .map(pairs)
  }
}
