import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct ScrollViewTests {
  /// A page with a bar above rows of 50, some of them tinted by state.
  private struct Page: NodeType {
    static let typeName = "page"
    var count = 20
    var axes = Scroll.Axes.vertical

    func layout(in context: LayoutContext) -> some LayoutElement {
      Column {
        Box().background(Color(rgb: 0x202020)).height(40)
        ScrollView(axes, gap: 2) {
          for index in 0..<count {
            Box().key("row \(index)").background(Color(rgb: UInt32(index * 0x0a0b0c))).size(
              width: axes == .horizontal ? 50 : .auto, height: 50)
          }
        }
        .showsIndicators(false).key("list").expand()
      }
    }
  }

  private func isSame(_ one: PixelBuffer, _ other: PixelBuffer) -> Bool {
    one.withUnsafeBytes { one in other.withUnsafeBytes { one.elementsEqual($0) } }
  }

  private func list(_ h: HeadlessStage) throws -> ScrollNode { try #require(h.root.subnodes.last as? ScrollNode) }

  @Test(arguments: [Scroll.Axes.vertical, .horizontal]) func scrollsItsChildrenAndKeepsTheOffset(axes: Scroll.Axes) throws {
    let page = Node(Page(axes: axes))
    let h = try HeadlessStage(width: 100, height: 240) { page }
    let list = try list(h)
    #expect(list.frame == Rect(x: 0, y: 40, width: 100, height: 200))
    #expect(list.subnodes.count == 20 && list.subnodes.allSatisfy { $0.frame.height == 50 || axes == .horizontal })
    let offset = axes == .vertical ? Point(0, 130) : Point(130, 0)
    list.contentOffset = offset
    try h.settle()
    let scrolled = try h.snapshot()
    // The same picture of a list that a program built.
    let other = ScrollNode(Scroll(axes))
    other.showsIndicators = false
    other.style.gap = 2
    (other.style.flexGrow, other.style.flexBasis) = (1, .points(0))
    for index in 0..<20 {
      let row = BoxNode()
      row.background = .color(Color(rgb: UInt32(index * 0x0a0b0c)))
      row.style.height = .points(50)
      if axes == .horizontal { row.style.width = .points(50) }
      other.addSubnode(row)
    }
    let root = BoxNode()
    root.style.direction = .column
    let bar = BoxNode()
    bar.background = .color(Color(rgb: 0x202020))
    bar.style.height = .points(40)
    root.addSubnode(bar)
    root.addSubnode(other)
    let built = try HeadlessStage(width: 100, height: 240) { root }
    other.contentOffset = offset
    try built.settle()
    #expect(isSame(scrolled, built.framebuffer))
    // A new spec keeps the node and its offset.
    page.count = 30
    try h.settle()
    #expect(try self.list(h) === list && list.subnodes.count == 30 && list.contentOffset == offset)
    #expect(isSame(scrolled, h.framebuffer))
  }

  @Test func makesANode() throws {
    let node = ScrollView(gap: 10) {
      Box().height(50)
      Box().height(70)
    }
    .paging().padding(5).makeAnyNode()
    let scroll = try #require(node as? ScrollNode)
    #expect(scroll.isPaging)
    let h = try HeadlessStage(width: 100, height: 60) { scroll }
    #expect(scroll.contentBounds?.height == 140 && h.errors.isEmpty)
  }
}
