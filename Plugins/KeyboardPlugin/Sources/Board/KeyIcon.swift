internal import TesseraGeometry
internal import TesseraRender

/// Icon of a key, in a square of 24 units. A value.
enum KeyIcon: Sendable, Equatable, CaseIterable {
  case shift, delete, newLine, done, next, search, send, go, globe, hide, emoji, left, right

  /// Data of the path, in the syntax of SVG.
  var data: String {
    switch self {
    case .shift: "M12 4 4.5 11.5H8.5V19H15.5V11.5H19.5Z"
    case .delete: "M9 5.5H20.5V18.5H9L3 12ZM11.5 9.5 16.5 14.5M16.5 9.5 11.5 14.5"
    case .newLine: "M19.5 6V12.5H5M9 8.5 5 12.5 9 16.5"
    case .done: "M5 12.5 10 17.5 19.5 7"
    case .next: "M4 12H15M10.5 7.5 15 12 10.5 16.5M19.5 6V18"
    case .search: "M4.5 10.5A6 6 0 1 0 16.5 10.5A6 6 0 1 0 4.5 10.5ZM15 15 20 20"
    case .send: "M4 11 20 4 14.5 20 11 13.5Z"
    case .go: "M4.5 12H19M13 6 19 12 13 18"
    case .globe: "M3.5 12A8.5 8.5 0 1 0 20.5 12A8.5 8.5 0 1 0 3.5 12ZM3.5 12H20.5M12 3.5C8 8 8 16 12 20.5C16 16 16 8 12 3.5"
    case .hide: "M4 5H20M4 9H20M7 14 12 19 17 14"
    case .emoji: "M3.5 12A8.5 8.5 0 1 0 20.5 12A8.5 8.5 0 1 0 3.5 12ZM8 14.5C10 17.5 14 17.5 16 14.5M9 9V10M15 9V10"
    case .left: "M14.5 6 8.5 12 14.5 18"
    case .right: "M9.5 6 15.5 12 9.5 18"
    }
  }

  /// Whether the icon points along the line, and is mirrored in lines from the right.
  var isMirrored: Bool { self == .newLine || self == .next || self == .send || self == .go }

  /// Draws the icon in a square.
  func draw(in rect: Rect, _ color: Color, isFilled: Bool = false, mirrored: Bool, _ canvas: borrowing Canvas) {
    let unit = min(rect.width, rect.height) / 24
    guard unit > 0, unit.isFinite, let path = Path(svg: data) else { return }
    var place = Transform.scale(unit, unit).then(.translation(rect.minX, rect.minY))
    if mirrored, isMirrored { place = Transform.scale(-unit, unit).then(.translation(rect.maxX, rect.minY)) }
    let placed = path.transformed(place)
    if isFilled { canvas.fill(placed, .color(color)) }
    canvas.stroke(placed, .color(color), StrokeStyle(width: 2 * unit, cap: .round, join: .round))
  }
}
