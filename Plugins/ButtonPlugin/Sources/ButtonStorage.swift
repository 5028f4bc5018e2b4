public import Tessera

/// State that a button keeps next to its value: press, hover and focus. Any thread.
public final class ButtonStorage: NodeStorage {
  struct Press: Sendable {
    var interaction = InteractionState()
    /// Whether the last change of the look was one of hover alone.
    var isHoverChange = false
  }

  /// Changed with the node's lock held, so that it fits the value.
  fileprivate let press = Locked(Press())

  /// Whether a layout has found the button in another state than the normal one.
  private let hasHadStates = Locked(false)

  /// Makes that of a button that nobody holds.
  public init() {}

  var isHighlighted: Bool { press.withLock { $0.interaction.isPressed } }

  /// Whether the button is held down, whether a pointer is over it, and whether that alone changed last.
  var looks: (isHighlighted: Bool, isHovered: Bool, isHoverChange: Bool) {
    press.withLock { ($0.interaction.isPressed, $0.interaction.isHovered, $0.isHoverChange) }
  }

  /// A layout finds the button in `state`, with a pointer over it or not. Returns whether that is or was another than the normal one.
  func noteLayout(in state: ControlState, isHovered: Bool) -> Bool {
    hasHadStates.withLock { had in
      if state != .normal || isHovered { had = true }
      return had
    }
  }
}

extension Node where Value == Button {
  /// Whether a finger holds the button down; a program that sets it has the button look so. Any thread.
  public var isHighlighted: Bool {
    get { storage.isHighlighted }
    set { updatePress { $1.isPressed = newValue } }
  }

  /// Whether the button can be pressed: it is enabled, and so is what it is in. Any thread.
  public var canBePressed: Bool { self.isEnabled && environmentValues.isEnabled }

  /// What the button does: disabled before highlighted before selected. Any thread.
  public var state: ControlState { shown.state(isHighlighted: isHighlighted) }

  /// How the button looks now, with what its state falls back to. Any thread.
  public var appearance: ButtonAppearance {
    let shown = shown
    return shown.appearance(in: shown.state(isHighlighted: isHighlighted))
  }

  /// The value as it is shown in its environment.
  private var shown: Button { value.shown(in: environmentValues) }

  /// Takes an input, has the outcome shown and carries it out. Frame loop.
  func interact(_ input: InteractionState.Input) -> EventResponse {
    let isEnabled = environmentValues.isEnabled
    let outcome = updatePress { $1.step(input, isEnabled: isEnabled && $0.isEnabled) }
    if let delay = outcome.delay { requestTick(after: delay) }
    switch outcome.action {
    case .press: send(Button.touchDown)
    case .activate: send(Button.tap)
    case .cancel: send(Button.touchCancel)
    case nil: break
    }
    return outcome.response
  }

  /// Changes what holds the button, and has it shown. `change` must not touch this node. Any thread.
  func updatePress<R>(_ change: (Button, inout InteractionState) -> R) -> R {
    let storage = storage
    let environment = environmentValues
    let (result, isOther, needsLayout, motion) = update { value in
      storage.press.withLock { press in
        let shown = value.shown(in: environment)
        let before = shown.look(press.interaction.isPressed, press.interaction.isHovered)
        let result = change(value, &press.interaction)
        let after = shown.look(press.interaction.isPressed, press.interaction.isHovered)
        if before != after { press.isHoverChange = before.state == after.state }
        let motion: StandardMotion? = press.isHoverChange ? .hover : after.state == .highlighted ? nil : .release
        return (result, before != after, shown.needsLayout(from: before, to: after), motion)
      }
    }
    guard isOther else { return result }
    if needsLayout { setNeedsLayout() }
    setNeedsProperties(motion?.motion)
    return result
  }
}
