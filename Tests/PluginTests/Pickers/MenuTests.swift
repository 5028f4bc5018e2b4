@testable import ControlsPlugin
@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Menu buttons, context menus and submenus.
@Suite struct MenuTests {
  private static let entries: [MenuEntry] = [
    MenuEntry("Rename", icon: "edit", shortcut: "F2"), MenuEntry("Sort", icon: "sort", entries: ["Name", "Size"]), .separator,
    MenuEntry("Locked", isEnabled: false), MenuEntry("Delete", value: "delete", icon: "delete", isDanger: true),
  ]

  private func start(
    width: Double = 600, height: Double = 400, _ direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, MenuNode, Locked<[String]>) {
    let node = MenuNode(Menu("File", Self.entries))
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: width, height: height, direction: direction) {
      let root = BoxNode()
      (root.style.direction, root.style.alignItems) = (.column, .start)
      root.addSubnode(node)
      root.addSubnode(ButtonNode("Next"))
      return root
    }
    let chosen = Locked<[String]>([])
    node.onChoose { value in chosen.withLock { $0.append(value) } }
    return (h, node, chosen)
  }

  private func panel(_ h: HeadlessStage) throws -> Node<MenuPanel> {
    try h.advance(by: 0.3)
    return try #require(h.stage.overlays.last?.node as? Node<MenuPanel>)
  }

  private func highlighted(_ panel: Node<MenuPanel>) -> Int? { panel.storage.state.withLock { $0.highlighted } }

  /// Returns the middle of a row on the screen.
  private func place(_ row: Int, _ panel: Node<MenuPanel>, _ h: HeadlessStage) throws -> Point {
    let rows = panel.value.rows(in: panel.frame.size, panel.storage.state.withLock { $0 }, panel.environmentValues)
    let corner = try #require(h.stage.convert(.zero, from: panel))
    return corner + rows.frame(row).center
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: menu, title: File, entries: [A]}
      - {type: menu, title: Rooms, icon: home, entries: [A], enabled: false}
      - {type: menu, entries: [A], label: More, id: pressed$}
      - {type: menu, title: Edit, id: open$, entries: [{title: Rename, icon: edit, shortcut: F2}, {title: Share, icon: share, entries: [A]}, '-', {title: View, kind: heading}, {title: Grid, checked: true}, {title: List, checked: false, enabled: false}, '-', {title: Delete, icon: delete, danger: true}]}
      """, width: 260, height: 600)
    try ControlSheet.press("pressed", in: h)
    for mode in ControlSheet.modes {
      let node = try #require(h.root.find("open" + mode.name))
      #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    }
    try h.advance(by: 0.5)
    MenuPanel.highlight(1, try #require(h.stage.overlays.first?.node as? Node<MenuPanel>))
    try h.settle()
    try expectGolden(h.framebuffer, "menu")
  }

  @Test func onBlackAndWhite() throws {
    let (h, node, _) = try start(width: 320, height: 320)
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    MenuPanel.highlight(1, try panel(h))
    try h.settle()
    try expectGolden(h.framebuffer, "menu-bilevel")
  }

  @Test func aTapOpensAndChooses() throws {
    let (h, node, chosen) = try start()
    try h.tap(at: Point(40, 24))
    let panel = try panel(h)
    #expect(node.isOpen && panel.frame.width >= 200 && panel.frame.width <= 320)
    try h.tap(at: try place(3, panel, h))
    #expect(node.isOpen && chosen.withLock { $0.isEmpty }, "a disabled row does nothing")
    try h.tap(at: try place(4, panel, h))
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["delete"] && !node.isOpen && h.stage.nextDeadline == nil)
  }

  @Test func aFingerSlidesIntoTheMenu() throws {
    let (h, node, chosen) = try start()
    try h.touch(.began, at: Point(40, 24))
    try h.touch(.moved, at: Point(40, 56))
    let panel = try panel(h)
    let target = try place(4, panel, h)
    try h.touch(.moved, at: target)
    #expect(panel.storage.state.withLock { $0.pressed } == 4)
    try h.touch(.ended, at: target)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["delete"] && !node.isOpen)
    try h.touch(.began, at: Point(40, 24))
    try h.touch(.moved, at: Point(40, 56))
    _ = try self.panel(h)
    try h.touch(.ended, at: Point(560, 380))
    try h.advance(by: 0.3)
    #expect(!node.isOpen && chosen.withLock { $0.count } == 1, "released outside")
  }

  @Test func keysWalkWrapAndSkip() throws {
    let (h, node, chosen) = try start()
    try h.key(.tab)
    try h.key(.down)
    let panel = try panel(h)
    #expect(h.stage.focusedNode === panel && highlighted(panel) == 0)
    try h.key(.down)
    try h.key(.down)
    #expect(highlighted(panel) == 4, "separator and disabled row are skipped")
    try h.key(.down)
    #expect(highlighted(panel) == 0)
    try h.type("d")
    #expect(highlighted(panel) == 4)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["delete"] && h.stage.focusedNode === node)
    try h.key(.space)
    _ = try self.panel(h)
    try h.key(.escape)
    try h.advance(by: 0.3)
    #expect(!node.isOpen && h.stage.focusedNode === node)
  }

  @Test func anEncoderOpensTurnsAndPresses() throws {
    let (h, node, chosen) = try start()
    try h.key(.next)
    try h.key(.enter)
    _ = try panel(h)
    try h.key(.previous)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["delete"] && h.stage.focusedNode === node)
  }

  @Test func aSubmenuOpensNextToItsRow() throws {
    let (h, node, chosen) = try start()
    try h.key(.tab)
    try h.key(.down)
    let panel = try panel(h)
    try h.key(.down)
    try h.key(.right)
    let submenu = try self.panel(h)
    #expect(submenu !== panel && h.stage.focusedNode === submenu && highlighted(submenu) == 0)
    let (a, b) = (try #require(h.stage.convert(.zero, from: panel)), try #require(h.stage.convert(.zero, from: submenu)))
    #expect(b.x >= a.x + panel.frame.width)
    try h.key(.left)
    try h.advance(by: 0.3)
    #expect(h.stage.focusedNode === panel && node.isOpen && h.stage.overlays.count == 1)
    try h.key(.right)
    _ = try self.panel(h)
    try h.key(.down)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["Size"] && h.stage.overlays.isEmpty)
  }

  @Test func aPointerThatRestsOpensASubmenu() throws {
    let (h, _, _) = try start()
    try h.tap(at: Point(40, 24))
    let panel = try panel(h)
    h.stage.movePointer(to: try place(1, panel, h))
    try h.advance(by: 0.1, step: 0.05)
    #expect(h.stage.overlays.count == 1)
    try h.advance(by: 0.4, step: 0.05)
    #expect(h.stage.overlays.count == 2)
    h.stage.movePointer(to: try place(0, panel, h))
    try h.advance(by: 0.4, step: 0.05)
    #expect(h.stage.overlays.count == 1)
  }

  @Test func aNarrowScreenShowsSubmenusInPlace() throws {
    let (h, _, chosen) = try start(width: 320)
    try h.tap(at: Point(40, 24))
    let panel = try panel(h)
    try h.tap(at: try place(1, panel, h))
    try h.advance(by: 0.3)
    #expect(h.stage.overlays.count == 1 && panel.value.rows.map(\.title) == ["Sort", "Name", "Size"])
    // The first row leads back.
    try h.tap(at: try place(0, panel, h))
    try h.advance(by: 0.3)
    #expect(panel.value.path.isEmpty)
    try h.tap(at: try place(1, panel, h))
    try h.advance(by: 0.3)
    try h.key(.escape)
    try h.advance(by: 0.3)
    #expect(panel.value.path.isEmpty && h.stage.overlays.count == 1, "Escape leaves one level")
    try h.tap(at: try place(1, panel, h))
    try h.advance(by: 0.3)
    try h.tap(at: try place(1, panel, h))
    #expect(chosen.withLock { $0 } == ["Name"])
  }

  @Test func theMenuOfANodeOpensAtTheContact() throws {
    let content = BoxNode()
    (content.style.width, content.style.height) = (.points(300), .points(200))
    let node = MenuNode(Menu(Self.entries, content: content))
    let h = try HeadlessStage(width: 600, height: 400) { node }
    try h.send(.contextMenu(location: Point(100, 50)))
    let panel = try panel(h)
    let corner = try #require(h.stage.convert(.zero, from: panel))
    #expect(abs(corner.x - 100) < 2 && corner.y >= 50 && corner.y < 60 && node.isOpen)
    try h.key(.escape)
    try h.advance(by: 0.3)
    try h.touch(.began, at: Point(200, 60))
    try h.advance(by: 0.8, step: 0.05)
    #expect(node.isOpen, "a finger that rests")
    try h.touch(.ended, at: Point(200, 60))
    #expect(node.isOpen)
  }

  @Test func semanticsAreAButtonWithAMenu() throws {
    let (h, node, chosen) = try start()
    #expect(node.resolvedSemantics.role == .button && node.resolvedSemantics.label == "File" && node.resolvedSemantics.isExpanded == false)
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let panel = try panel(h)
    #expect(panel.resolvedSemantics.role == .menu && node.resolvedSemantics.isExpanded == true)
    let parts = panel.semanticsParts
    #expect(parts.map(\.semantics.label) == ["Rename", "Sort", "Locked", "Delete"])
    #expect(parts.map(\.semantics.isDisabled) == [nil, nil, true, nil] && parts[1].semantics.isExpanded == false)
    #expect(parts[3].semantics.position == SemanticsPosition(4, of: 4))
    #expect(!h.stage.perform(.activate, on: SemanticsID(node: panel.serial, part: 3)), "disabled")
    #expect(h.stage.perform(.activate, on: SemanticsID(node: panel.serial, part: 4)) && chosen.withLock { $0 } == ["delete"])
  }

  @Test func aMenuOfManyRowsScrolls() throws {
    let node = MenuNode(Menu("Many", (0..<5000).map { MenuEntry("\($0)") }))
    let h = try HeadlessStage(width: 320, height: 300) { node }
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let panel = try panel(h)
    #expect(panel.frame.height <= 300 && panel.value.rows.count == MenuPanel.mostRows)
    try h.key(.end)
    #expect(highlighted(panel) == MenuPanel.mostRows - 1)
    #expect(h.errors.isEmpty)
  }
}
