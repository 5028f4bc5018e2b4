import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct SpatialFocusTests {
  private static let arrows: [FocusDirection] = [.left, .right, .up, .down]

  @Test func nodesStraightAheadPrecedeNearerOnesAside() {
    let from = Rect(0, 100, 50, 20)
    let ahead = Rect(300, 100, 50, 20)
    let aside = Rect(60, 130, 50, 20)
    #expect(SpatialFocus.pick(from: from, .right, of: [aside, ahead]) == 1)
    #expect(SpatialFocus.pick(from: from, .right, of: [aside]) == 0)
    #expect(SpatialFocus.pick(from: from, .left, of: [aside, ahead]) == nil)
    // Within a scope, a candidate must be further in the direction than to the side.
    let far = Rect(60, 400, 50, 20)
    #expect(SpatialFocus.pick(from: from, .right, of: [far], allowsDiagonal: false) == nil)
    #expect(SpatialFocus.pick(from: from, .right, of: [far]) == 0)
  }

  @Test func theNearestCenterWinsUnlessTheFocusCameFromANeighbor() {
    let wide = Rect(0, 100, 300, 20)
    let row = [Rect(0, 0, 90, 40), Rect(100, 0, 90, 40), Rect(200, 0, 90, 40)]
    #expect(SpatialFocus.pick(from: wide, .up, of: row) == 1)
    for number in row.indices { #expect(SpatialFocus.pick(from: wide, .up, of: row, cameFrom: number) == number) }
    // Not a candidate that is hidden by another box.
    let behind = row + [Rect(0, -80, 90, 40)]
    #expect(SpatialFocus.pick(from: wide, .up, of: behind, cameFrom: 3) == 1)
  }

  @Test func nodesInsideAreEnteredFromTheEdge() {
    let card = Rect(0, 0, 200, 50)
    let buttons = [Rect(100, 10, 40, 30), Rect(150, 10, 40, 30)]
    #expect(SpatialFocus.pick(from: card, .right, of: buttons, inside: { _ in true }) == 0)
    #expect(SpatialFocus.pick(from: card, .left, of: buttons, inside: { _ in true }) == 1)
    #expect(SpatialFocus.pick(from: card, .next, of: buttons) == nil)
  }

  /// Divides a screen recursively, like forms, dashboards and grids; some parts have nothing to focus.
  private func divided(_ area: Rect, _ depth: Int, _ random: inout SeededGenerator) -> [Rect] {
    let (wide, high) = (area.width >= 40, area.height >= 40)
    if depth == 0 || !wide && !high || Int.random(in: 0..<7, using: &random) == 0 {
      return Int.random(in: 0..<5, using: &random) == 0 ? [] : [area.inset(by: Double(Int.random(in: 0...2, using: &random) * 2))]
    }
    if wide && (!high || Bool.random(using: &random)) {
      let cut = Double.random(in: 15...(area.width - 15), using: &random).rounded()
      return divided(Rect(area.minX, area.minY, cut, area.height), depth - 1, &random)
        + divided(Rect(area.minX + cut, area.minY, area.width - cut, area.height), depth - 1, &random)
    }
    let cut = Double.random(in: 15...(area.height - 15), using: &random).rounded()
    return divided(Rect(area.minX, area.minY, area.width, cut), depth - 1, &random)
      + divided(Rect(area.minX, area.minY + cut, area.width, area.height - cut), depth - 1, &random)
  }

  private func target(_ boxes: [Rect], _ from: Int, _ direction: FocusDirection, cameFrom: Int? = nil) -> Int? {
    let others = boxes.indices.filter { $0 != from }
    return SpatialFocus.pick(
      from: boxes[from], direction, of: others.map { boxes[$0] }, cameFrom: cameFrom.flatMap { others.firstIndex(of: $0) }
    ).map { others[$0] }
  }

  @Test func arrowsReachEveryBoxOfADividedScreenFromEveryOther() {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      let boxes = divided(Rect(0, 0, 800, 480), 4, &random)
      guard boxes.count > 1 else { continue }
      let ways = boxes.indices.map { i in Self.arrows.compactMap { target(boxes, i, $0) } }
      for start in boxes.indices {
        var reached: Set = [start]
        var open = [start]
        while let at = open.popLast() { for next in ways[at] where reached.insert(next).inserted { open.append(next) } }
        #expect(reached.count == boxes.count, "seed \(seed): from \(boxes[start]) only \(reached.count) of \(boxes.count)")
      }
    }
  }

  /// A step straight ahead and the reverse step return to the start, unless another box is nearer from there.
  @Test func everyValueRoundTrips() {
    var back = 0
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      let boxes = divided(Rect(0, 0, 800, 480), 4, &random)
      for (i, direction) in boxes.indices.flatMap({ i in Self.arrows.map { (i, $0) } }) {
        guard let there = target(boxes, i, direction), let home = target(boxes, there, direction.opposite, cameFrom: i) else { continue }
        if home == i {
          back += 1
          continue
        }
        // If the boxes overlap across the direction, the way back must end at a box that is no farther than the start.
        let (a, b, c) = (boxes[i], boxes[there], boxes[home])
        func gap(_ x: Rect, _ y: Rect) -> Double {
          direction.axis == .horizontal ? max(x.minX - y.maxX, y.minX - x.maxX) : max(x.minY - y.maxY, y.minY - x.maxY)
        }
        func overlap(_ x: Rect, _ y: Rect) -> Double {
          direction.axis == .horizontal ? min(x.maxY, y.maxY) - max(x.minY, y.minY) : min(x.maxX, y.maxX) - max(x.minX, y.minX)
        }
        #expect(overlap(a, b) <= 0 || gap(b, c) <= gap(a, b), "seed \(seed): \(direction) from \(a) to \(b), back to \(c)")
      }
    }
    #expect(back > 5000)
  }
}
