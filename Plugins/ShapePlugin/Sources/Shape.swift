public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Fill rule of self-intersecting outlines.
public enum ShapeFillRule: String, Sendable, CaseIterable, Hashable {
  /// Points with a nonzero winding number are inside.
  case nonZero
  /// Points with an odd number of crossings are inside.
  case evenOdd
}

/// Vector shape, filled, stroked or both: SVG path data, a polygon or, without either, the ellipse that fills the box.
///
/// ```swift
/// let tick = ShapeNode(Shape(path: "M4 12 L10 18 L20 6", viewBox: Rect(0, 0, 24, 24), stroke: .color(.black), strokeWidth: 3))
/// ```
public struct Shape: AccessibleType {
  public static let typeName = "shape"
  public static let summary = "Vector shape: SVG path data, a polygon, or an ellipse; filled and stroked."

  /// SVG path data, in the units of the view box. Invalid data draws nothing; scene files reject it.
  public var path: String {
    get { data ?? outline?.svg ?? "" }
    set {
      guard newValue != data else { return }
      data = newValue
      outline = Path(svg: newValue)
    }
  }
  /// Source text of `path`; nil while the outline is animated.
  private var data: String? = ""
  /// Corners of a closed polygon, in the units of the view box. Used if `path` is empty.
  public var points: [Point] = []
  /// Area of path and points that is fitted into the box; nil means that their units are logical units from the box's top left corner.
  public var viewBox: Rect?
  /// Placement of the view box in the box.
  public var contentMode = ContentMode.fit
  /// Paint of the inside; gradient coordinates are fractions of the box.
  public var fill: Paint?
  /// Fill rule.
  public var rule = ShapeFillRule.nonZero
  /// Paint of the outline; gradient coordinates are fractions of the box.
  public var stroke: Paint?
  /// Width of the outline in the units of the view box.
  public var strokeWidth = 1.0
  /// Ends of open lines.
  public var cap = LineCap.butt
  /// Corners of the outline.
  public var join = LineJoin.miter
  /// Start and end of the line, as fractions of the outline's length, 0...1; animate them to draw the line progressively. The inside is
  /// filled completely.
  public var trimStart = 0.0
  public var trimEnd = 1.0

  /// Whether there is path data, valid or not.
  var hasPath: Bool { data != "" }

  /// Parsed `path`; nil if it is invalid.
  private(set) var outline: Path?

  /// Creates an ellipse, which is invisible until it has a fill or a stroke.
  public init() {}

  /// Creates a shape from SVG path data.
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
            throw AttributeError(attribute: "points", reason: "must be a list of at least three corners: x, y, x, y and so on")
          }
          shape.points = stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        }),
      NodeAttribute(
        "viewBox", kind: .list(.number(-1e6...1e6)), help: "Area that is fitted into the box: x, y, width, height.",
        get: { $0.viewBox.map { .list([.number($0.minX), .number($0.minY), .number($0.width), .number($0.height)]) } },
        set: { shape, new in
          guard let n = new.list?.compactMap(\.number), n.count == 4, n[2] > 0, n[3] > 0 else {
            throw AttributeError(attribute: "viewBox", reason: "must be x, y, and a width and height above 0")
          }
          shape.viewBox = Rect(n[0], n[1], n[2], n[3])
        }),
      .choice("contentMode", \.contentMode, help: "Placement of the view box in the box."),
      .paint("fill", \.fill, help: "Fill of the inside: a color or a gradient."),
      .choice("rule", \.rule, help: "Fill rule of an outline that crosses itself."),
      .paint("stroke", \.stroke, help: "Paint of the outline: a color or a gradient."),
      .number("strokeWidth", \.strokeWidth, in: 0...100_000, help: "Width of the outline, in the units of the view box."),
      .choice("cap", \.cap, help: "Line cap: shape of the ends of open lines."),
      .choice("join", \.join, help: "Line join: shape of the outline's corners."),
      .number("trimStart", \.trimStart, in: 0...1, help: "Start of the drawn part of the outline, as a fraction of its length."),
      .number("trimEnd", \.trimEnd, in: 0...1, help: "End of the drawn part of the outline, as a fraction of its length."),
    ]
  }

  /// By hand: a path affects the layout only if it has another natural size.
  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    old.naturalSize == new.naturalSize ? .display : [.layout, .display]
  }
}

/// Node that shows a vector shape.
public typealias ShapeNode = Node<Shape>

extension Shape {
  /// Returns an image if the program sets a label; otherwise no element.
  public static func semantics(of node: Node<Shape>) -> NodeSemantics {
    node.semantics.label == nil ? NodeSemantics() : NodeSemantics(.image)
  }
}
