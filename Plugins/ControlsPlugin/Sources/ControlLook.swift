package import Tessera
package import TesseraGeometry
internal import TesseraLayout
package import TesseraRender

/// Tokens, state and sizes for drawing a control. A value of one draw.
package struct ControlLook {
  package let environment: EnvironmentValues
  package let theme: Theme
  package let phase: InteractionState.Phase
  package var isEditing: Bool
  /// Strength of the layer of hover and press: an alpha.
  private(set) var layerShare: Double
  /// Whether pixels are black or white: nothing is faint then, and disabled parts have dotted frames.
  package let isBilevel: Bool
  package let scale: Double

  package init(isEnabled: Bool, _ interaction: InteractionState, in context: DrawContext) {
    environment = context.environment
    theme = environment.theme
    let isEnabled = isEnabled && environment.isEnabled
    phase = interaction.phase(isEnabled: isEnabled)
    isEditing = interaction.isEditing && isEnabled
    layerShare = LayerFade.share(of: phase)
    isBilevel = environment.textAntialiasing == .bilevel
    scale = context.scale > 0 ? context.scale : 1
  }

  package init<Value: ControlType>(_ value: Value, in context: DrawContext) {
    let storage = context.storage(of: Value.self)
    self.init(isEnabled: value.isEnabled, storage.interaction, in: context)
    layerShare = isEnabled ? storage.layerShare : 0
  }

  package var isEnabled: Bool { phase != .disabled }
  /// Whether parts have dotted edges in place of faint colors: in a disabled control on a 1-bit display.
  package var isDotted: Bool { isBilevel && !isEnabled }
  package var isPressed: Bool { phase == .pressed }
  package var isRightToLeft: Bool { environment.direction == .rtl }

  /// One device pixel in logical units.
  package var pixel: Double { 1 / scale }
  /// Width of the edge of a control: 1.5 units in whole pixels.
  package var stroke: Double { max(1, (theme[.stroke] * scale).rounded(.down)) / scale }
  /// Whether wells need an edge, because `well` has no contrast to the ground.
  package var outlinesWells: Bool { theme[.elevation1].edge > 0 }

  /// Returns the color of letters and marks: faint in a disabled control, but opaque on 1-bit displays.
  package func mark(_ color: Color) -> Color { isEnabled ? color : isBilevel ? theme.ink : theme.ink.opacity(0.45) }

  /// Returns a rectangle whose sides are on device pixels. At scales below 1 a thin one is a pixel thick.
  package func aligned(_ rect: Rect) -> Rect {
    func snap(_ v: Double) -> Double { (v * scale).rounded() / scale }
    func end(_ start: Double, _ length: Double) -> Double {
      let end = snap(start + length)
      return length > 0 && end == snap(start) && scale < 1 ? end + pixel : end
    }
    return Rect(left: snap(rect.minX), top: snap(rect.minY), right: end(rect.minX, rect.width), bottom: end(rect.minY, rect.height))
  }

  /// Mirrors the rectangle of a part in a box of this width if lines start from the right.
  package func placed(_ rect: Rect, in width: Double) -> Rect {
    isRightToLeft ? Rect(width - rect.maxX, rect.minY, rect.width, rect.height) : rect
  }

  // MARK: parts

  /// Draws an edge inside a shape; dotted if the control is disabled on a 1-bit display.
  package func edge(_ shape: RoundedRect, _ color: Color, width: Double? = nil, in canvas: borrowing Canvas) {
    canvas.drawBorder(
      isDotted ? Border(width: pixel, color: theme.ink, style: .dotted) : Border(width: width ?? stroke, color: color), of: shape)
  }

  /// Draws the hover or press layer over a part that is filled with `well` or `surface`. On 1-bit displays a press is a frame of 2 pixels.
  package func layer(_ shape: RoundedRect, _ color: Color, in canvas: borrowing Canvas) {
    guard hasLayer else { return }
    if isBilevel { return canvas.drawBorder(Border(width: 2 * pixel, color: theme.ink), of: shape) }
    canvas.fill(shape, .color(color.opacity(Float(layerShare))))
  }

  /// Whether the layer of hover and press is seen.
  var hasLayer: Bool { layerShare > 0 && (!isBilevel || isPressed) }

  /// Color of a part filled with `accent` in the current phase.
  package var accent: Color { isPressed && !isBilevel ? theme.accentPress : theme.accent }

  /// Returns the shape of a tile around a point; a pressed tile is larger. `scale` is a factor of its sides.
  package func tile(at middle: Point, isPressed: Bool, scale: Double = 1) -> RoundedRect {
    let growth = isPressed && !isBilevel ? 4.0 : 0
    let side = (theme[.tileSide] * scale).rounded() + growth
    let radius = theme[.tileRadius] * scale + growth / 4
    return RoundedRect(aligned(Rect(middle.x - side / 2, middle.y - side / 2, side, side)), radius: radius)
  }

  /// Draws a tile: the part of a control that can be moved.
  package func drawTile(_ shape: RoundedRect, in canvas: borrowing Canvas) {
    let elevation = theme[.elevation1]
    guard isEnabled else {
      canvas.fill(shape, .color(isBilevel ? theme.tile : theme.tile.opacity(0.6)))
      return edge(shape, theme.ink.opacity(0.3), width: pixel, in: canvas)
    }
    if elevation.radius > 0, !isBilevel {
      canvas.drawShadow(Shadow(color: theme[.shadow], offset: Point(0, elevation.y), radius: elevation.radius), of: shape)
    }
    canvas.fill(shape, .color(isEditing ? theme.accent : theme.tile))
    canvas.drawBorder(Border(width: pixel, color: theme.edge), of: shape)
  }

  /// Draws the mark of a tile: a short bar across the direction of its movement.
  package func drawTileMark(_ shape: RoundedRect, axis: Axis, in canvas: borrowing Canvas) {
    let (middle, long, short) = (shape.rect.center, theme[.tileSide] / 3, max(2, theme[.tileSide] / 12))
    let size = axis == .horizontal ? Size(short, long) : Size(long, short)
    let bar = aligned(Rect(origin: Point(middle.x - size.width / 2, middle.y - size.height / 2), size: size))
    canvas.fill(RoundedRect(bar, radius: short / 2), .color(mark(isEditing ? theme.onAccent : theme.tileMark)))
  }

  /// Draws a tick in a square of `side` around a point. `share` is its drawn part, 0...1.
  package func drawTick(at middle: Point, side: Double, width: Double, share: Double, _ color: Color, in canvas: borrowing Canvas) {
    guard share > 0, side.isFinite else { return }
    let unit = side / 24
    func at(_ x: Double, _ y: Double) -> Point { Point(middle.x + (x - 12) * unit, middle.y + (y - 12) * unit) }
    var tick = Path()
    tick.move(to: at(6, 12.5))
    tick.line(to: at(10.5, 17))
    tick.line(to: at(18, 8))
    canvas.stroke(
      tick.trimmed(from: 0, to: min(1, share)), .color(color), StrokeStyle(width: width * unit, cap: .round, join: .round))
  }

  /// Draws a tooltip with words above a point, within the width of the box.
  package func drawBubble(_ words: String, above point: Point, in box: Rect, _ canvas: borrowing Canvas) {
    let text = ControlText(words, theme[.small], environment, weight: 700, isTabular: true).layout(theme.onInverse)
    let size = Size(text.size.width + 2 * theme[.space2], text.size.height + theme[.space1])
    let x = min(max(point.x - size.width / 2, box.minX), max(box.minX, box.maxX - size.width))
    let rect = aligned(Rect(x, point.y - theme[.space2] - size.height, size.width, size.height))
    canvas.fill(RoundedRect(rect, radius: theme[.radius2]), .color(theme.inverse))
    canvas.draw(text, at: Point(rect.midX - text.size.width / 2, rect.midY - text.size.height / 2))
  }
}

extension DrawContext {
  /// Returns a draw plan that is also sharp on 1-bit displays, where the color of letters depends on the pixels below them.
  package func plan(beyond reach: Insets = Insets(4), _ draw: @escaping DrawPlan.Drawing) -> DrawPlan {
    let bounds = Rect(size: size).inset(by: -reach)
    return environment.textAntialiasing == .bilevel ? .direct(bounds: bounds, draw) : .pixels(bounds: bounds, draw)
  }
}
