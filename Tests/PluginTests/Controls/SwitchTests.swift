@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct SwitchTests {
  private final class Log: Sendable {
    private let entries = Locked<[Bool]>([])
    func add(_ entry: Bool) { entries.withLock { $0.append(entry) } }
    var all: [Bool] { entries.withLock { $0 } }
  }

  /// Creates a stage of 120 x 60 with a switch of 52 x 48 at 0, 0.
  private func stage(_ node: SwitchNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    try HeadlessStage(width: 120, height: 60, direction: direction) {
      node.environment[\.density] = .regular
      let root = BoxNode()
      root.style.alignItems = .flexStart
      root.addSubnode(node)
      return root
    }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: switch, label: off}
      - {type: switch, label: on, value: true}
      - {type: switch, label: off, enabled: false}
      - {type: switch, label: on, enabled: false, value: true}
      - {type: switch, id: off$, label: pressed}
      - {type: switch, id: on$, label: pressed, value: true}
      - {type: switch, title: Boost the water, value: true}
      """, width: 200, height: 410)
    try ControlSheet.press("off", in: h)
    try expectGolden(h.framebuffer, "switch")
  }

  @Test(arguments: [("compact", "ltr", "switch-compact"), ("roomy", "rtl", "switch-roomy-rtl")])
  func theOtherDensities(density: String, direction: String, golden: String) throws {
    let h = try ControlSheet.stage(
      "- {type: switch, label: off}\n- {type: switch, title: Boost, value: true}", width: 160, height: 150, density: density,
      direction: direction, modes: 2)
    try expectGolden(h.framebuffer, golden)
  }

  /// Switches, boxes and marks grow half as much as the letters.
  @Test func largeLetters() throws {
    let h = try ControlSheet.stage(
      """
      - type: box
        environment: {textScale: 2}
        style: {flexDirection: column, alignItems: flex-start}
        children:
          - {type: switch, id: bare$, label: Boost, value: true}
          - {type: switch, title: Boost}
          - {type: checkbox, title: Keep, value: true}
          - {type: checkbox, label: Keep, id: box$, value: mixed}
          - {type: radio, label: Heat, options: [Air, Grill], value: Air}
      """, width: 220, height: 400, modes: 2)
    try expectGolden(h.framebuffer, "large-letters")
    #expect(try h.node("barelight").frame.size == Size(78, 56) && h.node("boxlight").frame.size == Size(48, 48))
  }

  @Test func aDragFollowsTheTrackOfLargeLetters() throws {
    let node = SwitchNode(isOn: Binding(Model(false), \.value))
    node.environment[\.textScale] = 2
    let h = try stage(node)
    // The way is 30 units, and its half decides.
    try h.drag(from: Point(24, 28), to: Point(37, 28))
    #expect(!node.isOn)
    try h.drag(from: Point(24, 28), to: Point(42, 28))
    #expect(node.isOn)
  }

  @Test func aTapSwitchesAndNotifiesBindingAndHandler() throws {
    let isOn = Model(false)
    let log = Log()
    let node = SwitchNode(isOn: Binding(isOn, \.value))
    node.onChange { log.add($0) }
    let h = try stage(node)
    try h.tap(at: Point(26, 24))
    #expect(node.isOn && isOn.value && log.all == [true])
    try h.tap(at: Point(26, 24))
    #expect(!node.isOn && !isOn.value && log.all == [true, false])
    isOn.value = true
    try h.settle()
    #expect(node.isOn && log.all.count == 2, "what the program sets is no change by a person")
  }

  @Test func aDragDecidesByTheMiddle() throws {
    let node = SwitchNode(Switch("", isOn: false))
    let h = try stage(node)
    try h.drag(from: Point(16, 24), to: Point(20, 24))
    #expect(node.isOn, "a short move is a tap")
    try h.drag(from: Point(36, 24), to: Point(27, 24))
    #expect(node.isOn, "back to its side")
    try h.drag(from: Point(36, 24), to: Point(10, 24))
    #expect(!node.isOn)
    let mirrored = SwitchNode(Switch("", isOn: false))
    let other = try stage(mirrored, direction: .rtl)
    try other.drag(from: Point(104, 24), to: Point(78, 24))
    #expect(mirrored.isOn)
  }

  @Test func theTileMovesAndComesToRest() throws {
    let node = SwitchNode(Switch("", isOn: false))
    let h = try stage(node)
    let before = try h.snapshot()
    node.isOn = true
    try h.advance(by: 0.05)
    let moving = try h.snapshot()
    try h.advance(by: 1)
    let after = try h.snapshot()
    #expect(throws: (any Error).self) { try expectEqualPixels(before, moving) }
    try h.advance(by: 1)
    try expectEqualPixels(after, h.framebuffer)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func spaceAndEnterSwitchTheFocusedOne() throws {
    let node = SwitchNode(Switch("", isOn: false))
    let h = try stage(node)
    try h.key(.tab)
    #expect(h.stage.focusedNode === node)
    try h.key(.space)
    #expect(node.isOn)
    try h.key(.enter)
    #expect(!node.isOn)
    try h.key(.next)
    #expect(!node.isOn)
  }

  @Test func disabledAndReadOnlyControlsAreUnchanged() throws {
    let node = SwitchNode(Switch("", isOn: true))
    node.isEnabled = false
    let h = try stage(node)
    try h.tap(at: Point(26, 24))
    #expect(node.isOn)
    node.isEnabled = true
    node.environment[\.isReadOnly] = true
    try h.settle()
    try h.tap(at: Point(26, 24))
    #expect(node.isOn && node.resolvedSemantics.isReadOnly == true)
  }

  @Test func aScreenReaderSwitches() throws {
    let node = SwitchNode(Switch("Boost", isOn: false))
    let h = try stage(node)
    let semantics = node.resolvedSemantics
    #expect(semantics.role == .switch && semantics.label == "Boost" && semantics.checked == .off)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial)))
    #expect(node.isOn && node.resolvedSemantics.checked == .on)
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [120, 100]
        data: {boost: true}
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start}
          children:
            - {type: switch, id: boost, label: Boost, value: {bind: boost}}
            - {type: text, id: text, string: {bind: "boost ? 'on' : 'off'"}}
        """)
    let node = try #require(try h.node("boost") as? SwitchNode)
    let text = try #require(try h.node("text") as? TextNode)
    #expect(node.isOn && text.string == "on" && node.resolvedSemantics.label == "Boost")
    try h.tap(at: Point(26, 24))
    #expect(!node.isOn && text.string == "off")
  }
}
