import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraContainers

@Suite struct PagerPlacementTests {
  @Test(arguments: 0..<1000) func everyPageIsAtItsNearestPlace(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let axis: Axis = Bool.random(using: &random) ? .horizontal : .vertical
    let layout = PagerLayout(axis: axis, wraps: Bool.random(using: &random))
    let sections = (0..<Int.random(in: 0..<4, using: &random)).map { _ in ListMetrics.Section(Int.random(in: 0...6, using: &random)) }
    let metrics = ListMetrics(
      viewport: Size(Double(Int.random(in: 1...300, using: &random)), Double(Int.random(in: 1...300, using: &random))),
      isRightToLeft: Bool.random(using: &random), sections: sections)
    var placement = PagerPlacement(layout, metrics)
    let length = metrics.viewport[axis]
    let count = sections.reduce(0) { $0 + $1.count }
    let wraps = layout.wraps && count > 1
    #expect(placement.count == count)
    for _ in 0..<5 {
      let center = Double.random(in: -30...30, using: &random)
      _ = placement.turn(to: center)
      let pages = sections.indices.flatMap { section in (0..<sections[section].count).map { ListElement.item(ListIndex(section, $0)) } }
      let sign = axis == .horizontal && metrics.isRightToLeft ? -1.0 : 1
      var places: Set<Int> = []
      for (number, page) in pages.enumerated() {
        let frame = try #require(placement.frame(of: page))
        #expect(frame.size == metrics.viewport && frame.origin[axis.cross] == 0)
        let place = Int((frame.origin[axis] * sign / length).rounded())
        #expect(Double(place) * length * sign == frame.origin[axis])
        if wraps {
          #expect((place % count + count) % count == number)
          #expect(abs(Double(place) - center) <= Double(count) / 2)
        } else {
          #expect(place == number)
        }
        #expect(places.insert(place).inserted)
        #expect(placement.contentBounds.contains(frame))
      }
      // What touches an area is what the frames say.
      var area = Rect(0, 0, Double.random(in: 0...500, using: &random), Double.random(in: 0...500, using: &random))
      area.origin[axis] = (center + Double.random(in: -4...4, using: &random)) * length * sign
      let found = Set(placement.elements(in: area).map(\.element))
      #expect(found == Set(pages.filter { ItemFrames.touches(placement.frame(of: $0) ?? .zero, area) }))
      // The way to a page is the shorter one, and leads there.
      guard count > 0, let target = (0..<count).randomElement(using: &random) else { continue }
      var at = Point.zero
      at[axis] = (wraps ? center : Double.random(in: 0...Double(count - 1), using: &random)) * length * sign
      let goal = placement.offset(of: target, from: at)
      #expect(placement.middlePage(at: goal) == target)
      if wraps { #expect(abs(goal[axis] - at[axis]) <= Double(count) / 2 * length + 1e-6) }
    }
    #expect(placement.frame(of: .header(0)) == nil)
    #expect(placement.frame(of: .item(ListIndex(9, 0))) == nil)
  }
}
