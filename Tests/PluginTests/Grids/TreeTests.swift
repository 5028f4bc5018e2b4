import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct TreeTests {
  private static let items = [
    TreeItem("Documents", [TreeItem("Letters"), TreeItem("Taxes", [TreeItem("2025"), TreeItem("2026")])]),
    TreeItem("Music", [TreeItem("Opera")]),
    TreeItem("Films"),
  ]

  private func stage(_ tree: Tree, direction: LayoutDirection = .ltr) throws -> (HeadlessStage, TreeNode) {
    let node = TreeNode(tree)
    node.environment[\.density] = .regular
    (node.style.width, node.style.height) = (.points(240), .points(400))
    return (try HeadlessStage(width: 240, height: 400, direction: direction) { node }, node)
  }

  private func titles(_ h: HeadlessStage) -> [String] {
    h.stage.semanticsTree.text().split(separator: "\n").filter { $0.contains("treeItem") }.compactMap { line in
      line.split(separator: "\"").dropFirst().first.map(String.init)
    }
  }

  @Test func entriesAreMoved() throws {
    let (h, node) = try stage(Tree(Self.items, open: ["Documents"]).reorders())
    let moves = Locked<[TreeMove]>([])
    node.on(Tree.move) { move in moves.withLock { $0.append(move) } }
    // Documents, Letters, Taxes, Music, Films.
    try h.tap(at: Point(120, 44 * 4 + 22))
    try h.key(.up, modifiers: .alt)
    try h.advance(by: 1, step: 0.25)
    #expect(titles(h) == ["Documents", "Letters", "Taxes", "Films", "Music"])
    #expect(node.selected == "Films")
    // A finger lifts Music and drops it below the open entry.
    try h.touch(.began, at: Point(120, 44 * 4 + 22))
    try h.advance(by: 1, step: 0.25)
    for y in stride(from: 190.0, through: 66, by: -12) { try h.touch(.moved, at: Point(120, y)) }
    try h.touch(.ended, at: Point(120, 66))
    try h.advance(by: 2, step: 0.25)
    #expect(titles(h) == ["Documents", "Music", "Letters", "Taxes", "Films"])
    #expect(moves.withLock { $0 } == [TreeMove(id: "Films", parent: nil, index: 1), TreeMove(id: "Music", parent: "Documents", index: 0)])
  }

  @Test func iconsOfEntries() throws {
    let items = [TreeItem("Documents", icon: "folder", [TreeItem("Letters", icon: "file-text")]), TreeItem("Music", icon: "music")]
    let (h, node) = try stage(Tree(items, open: ["Documents"]))
    node.style.height = .points(140)
    try h.settle()
    try expectGolden(h.framebuffer, "tree-icons")
    let wrong = AttributeValue.list([.map([("title", .text("A")), ("icon", .text("foldr"))])])
    #expect(throws: AttributeError.self) { try node.setAttribute("entries", to: wrong) }
  }

  @Test func theTriangleOpensAndCloses() throws {
    let (h, node) = try stage(Tree(Self.items))
    let toggled = Locked<[String]>([])
    node.on(Tree.toggle) { id in toggled.withLock { $0.append(id) } }
    #expect(titles(h) == ["Documents", "Music", "Films"])
    try h.tap(at: Point(18, 22))
    try h.advance(by: 1, step: 0.25)
    #expect(titles(h) == ["Documents", "Letters", "Taxes", "Music", "Films"])
    #expect(node.open == ["Documents"])
    try h.tap(at: Point(18, 22))
    try h.advance(by: 1, step: 0.25)
    #expect(titles(h) == ["Documents", "Music", "Films"])
    #expect(toggled.withLock { $0 } == ["Documents", "Documents"])
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func arrowKeysOpenEnterLeaveAndClose(direction: LayoutDirection) throws {
    let (h, node) = try stage(Tree(Self.items), direction: direction)
    let (inward, outward): (KeyPress.Key, KeyPress.Key) = direction == .ltr ? (.right, .left) : (.left, .right)
    try h.key(.tab)
    try h.key(.down)
    try h.key(.up)
    #expect(node.selected == "Documents")
    try h.key(inward)
    try h.advance(by: 1, step: 0.25)
    #expect(node.open == ["Documents"] && node.selected == "Documents")
    try h.key(inward)
    #expect(node.selected == "Letters")
    try h.key(.down)
    #expect(node.selected == "Taxes")
    try h.key(outward)
    #expect(node.selected == "Documents")
    try h.key(outward)
    try h.advance(by: 1, step: 0.25)
    #expect(node.open.isEmpty)
    #expect(titles(h) == ["Documents", "Music", "Films"])
  }

  @Test func aScreenReaderReadsLevelsAndOpens() throws {
    let (h, node) = try stage(Tree(Self.items, open: ["Documents"]))
    let text = h.stage.semanticsTree.text()
    #expect(text.contains("treeItem 2 \"Letters\""), "\(text)")
    let rows = node.storageRows
    let taxes = try #require(rows.first { $0.resolvedSemantics.label == "Taxes" })
    #expect(taxes.resolvedSemantics.level == 2 && taxes.resolvedSemantics.isExpanded == false)
    #expect(taxes.resolvedSemantics.position == SemanticsPosition(2, of: 2))
    #expect(h.stage.perform(.expand, on: SemanticsID(node: taxes.serial)))
    try h.advance(by: 1, step: 0.25)
    #expect(titles(h) == ["Documents", "Letters", "Taxes", "2025", "2026", "Music", "Films"])
  }

  @Test func newEntriesKeepOpenBranches() throws {
    let (h, node) = try stage(Tree(Self.items, open: ["Music"]))
    node.selected = "Opera"
    try h.settle()
    node.items = [TreeItem("New")] + Self.items
    try h.advance(by: 1, step: 0.25)
    #expect(titles(h) == ["New", "Documents", "Music", "Opera", "Films"])
    #expect(node.selected == "Opera")
  }

  @Test func anyEntries() throws {
    var deep = TreeItem("0")
    for i in 1..<300 { deep = TreeItem("\(i)", [deep]) }
    let open = Set((0..<300).map(String.init))
    for items in [[], [TreeItem("")], [TreeItem("a"), TreeItem("a"), TreeItem("a", [TreeItem("a")])], [deep]] {
      let (h, node) = try stage(Tree(items, open: open))
      node.selected = "missing"
      try h.key(.tab)
      for key in [KeyPress.Key.right, .down, .end, .left, .left, .home, .enter] { try h.key(key) }
      try h.advance(by: 1, step: 0.5)
      _ = h.stage.semanticsTree.text()
      #expect(h.errors.isEmpty, "\(h.errors)")
    }
  }

  @Test func entriesAreRenamed() throws {
    let (h, node) = try stage(Tree(Self.items, open: ["Documents"]).renames())
    let names = Locked<[TreeRename]>([])
    node.on(Tree.rename) { name in names.withLock { $0.append(name) } }
    func field() -> EditableTextNode? { node.find(EditableText.self) }
    try h.tap(at: Point(120, 44 + 22))
    try h.key(.function(2))
    try h.settle()
    #expect(field()?.string == "Letters" && field()?.isFocused == true)
    try h.type("Post")
    try h.advance(by: 1, step: 0.25)
    try expectGolden(h.framebuffer, "tree-rename")
    try h.key(.enter)
    try h.settle()
    #expect(field() == nil && titles(h).prefix(2) == ["Documents", "Post"])
    // The second tap of a selected entry, and Escape.
    try h.tap(at: Point(120, 44 + 22))
    try h.settle()
    try h.type("x")
    try h.key(.escape)
    try h.settle()
    #expect(field() == nil && names.withLock { $0 } == [TreeRename(id: "Letters", title: "Post")])
    // An empty title is not taken; a touch elsewhere ends the field.
    try h.key(.function(2))
    try h.settle()
    try h.key(.backspace)
    try h.tap(at: Point(120, 44 * 3 + 22))
    try h.settle()
    #expect(field() == nil && titles(h)[1] == "Post" && node.selected == "Music")
    node.renames = false
    try h.key(.function(2))
    try h.settle()
    #expect(field() == nil)
  }

  @Test func aCarriedRowShowsItsPlaceAndOpensEntries() throws {
    let (h, node) = try stage(Tree(Self.items, open: ["Documents"]).reorders())
    // Films is carried below Taxes, which is closed.
    try h.touch(.began, at: Point(120, 44 * 4 + 22))
    try h.advance(by: 1, step: 0.25)
    for y in stride(from: 190.0, through: 154, by: -12) { try h.touch(.moved, at: Point(120, y)) }
    try h.advance(by: 0.5, step: 0.1)
    #expect(!node.open.contains("Taxes"))
    try expectGolden(h.framebuffer, "tree-carried")
    try h.advance(by: 1, step: 0.1)
    #expect(node.open.contains("Taxes") && titles(h).count == 7)
    try h.touch(.moved, at: Point(120, 150))
    try h.advance(by: 0.5, step: 0.1)
    try h.touch(.ended, at: Point(120, 150))
    try h.advance(by: 2, step: 0.25)
    #expect(titles(h) == ["Documents", "Letters", "Taxes", "Films", "2025", "2026", "Music"])
  }
}

extension TreeNode {
  /// Nodes of the rows on the screen.
  fileprivate var storageRows: [AnyNode] { subnodes.flatMap(\.subnodes).flatMap(\.subnodes) }
}
