import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct SliderTests {
  private final class Log: Sendable {
    private let entries = Locked<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Creates a stage with a slider of 124 x 48. The middle of its tile moves from 12 to 112, one unit per number.
  private func stage(_ node: SliderNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
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
      - {type: slider, label: s, value: 40, style: {width: 176}}
      - {type: slider, label: s, value: 0, style: {width: 176}}
      - {type: slider, label: s, value: 60, step: 10, style: {width: 176}}
      - {type: slider, label: s, value: 70, origin: 50, style: {width: 176}}
      - {type: slider, label: s, value: 30, enabled: false, style: {width: 176}}
      - {type: slider, label: s, id: pressed$, value: 50, unit: '%', style: {width: 176}}
      - {type: slider, label: s, axis: vertical, value: 30, style: {height: 100}}
      """, width: 200, height: 470)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "slider")
  }

  @Test func aDragOfTheTileKeepsItsGrip() throws {
    let log = Log()
    let node = SliderNode(Slider(50))
    node.on(Slider.changing) { log.add("\($0)") }
    node.on(Slider.change) { log.add("end \($0)") }
    let h = try stage(node)
    try h.touch(.began, at: Point(66, 24))
    try h.touch(.moved, at: Point(76, 24))
    try h.touch(.moved, at: Point(96, 24))
    try h.touch(.ended, at: Point(96, 24))
    #expect(node.amount == 80 && log.all == ["60.0", "80.0", "end 80.0"])
  }

  @Test func theTrackTakesAFingerThatMovesAndATap() throws {
    let node = SliderNode(Slider(0, step: 10))
    let h = try stage(node)
    try h.tap(at: Point(74, 24))
    #expect(node.amount == 60)
    try h.touch(.began, at: Point(112, 24))
    try h.touch(.moved, at: Point(107, 24))
    #expect(node.amount == 60, "not far enough")
    try h.touch(.moved, at: Point(92, 24))
    #expect(node.amount == 80)
    try h.touch(.cancelled, at: Point(92, 24))
    node.jumps = false
    try h.tap(at: Point(14, 24))
    #expect(node.amount == 70, "one step")
  }

  @Test func aFingerFarFromTheTrackMovesTheTileSlowly() throws {
    let node = SliderNode(Slider(50))
    let h = try stage(node)
    try h.touch(.began, at: Point(62, 24))
    try h.touch(.moved, at: Point(62, 74))
    try h.touch(.moved, at: Point(82, 74))
    #expect(abs(node.amount - 55) < 1e-9)
    try h.touch(.moved, at: Point(82, 154))
    try h.touch(.moved, at: Point(92, 154))
    #expect(abs(node.amount - 56) < 1e-9)
  }

  @Test func keysAndEncoder() throws {
    let log = Log()
    let node = SliderNode(Slider(50, step: 5))
    node.onChange { log.add("\($0)") }
    let h = try stage(node)
    try h.key(.tab)
    for key in [KeyPress.Key.right, .right, .left, .pageUp, .home, .end] { try h.key(key) }
    #expect(log.all == ["55.0", "60.0", "55.0", "100.0", "0.0", "100.0"])
    try h.key(.enter)
    try h.key(.previous)
    try h.key(.previous)
    #expect(node.amount == 90 && log.all.count == 6, "not settled yet")
    try h.key(.escape)
    #expect(node.amount == 100)
    try h.key(.enter)
    try h.key(.previous)
    try h.key(.enter)
    #expect(node.amount == 95 && log.all.last == "95.0")
  }

  @Test func rightToLeftItBeginsAtTheRight() throws {
    let node = SliderNode(Slider(0))
    let h = try stage(node, direction: .rtl)
    try h.tap(at: Point(32, 24))
    #expect(node.amount == 80)
    try h.key(.tab)
    try h.key(.left)
    #expect(node.amount == 81)
  }

  @Test func aWheelChangesOnlyTheFocusedOne() throws {
    let node = SliderNode(Slider(50, step: 1))
    let h = try stage(node)
    try h.send(.wheel(location: Point(60, 24), delta: Point(0, -10)))
    #expect(node.amount == 50)
    try h.key(.tab)
    try h.send(.wheel(location: Point(60, 24), delta: Point(0, -10)))
    #expect(node.amount == 51)
  }

  @Test func aScreenReaderReadsAndChangesIt() throws {
    let node = SliderNode(Slider(20, in: 0...30, step: 0.5, label: "Water"))
    node.unit = "°C"
    let h = try stage(node)
    let semantics = node.resolvedSemantics
    #expect(semantics.role == .slider && semantics.label == "Water" && semantics.value == "20.0\u{a0}°C")
    #expect(semantics.number == SemanticsNumber(20, in: 0...30, step: 0.5))
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)) && node.amount == 20.5)
    #expect(h.stage.perform(.decrement, on: SemanticsID(node: node.serial)) && node.amount == 20)
  }

  @Test func bindingsGoBothWays() throws {
    let level = Model(10.0)
    let node = SliderNode(Binding(level, \.value))
    let h = try stage(node)
    try h.tap(at: Point(62, 24))
    #expect(level.value == 50)
    level.value = 70
    try h.settle()
    #expect(node.amount == 70)
    let scene = try HeadlessStage(
      scene: """
        tessera: 1
        size: [124, 48]
        data: {level: 20}
        root: {type: slider, id: level, label: Level, value: {bind: level}}
        """)
    let bound = try #require(try scene.node("level") as? SliderNode)
    #expect(bound.amount == 20)
    try scene.tap(at: Point(62, 24))
    #expect(bound.amount == 50)
  }
}
