internal import Tessera
package import TesseraGeometry
package import TesseraRender

/// Small drawing of a control, in a square of 24 units. A value.
package struct ControlMark: Sendable {
  private let path: Path
  private let isFilled: Bool

  private init(_ data: String, isFilled: Bool = false) { (path, self.isFilled) = (Path(svg: data) ?? Path(), isFilled) }

  package static let cross = ControlMark("M6 6 18 18M18 6 6 18")
  /// Points down.
  package static let chevron = ControlMark("M5 8.5l7 7 7-7")
  package static let person = ControlMark("M8.5 7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM5 20.5a7 6.5 0 0 1 14 0Z", isFilled: true)
  package static let star = ControlMark(
    "M12 3.3 14.5 9.1 20.8 9.7 16.1 13.9 17.5 20.1 12 16.9 6.5 20.1 7.9 13.9 3.2 9.7 9.5 9.1Z", isFilled: true)

  /// Returns the drawing in a square, rotated clockwise by `turn` full turns.
  package func placed(in rect: Rect, turn: Double = 0) -> Path {
    let unit = min(rect.width, rect.height) / 24
    guard unit > 0, unit.isFinite, turn.isFinite else { return Path() }
    let rotation = Transform.translation(-12, -12).then(.rotation(turn * 2 * .pi)).then(.translation(12, 12))
    return path.transformed(rotation.then(.scale(unit, unit)).then(.translation(rect.minX, rect.minY)))
  }

  /// Draws the mark in a square. `width` is that of its lines in units of the mark.
  package func draw(in rect: Rect, _ color: Color, width: Double = 2, turn: Double = 0, _ canvas: borrowing Canvas) {
    let path = placed(in: rect, turn: turn)
    if isFilled { return canvas.fill(path, .color(color)) }
    canvas.stroke(path, .color(color), StrokeStyle(width: width * min(rect.width, rect.height) / 24, cap: .round, join: .round))
  }
}
