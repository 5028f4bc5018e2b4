import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// What of a table is seen over rows with opaque backgrounds.
@Suite struct TableLookTests {
  private let white = Color(white: 1)

  /// White rows without separators, 40 high.
  private func opaque(scale: Double = 1, _ change: (TableNode) -> Void = { _ in }) throws -> (HeadlessStage, TableNode) {
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let node = BoxNode()
      node.id = "row\(key)"
      node.style.minHeight = .points(40)
      node.background = .color(Color(white: 1))
      return node
    })
    let table = TableNode(ListSnapshot(items: Array(0..<20)), cells: cells)
    table.showsIndicators = false
    table.separator = nil
    change(table)
    return (try HeadlessStage(width: 200, height: 200, scale: scale, background: white) { table }, table)
  }

  @Test func aPressIsVisibleOnRowsWithBackgrounds() throws {
    let (h, _) = try opaque { $0.selectionColor = Color(red: 0.13, green: 0.45, blue: 0.9, alpha: 0.2) }
    try h.touch(.began, at: Point(100, 60))
    try h.advance(by: 0.2)
    let pressed = h.framebuffer.color(x: 100, y: 60)
    #expect(pressed.red < 0.94 && pressed.red > 0.86)
    #expect(h.framebuffer.color(x: 100, y: 100) == white)
    try h.touch(.ended, at: Point(100, 60))
    try h.advance(by: 0.2)
    // Selected now: a tint of the selection's color.
    let selected = h.framebuffer.color(x: 100, y: 60)
    #expect(selected.blue > selected.red + 0.05)
  }

  @Test func aMarkedRowKeepsItsTextLegible() throws {
    let (h, table) = try opaque { $0.selectionColor = Color(rgb: 0x0000FF) }
    table.select(ListIndex(0, 1))
    try h.settle()
    let selected = h.framebuffer.color(x: 100, y: 60)
    #expect(abs(selected.red - 0.88) < 0.01 && selected.blue == 1)
  }

  @Test(arguments: [0.05, 0.12, 0.2, 0.5, 1] as [Float]) func aMarkIsAsStrongAsItsColor(alpha: Float) throws {
    let (h, table) = try opaque {
      $0.selectionColor = Color(white: 0, alpha: alpha)
      $0.background = .color(Color(white: 1))
    }
    // Rows through which all of the mark is seen.
    for node in table.subnodes.flatMap(\.subnodes) { node.background = nil }
    table.select(ListIndex(0, 1))
    try h.settle()
    #expect(abs(h.framebuffer.color(x: 100, y: 60).red - (1 - alpha)) < 0.012)
  }

  @Test func aMarkThatFollowsTheColorSchemeIsAsStrongAsItsColorInEach() throws {
    let (h, table) = try opaque {
      $0.selectionColor = .dynamic(light: Color(white: 0, alpha: 0.08), dark: Color(white: 0, alpha: 0.5))
      $0.background = .color(Color(white: 1))
    }
    for node in table.subnodes.flatMap(\.subnodes) { node.background = nil }
    table.select(ListIndex(0, 1))
    try h.settle()
    #expect(abs(h.framebuffer.color(x: 100, y: 60).red - 0.92) < 0.012)
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    #expect(abs(h.framebuffer.color(x: 100, y: 60).red - 0.5) < 0.012)
  }

  @Test func theBorderOfATableIsAboveItsRows() throws {
    let red = Color(rgb: 0xFF0000)
    let (h, table) = try opaque { $0.border = Border(width: 3, color: red) }
    #expect([0, 2].map { h.framebuffer.color(x: $0, y: 100) } == [red, red])
    #expect(h.framebuffer.color(x: 3, y: 100) == white)
    // Scrolling moves the rows beneath it.
    table.scroll(to: ListIndex(0, 9), at: .start)
    try h.settle()
    let scrolled = try h.snapshot()
    h.stage.setNeedsRepaint()
    try h.settle()
    try expectEqualPixels(scrolled, h.framebuffer)
    #expect(h.framebuffer.color(x: 100, y: 1) == red)
  }

  @Test func separatorsAreDottedOnBlackAndWhite() throws {
    let (h, _) = try opaque {
      $0.rowHeight = 41
      $0.separator = TableSeparator(inset: .zero)
    }
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    let dark = (0..<200).filter { h.framebuffer.color(x: $0, y: 40) != white }
    #expect(dark.count > 60 && dark.count < 70)
  }

  @Test(arguments: [1, 1.5, 2]) func separatorsAndBordersFillWholePixels(scale: Double) throws {
    let black = Color(white: 0)
    let (h, _) = try opaque(scale: scale) {
      $0.rowHeight = 41
      $0.separator = TableSeparator(color: black, inset: .zero, thickness: 1)
      $0.border = Border(width: 1, color: black)
    }
    let height = h.framebuffer.height
    let column = (0..<height).map { h.framebuffer.color(x: h.framebuffer.width / 2, y: $0) }
    #expect(column.allSatisfy { $0 == black || $0 == white })
    #expect(column.first == black && column.filter { $0 == black }.count >= 5)
  }
}
