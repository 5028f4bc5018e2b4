public import Tessera
public import TesseraGeometry
public import TesseraRender

// Members of ``Shape`` as modifiers.
extension TypedElement where ElementType == Shape {
  /// SVG path data, in the units of the view box. Invalid data draws nothing; scene files reject it.
  public func path(_ path: String) -> Self { with { $0.path = path } }
  /// Corners of a closed polygon, in the units of the view box. Used if `path` is empty.
  public func points(_ points: [Point]) -> Self { with { $0.points = points } }
  /// Area of path and points that is fitted into the box; nil means that their units are logical units from the box's top left corner.
  public func viewBox(_ viewBox: Rect?) -> Self { with { $0.viewBox = viewBox } }
  /// Placement of the view box in the box.
  public func contentMode(_ contentMode: ContentMode) -> Self { with { $0.contentMode = contentMode } }
  /// Paint of the inside; gradient coordinates are fractions of the box.
  public func fill(_ fill: Paint?) -> Self { with { $0.fill = fill } }
  /// Fill rule.
  public func rule(_ rule: ShapeFillRule) -> Self { with { $0.rule = rule } }
  /// Paint of the outline; gradient coordinates are fractions of the box.
  public func stroke(_ stroke: Paint?) -> Self { with { $0.stroke = stroke } }
  /// Width of the outline in the units of the view box.
  public func strokeWidth(_ strokeWidth: Double) -> Self { with { $0.strokeWidth = strokeWidth } }
  /// Ends of open lines.
  public func cap(_ cap: LineCap) -> Self { with { $0.cap = cap } }
  /// Corners of the outline.
  public func join(_ join: LineJoin) -> Self { with { $0.join = join } }
  /// Start and end of the line, as fractions of the outline's length, 0...1; animate them to draw the line progressively. The inside is
  /// filled completely.
  public func trimStart(_ trimStart: Double) -> Self { with { $0.trimStart = trimStart } }
  /// End of the drawn part of the outline, as a fraction of its length.
  public func trimEnd(_ trimEnd: Double) -> Self { with { $0.trimEnd = trimEnd } }
}
