import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct GridTests {
  private static let columns = [
    GridColumn("name", title: "Name"), GridColumn("kind", title: "Kind", width: .fixed(90)),
    GridColumn("size", title: "Size", width: .content, isNumeric: true, format: "%.1f MB"),
  ]
  private static let rows = GridRows([
    ["b.txt", "Text", 7], ["a.txt", "Text", 12.5], ["c.png", "Picture", 7], ["d.pdf", "Document", 0.3],
  ])

  private func stage(_ grid: Grid, width: Double = 360, height: Double = 240, direction: LayoutDirection = .ltr) throws -> (
    HeadlessStage, GridNode
  ) {
    let node = GridNode(grid)
    node.environment[\.density] = .regular
    (node.style.width, node.style.height) = (.points(width), .points(height))
    return (try HeadlessStage(width: width, height: height, direction: direction) { node }, node)
  }

  /// Returns the first letters of the shown rows.
  private func names(_ h: HeadlessStage) -> [String] {
    h.stage.semanticsTree.text().split(separator: "\n").compactMap { line in
      let parts = String(line).split(separator: "Name: ")
      return parts.count > 1 ? String(parts[1].prefix(1)) : nil
    }
  }

  private static let sheet = """
    - {type: grid, columns: [{id: name, title: Name}, {id: kind, title: Kind, width: 90}, {id: size, title: Size, width: content, numeric: true}], rows: [{name: b.txt, kind: Text, size: 7}, {name: a.txt, kind: Text, size: 12.5}, {name: c.png, kind: Picture, size: 7}], sort: -size, selected: 0, style: {width: 296, height: 190}}
    - {type: grid, keepsFirstColumn: true, columns: [{id: a, title: Day, width: 80}, {id: b, title: Morning, width: 160}, {id: c, title: Evening, width: 160}], rows: [[Monday, Swimming, Cinema], [Tuesday, Work, Choir]], style: {width: 296, height: 140}}
    - {type: grid, columns: [Name, Size], style: {width: 296, height: 120}}
    - {type: tree, open: [Music], selected: Music/Opera, entries: [{title: Documents, entries: [Letters]}, {title: Music, entries: [Chamber, {title: Opera, detail: '10'}]}, Films], style: {width: 296, height: 250}}
    """

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(Self.sheet, width: 320, height: 730)
    try expectGolden(h.framebuffer, "grid")
  }

  @Test func rightToLeft() throws {
    let h = try ControlSheet.stage(Self.sheet, width: 320, height: 730, direction: "rtl", modes: 1)
    try expectGolden(h.framebuffer, "grid-rtl")
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [320, 730]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, alignItems: flex-start}
          children:
        \(Self.sheet.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "grid-bilevel")
  }

  @Test func cellsAreEdited() throws {
    var size = GridColumn("size", title: "Size", width: .fixed(90), isNumeric: true)
    (size.isEditable, size.minimum, size.maximum) = (true, 0, 100)
    var name = GridColumn("name", title: "Name")
    (name.isEditable, name.isRequired) = (true, true)
    let (h, node) = try stage(
      Grid([name, GridColumn("kind", title: "Kind", width: .fixed(90)), size], GridRows([["b", "Text", 7], ["a", "Text", 12.5]])))
    let edits = Locked<[GridEdit]>([])
    node.on(Grid.edit) { edit in edits.withLock { $0.append(edit) } }
    node.validate { $0.cell == "x" ? "Not x" : nil }
    // The first tap selects the row, the second one edits the cell.
    try h.tap(at: Point(40, 65))
    #expect(node.find(EditableText.self) == nil)
    try h.tap(at: Point(40, 65))
    let field = try #require(node.find(EditableText.self))
    #expect(field.string == "b")
    try h.type("x")
    try h.key(.enter)
    #expect(field.isInvalid && edits.withLock { $0.isEmpty })
    try h.advance(by: 1, step: 0.25)
    try expectGolden(h.framebuffer, "grid-invalid")
    try h.type("y")
    try h.key(.tab)
    #expect(edits.withLock { $0 } == [GridEdit(row: 0, column: "name", cell: "xy")])
    try h.settle()
    #expect(field.string == "7" && node.rows == GridRows([["xy", "Text", 7], ["a", "Text", 12.5]]))
    try h.type("8,25")
    try h.advance(by: 1, step: 0.25)
    try expectGolden(h.framebuffer, "grid-edit")
    try h.key(.tab)
    try h.settle()
    #expect(field.string == "a" && node.selectedRow == 1, "the next row follows")
    try h.key(.escape)
    try h.settle()
    #expect(node.find(EditableText.self) == nil && edits.withLock { $0.last?.cell } == 8.25)
    try h.key(.enter)
    try h.settle()
    #expect(node.find(EditableText.self) === field, "Enter edits the row with the focus")
    try h.key(.tab, modifiers: .shift)
    try h.settle()
    #expect(field.string == "8.25")
    try h.type("200")
    try h.key(.enter)
    #expect(field.isInvalid && field.semantics.hint == "Size: 0 – 100")
  }

  @Test func aRestingPointerShowsCutCells() throws {
    let (h, _) = try stage(Grid([GridColumn("a", width: .fixed(80)), GridColumn("b")], GridRows([["A long name of a file", "b"]])))
    let tips = { h.stage.semanticsTree.text().contains("A long name of a file\"") && h.stage.semanticsTree.text().contains("tooltip") }
    h.stage.movePointer(to: Point(100, 65))
    try h.advance(by: 1)
    #expect(!tips())
    h.stage.movePointer(to: Point(40, 65))
    try h.advance(by: 1)
    #expect(tips())
  }

  @Test func theHeaderSorts() throws {
    let (h, node) = try stage(Grid(Self.columns, Self.rows))
    let orders = Locked<[String]>([])
    node.on(Grid.sort) { order in orders.withLock { $0.append(order) } }
    #expect(names(h) == ["b", "a", "c", "d"])
    try h.tap(at: Point(30, 20))
    #expect(names(h) == ["a", "b", "c", "d"])
    try h.tap(at: Point(30, 20))
    #expect(names(h) == ["d", "c", "b", "a"])
    try h.tap(at: Point(330, 20))
    #expect(names(h) == ["d", "b", "c", "a"], "numbers by size; equal ones keep their order")
    #expect(orders.withLock { $0 } == ["name", "-name", "size"])
    node.sorting = nil
    try h.settle()
    #expect(names(h) == ["b", "a", "c", "d"])
  }

  @Test func theSelectedRowStaysSelected() throws {
    let (h, node) = try stage(Grid(Self.columns, Self.rows))
    let selected = Locked<[Int]>([])
    node.on(Grid.select) { row in selected.withLock { $0.append(row) } }
    try h.tap(at: Point(100, 40 + 24))
    #expect(node.selectedRow == 0 && selected.withLock { $0 } == [0])
    node.sorting = GridSort("name", isAscending: false)
    try h.settle()
    let text = h.stage.semanticsTree.text().split(separator: "\n").filter { $0.contains("selected") && $0.contains("Name: ") }
    #expect(text.count == 1 && text[0].contains("b.txt"), "\(text)")
    try h.tap(at: Point(100, 40 + 24))
    #expect(node.selectedRow == 3)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func aDragChangesAWidth(direction: LayoutDirection) throws {
    let (h, _) = try stage(
      Grid([GridColumn("a", width: .fixed(100)), GridColumn("b", width: .fixed(100))], Self.rows), direction: direction)
    let before = try h.snapshot()
    let (x, way) = direction == .ltr ? (100.0, 40.0) : (260, -40)
    try h.drag(from: Point(x, 20), to: Point(x + way, 20), steps: 4)
    #expect(try pixelDifference(before, h.snapshot()).count > 0)
    let headers = h.stage.semanticsTree.text().split(separator: "\n").filter { $0.contains("columnHeader") }
    #expect(headers.count == 2)
    let changed = try h.snapshot()
    try h.drag(from: Point(x + way, 20), to: Point(x, 20), steps: 4)
    #expect(try pixelDifference(before, h.snapshot()).count == 0)
    #expect(try pixelDifference(changed, h.snapshot()).count > 0)
  }

  @Test func aMillionRows() throws {
    let made = Locked(0)
    let rows = GridRows(count: 1_000_000) { row, column in
      made.withLock { $0 += 1 }
      return column == 0 ? .text("Line \(row)") : .number(Double(row))
    }
    let (h, node) = try stage(Grid([GridColumn("line"), GridColumn("number", width: .content, isNumeric: true)], rows))
    #expect(made.withLock { $0 } < 2000, "only cells near the screen are made")
    try h.key(.tab)
    try h.key(.tab)
    try h.key(.end)
    try h.advance(by: 4, step: 0.25)
    #expect(node.selectedRow == 999_999)
    #expect(h.stage.semanticsTree.text().contains("Line 999999"))
    #expect(made.withLock { $0 } < 6000)
  }

  @Test func keysScrollSideways() throws {
    var grid = Grid((0..<6).map { GridColumn("c\($0)", width: .fixed(120)) }, GridRows([["0", "1", "2", "3", "4", "5"]]))
    grid.keepsFirstColumn = true
    let (h, _) = try stage(grid)
    try h.key(.tab)
    try h.key(.tab)
    try h.key(.down)
    let before = try h.snapshot()
    try h.key(.right)
    let after = try h.snapshot()
    #expect(try pixelDifference(before, after).count > 0)
    // The first column has not moved.
    #expect((0..<110).allSatisfy { before.color(x: $0, y: 20) == after.color(x: $0, y: 20) })
  }

  @Test func scenesBindSortAndSelection() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 200]
        data: {file: 1, order: name, files: [{name: b, size: 2}, {name: a, size: 3}]}
        root:
          type: grid
          id: grid
          columns: [{id: name, title: Name}, {id: size, title: Size, numeric: true}]
          rows: {bind: files}
          sort: {bind: order}
          selected: {bind: file}
          style: {width: 300, height: 200}
        """)
    let node = try #require(try h.node("grid") as? GridNode)
    #expect(node.rows.count == 2 && node.selectedRow == 1 && node.sorting?.column == "name")
    #expect(names(h) == ["a", "b"])
  }

  @Test func anyValues() throws {
    let numbers: [Double] = [0, -1, 40, 1e300, .nan, .infinity]
    var random = SeededGenerator(seed: 51)
    for i in 0..<30 {
      func number() -> Double { numbers.randomElement(using: &random)! }
      let columns = (0..<i % 7).map { index in
        GridColumn(
          "c\(index % 3)", title: String(repeating: "W", count: i * 40),
          width: [.fixed(number()), .share(number()), .content][(i + index) % 3],
          isNumeric: index % 2 == 0, format: ["", "%q", "%.2f %%"][index % 3])
      }
      let rows = GridRows((0..<i).map { _ in (0..<i % 5).map { _ in Bool.random(using: &random) ? .number(number()) : .text("x\n") } })
      var grid = Grid(columns, rows, sorting: GridSort("c\(i % 4)", isAscending: i % 2 == 0))
      (grid.selectedRow, grid.keepsFirstColumn) = ([nil, -5, 0, Int.max][i % 4], i % 3 == 0)
      let (h, _) = try stage(grid, width: [1, 90, 360][i % 3], height: [60, 90, 240][(i / 3) % 3], direction: i % 2 == 0 ? .ltr : .rtl)
      try h.drag(from: Point(5, 10), to: Point(80, 10), steps: 3)
      try h.key(.tab)
      for key in [KeyPress.Key.right, .enter, .left, .down, .end, .home, .space] { try h.key(key) }
      _ = h.stage.semanticsTree.text()
      #expect(h.errors.isEmpty, "\(h.errors)")
    }
  }

  @Test func f2EditsTheRowOfTheCursor() throws {
    var size = GridColumn("size", title: "Size", isNumeric: true)
    size.isEditable = true
    let (h, node) = try stage(Grid([GridColumn("name", title: "Name"), size], GridRows([["b", 7], ["a", 12.5]])))
    try h.tap(at: Point(40, 65))
    try h.key(.down)
    try h.key(.function(2))
    try h.settle()
    #expect(node.find(EditableText.self)?.string == "12.5")
  }
}
