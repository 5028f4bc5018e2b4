import TesseraGeometry
import Testing

@testable import TesseraLayout

private struct Named: LayoutElement {
  let name: String
  init(_ name: String) { self.name = name }
  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle()
    adjust(&style)
    builder.name(name)
    builder.leaf(style: style)
  }
}

@Suite struct AsciiArtTests {
  private static let card = Stack(.vertical, spacing: 8) {
    Ratio(1.5) { Named("photo") }
    Stack(.horizontal, spacing: 5, alignItems: .center) {
      Named("avatar"); Named("name"); Spacer(); Named("time")
    }.inset(12)
    Corner(Named("bell"), corner: Named("badge"))
  }

  @Test func rowsAreSideBySideAndColumnsBelowEachOther() {
    #expect(
      Self.card.asciiArt == """
        +- Stack column ---------------------+
        | +- Ratio 1.5 -+                    |
        | | photo       |                    |
        | +-------------+                    |
        | +- Inset 12 ---------------------+ |
        | | +- Stack row ----------------+ | |
        | | | avatar  name  Spacer  time | | |
        | | +----------------------------+ | |
        | +--------------------------------+ |
        | +- Corner topEnd -+                |
        | | bell            |                |
        | | badge           |                |
        | +-----------------+                |
        +------------------------------------+
        """)
  }

  @Test func rowsLongerThanTheColumnsContinueBelow() {
    #expect(
      Stack(.horizontal) { (1...6).map { Named("number \($0)") } }.asciiArt(columns: 40) == """
        +- Stack row --------------------------+
        | number 1  number 2  number 3         |
        | (beside it)                          |
        | number 4  number 5  number 6         |
        +--------------------------------------+
        """)
    #expect(
      Stack(.vertical) { Named("a name that is longer than a line") }.asciiArt(columns: 32).contains("| a name that is longer than.. |"))
  }

  @Test func boxesReportTheirDirectionAndAreDrawnInVisualOrder() {
    let row = LayoutBox(style: LayoutStyle { $0.direction = .rowReverse }) {
      Named("first")
      Named("second").order(-1)
      Named("third").position(top: 0)
      LayoutBox(style: LayoutStyle { $0.display = .none })
    }
    #expect(
      row.asciiArt == """
        +- box row-reverse ---------+
        | box (none)  first  second |
        | third absolute            |
        +---------------------------+
        """)
  }

  @Test func deepTreesAreCutWhereTheColumnsEnd() {
    var element: any LayoutElement = Named("end")
    for _ in 0..<3000 {
      let inner = element
      element = Wrapper { inner }
    }
    let art = element.asciiArt(columns: 40)
    let lines = art.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(art.contains("(2997 more inside)"))
  }

  @Test func everyLineOfADrawingFitsIntoItsColumns() {
    var r = Seeded(7)
    for _ in 0..<200 {
      let tree = Sketch.random(&r).tree
      for columns in [20, 80, 120] {
        let art = tree.asciiArt(columns: columns)
        #expect(!art.isEmpty && art.split(separator: "\n").allSatisfy { $0.count <= columns })
      }
    }
  }

  @Test func anEmptyTreeIsAnEmptyDrawing() { #expect(LayoutTree { _ in }.asciiArt() == "") }
}

@Suite struct BoxDrawingTests {
  @Test func framesAreDrawnToScale() {
    var builder = LayoutBuilder()
    builder.collectsNames = true
    builder.append(
      Stack(.horizontal) {
        Stack(.vertical) {
          Named("one").flexGrow()
          Named("two").flexGrow()
        }
        .width(.percent(50))
        Overlay(Named("picture").flexGrow()) { Named("badge").size(80, 40).style { $0.inset.top = .auto } }.flexGrow()
      })
    let explained = builder.finish().explain(in: SizeRange(exactly: Size(400, 160)))
    #expect(
      explained.drawing(columns: 41) == """
        +Stack--------------+Overlay+-----------+
        |one                |badge  |           |
        |                   +-------+           |
        |                   |                   |
        +two----------------+                   |
        |                   |                   |
        |                   |                   |
        |                   |                   |
        +-------------------+-------------------+
        """)
    #expect(explained.drawing(columns: 41, depth: 1).split(separator: "\n").count == 9)
    #expect(explained.drawing(columns: 20, root: 1).hasPrefix("+Stack"))
  }

  @Test func everyDrawingFitsIntoItsColumns() {
    var r = Seeded(11)
    for _ in 0..<100 {
      let explained = Sketch.random(&r).tree.explain(available: AvailableSize(Size(300, 200)))
      for columns in [2, 20, 120] {
        let lines = explained.drawing(columns: columns).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 401 && lines.allSatisfy { $0.count <= columns })
      }
    }
  }
}
