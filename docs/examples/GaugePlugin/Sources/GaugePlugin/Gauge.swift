// snippet: value
import TesseraKit

/// An analogue gauge: a needle that shows a value on a scale.
///
/// A node type is one value type. Worker threads measure and draw copies of the value, so it needs no lock.
public struct Gauge: AccessibleType {
  /// Name in scene files.
  public static let typeName = "gauge"
  /// Description in one line, for `tessera nodes`.
  public static let summary = "A needle that shows a value on a scale."

  /// Value at the left end of the scale.
  public var minimum = 0.0
  /// Value at the right end of the scale.
  public var maximum = 100.0
  /// Value that the needle shows, limited to the scale.
  public var reading = 0.0
  // end snippet
  /// Value at which the red part of the scale begins; nil means no red part.
  public var warning: Double?
  /// Number of marks with numbers, from end to end.
  public var marks = 6
  /// Name of the measured quantity.
  public var title = ""
  /// Unit of the values.
  public var unit = ""
  /// Color of the scale from its left end to the value.
  public var accent = Color(rgb: 0x4FA3FF)
  /// Color of the needle, and of the scale from `warning` to its right end.
  public var alert = Color(rgb: 0xFF5A4F)
  /// Color of words and numbers.
  public var ink = Color(rgb: 0xF2F5FA)
  /// Color of the face.
  public var face = Color(rgb: 0x1B2230)

  /// Creates a gauge from 0 to 100. Scene files start with this value.
  public init() {}

  // snippet: attributes
  /// Attributes for scene files, each with a line of help.
  public static let attributes: [NodeAttribute<Gauge>] = [
    .number("minimum", \.minimum, help: "Value at the left end of the scale."),
    .number("maximum", \.maximum, help: "Value at the right end of the scale."),
    .number("value", \.reading, help: "Value that the needle shows."),
    NodeAttribute(
      "warning", kind: .number(-1e9...1e9), help: "Value at which the red part of the scale begins.",
      get: { $0.warning.map(AttributeValue.number) }, set: { gauge, new in gauge.warning = new.number }),
    .integer("marks", \.marks, in: 0...50, help: "Number of marks with numbers."),
    .text("title", \.title, help: "Name of the measured quantity."),
    .text("unit", \.unit, help: "Unit of the values."),
    .color("accent", \.accent, help: "Color of the scale up to the value."),
    .color("alert", \.alert, help: "Color of the needle and of the red part of the scale."),
    .color("ink", \.ink, help: "Color of words and numbers."),
    .color("face", \.face, help: "Color of the face."),
  ]
  // end snippet

  // snippet: invalidation
  /// The size is the same for all values, so a change only draws the gauge again.
  public static func invalidation(from old: Gauge, to new: Gauge) -> Invalidation { .display }
  // end snippet

  /// Semantics for screen readers: the title and the value.
  public static func semantics(of node: Node<Gauge>) -> NodeSemantics {
    let gauge = node.value
    return NodeSemantics(.meter, label: gauge.title, value: "\(gauge.digits) \(gauge.unit)")
  }

