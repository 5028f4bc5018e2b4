import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct DialTests {
  /// Creates a stage with a dial of 200 x 200.
  private func stage(_ node: DialNode) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    return try HeadlessStage(width: 200, height: 200) { node }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: dial, title: Room, value: 21.5, step: 0.5, minimum: 5, maximum: 30, unit: °C}
      - {type: dial, value: 88, ticks: 5, zones: [{from: 80, to: 100, role: danger}]}
      - {type: dial, label: Heat, id: pressed$, value: 30, editable: true, diameter: 120}
      - {type: dial, value: 30, enabled: false, diameter: 80}
      """, width: 190, height: 600)
    try expectGolden(h.framebuffer, "dial")
  }

  /// Labels of ticks are left out where they would cover the name or the number: the picture is that of a dial whose scale has no labels.
  @Test func labelsOfTicksCoverNothing() throws {
    // The same arc and number, with other labels: the value is the maximum.
    func picture(_ title: String, from minimum: Int) throws -> PixelBuffer {
      let dial = "type: dial, title: \(title), value: 180, minimum: \(minimum), maximum: 180, step: 1, ticks: 5"
      return try ControlSheet.stage("- {\(dial), diameter: \(title == "Oven" ? 160 : 240)}", width: 270, height: 250, modes: 1).snapshot()
    }
    #expect(throws: (any Error).self) { try expectEqualPixels(picture("''", from: 0), picture("''", from: 100)) }
    try expectEqualPixels(picture("Oven", from: 0), picture("Oven", from: 100))
  }

  @Test(arguments: [Dial.Kind.arc, .half, .linear]) func touchesInTheCornersOfARoundDialHitTheNodeBelow(kind: Dial.Kind) throws {
    let node = DialNode(Dial(50))
    (node.kind, node.id) = (kind, "dial")
    let h = try stage(node)
    let box = try h.frame(of: "dial")
    #expect(h.stage.hitTest(box.center) === node)
    let corner = Point(box.minX + 2, box.minY + 2)
    #expect((h.stage.hitTest(corner) === node) == (kind == .linear))
    node.hitTestSlop = Insets(1)
    try h.settle()
    #expect(h.stage.hitTest(corner) === node)
  }

  @Test func aDragAlongTheArcChangesIt() throws {
    let heat = Model(50.0)
    let node = DialNode(Binding(heat, \.value), step: 10)
    let h = try stage(node)
    // From the top to the right end of the horizontal diameter.
    try h.drag(from: Point(100, 15), to: Point(185, 100), steps: 8)
    #expect(abs(heat.value - 83) < 10 && heat.value > 70)
    heat.value = 0
    try h.settle()
    #expect(node.amount == 0)
    try h.drag(from: Point(40, 160), to: Point(160, 160), steps: 1)
    #expect(heat.value == 0, "it does not jump over the opening")
    try h.tap(at: Point(100, 100))
    #expect(heat.value == 0, "far from the arc")
    try h.tap(at: Point(100, 15))
    #expect(heat.value == 50)
  }

  @Test func keysAndEncoder() throws {
    let node = DialNode(Dial(50))
    let h = try stage(node)
    try h.key(.tab)
    try h.key(.right)
    #expect(node.amount == 50, "it is only shown")
    node.isEditable = true
    try h.key(.tab)
    for (key, number) in [(KeyPress.Key.right, 51.0), (.left, 50), (.pageUp, 60), (.home, 0), (.end, 100)] {
      try h.key(key)
      #expect(node.amount == number)
    }
    try h.key(.enter)
    try h.key(.previous)
    #expect(node.amount == 99)
    try h.key(.escape)
    #expect(node.amount == 100)
  }

  @Test func aScreenReaderReadsAndChangesIt() throws {
    let node = DialNode(Dial(20, in: 0...40, unit: "°C", title: "Room"))
    let h = try stage(node)
    #expect(node.resolvedSemantics.role == .meter && node.resolvedSemantics.label == "Room")
    #expect(!h.stage.perform(.increment, on: SemanticsID(node: node.serial)))
    node.isEditable = true
    node.step = 1
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)) && node.amount == 21)
    #expect(node.resolvedSemantics.role == .slider && node.resolvedSemantics.value == "21\u{a0}°C")
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 200]
        data: {heat: 20}
        root: {type: dial, id: dial, label: Heat, editable: true, value: {bind: heat}}
        """)
    let node = try #require(try h.node("dial") as? DialNode)
    #expect(node.amount == 20)
    try h.tap(at: Point(100, 15))
    #expect(abs(node.amount - 50) < 2)
  }

  @Test func anyNumbers() throws {
    let numbers: [Double] = [0, -1, 50, 1e300, -1e300, .nan, .infinity, -.infinity]
    var random = SeededGenerator(seed: 21)
    for i in 0..<40 {
      func number() -> Double { numbers.randomElement(using: &random)! }
      var dial = Dial(number(), in: 0...100, unit: String(repeating: "W", count: i % 2 * 10_000))
      (dial.minimum, dial.maximum, dial.step, dial.diameter) = (number(), number(), number(), i % 4 == 0 ? number() : 160)
      (dial.ticks, dial.isEditable, dial.zones) = ([0, 5, Int.max, Int.min][i % 4], i % 3 == 0, [.init(number(), number(), .warn)])
      let h = try stage(DialNode(dial))
      try h.drag(from: Point(100, 15), to: Point(190, 100), steps: 3)
      try h.key(.tab)
      try h.key(.right)
      #expect(h.errors.isEmpty, "\(h.errors)")
    }
  }
}
