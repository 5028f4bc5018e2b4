@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct StepperTests {
  /// Creates a stage with a stepper of 152 x 48, whose keys are 48 wide.
  private func stage(_ node: StepperNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    return try HeadlessStage(width: 152, height: 48, direction: direction) { node }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: stepper, value: 21}
      - {type: stepper, value: 0}
      - {type: stepper, value: 21.5, step: 0.5, unit: °C}
      - {type: stepper, value: 21, enabled: false}
      - {type: stepper, value: 21, id: pressed$}
      """, width: 200, height: 310)
    for (i, mode) in ControlSheet.modes.enumerated() {
      let frame = h.frame(of: try h.node("pressed" + mode.name))
      try h.touch(.began, at: Point(frame.minX + 20, frame.midY), id: i)
    }
    try h.advance(by: 0.2)
    try expectGolden(h.framebuffer, "stepper")
  }

  @Test func keysOnTheScreenStepAndRepeat() throws {
    let degrees = Model(20.0)
    let node = StepperNode(Binding(degrees, \.value), in: 0...100, step: 0.5)
    let h = try stage(node)
    try h.tap(at: Point(128, 24))
    #expect(node.amount == 20.5 && degrees.value == 20.5)
    try h.tap(at: Point(24, 24))
    try h.tap(at: Point(24, 24))
    #expect(node.amount == 19.5)
    try h.touch(.began, at: Point(128, 24))
    try h.advance(by: 0.39)
    #expect(node.amount == 19.5)
    try h.advance(by: 0.12)
    #expect(node.amount == 20.5, "after 0.4 s, then each 0.1 s")
    try h.advance(by: 1)
    #expect(node.amount > 30, "ten steps at a time from the tenth repeat on")
    try h.touch(.ended, at: Point(128, 24))
    let last = node.amount
    try h.advance(by: 1)
    #expect(node.amount == last && h.stage.nextDeadline == nil)
  }

  @Test func keysAndEncoder() throws {
    let node = StepperNode(Stepper(20))
    let h = try stage(node)
    try h.key(.tab)
    for (key, number) in [(KeyPress.Key.right, 21.0), (.left, 20), (.pageUp, 30), (.home, 0), (.end, 100), (.right, 100)] {
      try h.key(key)
      #expect(node.amount == number)
    }
    try h.key(.enter)
    try h.key(.previous)
    #expect(node.amount == 99)
    try h.key(.escape)
    #expect(node.amount == 100)
  }

  @Test func rightToLeftTheKeyForLessIsAtTheRight() throws {
    let node = StepperNode(Stepper(20))
    let h = try stage(node, direction: .rtl)
    try h.tap(at: Point(128, 24))
    #expect(node.amount == 19)
  }

  @Test func aScreenReaderReadsAndChangesIt() throws {
    let node = StepperNode(Stepper(20, in: 5...30, step: 0.5, label: "Room"))
    node.unit = "°C"
    let h = try stage(node)
    #expect(node.resolvedSemantics.role == .stepper && node.resolvedSemantics.value == "20.0\u{a0}°C")
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)) && node.amount == 20.5)
  }
}
