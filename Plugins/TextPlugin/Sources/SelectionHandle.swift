internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Handle for dragging a caret or an end of a selection: a stem of the line's height with a tile below it.
struct SelectionHandle: NodeType {
  static let typeName = "selection-handle"
  static let summary = "Handle of an end of a selection, or of a caret."
  /// Width of the touch area, logical units.
  static let reach = 44.0
  /// Half the side of the tile, logical units.
  static let radius = 8.0
  /// Distance of the tile's center below the line, logical units.
  static let drop = 7.0

  /// Height of the line, logical units.
  var stem = 16.0
  var color = Color.black
  /// Whether the stem is drawn; a caret needs none.
  var showsStem = true

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(Self.reach, stem + Self.drop + Self.reach / 2))
  }

  /// By hand: its members are no attributes, and its size depends on the stem only.
  static func invalidation(from old: Self, to new: Self) -> Invalidation { old.stem == new.stem ? .display : [.layout, .display] }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let isDark = context.environment.colorScheme == .dark
    let middle = Self.reach / 2
    // A rim in the colour of the paper separates the handle from letters and the fill behind them.
    let rim = isBilevel ? (isDark ? Color.black : .white) : context.environment.theme.surface
    let ink = isBilevel ? (isDark ? Color.white : .black) : color.resolved(in: context.environment)
    func tile(_ reach: Double) -> RoundedRect {
      RoundedRect(Rect(middle, stem + Self.drop, 0, 0).inset(by: -reach), radius: reach - 3)
    }
    if showsStem { canvas.fill(Rect(middle - 1, 0, 2, stem), .color(ink)) }
    canvas.fill(tile(Self.radius + 1), .color(rim))
    canvas.fill(Rect(middle - 1, stem - 1, 2, 2), .color(ink))
    canvas.fill(tile(Self.radius), .color(ink))
  }
}
