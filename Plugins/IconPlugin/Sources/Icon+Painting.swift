package import Tessera
package import TesseraGeometry
package import TesseraRender

extension Icon {
  /// Draws an icon in a square of another node's drawing; nothing for an unknown name.
  ///
  /// - Parameters:
  ///   - name: One of ``names``.
  ///   - rect: Square, logical units.
  ///   - color: Color of the lines.
  ///   - context: Context of the drawing node.
  ///   - canvas: Canvas of the drawing node.
  package static func draw(
    _ name: String, in rect: Rect, _ color: Color, _ context: DrawContext, _ canvas: borrowing Canvas
  ) throws {
    let side = min(rect.width, rect.height)
    guard side.isFinite, side * context.scale >= 1, let source = IconSet.drawing(of: name, side: side, isSolid: false) else { return }
    let rendering = IconRendering(
      try IconDrawing(source), frame: frame(side: side, in: rect, scale: context.scale), scale: context.scale, color: color,
      isMirrored: source.isMirrored && context.environment.direction == .rtl, isBilevel: context.environment.textAntialiasing == .bilevel)
    try rendering.paint(in: canvas)
  }

  /// Returns the error text for a name of no icon, with the nearest name; nil for an icon, and for an empty name.
  package static func problem(ofName name: String) -> String? {
    name.isEmpty || IconSet.contains(name) ? nil : IconError.unknown(name).description
  }

  /// Returns whether an icon with this name exists. O(length of the set).
  package static func exists(_ name: String) -> Bool { IconSet.contains(name) }
}
