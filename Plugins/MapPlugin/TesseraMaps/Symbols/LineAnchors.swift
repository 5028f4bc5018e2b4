internal import Glibc
internal import TesseraGeometry

/// Place of a symbol on a line.
struct LineAnchor: Sendable, Equatable {
  var point: Point
  /// Index of the point before it.
  var segment: Int
  /// Direction of the line, radians clockwise from the right.
  var angle: Double
  /// Number of the anchor on its line; the same for each position of the view.
  var number = 0
}

/// Symbols along a line. Source: MapLibre, get_anchors and check_max_angle.
struct LineAnchors: Sendable {
  /// Maximum number of anchors of a line.
  static let maximumAnchors = 400

  /// Length of the symbol, points.
  var length: Double
  /// Distance between symbols, points.
  var spacing: Double
  /// Length over which the bends are added, points; 0 for an icon, which allows each bend.
  var window: Double
  /// Maximum sum of bends in the window, radians.
  var maximumAngle: Double
  /// Room before the first symbol of a line, points.
  var start: Double

  /// Returns the anchors whose points are within `area`.
  ///
  /// Positions depend on the whole line, so they are the same for each view. O(points + anchors).
  /// - Parameters:
  ///   - line: points on the screen.
  ///   - isContinued: whether the line continues in the neighboring tile.
  ///   - area: area of the screen with its margin.
  func along(_ line: [Point], isContinued: Bool, in area: Rect) -> [LineAnchor] {
    var total = 0.0
    for i in line.indices.dropFirst() { total += Self.distance(line[i - 1], line[i]) }
    guard total.isFinite, total >= length else { return [] }
    // Labels keep a distance of at least a quarter of the spacing.
    let step = spacing - length < spacing / 4 ? length + spacing / 4 : spacing
    var first = (isContinued ? step / 2 : length / 2 + start).truncatingRemainder(dividingBy: step)
    while first < length / 2 { first += step }
    if first + length / 2 > total {
      guard !isContinued else { return [] }
      first = total / 2
    }
    var result: [LineAnchor] = []
    var before = 0.0
    for i in line.indices.dropFirst() where result.count < Self.maximumAnchors {
      let (a, b) = (line[i - 1], line[i])
      let size = Self.distance(a, b)
      defer { before += size }
      guard size > 0, let part = Self.clipped(a, b, to: area) else { continue }
      var number = max(0, ((before + part.lowerBound * size - first) / step).rounded(.up))
      while result.count < Self.maximumAnchors {
        let mark = first + number * step
        guard mark < before + part.upperBound * size, mark + length / 2 <= total else { break }
        if mark >= before {
          let t = (mark - before) / size
          let anchor = LineAnchor(
            point: Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t), segment: i - 1, angle: atan2(b.y - a.y, b.x - a.x),
            number: Int(number))
          if allows(line, anchor) { result.append(anchor) }
        }
        number += 1
      }
    }
    return result
  }

  /// Returns the anchor in the middle of a line; nil if the symbol does not fit.
  func center(_ line: [Point], in area: Rect) -> LineAnchor? {
    var total = 0.0
    for i in line.indices.dropFirst() { total += Self.distance(line[i - 1], line[i]) }
    guard total.isFinite, total >= length else { return nil }
    var before = 0.0
    for i in line.indices.dropFirst() {
      let (a, b) = (line[i - 1], line[i])
      let size = Self.distance(a, b)
      if size > 0, before + size >= total / 2 {
        let t = (total / 2 - before) / size
        let point = Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
        let anchor = LineAnchor(point: point, segment: i - 1, angle: atan2(b.y - a.y, b.x - a.x))
        return area.contains(point) && allows(line, anchor) ? anchor : nil
      }
      before += size
    }
    return nil
  }

  /// Whether the symbol fits the line around an anchor and the line does not bend too much under it.
  func allows(_ line: [Point], _ anchor: LineAnchor) -> Bool {
    guard window > 0, length > 0 else { return true }
    var (index, place, at) = (anchor.segment + 1, anchor.point, 0.0)
    while at > -length / 2 {
      index -= 1
      guard index >= 0 else { return false }
      at -= Self.distance(line[index], place)
      place = line[index]
    }
    guard index + 1 < line.count else { return false }
    at += Self.distance(line[index], line[index + 1])
    index += 1
    var bends: [(at: Double, angle: Double)] = []
    var (oldest, sum) = (0, 0.0)
    while at < length / 2 {
      guard index + 1 < line.count else { return false }
      let (a, b, c) = (line[index - 1], line[index], line[index + 1])
      let bend = abs(remainder(atan2(b.y - a.y, b.x - a.x) - atan2(c.y - b.y, c.x - b.x), 2 * .pi))
      bends.append((at, bend))
      sum += bend
      while at - bends[oldest].at > window {
        sum -= bends[oldest].angle
        oldest += 1
      }
      guard sum <= maximumAngle else { return false }
      index += 1
      at += Self.distance(b, c)
    }
    return true
  }

  static func distance(_ a: Point, _ b: Point) -> Double { hypot(b.x - a.x, b.y - a.y) }

  /// Part of a segment within a rectangle, from 0 to 1; nil if it is outside. Source: Liang and Barsky.
  static func clipped(_ a: Point, _ b: Point, to area: Rect) -> ClosedRange<Double>? {
    var (low, high) = (0.0, 1.0)
    for (start, change, minimum, maximum) in [(a.x, b.x - a.x, area.minX, area.maxX), (a.y, b.y - a.y, area.minY, area.maxY)] {
      if change == 0 {
        guard start >= minimum, start <= maximum else { return nil }
        continue
      }
      let (t0, t1) = ((minimum - start) / change, (maximum - start) / change)
      (low, high) = (max(low, min(t0, t1)), min(high, max(t0, t1)))
    }
    return low <= high ? low...high : nil
  }
}
