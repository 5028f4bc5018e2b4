public import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

extension Image {
  // Created once, because every attribute of a scene is looked up in it. It lists the formats registered when the first image is created.
  public static let attributes: [NodeAttribute<Image>] = [
    .asset("source", \.location, affects: [.layout, .display], help: "File of the picture, or its http or https URL. \(formats)")
      .crossFading(),
    previewsAttribute, scaleVariantsAttribute,
    localFile("defaultImage", \.defaultImage, help: "File that is shown until the picture of a URL is loaded."),
    localFile("failureImage", \.failureImage, help: "File that is shown if the picture of a URL cannot be loaded."),
    .boolean(
      "clearsWhileLoading", \.clearsWhileLoading,
      affects: .display,
      help: "Whether the image is cleared while a new URL loads; otherwise the previous picture stays until the new one is loaded."),
    .boolean(
      "showsScans", \.showsScans,
      affects: .display,
      help:
        "Whether a progressive JPEG, or an interlaced PNG or GIF, is shown scan by scan while it loads, blurred according to the missing detail."
    ),
    .choice("contentMode", \.contentMode, affects: .display, help: "Placement of the picture in the box."),
    focusAttribute,
    .color(
      "tint", \.tint, affects: .display,
      help: "Color that replaces the picture's colors, keeping alpha; in SVG pictures it replaces only `currentColor`."),
    .boolean(
      "template", \.isTemplate, affects: .display,
      help: "Whether it is a single-color icon, drawn in its tint, else in the environment's tint."),
    .radii(
      "rounding", \.rounding, affects: .display,
      help: "Corner radii of the picture: one number, or top left, top right, bottom right, bottom left."),
    .number("blur", \.blur, in: 0...1000, affects: .display, help: "Standard deviation of a blur, logical units."),
    .choice("quality", \.quality, affects: .display, help: "Scaling quality; nearest keeps pixels square."),
    .number("imageScale", \.imageScale, in: 0.01...100, affects: [.layout, .display], help: "Pixels of the picture per logical unit."),
    ninePatchAttribute,
    cropAttribute,
    decodeSizeAttribute,
    .boolean("playing", \.isPlaying, affects: .display, help: "Whether an animated picture plays while it is visible."),
    loopsAttribute,
    modificationAttribute,
    .number(
      "fade", \.fade, in: 0...60,
      affects: .display,
      help: "Duration of the fade-in after a visible wait, over placeholder, preview or previous picture, in seconds; 0 means none."),
  ]

  /// Location of the source if it is a file or a URL.
  var location: String? {
    get { source?.location }
    set { source = ImageSource(attribute: newValue) }
  }

  /// Supported formats, for help.
  private static var formats: String {
    "Formats: " + PictureCodecs.shared.all.map { "\($0.format) (\($0.summary))" }.joined(separator: "; ") + "."
  }

  private static let loopsAttribute = NodeAttribute<Image>(
    "loops", \.loops, kind: .integer(0...1_000_000), affects: .display,
    help: "Number of loops of an animated picture; 0 means unlimited, unset the number in the file.",
    get: { $0.loops.map { .number(Double($0)) } },
    set: { image, new in image.loops = new.number.flatMap { Int(exactly: $0) } })

  /// Declares the file of a picture that replaces the picture of a URL. It is never loaded from the network, therefore a URL is an error.
  private static func localFile(
    _ name: String, _ path: @autoclosure @escaping NodeAttribute<Image>.Path<ImageSource?>, help: String
  ) -> NodeAttribute<Image> {
    NodeAttribute(
      name, path(), kind: .asset, affects: [.layout, .display], help: help,
      get: { $0[keyPath: path()]?.location.map(AttributeValue.text) },
      set: { image, new in
        let source = ImageSource(attribute: new.text)
        if case .url? = source { throw AttributeError(attribute: name, reason: "must be the path of a file, not a URL") }
        image[keyPath: path()] = source
      })
  }

  private static let previewsAttribute = NodeAttribute<Image>(
    "previews", \.previews, kind: .list(.asset), affects: [.layout, .display],
    help: "The same picture in lower qualities, the lowest first; each is shown until a better one is loaded.",
    get: { $0.previews.isEmpty ? nil : .list($0.previews.compactMap(\.location).map(AttributeValue.text)) },
    set: { image, new in image.previews = (new.list ?? []).compactMap(\.text).map(ImageSource.init(location:)) })

  private static let focusAttribute = NodeAttribute<Image>(
    "focus", \.focus, kind: .list(.number(0...1)), affects: .display,
    help: "Focal point of a cropped picture: x and y, fractions of width and height.",
    get: { .list([.number($0.focus.x), .number($0.focus.y)]) },
    set: { image, new in
      guard let point = new.point else { throw AttributeError(attribute: "focus", reason: "must be two numbers, x and y, from 0 to 1") }
      image.focus = point
    })

  private static let ninePatchAttribute: NodeAttribute<Image> = {
    let side = AttributeKind.number(0...16384)
    return NodeAttribute(
      "ninePatch", \.ninePatch, kind: .either([side, .list(side)]),
      affects: .display, help: "Insets of the stretched center, in pixels of the picture: one number, or top, right, bottom, left.",
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
    help: "Part that is shown instead of the whole picture: x, y, width and height, in pixels or fractions of the picture.",
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
        throw AttributeError(attribute: "crop", reason: "must have a width and a height above 0")
      }
      image.crop = ImageCrop(
        Rect(new["x"]?.number ?? 0, new["y"]?.number ?? 0, width, height),
        unit: new["unit"]?.text.flatMap(ImageCrop.Unit.init(rawValue:)) ?? .pixels)
    })

  private static let decodeSizeAttribute = NodeAttribute<Image>(
    "decodeSize", \.decodeSize, kind: .list(.number(1...16384)),
    affects: .display,
    help: "Width and height in pixels at which the picture is decoded, at most its own; unset means the required size.",
    get: { $0.decodeSize.map { .list([.number($0.width), .number($0.height)]) } },
    set: { image, new in
      guard let numbers = new.list?.compactMap(\.number), numbers.count == 2 else {
        throw AttributeError(attribute: "decodeSize", reason: "must be two numbers, width and height")
      }
      image.decodeSize = Size(numbers[0], numbers[1])
    })

  private static let modificationAttribute = NodeAttribute<Image>(
    "modification", \.modification, kind: .choice(["none", "grayscale"]), affects: .display,
    help: "Modification of the picture before it is drawn.",
    get: { $0.modification.map { .text($0.id) } ?? .text("none") },
    set: { image, new in image.modification = new.text == "grayscale" ? .grayscale : nil })
}
