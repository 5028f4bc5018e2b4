public import Tessera
public import TesseraGeometry
public import TesseraRender

/// What counts as inside where an outline crosses itself.
public enum ShapeFillRule: String, Sendable, CaseIterable, Hashable {
  /// What is wound around at all.
  case nonZero
  /// What is wound around an odd number of times.
  case evenOdd
}

/// A vector shape: SVG path data, a polygon or, where neither is given, the ellipse that fills the box; filled, stroked or both.
///
/// ```swift
/// let tick = ShapeNode(Shape(path: "M4 12 L10 18 L20 6", viewBox: Rect(0, 0, 24, 24), stroke: .color(.black), strokeWidth: 3))
/// ```
public struct Shape: AccessibleType {
  public static let typeName = "shape"
  public static let summary = "A vector shape: SVG path data, a polygon, or an ellipse; filled and stroked."

  /// SVG path data, in the units of the view box. What does not parse draws nothing; scene files refuse it.
  public var path: String {
    get { data ?? outline?.svg ?? "" }
    set {
      guard newValue != data else { return }
      data = newValue
      outline = Path(svg: newValue)
    }
  }
  /// `path` as it was written; nil while the outline is on its way from one to another.
  private var data: String? = ""
  /// The corners of a closed polygon, in the units of the view box. Used where `path` is empty.
  public var points: [Point] = []
  /// The area of path and points that is fitted into the box; nil: their units are the box's own, from its top left corner.
  public var viewBox: Rect?
  /// How the view box is placed in the box.
  public var contentMode = ContentMode.fit
  /// What fills the inside; gradient coordinates are shares of the box.
  public var fill: Paint?
  /// What is inside.
  public var rule = ShapeFillRule.nonZero
  /// What draws the outline; gradient coordinates are shares of the box.
  public var stroke: Paint?
  /// Width of the outline in the units of the view box.
  public var strokeWidth = 1.0
  /// How the ends of open lines look.
  public var cap = LineCap.butt
  /// How corners of the outline look.
  public var join = LineJoin.miter
  /// Where the line begins and ends, as shares of the outline's length, 0...1: a line that draws itself. The inside is filled whole.
  public var trimStart = 0.0
  public var trimEnd = 1.0

  /// Whether there is path data, right or wrong.
  var hasPath: Bool { data != "" }

  /// `path`, parsed; nil where it is no path data.
  private(set) var outline: Path?

  /// Makes an ellipse that shows nothing until it has a fill or a stroke.
  public init() {}

  /// Makes a shape from SVG path data.
  public init(path: String, viewBox: Rect? = nil, fill: Paint? = nil, stroke: Paint? = nil, strokeWidth: Double = 1) {
    data = path
    self.viewBox = viewBox
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    outline = Path(svg: path)
  }

  public static var attributes: [NodeAttribute<Self>] {
    [
      NodeAttribute(
        "path", kind: .path, help: "SVG path data, in the units of the view box.", get: { .text($0.path) },
        set: { shape, new in
          guard let outline = new.path else {
            throw AttributeError(attribute: "path", reason: "must be \(AttributeKind.path.description)")
          }
          if let text = new.text { shape.path = text } else { (shape.data, shape.outline) = (nil, outline) }
        }),
      NodeAttribute(
        "points", kind: .list(.number(-1e6...1e6)), help: "Corners of a closed polygon: x, y, x, y and so on.",
        get: { $0.points.isEmpty ? nil : .list($0.points.flatMap { [.number($0.x), .number($0.y)] }) },
        set: { shape, new in
          guard let numbers = new.list?.compactMap(\.number), numbers.count.isMultiple(of: 2), numbers.count >= 6 else {
            throw AttributeError(attribute: "points", reason: "needs at least three corners, as a list x, y, x, y and so on")
          }
          shape.points = stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        }),
      NodeAttribute(
        "viewBox", kind: .list(.number(-1e6...1e6)), help: "The area that is fitted into the box: x, y, width, height.",
        get: { $0.viewBox.map { .list([.number($0.minX), .number($0.minY), .number($0.width), .number($0.height)]) } },
        set: { shape, new in
          guard let n = new.list?.compactMap(\.number), n.count == 4, n[2] > 0, n[3] > 0 else {
            throw AttributeError(attribute: "viewBox", reason: "must be x, y, and a width and height above 0")
          }
          shape.viewBox = Rect(n[0], n[1], n[2], n[3])
        }),
      .choice("contentMode", \.contentMode, help: "How the view box is placed in the box."),
      .paint("fill", \.fill, help: "Fills the inside: a colour or a gradient."),
      .choice("rule", \.rule, help: "What is inside where the outline crosses itself."),
      .paint("stroke", \.stroke, help: "Draws the outline: a colour or a gradient."),
      .number("strokeWidth", \.strokeWidth, in: 0...100_000, help: "Width of the outline in the units of the view box."),
      .choice("cap", \.cap, help: "How the ends of open lines look."),
      .choice("join", \.join, help: "How corners of the outline look."),
      .number("trimStart", \.trimStart, in: 0...1, help: "Where the line begins, as a share of the outline's length."),
      .number("trimEnd", \.trimEnd, in: 0...1, help: "Where the line ends."),
    ]
  }

  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    old.naturalSize == new.naturalSize ? .display : [.layout, .display]
  }
}

/// A node that shows a vector shape.
public typealias ShapeNode = Node<Shape>

extension Shape {
  /// An image if the program sets a label; else no element.
  public static func semantics(of node: Node<Shape>) -> NodeSemantics {
    node.semantics.label == nil ? NodeSemantics() : NodeSemantics(.image)
  }
}
