public import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

extension Image {
  // Created once, because every attribute of a scene is looked up in it. It lists the formats registered when the first image is created.
  public static let attributes: [NodeAttribute<Image>] = [
    .asset("source", \.location, affects: [.layout, .display], help: "The file of the picture, or its http or https URL. \(formats)")
      .crossFading(),
    previewsAttribute,
    .asset(
      "defaultImage", \.defaultLocation, affects: [.layout, .display], help: "The file that is shown until the picture of a URL is there."),
    .asset(
      "failureImage", \.failureLocation, affects: [.layout, .display],
      help: "The file that is shown where the picture of a URL cannot be loaded."),
    .boolean(
      "clearsWhileLoading", \.clearsWhileLoading,
      affects: .display,
      help: "Whether another URL empties the image while it loads; else what it showed stays until the new picture is there."),
    .boolean(
      "showsScans", \.showsScans,
      affects: .display,
      help:
        "Whether a progressive JPEG, or an interlaced PNG or GIF, is shown while it loads: each scan as it comes, blurred by how much is missing."
    ),
    .choice("contentMode", \.contentMode, affects: .display, help: "How the picture is placed in the box."),
    focusAttribute,
    .color(
      "tint", \.tint, affects: .display,
      help: "Replaces the colours, keeping alpha: for icons. SVG pictures keep theirs but `currentColor`."),
    .boolean("template", \.isTemplate, affects: .display, help: "Whether it is an icon of one colour: its tint, else the environment's."),
    .radii(
      "rounding", \.rounding, affects: .display,
      help: "Rounds the picture's corners: one number, or top left, top right, bottom right, bottom left."),
    .number("blur", \.blur, in: 0...1000, affects: .display, help: "Standard deviation of a blur."),
    .choice("quality", \.quality, affects: .display, help: "How the picture is scaled; nearest keeps pixels square."),
    .number("imageScale", \.imageScale, in: 0.01...100, affects: [.layout, .display], help: "Pixels of the picture a logical unit."),
    ninePatchAttribute,
    cropAttribute,
    decodeSizeAttribute,
    .boolean("playing", \.isPlaying, affects: .display, help: "Whether a picture that moves does so while it is visible."),
    loopsAttribute,
    modificationAttribute,
    .number(
      "fade", \.fade, in: 0...60,
      affects: .display,
      help: "Seconds in which a picture that was waited for fades in over the placeholder, the preview or the picture before; 0: none."),
  ]

  /// Location of the source if it is a file or a URL.
  var location: String? {
    get { source?.location }
    set { source = newValue.map(ImageSource.init(location:)) }
  }

  /// Supported formats, for help.
  private static var formats: String {
    "Formats: " + PictureCodecs.shared.all.map { "\($0.format) (\($0.summary))" }.joined(separator: "; ") + "."
  }

  private static let loopsAttribute = NodeAttribute<Image>(
    "loops", \.loops, kind: .integer(0...1_000_000), affects: .display,
    help: "How often a picture that moves is played; 0: without end; else as the file says.",
    get: { $0.loops.map { .number(Double($0)) } },
    set: { image, new in image.loops = new.number.flatMap { Int(exactly: $0) } })

  private var defaultLocation: String? {
    get { defaultImage?.location }
    set { defaultImage = newValue.map(ImageSource.init(location:)) }
  }

  private var failureLocation: String? {
    get { failureImage?.location }
    set { failureImage = newValue.map(ImageSource.init(location:)) }
  }

  private static let previewsAttribute = NodeAttribute<Image>(
    "previews", \.previews, kind: .list(.asset), affects: [.layout, .display],
    help: "The same picture in lower qualities, the worst first: shown until better ones are there.",
    get: { $0.previews.isEmpty ? nil : .list($0.previews.compactMap(\.location).map(AttributeValue.text)) },
    set: { image, new in image.previews = (new.list ?? []).compactMap(\.text).map(ImageSource.init(location:)) })

  private static let focusAttribute = NodeAttribute<Image>(
    "focus", \.focus, kind: .list(.number(0...1)), affects: .display,
    help: "Which point of the picture stays in sight: x and y, shares of width and height.",
    get: { .list([.number($0.focus.x), .number($0.focus.y)]) },
    set: { image, new in
      guard let point = new.point else { throw AttributeError(attribute: "focus", reason: "must be two numbers, x and y, from 0 to 1") }
      image.focus = point
    })

  private static let ninePatchAttribute: NodeAttribute<Image> = {
    let side = AttributeKind.number(0...16384)
    return NodeAttribute(
      "ninePatch", \.ninePatch, kind: .either([side, .list(side)]),
      affects: .display, help: "Stretches only what lies inside these insets, in pixels: one number, or top, right, bottom, left.",
      get: { $0.ninePatch.map { .list([$0.top, $0.right, $0.bottom, $0.left].map(AttributeValue.number)) } },
      set: { image, new in
        if let all = new.number {
          image.ninePatch = Insets(all)
        } else if let list = new.list?.compactMap(\.number), list.count == 4 {
          image.ninePatch = Insets(top: list[0], right: list[1], bottom: list[2], left: list[3])
        } else {
          throw AttributeError(attribute: "ninePatch", reason: "must be one number, or four: top, right, bottom, left")
        }
      })
  }()

  private static let cropAttribute = NodeAttribute<Image>(
    "crop", \.crop,
    kind: .map([
      "x": .number(0...16384), "y": .number(0...16384), "width": .number(0...16384), "height": .number(0...16384),
      "unit": .choice(ImageCrop.Unit.allCases.map(\.rawValue)),
    ]), affects: [.layout, .display],
    help: "The part that is shown, as if it were the whole picture: x, y, width and height in pixels, or in shares of it.",
    get: {
      $0.crop.map { crop in
        .map([
          ("x", .number(crop.rect.minX)), ("y", .number(crop.rect.minY)), ("width", .number(crop.rect.width)),
          ("height", .number(crop.rect.height)), ("unit", .text(crop.unit.rawValue)),
        ])
      }
    },
    set: { image, new in
      guard let width = new["width"]?.number, let height = new["height"]?.number, width > 0, height > 0 else {
        throw AttributeError(attribute: "crop", reason: "needs a width and a height above 0")
      }
      image.crop = ImageCrop(
        Rect(new["x"]?.number ?? 0, new["y"]?.number ?? 0, width, height),
        unit: new["unit"]?.text.flatMap(ImageCrop.Unit.init(rawValue:)) ?? .pixels)
    })

  private static let decodeSizeAttribute = NodeAttribute<Image>(
    "decodeSize", \.decodeSize, kind: .list(.number(1...16384)),
    affects: .display,
    help: "Width and height in pixels at which the picture is decoded, whatever size it is drawn at; else the size needed.",
    get: { $0.decodeSize.map { .list([.number($0.width), .number($0.height)]) } },
    set: { image, new in
      guard let numbers = new.list?.compactMap(\.number), numbers.count == 2 else {
        throw AttributeError(attribute: "decodeSize", reason: "must be two numbers, width and height")
      }
      image.decodeSize = Size(numbers[0], numbers[1])
    })

  private static let modificationAttribute = NodeAttribute<Image>(
    "modification", \.modification, kind: .choice(["none", "grayscale"]), affects: .display,
    help: "What is done to the picture before it is drawn.",
    get: { $0.modification.map { .text($0.id) } ?? .text("none") },
    set: { image, new in image.modification = new.text == "grayscale" ? .grayscale : nil })
}
