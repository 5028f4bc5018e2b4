internal import Glibc
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

/// Pictures of the layers below all symbols, in squares that are fixed to the world, so that a moved map draws only new squares. Any thread.
final class GroundBlocks: Sendable {
  /// Side of a square, device pixels.
  static let side = 256
  /// Memory of the pictures, bytes.
  static let memoryLimit = 24 << 20

  /// Square of the world at a zoom. Pictures are valid until more tiles or icons arrive.
  private struct Key: Hashable {
    var zoom: Double
    var bearing: Double
    var scale: Double
    var generation: Int
    var x: Int
    var y: Int
  }

  private struct State {
    var pictures: [Key: (picture: PixelBuffer, use: Int)] = [:]
    var use = 0
  }

  private let state = Locked(State())

  /// Removes all pictures.
  func removeAll() { state.withLock { $0.pictures = [:] } }

  /// Draws the ground of a view whose center is on a whole pixel.
  func draw(_ renderer: MapRenderer, generation: Int, in canvas: borrowing Canvas, isCancelled: () -> Bool) {
    let (view, scale) = (renderer.view, renderer.scale)
    let step = Double(Self.side) / scale
    let origin = view.gridOrigin
    func range(_ start: Double, _ length: Double) -> ClosedRange<Int> {
      let first = Int(saturating: (start / step).rounded(.down))
      return first...max(first, min(first + 64, Int(saturating: ((start + length) / step).rounded(.up)) - 1))
    }
    for y in range(origin.y, view.size.height) {
      for x in range(origin.x, view.size.width) {
        if isCancelled() { return }
        let key = Key(zoom: view.zoom, bearing: view.bearing, scale: scale, generation: generation, x: x, y: y)
        guard let picture = picture(key, renderer, step, isCancelled) else { continue }
        let place = Rect(Double(x) * step - origin.x, Double(y) * step - origin.y, step, step)
        canvas.draw(picture, in: place, quality: .nearest)
      }
    }
  }

  private func picture(_ key: Key, _ renderer: MapRenderer, _ step: Double, _ isCancelled: () -> Bool) -> PixelBuffer? {
    let known = state.withLock { state -> PixelBuffer? in
      state.use += 1
      state.pictures[key]?.use = state.use
      return state.pictures[key]?.picture
    }
    if let known { return known }
    var view = renderer.view
    view.size = Size(step, step)
    view.setGridOrigin(Point(Double(key.x) * step, Double(key.y) * step))
    guard let picture = try? PixelBuffer(width: Self.side, height: Self.side) else { return nil }
    picture.clear()
    do {
      guard let canvas = try? Canvas(picture, scale: renderer.scale) else { return nil }
      MapRenderer(renderer.style, view, tiles: renderer.tiles, sprite: renderer.sprite, scale: renderer.scale)
        .draw(.ground, in: canvas, isCancelled: isCancelled)
      canvas.flush()
    }
    guard !isCancelled() else { return picture }
    state.withLock { state in
      state.pictures[key] = (picture, state.use)
      let size = Self.side * Self.side * 4
      guard state.pictures.count * size > Self.memoryLimit else { return }
      // Down to three quarters, the least recently used first, so that the sort is rare.
      for (old, _) in state.pictures.sorted(by: { $0.value.use < $1.value.use })
      where state.pictures.count * size > Self.memoryLimit / 4 * 3 && old != key { state.pictures[old] = nil }
    }
    return picture
  }
}

extension MapView {
  /// Top left of the screen on a grid that is fixed to the world and parallel to the screen, points.
  var gridOrigin: Point {
    let angle = -bearing * .pi / 180
    let (x, y) = (center.x * worldWidth, center.y * worldWidth)
    let (c, s) = bearing == 0 ? (1.0, 0.0) : (cos(angle), sin(angle))
    return Point(x * c - y * s - size.width / 2, x * s + y * c - size.height / 2)
  }

  /// Moves the view so that its top left is at a place of the grid.
  mutating func setGridOrigin(_ origin: Point) {
    let angle = bearing * .pi / 180
    let (x, y) = (origin.x + size.width / 2, origin.y + size.height / 2)
    let (c, s) = bearing == 0 ? (1.0, 0.0) : (cos(angle), sin(angle))
    center = WorldPoint(x: (x * c - y * s) / worldWidth, y: (x * s + y * c) / worldWidth)
  }

  /// Returns the view moved by less than a pixel, so that the world has the same pixels at each place of the screen.
  public func snapped(scale: Double) -> MapView {
    var copy = self
    let origin = gridOrigin
    copy.setGridOrigin(Point((origin.x * scale).rounded() / scale, (origin.y * scale).rounded() / scale))
    return copy
  }
}
