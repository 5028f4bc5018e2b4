internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Part of a line under the letters of a text. A value.
struct LetterLine: Sendable {
  private var points: [Point]
  /// Distances of the points from the anchor along the line, rising.
  private var distances: [Double]

  /// Cuts a line to `reach` on both sides of an anchor; nil if the line is shorter. O(points under the text).
  init?(_ line: [Point], _ anchor: LineAnchor, reach: Double) {
    var (before, at, index) = ([(anchor.point, 0.0)], 0.0, anchor.segment)
    while at > -reach {
      guard index >= 0 else { return nil }
      at -= LineAnchors.distance(line[index], before[before.count - 1].0)
      before.append((line[index], at))
      index -= 1
    }
    var after: [(Point, Double)] = []
    (at, index) = (0, anchor.segment + 1)
    while at < reach {
      guard index < line.count else { return nil }
      at += LineAnchors.distance(line[index], after.last?.0 ?? anchor.point)
      after.append((line[index], at))
      index += 1
    }
    let all = before.reversed() + after
    (points, distances) = (all.map(\.0), all.map(\.1))
  }

  /// Reverses the direction, so that a text that runs to the left becomes readable.
  mutating func reverse() {
    points.reverse()
    distances = distances.reversed().map { -$0 }
  }

  /// Returns the place at a distance from the anchor and the direction of the line there, radians. `hint` is the index of the previous
  /// segment; places of rising distances take O(points) together.
  func place(at distance: Double, hint: inout Int) -> (point: Point, angle: Double) {
    while hint + 2 < points.count, distances[hint + 1] < distance { hint += 1 }
    guard hint + 1 < points.count else { return (points.first ?? .zero, 0) }
    let (a, b) = (points[hint], points[hint + 1])
    let size = distances[hint + 1] - distances[hint]
    let t = size > 0 ? (distance - distances[hint]) / size : 0
    return (Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t), atan2(b.y - a.y, b.x - a.x))
  }
}

extension LabelLetters {
  /// Letters of a text on a line.
  struct Placed: Sendable {
    var path: Path
    /// Box of each letter.
    var boxes: [Rect]
  }

  /// Sets the letters along a line.
  /// - Parameters:
  ///   - line: line under the text.
  ///   - baseline: distance of the baseline below the line, points.
  ///   - shift: distance by which the text moves along the line, points.
  ///   - keepsUpright: whether a text that runs to the left is turned.
  /// - Returns: nil if the line is too short.
  func placed(
    on line: [Point], _ anchor: LineAnchor, baseline: Double, shift: Double, padding: Double, keepsUpright: Bool
  ) -> Placed? {
    guard var stretch = LetterLine(line, anchor, reach: width / 2 + abs(shift)) else { return nil }
    if keepsUpright {
      var hint = 0
      let (start, end) = (stretch.place(at: -width / 2, hint: &hint).point, stretch.place(at: width / 2, hint: &hint).point)
      if end.x < start.x || end.x == start.x && end.y > start.y { stretch.reverse() }
    }
    var (path, boxes, hint) = (Path(), [Rect](), 0)
    let half = (ascent + descent) / 2
    for letter in letters {
      let (point, angle) = stretch.place(at: letter.center + shift, hint: &hint)
      let turn = Transform.rotation(angle).then(.translation(point.x, point.y))
      if !letter.path.isEmpty { path.add(letter.path.transformed(Transform.translation(0, baseline).then(turn))) }
      let middle = turn.apply(Point(0, baseline - (ascent - descent) / 2))
      let reach = max(half * 0.8, letter.advance / 2) + padding
      boxes.append(Rect(middle.x - reach, middle.y - reach, reach * 2, reach * 2))
    }
    return Placed(path: path, boxes: boxes)
  }
}
