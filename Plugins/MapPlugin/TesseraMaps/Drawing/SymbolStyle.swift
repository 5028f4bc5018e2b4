internal import Glibc
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

/// Properties of a symbol layer that do not depend on features.
struct SymbolStyle {
  enum Placement: String { case point, line, center = "line-center" }

  /// Rules of a layer's texts or icons.
  struct Part {
    var overlaps: Bool
    var ignoresPlacement: Bool
    var isOptional: Bool
    var followsMap: Bool
    var keepsUpright: Bool
    var translation: Point

    init(_ name: String, _ layer: MapStyleLayer, _ context: EvaluationContext, _ placement: Placement, bearing: Double) {
      let overlap = layer.string("\(name)-overlap", context)
      overlaps = overlap.isEmpty ? layer.flag("\(name)-allow-overlap", context) : overlap != "never"
      ignoresPlacement = layer.flag("\(name)-ignore-placement", context)
      isOptional = layer.flag("\(name)-optional", context)
      let alignment = layer.string("\(name)-rotation-alignment", context)
      followsMap = alignment == "map" || (alignment == "auto" || alignment.isEmpty) && placement != .point
      keepsUpright = layer.flag("\(name)-keep-upright", context)
      translation = MapRenderer.translation(layer, "\(name)-translate", context, bearing: bearing)
    }
  }

  var placement: Placement
  /// Distance of symbols on a line, points.
  var spacing: Double
  var text: Part
  var icon: Part
  var maximumAngle: Double
  var textPadding: Double
  var fit: String
  var fitPadding: Insets

  init(_ layer: MapStyleLayer, _ context: EvaluationContext, bearing: Double) {
    let placement = Placement(rawValue: layer.string("symbol-placement", context)) ?? .point
    self.placement = placement
    spacing = max(1, layer.number("symbol-spacing", context))
    text = Part("text", layer, context, placement, bearing: bearing)
    icon = Part("icon", layer, context, placement, bearing: bearing)
    maximumAngle = layer.number("text-max-angle", context) * .pi / 180
    textPadding = max(0, layer.number("text-padding", context))
    fit = layer.string("icon-text-fit", context)
    let padding = layer.numbers("icon-text-fit-padding", context)
    fitPadding = padding.count == 4 ? Insets(top: padding[0], right: padding[1], bottom: padding[2], left: padding[3]) : .zero
  }
}

/// Text and icon of a feature. A value.
struct SymbolContent {
  struct Text {
    var label: Label
    var color: Color
    var halo: Color?
    var haloWidth: Double
    /// Sides of the text at its place, in order of preference.
    var anchors: [String]
    var offset: Point
    /// Distance from the place in the direction of the anchor, points; nil means `offset`.
    var radialOffset: Double?
    /// Rotation, radians.
    var rotation: Double
  }

  struct Icon {
    var name: String
    var image: MapSprite.Icon
    var scale: Double
    /// Box around the place, points.
    var box: Rect
    var rotation: Double
    var opacity: Double
    var color: Color
    var halo: Color?
    var haloWidth: Double
    var padding: Double
  }

  var text: Text?
  var icon: Icon?

  /// Maximum number of characters of a text.
  static let maximumText = 200

  init(_ layer: MapStyleLayer, _ context: EvaluationContext, _ sprite: MapSprite?) {
    let string = layer.string("text-field", context)
    if !string.isEmpty { text = Text(String(string.prefix(Self.maximumText)), layer, context) }
    if let sprite, layer.has("icon-image") { icon = Icon(layer.string("icon-image", context), sprite, layer, context) }
  }
}

