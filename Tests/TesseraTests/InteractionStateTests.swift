import Tessera
import TesseraGeometry
import TesseraLayout
import Testing

/// State machine of press, hover, focus and editing, tested as a value.
@Suite struct InteractionStateTests {
  private func touch(_ phase: Touch.Phase, at time: Double, id: Int = 0, inside: Bool = true, delays: Bool = false)
    -> InteractionState.Input
  {
    .touch(Touch(id: id, phase: phase, location: .zero, time: time), isInside: inside, delaysPress: delays)
  }

  @Test func aTapActivates() {
    var state = InteractionState()
    let down = state.step(touch(.began, at: 1), isEnabled: true)
    #expect(down.response == .handled && down.action == .press && down.delay == InteractionState.minimumPress)
    #expect(state.phase(isEnabled: true) == .pressed)
    let up = state.step(touch(.ended, at: 1.01), isEnabled: true)
    #expect(up.action == .activate && up.delay == InteractionState.minimumPress)
    #expect(state.isPressed, "a short press is shown for the least time")
    #expect(state.step(.time(1.064), isEnabled: true).delay == nil)
    #expect(state == InteractionState())
  }

  @Test func aFingerThatLeavesReleasesThePressUntilItReturns() {
    var state = InteractionState()
    _ = state.step(touch(.began, at: 0), isEnabled: true)
    #expect(state.step(touch(.moved, at: 1, inside: false), isEnabled: true).action == .leave)
    #expect(!state.isPressed)
    #expect(state.step(touch(.moved, at: 1, inside: false), isEnabled: true).action == nil)
    #expect(state.step(touch(.moved, at: 2), isEnabled: true).action == .enter)
    #expect(state.isPressed)
    #expect(state.step(touch(.ended, at: 3, inside: false), isEnabled: true).action == .liftOutside)
    #expect(!state.isPressed && state.touch == nil)
    _ = state.step(touch(.began, at: 4), isEnabled: true)
    #expect(state.step(touch(.cancelled, at: 5, inside: false), isEnabled: true).action == .cancel)
    _ = state.step(touch(.began, at: 6), isEnabled: true)
    #expect(state.step(touch(.ended, at: 7), isEnabled: false).action == .cancel, "disabled meanwhile, not left")
  }

  @Test func repeatsAreSlowThenFast() {
    var keys = KeyRepeat(from: 1)
    #expect(!keys.pass(1.39) && keys.due == 1.4)
    for i in 1...9 {
      let due = keys.due
      #expect(keys.pass(due) && keys.count == i && !keys.isFast && abs(keys.due - due - KeyRepeat.interval) < 1e-9)
    }
    let due = keys.due
    #expect(keys.pass(due) && keys.isFast && abs(keys.due - due - KeyRepeat.fastInterval) < 1e-9)
    #expect(!keys.pass(keys.due, isActive: false) && keys.count == 10, "the finger is off the key")
  }

  @Test func aHeldControlRepeatsAndThenActivatesNoMore() throws {
    var state = InteractionState()
    func step(_ input: InteractionState.Input, isEnabled: Bool = true) -> InteractionState.Outcome {
      state.step(input, isEnabled: isEnabled, repeats: true)
    }
    _ = step(touch(.began, at: 0))
    let delay = try #require(step(.time(0.064)).delay)
    #expect(abs(delay - 0.336) < 1e-9)
    #expect(step(.time(0.4)).action == .repeat)
    _ = step(touch(.moved, at: 0.45, inside: false))
    #expect(step(.time(0.5)).action == nil, "the finger is outside")
    _ = step(touch(.moved, at: 0.55))
    #expect(step(.time(0.6)).action == .repeat)
    #expect(step(touch(.ended, at: 0.65)).action == nil)
    #expect(state == InteractionState() && step(.time(2)) == step(.time(3)))
    // A shorter tap activates once. A control that is disabled meanwhile does not repeat.
    _ = step(touch(.began, at: 4))
    #expect(step(touch(.ended, at: 4.3)).action == .activate)
    _ = step(touch(.began, at: 5))
    #expect(step(.time(5.4), isEnabled: false).delay == nil)
  }

  @Test func aHeldKeyOfAControlThatRepeatsRepeats() {
    var state = InteractionState()
    func step(_ input: InteractionState.Input) -> InteractionState.Outcome { state.step(input, isEnabled: true, repeats: true) }
    #expect(step(.key(KeyPress(.enter))).action == .activate)
    _ = step(.time(1))
    #expect(step(.time(1.3)).action == nil && step(.time(1.4)).action == .repeat)
    #expect(step(.key(KeyPress(.enter, isRepeat: true))).action == nil, "repeats of a keyboard are not counted twice")
    _ = step(.key(KeyPress(.enter, isDown: false)))
    #expect(step(.time(1.6)).action == nil && state == InteractionState())
  }

