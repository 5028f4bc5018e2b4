import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct ChipTests {
  private final class Log: Sendable {
    private let entries = Locked<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Creates a stage with a chip of 120 x 48.
  private func stage(_ node: ChipNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    return try HeadlessStage(width: 120, height: 48, direction: direction) { node }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: chip, title: Vegan}
      - {type: chip, title: Vegan, value: true}
      - {type: chip, title: Mail, removable: true}
      - {type: chip, title: Mail, removable: true, value: true}
      - {type: chip, title: Disabled, enabled: false}
      - {type: chip, title: Disabled, enabled: false, value: true}
      - {type: chip, id: pressed$, title: Pressed}
      - {type: chip, title: More words than there is room for, removable: true}
      """, width: 180, height: 380)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "chip")
  }

  @Test func aPressChoosesAndTheCrossRemoves() throws {
    let (isChosen, log) = (Model(false), Log())
    let node = ChipNode("Vegan", isSelected: Binding(isChosen, \.value))
    node.isRemovable = true
    node.onChange { log.add("\($0)") }
    node.onRemove { log.add("remove") }
    node.on(AnyNode.tap) { log.add("tap") }
    let h = try stage(node)
    try h.tap(at: Point(40, 24))
    #expect(isChosen.value && log.all == ["true", "tap"])
    try h.tap(at: Point(110, 24))
    #expect(isChosen.value && log.all.last == "remove")
    try h.key(.tab)
    try h.key(.space)
    #expect(!isChosen.value)
    try h.key(.backspace)
    #expect(log.all == ["true", "tap", "remove", "false", "tap", "remove"])
    isChosen.value = true
    try h.settle()
    #expect(node.isSelected)
  }

  @Test func rightToLeftTheCrossIsAtTheLeft() throws {
    let log = Log()
    let node = ChipNode(Chip("Vegan", isRemovable: true))
    node.onRemove { log.add("remove") }
    let h = try stage(node, direction: .rtl)
    try h.tap(at: Point(110, 24))
    #expect(log.all.isEmpty && node.isSelected)
    try h.tap(at: Point(10, 24))
    #expect(log.all == ["remove"])
  }

  @Test func aScreenReaderChoosesAndRemoves() throws {
    let log = Log()
    let node = ChipNode(Chip("Vegan", isRemovable: true))
    node.onRemove { log.add("remove") }
    let h = try stage(node)
    #expect(node.resolvedSemantics.role == .toggleButton && node.resolvedSemantics.checked == .off)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial)) && node.isSelected)
    #expect(h.stage.perform(.custom("Remove"), on: SemanticsID(node: node.serial)) && log.all == ["remove"])
    node.isEnabled = false
    #expect(!h.stage.perform(.activate, on: SemanticsID(node: node.serial)))
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [120, 48]
        data: {vegan: true}
        root: {type: chip, id: chip, title: Vegan, value: {bind: vegan}}
        """)
    let node = try #require(try h.node("chip") as? ChipNode)
    #expect(node.isSelected)
    try h.tap(at: Point(60, 24))
    #expect(!node.isSelected)
  }
}
