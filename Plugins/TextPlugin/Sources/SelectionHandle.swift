internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// What a finger takes hold of an end of a selection, or a caret, by: a stem as high as the line, and a knob below it.
struct SelectionHandle: NodeType {
  static let typeName = "selection-handle"
  static let summary = "Takes hold of an end of a selection, or of a caret."
  /// Width of what a finger hits, logical units.
  static let reach = 44.0
  /// Radius of the knob, logical units.
  static let radius = 6.0
  /// How far the middle of the knob lies below the line, logical units.
  static let drop = 5.0

  /// Height of the line, logical units.
  var stem = 16.0
  var color = Color.black
  /// Whether the stem is drawn: a caret is one itself.
  var showsStem = true

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(Self.reach, stem + Self.drop + Self.reach / 2))
  }

  static func invalidation(from old: Self, to new: Self) -> Invalidation { old.stem == new.stem ? .display : [.layout, .display] }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let isDark = context.environment.colorScheme == .dark
    let middle = Self.reach / 2
    // Told from letters and from the fill behind them by a rim of the paper's colour.
    let rim = isBilevel && isDark ? Color.black : .white
    let ink = isBilevel ? (isDark ? Color.white : .black) : color
    func disc(_ radius: Double) -> RoundedRect {
      RoundedRect(Rect(middle, stem + Self.drop, 0, 0).inset(by: -radius), radius: radius)
    }
    if showsStem { canvas.fill(Rect(middle - 1, 0, 2, stem), .color(ink)) }
    canvas.fill(disc(Self.radius + 1), .color(rim))
    canvas.fill(Rect(middle - 1, stem - 1, 2, 2), .color(ink))
    canvas.fill(disc(Self.radius), .color(ink))
  }
}