  @Test func aSecondFingerDoesNotReachAHeldControl() {
    var state = InteractionState()
    _ = state.step(touch(.began, at: 0, id: 1), isEnabled: true)
    #expect(state.step(touch(.began, at: 0, id: 2), isEnabled: true).response == .ignored)
    #expect(state.step(touch(.ended, at: 0, id: 2), isEnabled: true).action == nil)
  }

  @Test func inContentThatScrollsAPressIsShownAfterTheDelay() {
    var state = InteractionState()
    #expect(state.step(touch(.began, at: 0, delays: true), isEnabled: true).delay == InteractionState.pressDelay)
    #expect(!state.isPressed)
    #expect(state.step(.time(0.05), isEnabled: true).delay == InteractionState.pressDelay - 0.05)
    _ = state.step(.time(0.12), isEnabled: true)
    #expect(state.isPressed)
  }

  @Test func aDisabledControlIgnoresInput() {
    var state = InteractionState()
    #expect(state.step(touch(.began, at: 0), isEnabled: false).response == .ignored)
    #expect(state.step(.key(KeyPress(.enter)), isEnabled: false).response == .ignored)
    #expect(state.phase(isEnabled: false) == .disabled)
  }

  @Test(arguments: [KeyPress.Key.space, .enter]) func aHeldKeyActivatesOnce(key: KeyPress.Key) {
    var state = InteractionState()
    #expect(state.step(.key(KeyPress(key)), isEnabled: true).action == .activate)
    #expect(state.step(.key(KeyPress(key, isRepeat: true)), isEnabled: true).action == nil)
    _ = state.step(.time(1), isEnabled: true)
    _ = state.step(.time(2), isEnabled: true)
    #expect(state.isPressed)
    _ = state.step(.key(KeyPress(key, isDown: false)), isEnabled: true)
    #expect(!state.isPressed)
  }

  @Test func aControlThatLeavesTheScreenCancels() {
    var state = InteractionState()
    _ = state.step(touch(.began, at: 0), isEnabled: true)
    #expect(state.step(.release, isEnabled: true).action == .cancel)
    #expect(state == InteractionState())
    #expect(state.step(.release, isEnabled: true).action == nil)
  }

  @Test func arrowsAlongTheAxisAreSteps() {
    var state = InteractionState()
    func change(_ key: KeyPress.Key, _ axis: Axis = .horizontal, _ direction: LayoutDirection = .ltr) -> ValueChange? {
      state.valueKey(KeyPress(key), axis: axis, direction: direction, isEnabled: true)
    }
    #expect(change(.right) == .steps(1) && change(.left) == .steps(-1) && change(.up) == nil && change(.down) == nil)
    #expect(change(.right, .horizontal, .rtl) == .steps(-1) && change(.left, .horizontal, .rtl) == .steps(1))
    #expect(change(.up, .vertical) == .steps(1) && change(.down, .vertical) == .steps(-1) && change(.left, .vertical) == nil)
    #expect(change(.pageUp) == .steps(10) && change(.pageDown) == .steps(-10) && change(.home) == .minimum && change(.end) == .maximum)
    #expect(change(.next) == nil && change(.previous) == nil, "an encoder moves the focus")
    #expect(change(.tab) == nil && change(.character("a")) == nil && change(.escape) == nil)
  }

  @Test func thePressOfAnEncoderBeginsAndEndsEditing() {
    var state = InteractionState()
    func change(_ key: KeyPress.Key) -> ValueChange? {
      state.valueKey(KeyPress(key), axis: .horizontal, direction: .rtl, isEnabled: true)
    }
    #expect(change(.enter) == .beginEditing && state.isEditing)
    #expect(change(.next) == .steps(1) && change(.previous) == .steps(-1) && change(.up) == .steps(1) && change(.down) == .steps(-1))
    #expect(change(.enter) == .commit && !state.isEditing)
    #expect(change(.enter) == .beginEditing && change(.escape) == .restore && !state.isEditing)
    #expect(change(.enter) == .beginEditing)
    _ = state.step(.focus(false), isEnabled: true)
    #expect(!state.isEditing, "a control without focus is not edited")
    #expect(state.valueKey(KeyPress(.enter), axis: .horizontal, direction: .ltr, isEnabled: false) == nil)
  }
}
