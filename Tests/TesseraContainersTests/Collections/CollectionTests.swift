import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct CollectionTests {
  private static func heights(_ item: Int) -> Double { Double(20 + item * 37 % 60) }

  /// A collection of numbered items that fills a stage of 120 x 200.
  private func collection(
    _ count: Int, _ layout: SectionedLayout, _ log: Log? = nil, direction: LayoutDirection = .ltr,
    cells change: (inout ListSnapshot<Int, Int>.Cells) -> Void = { _ in }
  ) throws -> (HeadlessStage, CollectionNode) {
    var cells = ListSnapshot<Int, Int>.Cells(item: { item, _ in row(item, log, height: Self.heights(item)) })
    change(&cells)
    let collection = CollectionNode(ListSnapshot(items: Array(0..<count)), layout: layout, cells: cells)
    collection.showsIndicators = false
    return (try HeadlessStage(width: 120, height: 200, direction: direction) { collection }, collection)
  }

  @Test(arguments: [100, 10_000, 1_000_000]) func onlyItemsNearTheScreenHaveNodes(count: Int) throws {
    let (h, collection) = try collection(count, .grid(GridArrangement(columns: .fixed(3), columnSpacing: 3, lineSpacing: 3)))
    #expect(collection.visibleElements == (0..<15).map { .item(ListIndex(0, $0)) })
    #expect(collection.listStatistics.made < 60)
    collection.contentOffset.y = 1000
    try h.settle()
    #expect(collection.subnodes.count < 100)
    for element in collection.visibleElements {
      let node = try #require(collection.node(for: element))
      #expect(node.interfaceState == .visible)
      #expect(node.frame.size == Size(38, 38))
    }
  }

  @Test(arguments: [
    SectionedLayout.waterfall(WaterfallArrangement(columns: .fixed(3), columnSpacing: 3, itemSpacing: 3)),
    .grid(GridArrangement(columns: .minimumBreadth(30), length: .measured(estimate: 20), lineSpacing: 2)),
    .flow(FlowArrangement(estimatedSize: Size(30, 30), itemSpacing: 2, lineSpacing: 2)), .table(estimate: 30),
  ]) func measuredItemsArePlacedByTheirSizes(layout: SectionedLayout) throws {
    let (h, collection) = try collection(
      300, layout, cells: { $0.item = { item, _ in row(item, width: 25 + Double(item * 13 % 40), height: Self.heights(item)) } })
    for step in 0..<40 {
      collection.contentOffset.y += Double(step % 7) * 31
      try h.settle()
      let seen = collection.visibleElements
      #expect(!seen.isEmpty)
      let frames = try seen.map { try #require(collection.node(for: $0)).frame }
      for (i, frame) in frames.enumerated() {
        #expect(frame.height == Self.heights(try #require(seen[i].index).item))
        for other in frames[(i + 1)...] { #expect(!frame.intersects(other), "\(frame) and \(other)") }
      }
    }
  }

  @Test(arguments: [
    SectionedLayout.waterfall(WaterfallArrangement(columns: .fixed(2))),
    .grid(GridArrangement(columns: .fixed(2), length: .measured(estimate: 20))), .flow(FlowArrangement(estimatedSize: Size(30, 30))),
    .table(estimate: 30),
  ]) func itemsKeepTheirOwnLeastAndMostSizes(layout: SectionedLayout) throws {
    let (_, collection) = try collection(
      4, layout,
      cells: {
        $0.item = { item, _ in
          let node = BoxNode()
          let content = BoxNode()
          (content.style.width, content.style.height) = (20, item % 2 == 0 ? 10 : 90)
          content.style.flexShrink = 0
          node.addSubnode(content)
          (node.style.minHeight, node.style.maxHeight, node.style.minWidth) = (40, 60, 35)
          return node
        }
      })
    for element in collection.visibleElements {
      let (frame, item) = (try #require(collection.node(for: element)).frame, try #require(element.index).item)
      #expect(frame.height == (item % 2 == 0 ? 40 : 60), "\(element)")
      #expect(frame.width >= 35)
    }
  }

  @Test(arguments: [
    SectionedLayout.grid(GridArrangement(columns: .fixed(2), length: .measured(estimate: 90))), .table(estimate: 20),
  ]) func itemsThatAreMeasuredAboveMoveNothingInView(layout: SectionedLayout) throws {
    let (h, collection) = try collection(1000, layout)
    collection.contentOffset.y = 20_000
    try h.settle()
    for _ in 0..<60 {
      var places: [(node: AnyNode, y: Double)] = []
      for element in collection.visibleElements {
        if let node = collection.node(for: element), let y = h.seen(node)?.minY { places.append((node, y)) }
      }
      collection.contentOffset.y -= 11
      try h.settle()
      for place in places where place.node.interfaceState == .visible {
        let y = try #require(h.seen(place.node)?.minY)
        #expect(abs(y - place.y - 11) < 0.01)
      }
    }
  }

  @Test func nodesStayWhenTheLayoutChanges() throws {
    let (h, collection) = try collection(50, .grid(GridArrangement(columns: .fixed(3))))
    let first = try #require(collection.node(for: .item(ListIndex(0, 4))))
    #expect(first.frame == Rect(40, 40, 40, 40))
    collection.listLayout = SectionedLayout.grid(GridArrangement(columns: .fixed(2)))
    try h.settle()
    #expect(collection.node(for: .item(ListIndex(0, 4))) === first)
    #expect(first.frame == Rect(0, 120, 60, 60))
  }

  @Test func aLayoutOfTheProgramsOwnIsFollowed() throws {
    let cells = ListSnapshot<Int, Int>.Cells(item: { item, _ in row(item) })
    let collection = CollectionNode(ListSnapshot(items: Array(0..<30)), layout: Diagonal(), cells: cells)
    let h = try HeadlessStage(width: 100, height: 100) { collection }
    #expect(collection.visibleElements == (0..<5).map { .item(ListIndex(0, $0)) })
    #expect(collection.node(for: .item(ListIndex(0, 2)))?.frame == Rect(20, 40, 20, 20))
    collection.contentOffset.y = 400
    try h.settle()
    #expect(collection.visibleElements.first == .item(ListIndex(0, 20)))
  }

  @Test func supplementaryElementsAreNodesLikeAnyOther() throws {
    var layout = SectionedLayout.grid(GridArrangement(columns: .fixed(3)), insets: Insets(6))
    layout.section.background = "behind"
    layout.section.badges = [.init("badge", size: Size(8, 8))]
    layout.section.header = .init(.fixed(20), isSticky: true)
    let (h, collection) = try collection(
      300, layout,
      cells: { cells in
        cells.header = { _, _ in row(1) }
        cells.supplementary = { kind, _, index in row(kind == "badge" ? index.item : 5) }
      })
    let badge = ListElement.supplementary("badge", ListIndex(0, 1))
    let behind = ListElement.supplementary("behind", ListIndex(0, 0))
    #expect(collection.node(for: badge)?.frame == Rect(74, 22, 8, 8))
    #expect(collection.node(for: behind)?.interfaceState == .visible)
    #expect(collection.contentFrame(of: behind) == Rect(0, 20, 120, 3612))
    #expect(collection.node(for: badge)?.interfaceState == .visible)
    // What lies behind is painted first, badges last.
    let order = collection.subnodes
    let place = { (element: ListElement) in order.firstIndex { $0 === collection.node(for: element) } ?? -1 }
    #expect(place(behind) < place(.item(ListIndex(0, 0))))
    #expect(place(badge) > place(.item(ListIndex(0, 8))))
    let header = try #require(collection.node(for: .header(0)))
    collection.contentOffset.y = 1800
    try h.settle()
    #expect(collection.node(for: badge) == nil)
    #expect(collection.node(for: .header(0)) === header)
    #expect(h.seen(header) == Rect(0, 0, 120, 20))
  }

  @Test func aShelfFromRightToLeftBeginsAtTheRight() throws {
    let (h, collection) = try collection(100, .shelf(length: .fixed(50), spacing: 4), direction: .rtl)
    #expect(collection.visibleElements == (0..<3).map { .item(ListIndex(0, $0)) })
    #expect(collection.node(for: .item(ListIndex(0, 0))).flatMap { h.seen($0) } == Rect(70, 0, 50, 200))
    try h.drag(from: Point(20, 100), to: Point(90, 100))
    try h.advance(by: 3)
    #expect(collection.contentOffset.x < -30)
    #expect(collection.visibleElements.first != .item(ListIndex(0, 0)))
  }

  @Test func dataThatChangeKeepTheirNodes() throws {
    let (h, collection) = try collection(40, .flow(FlowArrangement(estimatedSize: Size(40, 40), isFixed: true)))
    let node = try #require(collection.node(for: .item(ListIndex(0, 7))))
    var items = Array(0..<40)
    items.swapAt(2, 7)
    items.remove(at: 5)
    collection.apply(ListSnapshot<Int, Int>(items: items))
    try h.settle()
    try h.advance(by: 1)
    #expect(collection.node(for: .item(ListIndex(0, 2))) === node)
    #expect(node.frame == Rect(80, 0, 40, 40))
  }

  @Test func shelvesInAListGetNoCloserThanTheirRow() throws {
    let log = Log()
    let shelves = CollectionNode(
      ListSnapshot(items: Array(0..<20)), layout: .table(),
      cells: ListSnapshot<Int, Int>.Cells(item: { shelf, _ in
        let node = CollectionNode(ListSnapshot(items: Array(0..<30)), layout: .shelf(length: .fixed(50))) { item in
          row(shelf * 100 + item, log)
        }
        node.style.height = .points(100)
        return node
      }))
    let h = try HeadlessStage(width: 100, height: 200) { shelves }
    func state(_ shelf: Int, _ item: Int) -> InterfaceState? {
      let node = shelves.node(for: .item(ListIndex(0, shelf))) as? CollectionNode
      return node?.node(for: .item(ListIndex(0, item)))?.interfaceState
    }
    #expect(state(0, 0) == .visible && state(0, 1) == .visible)
    #expect(state(0, 2) == .display)
    #expect(state(2, 0) == .display && state(2, 2) != .display)
    shelves.scroll(to: Point(0, 300), animated: false)
    try h.settle()
    #expect(state(3, 0) == .visible && state(4, 1) == .visible)
    // Every step of every item is one up or one down from where it was.
    var states: [Substring: String] = [:]
    for entry in log.all where entry.contains(">") {
      let parts = entry.split(separator: " ")
      let step = parts[1].split(separator: ">").map(String.init)
      #expect(states[parts[0], default: "idle"] == step[0], "\(entry)")
      states[parts[0]] = step[1]
    }
  }

  @Test func aSceneMayHaveItsItemsAsChildren() throws {
    let scene = """
      tessera: 1
      size: [100, 100]
      root:
        type: collection
        layout: waterfall
        columns: 2
        lineSpacing: 4
        children:
          - {type: box, id: a, background: red, style: {height: 30}}
          - {type: box, id: b, background: green, style: {height: 50}}
          - {type: box, id: c, background: blue, style: {height: 20}}
      """
    let h = try HeadlessStage(scene: scene, width: 100, height: 100)
    #expect(try h.frame(of: "a") == Rect(0, 0, 50, 30))
    #expect(try h.frame(of: "b") == Rect(50, 0, 50, 50))
    #expect(try h.frame(of: "c") == Rect(0, 34, 50, 20))
    let written = try SceneWriter(registry: .standard).text(of: h.root)
    let again = try HeadlessStage(scene: written, width: 100, height: 100)
    try expectEqualPixels(h.framebuffer, again.framebuffer)
  }

  @Test func itemsByPositionAreReadFromADataSource() throws {
    final class Source: ListDataSource, @unchecked Sendable {
      // @unchecked: `count` changes in batches only, which keep readers out.
      var count = 50
      func itemCount(inSection section: Int) -> Int { count }
      func nodeFactory(for element: ListElement) -> ListNodeFactory? {
        let number = element.index?.item ?? 0
        return { row(number) }
      }
    }
    let source = Source()
    let controller = ListDataController(source)
    let collection = CollectionNode(controller, layout: SectionedLayout.grid(GridArrangement(columns: .fixed(2))))
    let h = try HeadlessStage(width: 100, height: 100) { collection }
    let second = try #require(collection.node(for: .item(ListIndex(0, 1))))
    controller.performBatchUpdates {
      source.count -= 1
      controller.deleteItems(at: [ListIndex(0, 0)])
    }
    try h.settle()
    try h.advance(by: 1)
    #expect(collection.node(for: .item(ListIndex(0, 0))) === second)
    #expect(second.frame == Rect(0, 0, 50, 50))
  }
}

/// Items along a diagonal.
private struct Diagonal: ListLayout {
  let axis = Axis.vertical

  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { Placement(metrics: metrics) }

  struct Placement: ListPlacement {
    var metrics: ListMetrics

    private var count: Int { metrics.sections.first?.count ?? 0 }
    private func frame(_ item: Int) -> Rect { Rect(Double(item % 10) * 10, Double(item) * 20, 20, 20) }

    var contentBounds: Rect { Rect(0, 0, metrics.viewport.width, max(metrics.viewport.height, Double(count) * 20)) }
    func elements(in rect: Rect) -> [ListPlace] {
      (0..<count).map { ListPlace(.item(ListIndex(0, $0)), frame($0)) }.filter { $0.frame.intersects(rect) }
    }
    func frame(of element: ListElement) -> Rect? {
      guard let index = element.index, index.item < count else { return nil }
      return frame(index.item)
    }
    func constraint(for element: ListElement) -> SizeRange { SizeRange(exactly: Size(20, 20)) }
    mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {}
    mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) { self.metrics = metrics }
  }

  @Test(arguments: [Size(1, 1), Size(240, 1), Size(1, 320), Size(30, 100)])
  func aViewportThatWasAlmostEmptyRestoresItsPosition(small: Size) throws {
    let flow = FlowArrangement(estimatedSize: Size(60, 30), lineSpacing: 4)
    let list = CollectionNode(ListSnapshot(items: Array(0..<200)), layout: .flow(flow)) {
      row($0, width: 40 + Double($0 * 13 % 60), height: 30)
    }
    let h = try HeadlessStage(width: 240, height: 320) { list }
    list.scroll(to: ListIndex(0, 50), at: .start, animated: false)
    try h.settle()
    try h.stage.resize(to: small, scale: 1)
    try h.settle()
    let first = try #require(list.visibleElements.first?.index?.item)
    #expect((48...50).contains(first))
    try h.stage.resize(to: Size(240, 320), scale: 1)
    try h.settle()
    #expect(h.seen(try h.node("r\(first)"))?.minY == 0)
  }

  @Test func invalidSettingsArrangeAListOnce() throws {
    let bad = ElementLength.fixed(.nan)
    for layout in [SectionedLayout.shelf(length: bad), .grid(GridArrangement(columns: .fixed(2), length: bad)), .table(spacing: .nan)] {
      let list = CollectionNode(ListSnapshot(items: Array(0..<40)), layout: layout) { row($0, height: 30) }
      list.insets = Insets(.nan)
      let h = try HeadlessStage(width: 100, height: 200, settled: false) { list }
      try h.stage.settle(limit: 100)
      list.listLayout = SectionedLayout.table(estimate: .nan)
      try h.stage.settle(limit: 100)
      list.insets = .zero
      list.listLayout = SectionedLayout.table()
      try h.stage.settle(limit: 100)
      #expect(h.errors.isEmpty && h.stage.hitTest(Point(5, 45))?.id == "r1")
    }
  }
}
