public import Tessera
public import TesseraGeometry

/// Node type with which the user changes a value. `InteractionState` handles press, hover, focus, keys and semantics; the type implements
/// only ``activate(_:)``.
public protocol ControlType: FocusableType, HoverableType, TickingType, LifecycleType, AccessibleType, PropertyAdjustingType,
  LayoutDescribing
where Storage == ControlStorage {
  /// Whether the program enables the control. The environment can still disable it (`EnvironmentValues.isEnabled`).
  var isEnabled: Bool { get set }
  /// Performs a press: a touch ended inside, or Space or Enter was pressed. Frame loop, no lock held.
  static func activate(_ node: Node<Self>)
}

extension ControlType {
  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse { node.interact(with: event) }

  public static func hover(_ node: Node<Self>, at location: Point?) -> EventResponse { node.interact(.hover(location != nil)) }

  public static func tick(_ node: Node<Self>, at time: Double) -> Double? { node.step(.time(time)).delay }

  /// Returns whether the layer of hover and press fades, or the press ends soon.
  public static func isSettling(_ node: Node<Self>) -> Bool {
    node.storage.state.withLock { $0.layer.isRunning || $0.interaction.isSettling }
  }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = node.interact(.release) }
  }

  /// Extends the area that a finger hits to the theme's `touch` height if controls are lower, unless the program sets a slop.
  public func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    let theme = environment.theme
    let slop = (theme[.touch] - theme[.control]) / 2
    if slop > 0, properties.hitTestSlop == .zero { properties.hitTestSlop = Insets(slop) }
  }

  /// Returns the words of which some letters are not shown; empty if all are.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    CutWords.description { try draw(in: $0, context: context) }
  }

  /// Returns whether the control can be focused: not while it is disabled.
  public static func isFocusable(_ node: Node<Self>) -> Bool { node.canBeUsed }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Self>) -> Bool {
    guard action == .activate, part == nil, node.canBeChanged else { return false }
    activate(node)
    return true
  }
}

extension Node where Value: ControlType {
  /// Whether the control and its environment are enabled. Any thread.
  public var canBeUsed: Bool { value.isEnabled && environmentValues.isEnabled }

  /// Whether the user can change the value: the control is enabled and not read-only. Any thread.
  public var canBeChanged: Bool { canBeUsed && !environmentValues.isReadOnly }

  /// Handles an event of a control that can be pressed. Frame loop.
  package func interact(with event: Event) -> EventResponse {
    switch event {
    case .touch(let touch): interact(input(touch))
    case .key(let press): interact(.key(press))
    case .focus(let isFocused): interact(.focus(isFocused))
    case .text, .composition, .wheel, .contextMenu, .pointerButton: .ignored
    }
  }

  /// Converts a touch to an input.
  package func input(_ touch: Touch) -> InteractionState.Input {
    let area = Rect(size: frame.size).inset(by: -InteractionState.touchSlop)
    return .touch(
      touch, isInside: touch.location.isFinite && area.contains(touch.location),
      delaysPress: touch.phase == .began && isInScrollingContent)
  }

  /// Handles an input and performs its outcome. Frame loop.
  /// - Parameter repeats: whether a held press acts repeatedly; the type's `tick` performs the repeats.
  package func interact(_ input: InteractionState.Input, repeats: Bool = false) -> EventResponse {
    let outcome = step(input, repeats: repeats)
    if let delay = outcome.delay { requestTick(after: delay) }
    if outcome.action == .activate { Value.activate(self) }
    return outcome.response
  }

  /// Handles an input and requests a draw if the look has changed. Frame loop.
  package func step(_ input: InteractionState.Input, repeats: Bool = false) -> InteractionState.Outcome {
    let environment = environmentValues
    let isEnabled = canBeChanged
    let (outcome, isDifferent, begins) = storage.state.withLock { state in
      let (before, layer) = (state.interaction, state.layer)
      var outcome = state.interaction.step(input, isEnabled: isEnabled, repeats: repeats)
      let after = state.interaction
      let (old, new) = (before.phase(isEnabled: isEnabled), after.phase(isEnabled: isEnabled))
      if old != new, Value.self is any LayeredControl.Type {
        state.layer.move(from: old, to: new, isImmediate: environment.reducesMotion || environment.textAntialiasing == .bilevel)
      }
      let begins = state.layer.isRunning && state.layer != layer
      if case .time(let time) = input {
        state.layer.advance(to: time)
        if state.layer.isRunning { outcome.delay = min(outcome.delay ?? .infinity, LayerFade.interval) }
      }
      return (outcome, old != new || before.isEditing != after.isEditing || state.layer != layer, begins)
    }
    if begins { requestTick(after: 0) }
    if isDifferent { setNeedsDisplay() }
    return outcome
  }
}
