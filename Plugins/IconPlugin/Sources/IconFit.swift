internal import TesseraGeometry
internal import TesseraRender

/// Aligns the straight lines of a drawing with whole pixels, and interpolates the rest between them.
///
/// A line keeps its width. It moves by at most half a pixel, so that one of its edges is on the edge of a pixel. Curves between two lines
/// follow both.
struct IconFit: Sendable {
  /// Aligned coordinates of one axis, in ascending order of the original ones.
  private struct Axis: Sendable {
    let scale: Double
    private(set) var lines: [(from: Double, to: Double)] = []

    /// - Parameter anchor: Coordinate that is placed on a whole pixel if the axis has no line.
    init(_ coordinates: [Double], anchor: Double?, scale: Double, stroke: Double) {
      self.scale = scale
      if coordinates.isEmpty, let anchor { lines = [(anchor, (anchor * scale).rounded())] }
      for from in coordinates.sorted() where lines.last.map({ from - $0.from > 0.05 }) ?? true {
        let edges = [from * scale - stroke / 2, from * scale + stroke / 2]
        let moves = edges.map { ($0 - 0.5 - 1e-6).rounded(.up) - $0 }
        let move = abs(moves[1]) < abs(moves[0]) - 1e-6 ? moves[1] : moves[0]
        lines.append((from, max(from * scale + move, lines.last?.to ?? -.infinity)))
      }
    }

    func callAsFunction(_ value: Double) -> Double {
      guard let first = lines.first, let last = lines.last else { return value * scale }
      if value <= first.from { return first.to + (value - first.from) * scale }
      if value >= last.from { return last.to + (value - last.from) * scale }
      // A linear search is sufficient: a drawing has few lines.
      let next = lines.firstIndex { $0.from > value } ?? lines.count - 1
      let (a, b) = (lines[next - 1], lines[next])
      return a.to + (value - a.from) * (b.to - a.to) / (b.from - a.from)
    }

    func hasLine(at value: Double) -> Bool { lines.contains { abs($0.from - value) < 0.3 } }
  }

  private let columns: Axis
  private let rows: Axis
  private let scale: Double
  /// Width of the pen on the screen, pixels.
  let stroke: Double
  private let mirrors: Double?

  /// - Parameters:
  ///   - drawing: Drawing to align.
  ///   - side: Side of the icon, pixels.
  ///   - stroke: Width of the pen, pixels.
  ///   - isMirrored: Whether left and right are exchanged.
  ///   - isBilevel: Whether slanted lines also start at corners of pixels, so that all of them are equally thick on 1-bit displays.
  init(_ drawing: IconDrawing, side: Double, stroke: Double, isMirrored: Bool, isBilevel: Bool) {
    scale = side / drawing.grid
    self.stroke = stroke
    mirrors = isMirrored ? drawing.grid : nil
    let lines = drawing.parts.filter { !$0.isGap }
    func mirrored(_ x: Double) -> Double { isMirrored ? drawing.grid - x : x }
    let anchor = isBilevel ? lines.first { $0.kind == .line }?.path.allPoints.first : nil
    columns = Axis(lines.flatMap(\.columns).map(mirrored), anchor: anchor.map { mirrored($0.x) }, scale: scale, stroke: stroke)
    rows = Axis(lines.flatMap(\.rows), anchor: anchor?.y, scale: scale, stroke: stroke)
  }

  /// Returns the aligned point, in pixels from the corner of the icon.
  func place(_ point: Point) -> Point { Point(columns(mirrors.map { $0 - point.x } ?? point.x), rows(point.y)) }

  /// Returns the aligned path, in pixels from the corner of the icon.
  func place(_ path: Path) -> Path { path.replacingPoints(with: path.allPoints.map(place)) }

  /// Returns the aligned tile. It is on whole pixels, except that its middle stays on a line through it.
  func place(_ tile: RoundedRect, isWhole: Bool) -> RoundedRect {
    let middle = tile.rect.center
    let x = mirrors.map { $0 - middle.x } ?? middle.x
    let (left, width) = span(columns, x, tile.rect.width, isWhole: isWhole)
    let (top, height) = span(rows, middle.y, tile.rect.height, isWhole: isWhole)
    return RoundedRect(Rect(left, top, width, height), radius: tile.radii.topLeft * scale)
  }

  private func span(_ axis: Axis, _ middle: Double, _ length: Double, isWhole: Bool) -> (start: Double, length: Double) {
    var length = max(1, (length * scale).rounded())
    let place = axis(middle)
    guard axis.hasLine(at: middle) else { return ((place - length / 2 - 0.5 - 1e-6).rounded(.up), length) }
    // The length is even or odd like the line's width, so that the tile extends equally on both sides.
    if isWhole, stroke == stroke.rounded(), (length - stroke).truncatingRemainder(dividingBy: 2) != 0 { length += 1 }
    return (place - length / 2, length)
  }
}