  // snippet: size
  /// Returns a square of 200, or the largest square that fits.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = min(200, range.max.width, range.max.height)
    return range.clamp(Size(side, side))
  }
  // end snippet

  // snippet: draw
  /// Draws into a box of `context.contentRect`, on a worker thread.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let box = context.contentRect
    let dial = Dial(center: box.center, radius: min(box.width, box.height) / 2)
    guard dial.radius > 1 else { return }
    drawFace(dial, in: canvas)
    drawScale(dial, in: canvas)
    if context.isCancelled { return }
    drawWords(dial, in: canvas)
    drawNeedle(dial, in: canvas)
  }
  // end snippet

  // MARK: Parts of the drawing

  /// Place of the scale: three quarters of a circle, clockwise from the lower left.
  private struct Dial {
    let center: Point
    let radius: Double
    static let start = 0.75 * Double.pi
    static let sweep = 1.5 * Double.pi

    /// Returns the angle of a share of the scale, radians clockwise from 3 o'clock.
    func angle(_ share: Double) -> Double { Self.start + Self.sweep * share }

    /// Returns the point at `distance` (in radii) from the center, at a share of the scale.
    func point(_ share: Double, _ distance: Double) -> Point {
      center + Transform.rotation(angle(share)).apply(Point(radius * distance, 0))
    }

    func circle(_ distance: Double) -> Path {
      let r = radius * distance
      var path = Path()
      path.addEllipse(in: Rect(center.x - r, center.y - r, 2 * r, 2 * r))
      return path
    }

    func arc(_ from: Double, _ to: Double, _ distance: Double) -> Path {
      var path = Path()
      path.arc(center: center, radius: radius * distance, from: angle(from), to: angle(to))
      return path
    }
  }

  /// Returns the share of the scale that is below a value, 0...1; 0 for an empty scale.
  func share(of value: Double) -> Double {
    let share = (value - minimum) / (maximum - minimum)
    return share.isNaN ? 0 : min(1, max(0, share))
  }

  /// Returns the text of a value, with one decimal on a fine scale.
  var digits: String { Gauge.written(reading, fine: abs(maximum - minimum) <= 10) }

  static func written(_ value: Double, fine: Bool) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let tenths = Int((value * (fine ? 10 : 1)).rounded())
    let digits = fine ? "\(abs(tenths) / 10).\(abs(tenths) % 10)" : "\(abs(tenths))"
    return (tenths < 0 ? "−" : "") + digits
  }

  private func drawFace(_ dial: Dial, in canvas: borrowing Canvas) {
    let r = dial.radius
    canvas.fill(
      dial.circle(1),
      .gradient(
        .linear(
          from: Point(dial.center.x, dial.center.y - r), to: Point(dial.center.x, dial.center.y + r),
          stops: [GradientStop(0, face.mixed(with: .white, 0.28)), GradientStop(1, face.mixed(with: .black, 0.45))])))
    canvas.fill(
      dial.circle(0.97),
      .gradient(
        .radial(
          center: Point(dial.center.x, dial.center.y - r * 0.35), radius: r * 1.3,
          stops: [GradientStop(0, face.mixed(with: .white, 0.10)), GradientStop(1, face.mixed(with: .black, 0.35))])))
  }

  private func drawScale(_ dial: Dial, in canvas: borrowing Canvas) {
    let r = dial.radius
    let width = StrokeStyle(width: r * 0.07, cap: .round)
    canvas.stroke(dial.arc(0, 1, 0.86), .color(ink.opacity(0.10)), width)
    if let warning, share(of: warning) < 1 {
      canvas.stroke(dial.arc(share(of: warning), 1, 0.86), .color(alert.opacity(0.55)), width)
    }
    let now = share(of: reading)
    if now > 0 {
      // A conic gradient, turned so that it begins with the scale.
      let turn = Gradient.conic(
        center: dial.center, angle: 1.25 * .pi - 0.05,
        stops: [
          GradientStop(0, accent.opacity(0.55)), GradientStop(0.76, accent.mixed(with: .white, 0.25)),
          GradientStop(1, accent.opacity(0.55)),
        ])
      canvas.stroke(dial.arc(0, now, 0.86), .gradient(turn), width)
    }
    guard marks > 1 else { return }
    let step = (maximum - minimum) / Double(marks - 1)
    let isFine = step != step.rounded() || minimum != minimum.rounded()
    for mark in 0...(marks - 1) * 5 {
      let isNumbered = mark % 5 == 0
      let share = Double(mark) / Double((marks - 1) * 5)
      var line = Path()
      line.move(to: dial.point(share, 0.78))
      line.line(to: dial.point(share, isNumbered ? 0.70 : 0.745))
      let isRed = warning.map { share >= self.share(of: $0) - 1e-9 } ?? false
      canvas.stroke(
        line, .color((isRed ? alert : ink).opacity(isNumbered ? 0.9 : 0.35)),
        StrokeStyle(width: r * (isNumbered ? 0.016 : 0.010), cap: .round))
      guard isNumbered else { continue }
      let number = minimum + (maximum - minimum) * share
      words(
        Gauge.written(number, fine: isFine), size: r * 0.105, weight: .medium, color: ink.opacity(0.75),
        around: dial.point(share, 0.575), in: canvas)
    }
  }

  private func drawWords(_ dial: Dial, in canvas: borrowing Canvas) {
    let (x, y, r) = (dial.center.x, dial.center.y, dial.radius)
    words(digits, size: r * 0.27, weight: .bold, color: ink, around: Point(x, y + r * 0.44), in: canvas)
    words(unit, size: r * 0.11, weight: .medium, color: ink.opacity(0.6), around: Point(x, y + r * 0.63), in: canvas)
    words(title, size: r * 0.12, weight: .semibold, color: accent, around: Point(x, y + r * 0.83), in: canvas)
  }

  private func drawNeedle(_ dial: Dial, in canvas: borrowing Canvas) {
    let r = dial.radius
    let angle = dial.angle(share(of: reading))
    // Drawn to the right, then rotated.
    var needle = Path()
    needle.move(to: Point(-r * 0.16, -r * 0.022))
    needle.line(to: Point(r * 0.74, -r * 0.006))
    needle.line(to: Point(r * 0.74, r * 0.006))
    needle.line(to: Point(-r * 0.16, r * 0.022))
    needle.close()
    let turned = Transform.rotation(angle).then(.translation(dial.center.x, dial.center.y))
    canvas.fill(needle.transformed(turned.then(.translation(r * 0.012, r * 0.03))), .color(Color(white: 0, alpha: 0.35)))
    canvas.fill(needle.transformed(turned), .color(alert))
    for (distance, color) in [(0.085, face.mixed(with: .white, 0.35)), (0.07, face.mixed(with: .black, 0.3)), (0.03, alert)] {
      canvas.fill(dial.circle(distance), .color(color))
    }
  }

  // snippet: words
  /// Draws a line of text around a point.
  private func words(
    _ string: String, size: Double, weight: FontWeight, color: Color, around point: Point, in canvas: borrowing Canvas
  ) {
    guard !string.isEmpty else { return }
    let layout = TextLayout(AttributedText(string, attributes: TextAttributes(font: Font(size: size, weight: weight), color: color)))
    canvas.draw(layout, at: Point(point.x - layout.size.width / 2, point.y - layout.size.height / 2))
  }
  // end snippet
}

// snippet: plugin
/// Node that shows a gauge.
public typealias GaugeNode = Node<Gauge>

/// Plugin that adds the node type `gauge` to a registry.
public enum GaugeNodePlugin: NodePlugin {
  /// Name and version of the plugin.
  public static let manifest = PluginManifest(identifier: "org.example.gauge", version: "1.0.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Gauge.self) }
}
// end snippet

extension Color {
  /// Returns a mix with a share of `other`.
  func mixed(with other: Color, _ share: Float) -> Color {
    Color(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share, blue: blue + (other.blue - blue) * share,
      alpha: alpha)
  }
}
