public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Image {
  public static var attributes: [NodeAttribute<Self>] {
    [
      .asset("source", \.file, help: "The PNG or JPEG file."),
      .choice("contentMode", \.contentMode, help: "How the picture is placed in the box."),
      focusAttribute,
      .color("tint", \.tint, help: "Replaces the colours, keeping alpha: for icons."),
      .radii(
        "rounding", \.rounding, help: "Rounds the picture's corners: one number, or top left, top right, bottom right, bottom left."),
      .number("blur", \.blur, in: 0...1000, help: "Standard deviation of a blur."),
      .choice("quality", \.quality, help: "How the picture is scaled; nearest keeps pixels square."),
      .number("imageScale", \.imageScale, in: 0.01...100, help: "Pixels of the picture a logical unit."),
      ninePatchAttribute,
      modificationAttribute,
    ]
  }

  /// The source where it is a file.
  var file: String? {
    get { if case .file(let path) = source { path } else { nil } }
    set { source = newValue.map(ImageSource.file) }
  }

  private static let focusAttribute = NodeAttribute<Image>(
    "focus", kind: .list(.number(0...1)), help: "Which point of the picture stays in sight: x and y, shares of width and height.",
    get: { .list([.number($0.focus.x), .number($0.focus.y)]) },
    set: { image, new in
      guard let point = new.point else { throw AttributeError(attribute: "focus", reason: "wants two numbers, x and y, from 0 to 1") }
      image.focus = point
    })

  private static let ninePatchAttribute: NodeAttribute<Image> = {
    let side = AttributeKind.number(0...16384)
    return NodeAttribute(
      "ninePatch", kind: .either([side, .list(side)]),
      help: "Stretches only what lies inside these insets, in pixels: one number, or top, right, bottom, left.",
      get: { $0.ninePatch.map { .list([$0.top, $0.right, $0.bottom, $0.left].map(AttributeValue.number)) } },
      set: { image, new in
        if let all = new.number {
          image.ninePatch = Insets(all)
        } else if let list = new.list?.compactMap(\.number), list.count == 4 {
          image.ninePatch = Insets(top: list[0], right: list[1], bottom: list[2], left: list[3])
        } else {
          throw AttributeError(attribute: "ninePatch", reason: "wants one number, or four: top, right, bottom, left")
        }
      })
  }()

  private static let modificationAttribute = NodeAttribute<Image>(
    "modification", kind: .choice(["none", "grayscale"]), help: "What is done to the picture before it is drawn.",
    get: { $0.modification.map { .text($0.id) } ?? .text("none") },
    set: { image, new in image.modification = new.text == "grayscale" ? .grayscale : nil })
}
