@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Radio buttons and segments.
@Suite struct ChoiceTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: radio, options: [Air, Fan, {value: g, title: Grill}], value: Air}
      - {type: radio, options: [Air, Fan], value: Fan, axis: horizontal, id: pressed$}
      - {type: radio, options: [Air, Fan], value: Fan, axis: horizontal, enabled: false}
      - {type: segmented, options: [Heat, Eco, 'Off'], value: Heat}
      - {type: segmented, options: [Heat, Eco, 'Off'], value: Eco, enabled: false}
      """, width: 220, height: 420)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "choice")
  }

  @Test func aTapOnWordsOrMarkChooses() throws {
    let mode = Model("Air")
    let node = RadioGroupNode(Binding(mode, \.value), ["Air", "Fan", "Grill"], label: "Mode")
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: 200, height: 144) { node }
    try h.tap(at: Point(100, 72))
    #expect(node.selection == "Fan" && mode.value == "Fan")
    try h.tap(at: Point(12, 120))
    #expect(mode.value == "Grill")
    try h.drag(from: Point(12, 20), to: Point(300, 20))
    #expect(mode.value == "Grill", "a finger that leaves chooses nothing")
  }

  @Test func arrowsChooseAndLeaveAtTheEnds() throws {
    let (node, button) = (RadioGroupNode(RadioGroup("Air", ["Air", "Fan"])), ButtonNode("Go"))
    let h = try HeadlessStage(width: 200, height: 200) {
      let root = BoxNode()
      root.style.direction = .column
      root.addSubnode(node)
      root.addSubnode(button)
      return root
    }
    try h.key(.tab)
    #expect(h.stage.focusedNode === node)
    try h.key(.down)
    #expect(node.selection == "Fan" && h.stage.focusedNode === node)
    try h.key(.down)
    #expect(node.selection == "Fan" && h.stage.focusedNode === button)
    try h.key(.up)
    #expect(h.stage.focusedNode === node && node.selection == "Fan")
    try h.key(.home)
    #expect(node.selection == "Air")
  }

  @Test func theRingOfAnOptionDoesNotCrossItsMark() throws {
    let node = RadioGroupNode(RadioGroup("Air", ["Air", "Fan"]))
    _ = try HeadlessStage(width: 200, height: 96) { node }
    let area = try #require(RadioGroup.focusArea(in: node)?.rect)
    #expect(area.minX <= -2 && area.minY > 0 && area.maxY < 48 && (RadioGroup.focusRingReach(in: node) ?? 0) > 0)
  }

  @Test func anEncoderEntersWithAPressAndChoosesByTurns() throws {
    let node = SegmentedNode(Segmented("Heat", ["Heat", "Eco", "Off"]))
    let h = try HeadlessStage(width: 240, height: 48) { node }
    try h.key(.tab)
    try h.key(.enter)
    try h.key(.next)
    #expect(node.selection == "Eco")
    try h.key(.next)
    try h.key(.next)
    #expect(node.selection == "Off" && h.stage.focusedNode === node)
    try h.key(.previous)
    try h.key(.enter)
    #expect(node.selection == "Eco")
    try h.key(.next)
    #expect(node.selection == "Eco", "a turn moves the focus again")
  }

  @Test func segmentsAreMirroredAndTheTileMoves() throws {
    let node = SegmentedNode(Segmented("a", ["a", "b", "c"]))
    let h = try HeadlessStage(width: 308, height: 48, direction: .rtl) { node }
    try h.tap(at: Point(54, 24))
    #expect(node.selection == "c")
    try h.key(.tab)
    try h.key(.right)
    #expect(node.selection == "b")
    try h.advance(by: 1)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func eachOptionIsARadioButton() throws {
    let node = SegmentedNode(Segmented("Eco", ["Heat", "Eco"], label: "Mode"))
    let h = try HeadlessStage(width: 200, height: 48) { node }
    #expect(node.resolvedSemantics.role == .radioGroup && node.resolvedSemantics.label == "Mode" && node.resolvedSemantics.value == "Eco")
    let parts = node.semanticsParts
    #expect(parts.map(\.semantics.label) == ["Heat", "Eco"] && parts.map(\.semantics.checked) == [.off, .on])
    #expect(parts[1].semantics.position == SemanticsPosition(2, of: 2))
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: 0)) && node.selection == "Heat")
  }

  @Test func scenesBindThemBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 48]
        data: {mode: eco}
        root: {type: segmented, id: mode, options: [{value: heat, title: Heat}, {value: eco, title: Eco}], value: {bind: mode}}
        """)
    let node = try #require(try h.node("mode") as? SegmentedNode)
    #expect(node.selectedIndex == 1)
    try h.tap(at: Point(30, 24))
    #expect(node.selection == "heat")
  }
}
