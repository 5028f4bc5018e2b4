import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

/// A node of zero size with content that needs space is reported once.
@Suite struct EmptyNodeTests {
  private func errors(_ root: AnyNode, _ change: (Stage) throws -> Void = { _ in }) throws -> [String] {
    let stage = try manualStage(root: root)
    let log = Log()
    stage.onError = { log.note("\($0)") }
    try stage.settle()
    try change(stage)
    try stage.settle()
    return log.all
  }

  /// Returns a box with a subnode that fills it.
  private func filled(_ change: (BoxNode) -> Void = { _ in }) -> BoxNode {
    let (root, page, inner) = (BoxNode(), BoxNode(), BoxNode())
    root.id = "root"
    page.id = "page"
    inner.id = "inner"
    inner.style.flexGrow = 1
    inner.background = .color(.black)
    page.addSubnode(inner)
    root.style.direction = .column
    root.addSubnode(page)
    change(page)
    return root
  }

  @Test func aBoxWithoutHeightWhoseContentFillsItIsReported() throws {
    let told = try errors(filled()) { stage in
      stage.root.subnodes[0].opacity = 0.5
      stage.root.setNeedsLayout()
    }
    #expect(
      told == [
        "layout of box `root` > box `page`: has height 0, so that its content is invisible: box `inner` in it fills the free space, and there is none; `expand()` (flexGrow: 1) gives the node the free space, height a fixed size"
      ])
  }

  @Test func emptyWidthsAreReported() throws {
    let told = try errors(
      filled { page in
        page.style.alignSelf = .flexStart
        page.style.height = .points(20)
      })
    #expect(told.count == 1 && told[0].utf8.starts(with: "layout of box `root` > box `page`: has width 0".utf8))
  }

  @Test(arguments: [Dimension.percent(50), .points(5)]) func percentagesOfAContentHeightAreReported(height: Dimension) throws {
    let told = try errors(
      filled { page in
        page.subnodes[0].style.flexGrow = 0
        page.subnodes[0].style.minHeight = height
      })
    #expect(told.contains { $0.contains("box `inner` in it has a share of its height") } == (height == .percent(50)))
  }

  @Test func onlyTheOutermostEmptyNodeIsReported() throws {
    let root = filled { page in
      let between = BoxNode()
      between.style.flexGrow = 1
      between.addSubnode(page.subnodes[0])
      page.addSubnode(between)
    }
    #expect(try errors(root).count == 1)
  }

  @Test func intentionallyEmptyNodesAreNotReported() throws {
    #expect(try errors(filled { $0.style.flexGrow = 1 }) == [])
    #expect(try errors(filled { $0.style.height = .points(0) }) == [])
    #expect(try errors(filled { $0.style.maxHeight = .points(0) }) == [])
    #expect(try errors(filled { $0.isHidden = true }) == [])
    #expect(try errors(filled { $0.opacity = 0 }) == [])
    #expect(try errors(filled { $0.subnodes[0].style.flexGrow = 0 }) == [])
    // A subnode that extends beyond the box is visible.
    #expect(try errors(filled { $0.addSubnode(PatchNode("", 10, 10).placed(0, 0, 10, 10)) }) == [])
  }
}
