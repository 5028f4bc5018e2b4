internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

/// Picture of a whole map with a margin, which is scaled and turned while fingers zoom or turn the map. Any thread.
final class ZoomPicture: Sendable {
  /// Margin on each side, as a share of the side of the view.
  static let margin = 0.15
  /// Difference of zooms beyond which the picture is drawn again.
  static let mostLevels = 1.0

  private struct State {
    var picture: PixelBuffer?
    /// View of the picture with its margin.
    var view: MapView?
    var scale = 0.0
    var generation = 0
  }

  private let state = Locked(State())

  /// Whether a picture is kept.
  var isKept: Bool { state.withLock { $0.picture != nil } }

  /// Removes the picture.
  func remove() { state.withLock { $0 = State() } }

  /// Draws a view from the kept picture. It is drawn first if it is out of date, does not cover the view, or has another zoom.
  func draw(_ renderer: MapRenderer, generation: Int, in canvas: borrowing Canvas, isCancelled: () -> Bool) {
    let kept = state.withLock { state -> (PixelBuffer, MapView)? in
      guard let picture = state.picture, let view = state.view, state.scale == renderer.scale, state.generation == generation,
        abs(view.zoom - renderer.view.zoom) <= Self.mostLevels, view.covers(renderer.view)
      else { return nil }
      return (picture, view)
    }
    guard let (picture, view) = kept ?? picture(renderer, generation, canvas.textAntialiasing, isCancelled), !isCancelled() else { return }
    canvas.save()
    canvas.concatenate(view.transform(to: renderer.view))
    canvas.draw(picture, in: Rect(origin: .zero, size: view.size), quality: .bilinear)
    canvas.restore()
  }

  private func picture(
    _ renderer: MapRenderer, _ generation: Int, _ antialiasing: TextAntialiasing, _ isCancelled: () -> Bool
  ) -> (PixelBuffer, MapView)? {
    var view = renderer.view
    func side(_ length: Double) -> Int { Int((length * (1 + 2 * Self.margin) * renderer.scale).rounded(.up)) }
    let (width, height) = (side(view.size.width), side(view.size.height))
    view.size = Size(Double(width) / renderer.scale, Double(height) / renderer.scale)
    guard let picture = try? PixelBuffer(width: width, height: height) else { return nil }
    picture.clear()
    guard let canvas = try? Canvas(picture, scale: renderer.scale, textAntialiasing: antialiasing) else { return nil }
    MapRenderer(renderer.style, view, tiles: renderer.tiles, sprite: renderer.sprite, scale: renderer.scale)
      .draw(in: canvas, isCancelled: isCancelled)
    canvas.flush()
    guard !isCancelled() else { return nil }
    state.withLock { $0 = State(picture: picture, view: view, scale: renderer.scale, generation: generation) }
    return (picture, view)
  }
}

extension MapView {
  /// Whether all of another view is inside of this one.
  func covers(_ other: MapView) -> Bool {
    let (w, h) = (other.size.width, other.size.height)
    return [Point(0, 0), Point(w, 0), Point(0, h), Point(w, h)].allSatisfy { corner in
      let place = point(other.world(at: corner))
      return place.x >= -0.5 && place.y >= -0.5 && place.x <= size.width + 0.5 && place.y <= size.height + 0.5
    }
  }

  /// Returns the transform of places on this view's screen to places on another one's.
  func transform(to other: MapView) -> Transform {
    let (origin, right, down) = (
      other.point(world(at: .zero)), other.point(world(at: Point(size.width, 0))), other.point(world(at: Point(0, size.height)))
    )
    return Transform(
      a: (right.x - origin.x) / size.width, b: (right.y - origin.y) / size.width, c: (down.x - origin.x) / size.height,
      d: (down.y - origin.y) / size.height, tx: origin.x, ty: origin.y)
  }
}
