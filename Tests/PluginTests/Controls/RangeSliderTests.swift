import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct RangeSliderTests {
  /// Creates a stage with a slider of 124 x 48. The middles of its tiles move from 12 to 112, one unit per number.
  private func stage(_ node: RangeSliderNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    try HeadlessStage(width: 124, height: 48, direction: direction) {
      node.style.flexGrow = 1
      node.environment[\.density] = .regular
      let root = BoxNode()
      root.addSubnode(node)
      return root
    }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: range-slider, label: s, low: 20, high: 70, style: {width: 176}}
      - {type: range-slider, label: s, low: 0, high: 100, style: {width: 176}}
      - {type: range-slider, label: s, low: 30, high: 60, enabled: false, style: {width: 176}}
      - {type: range-slider, label: s, id: pressed$, low: 50, high: 62, unit: '%', style: {width: 176}}
      """, width: 200, height: 240)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "range-slider")
  }

  @Test func theNearerTileMovesAndTheyDoNotCross() throws {
    let (low, high) = (Model(20.0), Model(60.0))
    let node = RangeSliderNode(low: Binding(low, \.value), high: Binding(high, \.value))
    let h = try stage(node)
    try h.drag(from: Point(32, 24), to: Point(52, 24), steps: 4)
    #expect(low.value == 40 && high.value == 60)
    try h.tap(at: Point(102, 24))
    #expect(high.value == 90)
    try h.drag(from: Point(52, 24), to: Point(120, 24), steps: 4)
    #expect(low.value == 90 && high.value == 90)
    (node.minimumSpan, low.value) = (10, 20)
    try h.settle()
    try h.drag(from: Point(32, 24), to: Point(120, 24), steps: 4)
    #expect(low.value == 80 && node.low == 80)
  }

  @Test func keysAndEncoder() throws {
    let node = RangeSliderNode(RangeSlider(20...60, step: 5))
    let h = try stage(node)
    try h.key(.tab)
    try h.key(.right)
    #expect(node.low == 25)
    try h.key(.home)
    #expect(node.low == 0)
    try h.key(.enter)
    try h.key(.next)
    #expect(node.low == 5 && node.high == 60)
    try h.key(.enter)
    try h.key(.next)
    #expect(node.low == 5 && node.high == 65)
    try h.key(.escape)
    #expect(node.high == 60)
  }

  @Test func rightToLeftItBeginsAtTheRight() throws {
    let node = RangeSliderNode(RangeSlider(20...60))
    let h = try stage(node, direction: .rtl)
    try h.drag(from: Point(92, 24), to: Point(82, 24), steps: 4)
    #expect(node.low == 30)
  }

  @Test func aScreenReaderChangesBoth() throws {
    let node = RangeSliderNode(RangeSlider(20...60, step: 5, label: "Room"))
    let h = try stage(node)
    #expect(node.resolvedSemantics.value == "20 – 60")
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial, part: 0)) && node.low == 25)
    #expect(h.stage.perform(.decrement, on: SemanticsID(node: node.serial, part: 1)) && node.high == 55)
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [124, 48]
        data: {from: 10, to: 50}
        root: {type: range-slider, id: range, label: Range, low: {bind: from}, high: {bind: to}}
        """)
    let node = try #require(try h.node("range") as? RangeSliderNode)
    #expect(node.low == 10 && node.high == 50)
    try h.tap(at: Point(110, 24))
    #expect(node.low == 10 && node.high > 90)
  }
}
