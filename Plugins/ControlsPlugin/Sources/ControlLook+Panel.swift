package import Tessera
package import TesseraGeometry
package import TesseraRender

extension ControlLook {
  /// Distance from a panel at which its shadow ends, logical units.
  package static let panelReach = Insets(40)

  /// Draws the ground of a menu, a dialog or another panel above the screen.
  package func drawPanel(_ shape: RoundedRect, _ elevation: ThemeElevation, in canvas: borrowing Canvas) {
    if elevation.radius > 0, !isBilevel {
      canvas.drawShadow(Shadow(color: theme[.shadow], offset: Point(0, elevation.y), radius: elevation.radius), of: shape)
    }
    canvas.fill(shape, .color(theme.raised))
    if elevation.edge > 0 {
      canvas.drawBorder(Border(width: max(pixel, elevation.edge), color: theme.edge), of: shape)
    } else if environment.colorScheme == .dark || theme.mode == .dark {
      canvas.drawBorder(Border(width: pixel, color: theme.line), of: shape)
    }
  }

  /// Draws a chevron that points down, in a square of `side` around a point.
  package func drawChevron(at middle: Point, side: Double, _ color: Color, in canvas: borrowing Canvas) {
    let unit = side / 24
    var path = Path()
    path.move(to: Point(middle.x - 6 * unit, middle.y - 3 * unit))
    path.line(to: Point(middle.x, middle.y + 3 * unit))
    path.line(to: Point(middle.x + 6 * unit, middle.y - 3 * unit))
    canvas.stroke(path, .color(color), StrokeStyle(width: max(1.5, 2 * unit), cap: .round, join: .round))
  }
}
