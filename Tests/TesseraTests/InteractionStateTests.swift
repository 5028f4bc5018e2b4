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
    _ = state.step(touch(.moved, at: 1, inside: false), isEnabled: true)
    #expect(!state.isPressed)
    _ = state.step(touch(.moved, at: 2), isEnabled: true)
    #expect(state.isPressed)
    #expect(state.step(touch(.ended, at: 3, inside: false), isEnabled: true).action == .cancel)
    #expect(!state.isPressed && state.touch == nil)
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
