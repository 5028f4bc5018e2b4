internal import IconPlugin
internal import ImagePlugin
public import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

extension Button {
  /// Attributes for scene files.
  public static let attributes: [NodeAttribute<Button>] =
    [
      .text("title", \.title, help: "Title of the button."),
      .choice(
        "kind", \.kind, help: "Look from the theme; automatic: normal, unless the button has a background, a border or another own look."),
      .choice("size", \.controlSize, help: "Height from the theme; ignored by unstyled buttons."),
      .color("titleColor", \.titleColor, help: "Color of the title."),
      .asset("image", \.normal.imageFile, help: "Picture next to the title: a file, or its http or https URL."),
      NodeAttribute(
        "icon", kind: .text, help: "Icon next to the title, by its name, in the color of the title; image replaces it.",
        get: { .text($0.icon) },
        set: { button, new in
          let name = new.text ?? ""
          if let problem = Icon.problem(ofName: name) { throw AttributeError(attribute: "icon", reason: problem) }
          button.icon = name
        }),
      .color("imageTint", \.normal.imageTint, help: "Color that replaces the picture's colors, keeping alpha."),
      NodeAttribute(
        "states", kind: .map(Dictionary(uniqueKeysWithValues: ControlState.allCases.map { ($0.rawValue, ButtonAppearance.kind) })),
        help: "Looks in the states normal, highlighted, selected and disabled; missing values are those of normal.",
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
      .number("spacing", \.spacing, in: 0...10_000, help: "Distance between picture and title, logical units."),
      .choice("imagePlacement", \.imagePlacement, help: "Position of the picture next to the title."),
      NodeAttribute(
        "imageSize", kind: .list(.number(0...10_000)), help: "Width and height of the picture; unset means its own.",
        get: { $0.imageSize.map { .list([.number($0.width), .number($0.height)]) } },
        set: { button, new in
          guard let point = new.point else { throw AttributeError(attribute: "imageSize", reason: "must be two numbers, width and height") }
          button.imageSize = Size(point.x, point.y)
        }),
      NodeAttribute(
        "contentInsets", kind: .either([.number(0...10_000), .list(.number(0...10_000))]),
        help: "Insets of title and picture from the edge: one number, two (top and bottom, sides), or four (top, right, bottom, left).",
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
      .choice("alignment", \.alignment, help: "Position of picture and title along the box."),
      .boolean(
        "loading", \.isLoading, help: "Whether a spinner replaces the picture, or the title if there is none, and presses are ignored."),
      .radii(
        "rounding", \.rounding,
        help: "Corner radii of background, border and focus ring if cornerRadius is 0: one number, or one per corner."),
      .boolean("enabled", \.isEnabled, help: "Whether the button can be pressed."),
      .boolean("selected", \.isSelected, help: "Whether the button is switched on."),
      .boolean("repeats", \.repeats, help: "Whether a held button sends tap repeatedly: after 0.4 s, first slowly."),
      NodeAttribute(
        "highlighted", kind: .boolean, initial: .boolean(false), help: "Whether the button has the pressed look.",
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
