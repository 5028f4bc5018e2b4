internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

/// Picture of the symbols and the layers above them, larger than the screen, so that most steps of a moved map place no symbol. Any thread.
final class TopPicture: Sendable {
  /// Margin around the screen, device pixels.
  static let margin = 96

  private struct Key: Equatable {
    /// View at the origin of the grid.
    var view: MapView
    var scale: Double
    var generation: Int
  }

  private struct State {
    var key: Key?
    var picture: PixelBuffer?
    var origin = Point.zero
  }

  private let state = Locked(State())

  /// Removes the picture.
  func remove() { state.withLock { $0 = State() } }

  /// Draws the symbols of a view whose center is on a whole pixel. Black and white letters are drawn directly: they depend on their ground.
  func draw(_ renderer: MapRenderer, generation: Int, in canvas: borrowing Canvas, isCancelled: () -> Bool) {
    guard canvas.textAntialiasing != .bilevel else { return renderer.draw(.top, in: canvas, isCancelled: isCancelled) }
    var still = renderer.view
    still.center = WorldPoint(x: 0, y: 0)
    let key = Key(view: still, scale: renderer.scale, generation: generation)
    let (margin, origin) = (Double(Self.margin) / renderer.scale, renderer.view.gridOrigin)
    let kept = state.withLock { state -> (PixelBuffer, Point)? in
      let shift = state.origin - origin
      guard let picture = state.picture, state.key == key, abs(shift.x) <= margin, abs(shift.y) <= margin else { return nil }
      return (picture, shift)
    }
    if let (picture, shift) = kept { return draw(picture, renderer, shift, margin, canvas) }
    guard let picture = picture(renderer, margin, canvas.textAntialiasing, isCancelled), !isCancelled() else { return }
    state.withLock { $0 = State(key: key, picture: picture, origin: origin) }
    draw(picture, renderer, .zero, margin, canvas)
  }

  private func draw(_ picture: PixelBuffer, _ renderer: MapRenderer, _ shift: Point, _ margin: Double, _ canvas: borrowing Canvas) {
    let size = Size(Double(picture.width) / renderer.scale, Double(picture.height) / renderer.scale)
    canvas.draw(picture, in: Rect(origin: Point(shift.x - margin, shift.y - margin), size: size), quality: .nearest)
  }

  private func picture(
    _ renderer: MapRenderer, _ margin: Double, _ antialiasing: TextAntialiasing, _ isCancelled: () -> Bool
  ) -> PixelBuffer? {
    var view = renderer.view
    let origin = view.gridOrigin
    let (width, height) = (
      Int((view.size.width * renderer.scale).rounded(.up)) + 2 * Self.margin,
      Int((view.size.height * renderer.scale).rounded(.up)) + 2 * Self.margin
    )
    view.size = Size(Double(width) / renderer.scale, Double(height) / renderer.scale)
    view.setGridOrigin(Point(origin.x - margin, origin.y - margin))
    guard let picture = try? PixelBuffer(width: width, height: height) else { return nil }
    picture.clear()
    guard let canvas = try? Canvas(picture, scale: renderer.scale, textAntialiasing: antialiasing) else { return nil }
    MapRenderer(renderer.style, view, tiles: renderer.tiles, sprite: renderer.sprite, scale: renderer.scale)
      .draw(.top, in: canvas, isCancelled: isCancelled)
    canvas.flush()
    return picture
  }
}
