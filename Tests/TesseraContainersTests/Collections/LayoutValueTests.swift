@testable import TesseraContainers
import TextPlugin
import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// Words on a ring, turned towards its middle; each knows the side that it is on.
private struct Ring: ListLayout {
  let axis = Axis.vertical
  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { Placement(metrics: metrics) }

  struct Placement: ListPlacement {
    var metrics: ListMetrics

    private var count: Int { metrics.sections.first?.count ?? 0 }
    private func angle(_ item: Int) -> Double { 2 * .pi * Double(item) / Double(max(1, count)) }

    private func frame(_ item: Int) -> Rect {
      let middle = Point(metrics.viewport.width / 2, metrics.viewport.height / 2)
      let at = Transform.rotation(angle(item)).apply(Point(0, 24 - min(middle.x, middle.y))) + middle
      return Rect(at.x - 32, at.y - 12, 64, 24)
    }

    var contentBounds: Rect { Rect(size: metrics.viewport) }
    func elements(in rect: Rect) -> [ListPlace] {
      (0..<count).map { ListPlace(.item(ListIndex(0, $0)), frame($0)) }.filter { $0.frame.intersects(rect) }
    }
    func frame(of element: ListElement) -> Rect? { element.index.flatMap { $0.item < count ? frame($0.item) : nil } }
    func constraint(for element: ListElement) -> SizeRange { SizeRange(exactly: Size(64, 24)) }
    mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {}
    mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) { self.metrics = metrics }

    func effects(in visible: Rect) -> [ListEffect] {
      (0..<count).map { ListEffect(.item(ListIndex(0, $0)), transform: .rotation(angle($0))) }
    }
    func values(of element: ListElement) -> [String: AttributeValue] {
      guard let frame = frame(of: element) else { return [:] }
      return ["isBelow": .boolean(frame.midY > metrics.viewport.height / 2 + 1), "width": .number(metrics.viewport.width)]
    }
  }
}

@Suite struct LayoutValueTests {
  private static let programs = ["Cotton", "Eco", "Wool", "Rinse", "Spin", "Quick"]

  private func text(_ list: CollectionNode, _ item: Int) -> String? {
    let row = list.storage.list.node(for: .item(ListIndex(0, item)))
    return (row?.subnodes.first as? TextNode)?.string
  }

  @Test func valuesOfALayoutReachItsItemsWithTheFirstLayout() throws {
    let log = Log()
    let list = CollectionNode(Self.programs, id: { $0 }, layout: Ring()) { name, state in
      log.note("row")
      let (isBelow, width) = (state.layoutValues["isBelow"]?.boolean ?? false, state.layoutValues["width"]?.number ?? 0)
      return [Text("\(name) \(isBelow) \(width)")] as [any LayoutElement]
    }
    let h = try HeadlessStage(width: 200, height: 200) { list }
    #expect(text(list, 0) == "Cotton false 200.0" && text(list, 3) == "Rinse true 200.0")
    #expect(log.all.count == Self.programs.count)
    // The viewport changes a value of each item, new data one of some.
    try h.stage.resize(to: Size(240, 200), scale: 1)
    try h.settle()
    #expect(text(list, 0) == "Cotton false 240.0" && text(list, 3) == "Rinse true 240.0")
    list.show(["Silk"] + Self.programs)
    try h.settle()
    #expect(text(list, 0) == "Silk false 240.0" && text(list, 3) == "Wool true 240.0" && text(list, 6) == "Quick false 240.0")
  }

  @Test func programsWithNodesGetTheValues() throws {
    let list = CollectionNode(ListSnapshot(items: Array(0..<4)), layout: Ring()) { row($0) }
    let below = Locked<[Int: Bool]>([:])
    list.handlers.updateAppearance = { node, state in
      guard let row = node as? Node<Row> else { return }
      below.withLock { $0[row.number] = state.layoutValues["isBelow"]?.boolean }
    }
    _ = try HeadlessStage(width: 200, height: 200) { list }
    #expect(below.withLock { $0 } == [0: false, 1: false, 2: true, 3: false])
  }

  @Test(arguments: [false, true]) func effectsTurnItems(isDark: Bool) throws {
    let list = CollectionNode(Self.programs, id: { $0 }, layout: Ring()) { name, state in
      let isBelow = state.layoutValues["isBelow"]?.boolean ?? false
      return [Text(name).font(13).color(isBelow ? .theme(.accent) : .theme(.ink)).alignment(.center)] as [any LayoutElement]
    }
    list.background = .color(.theme(.ground))
    let h = try HeadlessStage(width: 200, height: 200) { list }
    h.stage.environment[\.colorScheme] = isDark ? .dark : .light
    try h.settle()
    try expectGolden(
      h.framebuffer, isDark ? "ring_dark" : "ring_light", tolerance: .fewPixels(64, beyond: 24),
      because: "Letters of another release of FreeType.")
    // The item at the bottom is upside down, and hit at its frame.
    let item = try #require(list.storage.list.host(for: .item(ListIndex(0, 3))))
    #expect(h.stage.hitTest(Point(100, 176)).map { $0.isInside(item) || $0 === item } == true)
  }
}
