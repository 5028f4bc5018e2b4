@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Popovers and tooltips.
@Suite struct PopoverTests {
  private static func scene(_ side: String, mode: String = "light", top: Double = 20) -> String {
    """
    tessera: 1
    size: [400, 260]
    fonts: [docs/examples/assets/fonts]
    theme: {mode: \(mode)}
    data: {isOpen: false, closed: 0}
    root:
      type: box
      background: $ground
      style: {flexDirection: column, alignItems: center, padding: 20, paddingTop: \(top), width: 400, height: 260, boxSizing: border-box}
      children:
        - type: box
          children:
            - {type: button, id: open, kind: primary, title: Details, on: {tap: {set: {isOpen: true}}}}
            - type: popover
              id: popover
              side: \(side)
              open: {bind: isOpen}
              on: {change: {set: {closed: closed + 1}}}
              children:
                - {type: text, string: Filter, fontSize: $heading.size, weight: bold, color: $ink}
                - {type: text, string: The filter lasts for another 80 hours of use.}
                - {type: switch, id: switch, label: Remind me}
    """
  }

  private func start(_ side: String = "below", mode: String = "light", top: Double = 20) throws -> HeadlessStage {
    try HeadlessStage(scene: Self.scene(side, mode: mode, top: top), directory: try PackageFolder.root())
  }

  @Test(arguments: ["light", "dark", "contrast"]) func pictures(mode: String) throws {
    let h = try start(mode: mode)
    try h.tap(id: "open")
    try h.advance(by: 0.5)
    try expectGolden(h.framebuffer, "popover_\(mode)")
  }

  @Test func onBlackAndWhite() throws {
    let h = try start("above", mode: "paper", top: 190)
    h.stage.textAntialiasing = .bilevel
    try h.tap(id: "open")
    try h.advance(by: 0.5)
    try expectGolden(h.framebuffer, "popover_bilevel")
  }

  @Test func aPopoverOpensByDataAndClosesByATapOutside() throws {
    let h = try start()
    try h.tap(id: "open")
    try h.advance(by: 0.3)
    let panel = try #require(h.stage.overlays.last?.node as? Node<PopoverPanel>)
    let (corner, button) = (try #require(h.stage.convert(.zero, from: panel)), h.frame(of: try h.node("open")))
    #expect(corner.y >= button.maxY + 8 && panel.frame.width <= 320)
    #expect(panel.storage.arrow.withLock { $0 } != nil)
    try h.tap(at: Point(5, 250))
    try h.advance(by: 0.3)
    #expect(h.stage.overlays.isEmpty)
    let (isOpen, closed) = (try h.node("popover").attribute("open"), h.stage.nextDeadline)
    #expect(isOpen == .boolean(false) && closed == nil)
  }

  @Test func keysStayInsideAndEscapeReturns() throws {
    let h = try start()
    try h.key(.tab)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(h.stage.focusedNode?.id == "switch")
    try h.key(.next)
    #expect(h.stage.focusedNode?.id == "switch", "the focus stays in the popover")
    try h.key(.escape)
    try h.advance(by: 0.3)
    #expect(try h.stage.overlays.isEmpty && h.stage.focusedNode === h.node("open"))
  }

  @Test func aPopoverOpensOnASideWithSpace() throws {
    let h = try start(top: 190)
    try h.tap(id: "open")
    try h.advance(by: 0.3)
    let panel = try #require(h.stage.overlays.last?.node as? Node<PopoverPanel>)
    let corner = try #require(h.stage.convert(.zero, from: panel))
    #expect(corner.y + panel.frame.height <= 190)
  }

  // MARK: tooltips

  private func tooltip() throws -> HeadlessStage {
    try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 160]
        fonts: [docs/examples/assets/fonts]
        root:
          type: box
          style: {flexDirection: column, alignItems: center, gap: 40, padding: 60, width: 300, boxSizing: border-box}
          children:
            - type: tooltip
              id: tip
              text: Mutes all rooms until tomorrow
              children: [{type: button, id: mute, kind: normal, title: Mute}]
        """, directory: try PackageFolder.root())
  }

  @Test func aPointerThatRestsShowsTheHelp() throws {
    let h = try tooltip()
    let place = h.frame(of: try h.node("mute")).center
    h.stage.movePointer(to: place)
    try h.advance(by: 0.4, step: 0.1)
    #expect(h.stage.overlays.isEmpty)
    try h.advance(by: 0.5, step: 0.1)
    #expect(h.stage.overlays.last?.node is Node<TooltipPanel>)
    try expectGolden(h.framebuffer, "tooltip")
    h.stage.movePointer(to: Point(2, 2))
    try h.advance(by: 0.4, step: 0.1)
    #expect(h.stage.overlays.isEmpty && h.stage.nextDeadline == nil)
  }

  @Test func theFocusShowsTheHelpForAWhile() throws {
    let h = try tooltip()
    try h.key(.tab)
    try h.advance(by: 0.9, step: 0.1)
    #expect(!h.stage.overlays.isEmpty)
    #expect(h.stage.focusedNode === (try h.node("mute")), "the focus stays")
    try h.advance(by: 7, step: 0.5)
    #expect(h.stage.overlays.isEmpty)
  }

  @Test func theHelpIsAHint() throws {
    let h = try tooltip()
    #expect(h.stage.semanticsTree.text().contains("Mutes all rooms until tomorrow"))
  }
}
