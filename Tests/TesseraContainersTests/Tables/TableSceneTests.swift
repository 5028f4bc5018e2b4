import TesseraContainers
import TesseraKit
import TesseraLayout
import TesseraScene
import TesseraTestSupport
import Testing

/// The table of docs/examples.
@Suite struct TableSceneTests {
  private static let reason = "versions of FreeType round outlines differently"

  private func birds() throws -> HeadlessStage {
    try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/table.yaml")
  }

  @Test func rowsAreAsHighAsTheirContent() throws {
    try expectGolden(birds().framebuffer, "table_birds", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func aHeaderStaysWhileItsSectionIsInView() throws {
    let h = try birds()
    let table = try #require(h.root as? TableNode)
    table.showsIndicators = false
    try h.drag(from: Point(160, 300), to: Point(160, 200), steps: 10, over: 1)
    try h.advance(by: 6, step: 0.1)
    #expect(!table.isMoving)
    #expect(table.contentOffset.y > 80)
    try h.tap(at: Point(160, 200))
    #expect(table.selectedRows.count == 1)
    try expectGolden(h.framebuffer, "table_birds_scrolled", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func aSceneIsWrittenAsItWasRead() throws {
    let h = try birds()
    let table = try #require(h.root as? TableNode)
    #expect(table.sceneChildren.count == 11)
    #expect(table.sceneChildren.map(\.typeName).filter { $0 == "table-header" }.count == 2)
  }

  /// Headers and rows without padding begin at the same distance; separators begin there too, until the program sets their insets.
  @Test(arguments: [LayoutDirection.ltr, .rtl]) func headersSeparatorsAndRowsAreAligned(direction: LayoutDirection) throws {
    let scene = try Scene(
      text: """
        tessera: 1
        size: [300, 240]
        root:
          type: table
          id: table
          environment: {density: regular}
          style: {direction: \(direction == .rtl ? "rtl" : "ltr")}
          separatorColor: "#ff0000"
          children:
            - {type: table-header, background: blue, children: [{type: text, id: header, string: Birds}]}
            - {type: text, id: row, string: Heron}
            - {type: text, id: next, string: Stork}
        """, registry: .standard)
    let h = try HeadlessStage(width: 300, height: 240) { try scene.makeRoot() }
    let table = try #require(h.root as? TableNode)
    func start(_ id: String) throws -> Double {
      let node = try h.node(id)
      let frame = h.frame(of: node)
      return direction == .rtl ? 300 - frame.maxX : frame.minX
    }
    func line() throws -> (Int, Int) {
      try h.settle()
      let red = Color(rgb: 0xFF0000)
      for y in 0..<h.framebuffer.height {
        let row = (0..<300).filter { h.framebuffer.color(x: direction == .rtl ? 299 - $0 : $0, y: y) == red }
        if let first = row.first, let last = row.last { return (first, last) }
      }
      throw TestFailure("no separator")
    }
    let margin = table.environmentValues.theme[.margin]
    #expect(try start("header") == margin)
    #expect(try start("row") == margin)
    #expect(try line() == (Int(margin), 299))
    try table.setAttribute("separatorInset", to: AttributeValue.number(4))
    try table.setAttribute("separatorEndInset", to: AttributeValue.number(10))
    #expect(try line() == (4, 289))
    table.separator = TableSeparator(color: Color(rgb: 0xFF0000), inset: Insets(top: 0, right: 0, bottom: 0, left: 16))
    #expect(try line() == (16, 299))
    // Where the content of rows begins that the program pads.
    for row in ["row", "next"] { try h.node(row).style.padding = LayoutEdges(horizontal: .points(9), vertical: .points(4)) }
    table.separator = TableSeparator(color: Color(rgb: 0xFF0000))
    #expect(try line() == (9, 299))
  }
}