extension SymbolContent.Text {
  init(_ text: String, _ layer: MapStyleLayer, _ context: EvaluationContext) {
    let size = min(max(layer.number("text-size", context), 1), 200)
    var shown = text
    switch layer.string("text-transform", context) {
    case "uppercase": shown = text.uppercased()
    case "lowercase": shown = text.lowercased()
    default: break
    }
    let fonts = layer.texts("text-font", context)
    label = Label(text: shown, size: size)
    label.isBold = fonts.contains { $0.byteRange(of: "Bold") != nil }
    label.isItalic = fonts.contains { $0.byteRange(of: "Italic") != nil }
    label.spacing = min(max(layer.number("text-letter-spacing", context), -1), 10) * size
    label.width = max(1, layer.number("text-max-width", context)) * size
    switch layer.string("text-justify", context) {
    case "left": label.alignment = .left
    case "right": label.alignment = .right
    default: break
    }
    let opacity = layer.number("text-opacity", context)
    color = layer.color("text-color", context).map { MapRenderer.color($0, opacity) } ?? .black
    haloWidth = min(max(layer.number("text-halo-width", context), 0), size / 4)
    halo = haloWidth > 0 ? layer.color("text-halo-color", context).map { MapRenderer.color($0, opacity) } : nil
    let variable = layer.texts("text-variable-anchor", context)
    anchors = variable.isEmpty ? [layer.string("text-anchor", context)] : Array(variable.prefix(9))
    let offset = layer.numbers("text-offset", context)
    self.offset = offset.count == 2 ? Point(offset[0] * size, offset[1] * size) : .zero
    let radial = layer.number("text-radial-offset", context) * size
    // Offsets of variable anchors point away from the place, and so do radial ones.
    radialOffset = radial != 0 ? radial : variable.isEmpty ? nil : max(abs(self.offset.x), abs(self.offset.y))
    rotation = layer.number("text-rotate", context) * .pi / 180
  }

  /// Returns the box of a text of a size around its place at the origin.
  func box(_ size: Size, anchor: String) -> Rect {
    let (h, v) = SymbolAnchor.sides(anchor)
    var origin = Point(-size.width * (1 - h) / 2, -size.height * (1 - v) / 2)
    if let radialOffset {
      // Corners keep the distance along the diagonal.
      let part = h != 0 && v != 0 ? radialOffset * 0.5.squareRoot() : radialOffset
      origin = Point(origin.x + h * part, origin.y + v * part)
    } else {
      origin = origin + offset
    }
    return Rect(origin: origin, size: size)
  }
}

extension SymbolContent.Icon {
  init?(_ name: String, _ sprite: MapSprite, _ layer: MapStyleLayer, _ context: EvaluationContext) {
    let scale = layer.number("icon-size", context)
    guard let image = sprite.icons[name], scale > 0, scale <= 100 else { return nil }
    (self.name, self.image, self.scale) = (name, image, scale)
    let size = Size(image.size.width * scale, image.size.height * scale)
    let (h, v) = SymbolAnchor.sides(layer.string("icon-anchor", context))
    let offset = layer.numbers("icon-offset", context)
    let shift = offset.count == 2 ? Point(offset[0] * scale, offset[1] * scale) : .zero
    box = Rect(-size.width * (1 - h) / 2 + shift.x, -size.height * (1 - v) / 2 + shift.y, size.width, size.height)
    rotation = layer.number("icon-rotate", context) * .pi / 180
    opacity = min(max(layer.number("icon-opacity", context), 0), 1)
    color = layer.color("icon-color", context).map { MapRenderer.color($0, 1) } ?? .black
    haloWidth = max(0, layer.number("icon-halo-width", context))
    halo = haloWidth > 0 ? layer.color("icon-halo-color", context).map { MapRenderer.color($0, 1) } : nil
    padding = layer.padding("icon-padding", context)
  }

  /// Stretches the icon around a text.
  mutating func fit(_ text: Rect, _ mode: String, padding: Insets) {
    guard mode == "width" || mode == "height" || mode == "both" else { return }
    var content = Insets.zero
    if let own = image.content {
      let unit = scale / image.ratio
      content = Insets(top: own.top * unit, right: own.right * unit, bottom: own.bottom * unit, left: own.left * unit)
    }
    let around = text.inset(
      by: Insets(
        top: -padding.top - content.top, right: -padding.right - content.right, bottom: -padding.bottom - content.bottom,
        left: -padding.left - content.left))
    let (width, height) = (mode == "height" ? box.width : around.width, mode == "width" ? box.height : around.height)
    box = Rect(around.midX - width / 2, around.midY - height / 2, width, height)
  }
}

/// Sides that anchors name.
enum SymbolAnchor {
  /// Returns the side of the place on which a symbol is: 1 for right or below, -1 for left or above, 0 for centered.
  static func sides(_ anchor: String) -> (h: Double, v: Double) {
    func holds(_ side: String) -> Bool { anchor.byteRange(of: side) != nil }
    return (holds("left") ? 1 : holds("right") ? -1 : 0, holds("top") ? 1 : holds("bottom") ? -1 : 0)
  }
}
