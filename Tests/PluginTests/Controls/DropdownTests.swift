@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Dropdown and its menu.
@Suite struct DropdownTests {
  private func start(
    _ options: [ControlOption] = ["Air", "Fan", "Grill"], selection: String = "Air", height: Double = 300,
    _ direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, DropdownNode, Model<String>) {
    let mode = Model(selection)
    let node = DropdownNode(Binding(mode, \.value), options, label: "Mode")
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: 240, height: height, direction: direction) {
      let root = BoxNode()
      (root.style.direction, root.style.alignItems) = (.column, .start)
      root.addSubnode(node)
      root.addSubnode(ButtonNode("Next"))
      return root
    }
    return (h, node, mode)
  }

  private func menu(_ h: HeadlessStage) throws -> Node<OptionMenu> {
    try h.advance(by: 0.3)
    return try #require(h.stage.overlays.last?.node as? Node<OptionMenu>)
  }

  private func highlighted(_ menu: Node<OptionMenu>) -> Int? { menu.storage.state.withLock { $0.highlighted } }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: dropdown, options: [Air, Fan], value: Air, style: {width: 196}}
      - {type: dropdown, options: [Air, Fan], placeholderText: Choose a mode, enabled: false}
      - {type: dropdown, options: [Air, Fan], placeholderText: Choose a mode, id: pressed$}
      - {type: dropdown, options: [Air, {value: top, title: Top and bottom heat}, Grill, A, B, C, D, E], value: top, id: open$, style: {width: 196}}
      """, width: 220, height: 580)
    try ControlSheet.press("pressed", in: h)
    for mode in ControlSheet.modes {
      let node = try #require(h.root.find("open" + mode.name))
      #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    }
    try h.advance(by: 0.5)
    let menu = try #require(h.stage.overlays.first?.node as? Node<OptionMenu>)
    OptionMenu.highlight(2, menu)
    try h.settle()
    try expectGolden(h.framebuffer, "dropdown")
  }

  @Test func aSecondFingerChoosesNothing() throws {
    let (h, node, mode) = try start()
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let menu = try menu(h)
    let rows = menu.value.rows(in: menu.frame.size, menu.storage.state.withLock { $0 }, menu.environmentValues)
    func place(_ row: Int) -> Point { h.stage.convert(rows.frame(row).center, from: menu) ?? .zero }
    try h.touch(.began, at: place(1), id: 1)
    try h.touch(.began, at: place(2), id: 2)
    try h.touch(.ended, at: place(2), id: 2)
    #expect(mode.value == "Air" && menu.storage.state.withLock { $0.pressed } == 1)
    try h.touch(.ended, at: place(1), id: 1)
    #expect(mode.value == "Fan")
  }

  @Test func onBlackAndWhite() throws {
    let (h, node, _) = try start(["Air", "Fan", "Grill"], selection: "Fan", height: 220)
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let menu = try menu(h)
    OptionMenu.highlight(2, menu)
    try h.settle()
    try expectGolden(h.framebuffer, "dropdown-bilevel")
  }

  @Test func aTapOpensTheMenuAndATapOnARowChooses() throws {
    let (h, node, mode) = try start()
    try h.tap(at: Point(60, 24))
    let menu = try menu(h)
    #expect(node.isOpen && menu.frame.width == node.frame.width)
    let corner = try #require(h.stage.convert(.zero, from: menu))
    #expect(corner.y >= node.frame.maxY, "below the field")
    try h.tap(at: corner + Point(40, 4 + 44 * 1.5))
    try h.advance(by: 0.3)
    #expect(mode.value == "Fan" && !node.isOpen && h.stage.overlays.isEmpty)
  }

  @Test func theMenuIsAsWideAsItsLongestTitle() throws {
    let (h, node, _) = try start([ControlOption("Air"), ControlOption("Bottom heat only")])
    node.style.width = .points(130)
    try h.settle()
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let menu = try menu(h)
    #expect(menu.frame.width > node.frame.width && menu.frame.width <= 240 - 16)
    #expect(menu.frame.width == menu.value.width(menu.environmentValues))
  }

  @Test func aTapOutsideClosesTheMenuAndHasNoOtherEffect() throws {
    let (h, node, mode) = try start()
    try h.tap(at: Point(60, 24))
    _ = try menu(h)
    try h.tap(at: Point(60, 24))
    try h.advance(by: 0.3)
    #expect(!node.isOpen && mode.value == "Air")
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func keysOpenMoveChooseAndClose() throws {
    let (h, node, mode) = try start()
    try h.key(.tab)
    #expect(h.stage.focusedNode === node)
    try h.key(.down)
    let menu = try menu(h)
    #expect(h.stage.focusedNode === menu)
    try h.key(.down)
    try h.key(.down)
    try h.key(.up)
    #expect(highlighted(menu) == 1 && mode.value == "Air", "a highlight is no choice")
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(mode.value == "Fan" && h.stage.focusedNode === node, "the focus returns to the field")
    try h.key(.space)
    let second = try self.menu(h)
    try h.key(.end)
    #expect(highlighted(second) == 2)
    try h.key(.escape)
    try h.advance(by: 0.3)
    #expect(mode.value == "Fan" && !node.isOpen && h.stage.focusedNode === node)
  }

  @Test func anEncoderOpensTurnsAndPresses() throws {
    let (h, node, mode) = try start()
    try h.key(.next)
    try h.key(.enter)
    _ = try menu(h)
    try h.key(.next)
    try h.key(.next)
    try h.key(.previous)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(mode.value == "Fan" && h.stage.focusedNode === node)
    try h.key(.next)
    #expect(h.stage.focusedNode !== node, "a turn moves the focus while the menu is closed")
  }

  @Test func lettersJump() throws {
    let (h, node, mode) = try start(["Air", "Fan", "Grill", "Grow"])
    try h.key(.tab)
    try h.type("g")
    let menu = try menu(h)
    #expect(node.isOpen && highlighted(menu) == 2)
    try h.type("g")
    #expect(highlighted(menu) == 3)
    try h.type("x")
    #expect(highlighted(menu) == 3)
    try h.key(.enter)
    #expect(mode.value == "Grow")
  }

  @Test func aLongMenuOpensAtTheChoiceAndScrolls() throws {
    let options = (0..<10_000).map { ControlOption("\($0)") }
    let (h, _, mode) = try start(options, selection: "5000", height: 480)
    try h.tap(at: Point(60, 24))
    let menu = try menu(h)
    func rows() -> OptionMenu.Rows {
      menu.value.rows(in: menu.frame.size, menu.storage.state.withLock { $0 }, menu.environmentValues)
    }
    #expect(menu.frame.height == 8 * 44 + 8 && rows().visible.contains(5000) && rows().visible.count <= 9)
    let corner = try #require(h.stage.convert(.zero, from: menu))
    try h.drag(from: corner + Point(40, 200), to: corner + Point(40, 68))
    try h.advance(by: 2)
    #expect(rows().visible.lowerBound > 5000 - 3 && mode.value == "5000", "a drag scrolls and chooses nothing")
    try h.send(.wheel(location: corner + Point(40, 100), delta: Point(0, -1e6)))
    #expect(rows().offset == 0)
    try h.key(.end)
    #expect(rows().visible.upperBound == 10_000)
    #expect(h.errors.isEmpty)
  }

  /// More than 20 options have a line with letters that filter them.
  @Test func lettersFilterManyOptions() throws {
    let options = (0..<200).map { ControlOption("\($0)", title: "Station \($0)") }
    let (h, _, mode) = try start(options, selection: "5", height: 480)
    try h.key(.tab)
    try h.key(.down)
    let menu = try menu(h)
    for letter in ["1", "9", "9"] { try h.type(letter) }
    #expect(menu.semanticsParts.map(\.semantics.label) == ["Station 199"])
    try h.key(.backspace)
    #expect(menu.semanticsParts.count == 12)
    try h.key(.escape)
    #expect(menu.semanticsParts.count == 200 && h.stage.overlays.count == 1, "Escape clears the letters first")
    try h.type("STATION 42")
    try h.key(.enter)
    #expect(mode.value == "42")
  }

  @Test func theMenuIsAboveTheFieldIfThereIsNoRoomBelow() throws {
    let (h, node, _) = try start(height: 240)
    node.style.margin.top = .points(180)
    try h.settle()
    try h.tap(at: Point(60, 204))
    let menu = try menu(h)
    let corner = try #require(h.stage.convert(.zero, from: menu))
    #expect(corner.y + menu.frame.height <= 180)
  }

  @Test func semanticsAreAComboBoxWithAListOfOptions() throws {
    let (h, node, mode) = try start()
    func semantics() -> NodeSemantics { node.resolvedSemantics }
    #expect(semantics().role == .comboBox && semantics().label == "Mode" && semantics().value == "Air")
    #expect(semantics().isExpanded == false)
    #expect(h.stage.perform(.expand, on: SemanticsID(node: node.serial)))
    let menu = try menu(h)
    #expect(semantics().isExpanded == true && menu.resolvedSemantics.role == .list && menu.resolvedSemantics.isModal == true)
    let parts = menu.semanticsParts
    #expect(parts.map(\.semantics.label) == ["Air", "Fan", "Grill"] && parts.map(\.semantics.isSelected) == [true, false, false])
    #expect(parts[2].semantics.position == SemanticsPosition(3, of: 3))
    #expect(h.stage.perform(.activate, on: SemanticsID(node: menu.serial, part: 2)) && mode.value == "Grill")
    node.isEnabled = false
    #expect(!h.stage.perform(.activate, on: SemanticsID(node: node.serial)) && semantics().isDisabled == true)
  }

  @Test func optionsThatChangeWhileTheMenuIsShownAreNotMistaken() throws {
    let (h, node, mode) = try start()
    try h.tap(at: Point(60, 24))
    let menu = try menu(h)
    node.options = ["Grill", "Air"]
    #expect(h.stage.perform(.activate, on: SemanticsID(node: menu.serial, part: 1)))
    #expect(mode.value == "Air", "Fan is no option any more")
  }

  @Test func linesFromTheRight() throws {
    let (h, node, mode) = try start(_: ["Air", "Fan"], .rtl)
    try h.tap(at: Point(node.frame.midX, 24))
    let menu = try menu(h)
    let corner = try #require(h.stage.convert(.zero, from: menu))
    #expect(abs(corner.x + menu.frame.width - node.frame.maxX) < 9)
    try h.tap(at: corner + Point(20, 70))
    #expect(mode.value == "Fan")
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [240, 240]
        data: {mode: fan, chosen: ''}
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start}
          children:
            - {type: dropdown, id: mode, label: Mode, options: [{value: air, title: Air}, {value: fan, title: Fan}], value: {bind: mode}, on: {change: {set: {chosen: value}}}}
            - {type: text, id: words, string: {bind: "mode + chosen"}}
        """)
    let node = try #require(try h.node("mode") as? DropdownNode)
    #expect(node.selectedIndex == 1 && node.resolvedSemantics.label == "Mode")
    try h.tap(id: "mode")
    let menu = try menu(h)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: menu.serial, part: 0)))
    try h.settle()
    let words = try h.node("words").attribute("string")
    #expect(node.selection == "air" && words == .text("airair"))
  }
}
