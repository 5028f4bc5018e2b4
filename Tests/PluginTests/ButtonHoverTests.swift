import TesseraKit
import TesseraTestSupport
import Testing

/// Look of a button under a pointer, and during key presses.
@Suite struct ButtonHoverTests {
  private let gray = Color(white: 0.5)

  /// Creates a stage of 120 x 60 with a gray button of 100 x 40 at 0, 0.
  private func stage(_ change: (ButtonNode) -> Void = { _ in }) throws -> (HeadlessStage, ButtonNode) {
    let button = ButtonNode("")
    button.id = "button"
    button.kind = .unstyled
    button.normal.background = .color(gray)
    button.rounding = .zero
    button.style.width = .points(100)
    button.style.height = .points(40)
    change(button)
    let h = try HeadlessStage(width: 120, height: 60) {
      let root = BoxNode()
      root.style.alignItems = .flexStart
      root.addSubnode(button)
      return root
    }
    return (h, button)
  }

  private func light(_ h: HeadlessStage) -> Double { Double(h.framebuffer.color(x: 50, y: 20).red) }

  private func move(_ h: HeadlessStage, to place: Point?) throws {
    h.stage.movePointer(to: place)
    try h.settle()
  }

  @Test func aPointerShadesTheButtonByAThirdInMotion() throws {
    let (h, button) = try stage()
    let rest = light(h)
    try h.touch(.began, at: Point(50, 20))
    let pressed = light(h)
    try h.touch(.cancelled, at: Point(50, 20))
    try h.advance(by: 0.5)
    #expect(light(h) == rest && pressed < rest)
    let wanted = rest - (rest - pressed) / 3
    let easing = try #require(StandardMotion.hover.motion.easing)
    try move(h, to: Point(50, 20))
    for sixth in 1...6 {
      try h.advance(by: 0.02, step: 0.02)
      #expect(abs(light(h) - (rest + (wanted - rest) * easing.value(at: Double(sixth) / 6))) < 0.006)
    }
    try h.advance(by: 0.1)
    #expect(abs(light(h) - wanted) < 0.006 && h.clockIsIdle)
    #expect(button.background == nil && button.isHovered)
    try move(h, to: Point(110, 20))
    try h.advance(by: 0.02, step: 0.02)
    #expect(light(h) > wanted && light(h) < rest)
    try h.advance(by: 0.12)
    #expect(light(h) == rest && h.clockIsIdle)
  }

  @Test func aPressIsVisibleImmediatelyAndReturnsToTheHoveredLook() throws {
    let (h, button) = try stage()
    try move(h, to: Point(50, 20))
    try h.advance(by: 0.2)
    let hovered = light(h)
    func mouse(_ phase: Touch.Phase) throws {
      try h.send(.touch(Touch(id: -1, phase: phase, location: Point(50, 20), time: h.clock.now, pointer: .mouse)))
    }
    try mouse(.began)
    #expect(button.state == .highlighted && light(h) < hovered)
    try h.advance(by: 0.1)
    try mouse(.ended)
    try h.advance(by: 0.3)
    #expect(button.state == .normal && light(h) == hovered && h.clockIsIdle)
  }

  @Test func aCustomHoveredLookIsReachedByAThird() throws {
    let (h, _) = try stage { $0.highlighted.background = .color(.black) }
    try move(h, to: Point(50, 20))
    try h.advance(by: 0.2)
    // Two thirds of the lightness in Oklab, in which colours are interpolated.
    #expect(abs(light(h) - 0.278) < 0.006)
  }

  @Test func aDisabledButtonShowsNothingUntilItIsEnabled() throws {
    let (h, button) = try stage { $0.isEnabled = false }
    let disabled = light(h)
    try move(h, to: Point(50, 20))
    try h.advance(by: 0.2)
    #expect(light(h) == disabled)
    button.isEnabled = true
    try h.settle()
    try h.advance(by: 0.3)
    let hovered = light(h)
    #expect(hovered < Double(gray.red) - 0.01)
    button.isEnabled = false
    try h.settle()
    try h.advance(by: 0.3)
    #expect(light(h) == disabled && h.clockIsIdle)
  }

  @Test func aTitleAloneFadesByAThird() throws {
    let (h, button) = try stage {
      $0.normal.background = nil
      $0.title = "Word"
    }
    let title = try #require(button.subnodes.first)
    try move(h, to: Point(50, 20))
    try h.advance(by: 0.2)
    #expect(abs(title.opacity - 0.85) < 1e-9)
    try move(h, to: nil)
    try h.advance(by: 0.2)
    #expect(title.opacity == 1 && h.clockIsIdle)
  }

  @Test(arguments: [KeyPress.Key.space, .enter]) func aKeyShowsAPressForAsLongAsATap(key: KeyPress.Key) throws {
    let (h, button) = try stage()
    try h.focus(id: "button")
    let rest = light(h)
    h.stage.send(.key(KeyPress(key)))
    try h.settle()
    #expect(button.state == .highlighted && light(h) < rest)
    try h.send(.key(KeyPress(key, isDown: false)))
    try h.advance(by: Button.minimumHighlight - 0.01, step: Button.minimumHighlight - 0.01)
    #expect(button.state == .highlighted)
    try h.advance(by: 0.02, step: 0.02)
    #expect(button.state == .normal)
    try h.advance(by: 0.3)
    #expect(light(h) == rest && h.clockIsIdle)
    button.isEnabled = false
    try h.send(.key(KeyPress(key)))
    #expect(!button.isHighlighted)
  }

  @Test func aKeyThatIsHeldKeepsTheButtonPressed() throws {
    let (h, button) = try stage()
    button.becomeFocused()
    try h.settle()
    let taps = Locked(0)
    button.onTap { taps.withLock { $0 += 1 } }
    try h.send(.key(KeyPress(.space)))
    try h.advance(by: 1)
    #expect(button.isHighlighted && taps.withLock { $0 } == 1)
    try h.send(.key(KeyPress(.space, isRepeat: true)))
    try h.send(.key(KeyPress(.space, isDown: false)))
    #expect(!button.isHighlighted && taps.withLock { $0 } == 1)
    // A short press has the duration of a tap.
    try h.key(.enter)
    #expect(button.isHighlighted && taps.withLock { $0 } == 2)
    try h.advance(by: 0.5)
    #expect(!button.isHighlighted)
    // Loss of the focus ends the press.
    try h.send(.key(KeyPress(.space)))
    try h.advance(by: 1)
    button.resignFocus()
    try h.settle()
    #expect(!button.isHighlighted)
  }
}

extension HeadlessStage {
  /// Whether no work is pending.
  fileprivate var clockIsIdle: Bool { !stage.hasWorkUnderWay }
}
