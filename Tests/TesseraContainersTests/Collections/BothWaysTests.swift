import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

/// Collections whose content is larger than the viewport in both directions.
@Suite struct BothWaysTests {
  private static let columns = 50

  /// A grid of 50 columns of 80 x 60 in a stage of 200 x 150.
  private func grid(_ direction: LayoutDirection = .ltr) throws -> (HeadlessStage, CollectionNode) {
    let layout = SectionedLayout(
      section: ListSection(.grid(GridArrangement(columns: .fixed(Self.columns), length: .fixed(60)))),
      contentBreadth: 80 * Double(Self.columns))
    let collection = CollectionNode(ListSnapshot(items: Array(0..<2500)), layout: layout) { row($0, height: 60) }
    return (try HeadlessStage(width: 200, height: 150, direction: direction) { collection }, collection)
  }

  /// Items whose area is in view at an offset, by arithmetic.
  private func expected(_ offset: Point, isRightToLeft: Bool = false) -> Set<Int> {
    let x = isRightToLeft ? -offset.x : offset.x
    let columns = Int(x / 80)...min(Self.columns - 1, Int((x + 199.9) / 80))
    let rows = Int(offset.y / 60)...min(49, Int((offset.y + 149.9) / 60))
    return Set(rows.flatMap { row in columns.map { row * Self.columns + $0 } })
  }

  private func seen(_ collection: CollectionNode) -> Set<Int> { Set(collection.visibleElements.compactMap { $0.index?.item }) }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func contentBroaderThanTheViewportScrollsBothWays(direction: LayoutDirection) throws {
    let (h, collection) = try grid(direction)
    let sign = direction == .rtl ? -1.0 : 1
    #expect(collection.scrolling.axes == .both)
    #expect(seen(collection) == expected(.zero))
    for offset in [Point(0, 700), Point(1730, 700), Point(1730, 0), Point(3800, 2850), Point(11, 7)] {
      collection.contentOffset = Point(sign * offset.x, offset.y)
      try h.settle()
      #expect(collection.contentOffset == Point(sign * offset.x, offset.y))
      #expect(seen(collection) == expected(offset))
      #expect(collection.visibleElements.allSatisfy { collection.node(for: $0)?.interfaceState == .visible })
      #expect(collection.subnodes.count < 400)
    }
    // No farther than the last column.
    collection.contentOffset.x = sign * 1e5
    try h.settle()
    #expect(collection.contentOffset.x == sign * 3800)
  }

  @Test func aFingerMovesItDiagonallyAndItemsAreThereInTime() throws {
    let (h, collection) = try grid()
    try h.advance(by: 1)
    let before = collection.listStatistics.placeholders
    try h.touch(.began, at: Point(190, 140))
    for step in 1...40 {
      try h.touch(.moved, at: Point(190 - 4 * Double(step), 140 - 3 * Double(step)))
      try h.advance(by: 1.0 / 60)
      #expect(seen(collection) == expected(collection.contentOffset))
    }
    try h.touch(.ended, at: Point(30, 20))
    try h.advance(by: 2)
    #expect(collection.contentOffset.x > 140 && collection.contentOffset.y > 100)
    #expect(seen(collection) == expected(collection.contentOffset))
    #expect(collection.listStatistics.placeholders == before)
  }

  @Test func scrollingToAnItemShowsItOnBothAxes() throws {
    let (h, collection) = try grid()
    for (item, offset) in [
      (1225, Point(1880, 1350)), (1227, Point(2040, 1350)), (1226, Point(2040, 1350)), (1225, Point(2000, 1350)), (0, .zero),
    ] {
      collection.scroll(to: ListIndex(0, item), animated: false)
      try h.settle()
      #expect(collection.contentOffset == offset)
      #expect(seen(collection).contains(item))
    }
    collection.scroll(to: ListIndex(0, 2499), at: .end, animated: true)
    try h.advance(by: 3)
    #expect(collection.contentOffset == Point(3800, 2850))
  }

  /// Narrower content than the viewport keeps the viewport's breadth, and does not scroll across.
  @Test(arguments: [0, 50, .nan, -3, .infinity]) func anInvalidBreadthIsThatOfTheViewport(breadth: Double) throws {
    let layout = SectionedLayout(section: ListSection(.rows(length: .fixed(30))), contentBreadth: breadth)
    let collection = CollectionNode(ListSnapshot(items: Array(0..<40)), layout: layout) { row($0, height: 30) }
    let h = try HeadlessStage(width: 200, height: 150) { collection }
    collection.contentOffset = Point(30, 60)
    try h.settle()
    #expect(collection.contentOffset.y == 60)
    if breadth.isFinite || breadth.isNaN {
      #expect(collection.contentOffset.x == 0 && collection.node(for: .item(ListIndex(0, 2)))?.frame.width == 200)
    }
  }
}
