@testable import ControlsPlugin
import TesseraKit
import TesseraTestSupport
import Testing

/// Steps of a process.
@Suite struct StepsTests {
  private static let rows = """
    - {type: steps, value: b, options: [{value: a, title: Water}, {value: b, title: Beans}, {value: c, title: Cup}], style: {width: 256}}
    - {type: steps, value: c, complete: true, options: [{value: a, title: Water}, {value: b, title: Beans}, {value: c, title: Cup}], style: {width: 256}}
    - {type: steps, value: b, enabled: false, options: [{value: a, title: Water}, {value: b, title: Beans}, {value: c, title: Cup}], style: {width: 256}}
    - {type: steps, value: b, axis: vertical, options: [{value: a, title: Fill in water}, {value: b, title: Fill in beans}, {value: c, title: Put a cup below the spout}], style: {width: 200}}
    """

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(Self.rows, width: 280, height: 390)
    try expectGolden(h.framebuffer, "steps")
  }

  @Test func onBlackAndWhiteFromTheRight() throws {
    let h = try ControlSheet.stage(Self.rows, width: 280, height: 390, direction: "rtl", modes: 1)
    h.stage.environment[\.theme].mode = .paper
    h.root.subnodes[0].environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "steps-bilevel")
  }

  @Test func fingersAndKeysGoToStepsThatAreDone() throws {
    let sent = Locked<[String]>([])
    let node = StepsNode(Steps("b", ["a", "b", "c"], label: "First use"))
    node.style.width = .points(300)
    node.on(Steps.change) { step in sent.withLock { $0.append(step) } }
    let h = try HeadlessStage(width: 300, height: 80) { node }
    try h.tap(at: Point(250, 14))
    #expect(node.selection == "b", "the next step is not done")
    try h.tap(at: Point(50, 14))
    #expect(node.selection == "a")
    node.reach = .all
    try h.key(.tab)
    try h.key(.right)
    try h.key(.end)
    #expect(sent.withLock { $0 } == ["a", "b", "c"])
    #expect(node.semanticsParts.map(\.semantics.checked) == [.on, .on, .off])
    #expect(node.semanticsParts.map(\.semantics.isSelected) == [false, false, true])
    node.isComplete = true
    #expect(node.semanticsParts.allSatisfy { $0.semantics.checked == .on })
    node.reach = .none
    try h.tap(at: Point(50, 14))
    #expect(node.selection == "c" && !Steps.isFocusable(node))
  }
}
