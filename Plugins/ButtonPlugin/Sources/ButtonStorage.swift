public import Tessera

/// State that a button keeps outside its value: press, hover and focus. Any thread.
public final class ButtonStorage: DefaultLookStorage {
  struct Press: Sendable {
    var interaction = InteractionState()
    /// Whether only hover changed at the last change of the look.
    var isHoverChange = false
  }

  /// Changed with the node's lock held, so that it matches the value.
  fileprivate let press = Locked(Press())

  public let ownBox = OwnBox()

  /// Whether the corners of the box are so round that a bar at its lower edge would leave it.
  let isRound = Locked(false)

  /// Whether an adopted layout has shown the button hovered or in a state other than normal.
  private let hasShownStates = Locked(false)

  /// Creates the state of an untouched button.
  public init() {}

  var isHighlighted: Bool { press.withLock { $0.interaction.isPressed } }

  /// Whether the button is held down, whether a pointer is over it, and whether only hover changed last.
  var looks: (isHighlighted: Bool, isHovered: Bool, isHoverChange: Bool) {
    press.withLock { ($0.interaction.isPressed, $0.interaction.isHovered, $0.isHoverChange) }
  }

  /// Returns whether a layout with this look is or follows one in which the button is hovered, loading or in a state other than normal.
  func isStateful(_ look: Button.Look, isLoading: Bool, in context: LayoutContext) -> Bool {
    if hasShownStates.withLock({ $0 }) { return true }
    guard look.state != .normal || look.isHovered || isLoading else { return false }
    context.onAdoption { [self] in hasShownStates.withLock { $0 = true } }
    return true
  }
}

extension Node where Value == Button {
  /// Whether the button is held down. Setting changes the look only. Any thread.
  public var isHighlighted: Bool {
    get { storage.isHighlighted }
    set { updatePress { $1.isPressed = newValue } }
  }

  /// Whether the button can be pressed: it and its environment are enabled, and it is not loading. Any thread.
  public var canBePressed: Bool {
    let button = value
    return button.isEnabled && !button.isLoading && environmentValues.isEnabled
  }

  /// State of the button. Disabled overrides highlighted, which overrides selected. Any thread.
  public var state: ControlState { shown.state(isHighlighted: isHighlighted) }

  /// Current look of the button, with fallbacks. Any thread.
  public var appearance: ButtonAppearance {
    let shown = shown
    return shown.appearance(in: shown.state(isHighlighted: isHighlighted))
  }

  /// Displayed value in the node's environment.
  private var shown: Button { value.shown(in: environmentValues, storage) }

  /// Whether the pressed look starts or ends soon. Any thread.
  var isPressSettling: Bool { storage.press.withLock { $0.interaction.isSettling } }

  /// Handles an input: updates the look and sends signals. Frame loop.
  func interact(_ input: InteractionState.Input) -> EventResponse {
    let isEnabled = environmentValues.isEnabled
    let outcome = updatePress { $1.step(input, isEnabled: isEnabled && $0.isEnabled && !$0.isLoading, repeats: $0.repeats) }
    if let delay = outcome.delay { requestTick(after: delay) }
    switch outcome.action {
    case .press: send(Button.touchDown)
    case .activate, .repeat: send(Button.tap)
    case .leave: send(Button.touchLeave)
    case .enter: send(Button.touchEnter)
    case .liftOutside:
      send(Button.touchUpOutside)
      send(Button.touchCancel)
    case .cancel: send(Button.touchCancel)
    case nil: break
    }
    return outcome.response
  }

  /// Changes the press state and updates the look. `change` must not touch this node. Any thread.
  func updatePress<R>(_ change: (Button, inout InteractionState) -> R) -> R {
    let storage = storage
    let environment = environmentValues
    let (result, isOther, needsLayout, motion) = updateHoldingLock { value in
      storage.press.withLock { press in
        let shown = value.shown(in: environment, storage)
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
