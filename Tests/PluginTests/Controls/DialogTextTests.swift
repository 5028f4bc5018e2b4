@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Long texts, turned screens and dialogs without a node.
@Suite struct DialogTextTests {
  private static let long = Array(repeating: "The pump needs water in the tank.", count: 40).joined(separator: " ")

  private func start(_ root: AnyNode, width: Double = 320, height: Double = 240) throws -> HeadlessStage {
    let h = try HeadlessStage(width: width, height: height) { root }
    try h.advance(by: 0.5)
    return h
  }

  private func root(_ dialog: Dialog) -> BoxNode {
    let root = BoxNode()
    root.style.direction = .column
    root.addSubnode(ButtonNode("Below"))
    root.addSubnode(DialogNode(dialog))
    return root
  }

  private func text(_ h: HeadlessStage) throws -> Node<PanelText> {
    try #require(h.stage.overlays.last?.node.find(PanelText.self) { _ in true })
  }

  @Test func aLongTextScrollsAndTheButtonsStay() throws {
    let h = try start(root(Dialog(true, "Pump", text: Self.long, buttons: ["Cancel", "Run"])))
    let panel = try #require(h.stage.overlays.last?.node)
    let text = try text(h)
    let button = try #require(panel.find(PanelButton.self) { $0.title == "Run" })
    let frame = try #require(panel.convert(Rect(size: button.frame.size), from: button))
    #expect(frame.maxY <= 240 && frame.height >= 36)
    func offset() -> Double { text.storage.scroll.withLock { $0.offset } }
    let place = try #require(panel.convert(Rect(size: text.frame.size), from: text))
    try h.drag(from: place.center, to: place.center - Point(0, 40), steps: 4)
    try h.advance(by: 2)
    #expect(offset() > 20)
    try h.send(.wheel(location: place.center, delta: Point(0, 1e9)))
    let end = offset()
    #expect(end > 400)
    try h.key(.previous)
    for _ in 0..<3 where h.stage.focusedNode !== text { try h.key(.previous) }
    #expect(h.stage.focusedNode === text, "keys reach a text that scrolls")
    try h.key(.home)
    #expect(offset() == 0)
    try h.key(.pageDown)
    #expect(offset() > 0 && h.errors.isEmpty)
  }

  @Test func aShortTextIsNoStopOfTheFocus() throws {
    let h = try start(root(Dialog(true, "Pump", text: "Short.", buttons: ["Cancel", "Run"])))
    let text = try text(h)
    for _ in 0..<4 {
      try h.key(.tab)
      #expect(h.stage.focusedNode !== text)
    }
  }

  @Test func aDialogFollowsAScreenThatTurns() throws {
    let h = try start(root(Dialog(true, "Pump", text: "Short.", buttons: ["Run"])), width: 480, height: 320)
    try h.stage.resize(to: Size(320, 480), scale: 1)
    try h.advance(by: 0.5)
    let panel = try #require(h.stage.overlays.last?.node)
    #expect(panel.frame.size == Size(320, 480))
    let corner = try #require(h.stage.convert(.zero, from: panel))
    #expect(abs(corner.x) < 0.5 && abs(corner.y) < 0.5)
  }

  @Test func aDialogOfADisabledFormCanBeLeft() throws {
    let node = root(Dialog(true, "Pump", buttons: ["Run"]))
    node.environment[\.isEnabled] = false
    let h = try start(node)
    try h.key(.enter)
    try h.advance(by: 0.5)
    #expect(h.stage.overlays.isEmpty)
  }

  @Test func aDialogIsShownWithoutANode() throws {
    let button = ButtonNode("Below")
    let h = try start(button)
    let chosen = Locked<[String]>([])
    let overlay = button.present(Dialog(true, "Reset?", buttons: [DialogButton("Cancel", kind: .cancel), "Reset"])) { value in
      chosen.withLock { $0.append(value) }
    }
    try h.advance(by: 0.5)
    #expect(overlay?.isPresented == true && h.stage.focusedNode is Node<PanelButton>)
    try h.key(.right)
    try h.key(.enter)
    try h.advance(by: 0.5)
    #expect(chosen.withLock { $0 } == ["Reset"] && h.stage.overlays.isEmpty)
    button.present(Dialog(true, "Words", buttons: [])) { value in chosen.withLock { $0.append(value) } }
    try h.advance(by: 0.5)
    try h.key(.escape)
    try h.advance(by: 0.5)
    #expect(chosen.withLock { $0.count } == 1 && h.stage.overlays.isEmpty)
  }

  @Test func aSmallScreenShowsOptionsAsASheet() throws {
    let node = DropdownNode(Dropdown("Air", ["Air", "Fan", "Grill"]))
    node.environment[\.density] = .compact
    let h = try HeadlessStage(width: 320, height: 240) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(node)
      return root
    }
    try h.tap(at: Point(20, 18))
    try h.advance(by: 0.5)
    let menu = try #require(h.stage.overlays.last?.node as? Node<OptionMenu>)
    let corner = try #require(h.stage.convert(.zero, from: menu))
    #expect(corner.x == 0 && menu.frame.width == 320 && abs(corner.y + menu.frame.height - 240) < 0.5)
    try h.tap(at: corner + Point(100, 4 + 40 * 1.5))
    #expect(node.selection == "Fan")
  }
}
