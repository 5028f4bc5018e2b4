internal import TesseraGeometry
internal import TesseraRender

// Press, hover, focus and keys of a node that is pressable (``NodeProperties/isPressable``). The node's type handles events first.
extension AnyNode {
  /// Whether the node is pressed like a button. Any thread.
  ///
  /// It shows hover and press as layers over its background. Keys can focus it. Space, Enter and the press of an encoder send ``tap`` as a finger
  /// does. Its role is `button`. Types that handle touches themselves ignore it.
  public var isPressable: Bool {
    get { lock.withLock { state.properties.isPressable } }
    set { updateProperties { $0.isPressable = newValue } }
  }

  /// Recognizer of taps that the press replaces; nil if the node is not pressable or has none.
  var tapOfPress: GestureRecognizer? { lock.withLock { state.properties.isPressable ? state.attachments?.taps : nil } }

  /// State of the press; nil if there was none.
  private var press: InteractionState? { lock.withLock { state.attachments?.press } }

  /// Handles an event that the node's type ignored. Frame loop, no lock held.
  func handlePress(_ event: Event) -> EventResponse {
    guard isPressable || press?.touch != nil else { return .ignored }
    switch event {
    case .touch(let touch):
      let area = Rect(size: frame.size).inset(by: -InteractionState.touchSlop)
      let isInside = touch.location.isFinite && area.contains(touch.location)
      return interact(.touch(touch, isInside: isInside, delaysPress: touch.phase == .began && isInScrollingContent))
    case .key(let key): return interact(.key(key))
    case .focus(let isFocused): return interact(.focus(isFocused))
    case .text, .composition, .wheel, .contextMenu, .pointerButton: return .ignored
    }
  }

  /// Shows that a pointer is over the node, or has left. Frame loop, no lock held.
  func handleHover(_ isHovered: Bool) -> EventResponse {
    guard isPressable || press?.isHovered ?? false else { return .ignored }
    return interact(.hover(isHovered))
  }

  /// Cancels the press of a node that leaves the screen. Frame loop, no lock held.
  func releasePress() {
    if press != nil { _ = interact(.release) }
  }

  private func interact(_ input: InteractionState.Input) -> EventResponse {
    let outcome = step(input)
    if let delay = outcome.delay { schedulePress(after: delay) }
    if outcome.action == .activate { send(AnyNode.tap) }
    return outcome.response
  }

  /// Takes an input, and shows a changed phase.
  private func step(_ input: InteractionState.Input) -> InteractionState.Outcome {
    let isEnabled = isPressable && environmentValues.isEnabled
    let (outcome, old, new, isPressed) = attach { attachments in
      var press = attachments.press ?? InteractionState()
      let (old, wasPressed) = (press.phase(isEnabled: isEnabled), press.isPressed)
      let outcome = press.step(input, isEnabled: isEnabled)
      attachments.press = press
      return (outcome, old, press.phase(isEnabled: isEnabled), press.isPressed == wasPressed ? nil : press.isPressed)
    }
    if let isPressed { send(AnyNode.pressChange, isPressed) }
    if old != new {
      // A press appears immediately.
      let motion: StandardMotion? = new == .pressed ? nil : old == .pressed ? .release : .hover
      setNeedsProperties(motion?.motion)
    }
    return outcome
  }

  private func schedulePress(after delay: Double) {
    let (link, timer) = attach { attachments in
      let timer =
        attachments.pressTimer
        ?? StageTimer(isSettling: true) { [weak self] time in self?.step(.time(time)).delay }
      attachments.pressTimer = timer
      return (state.link, timer)
    }
    link?.schedule(timer, after: delay)
  }

  // MARK: look

  /// Adds the layer of the press to properties with resolved colors. Any thread, no lock held.
  func addPressLayer(to properties: inout NodeProperties, in environment: EnvironmentValues) {
    guard properties.isPressable, let press else { return }
    let share: Double
    switch press.phase(isEnabled: environment.isEnabled) {
    case .hovered: share = 0.05
    case .pressed: share = 0.12
    case .normal, .disabled: return
    }
    let ink = environment.theme.ink.resolved(in: environment.colorScheme)
    if environment.textAntialiasing == .bilevel {
      // Pixels are black or white: a frame is seen on both.
      if share > 0.1 { properties.border = Border(width: 2, color: ink) }
      return
    }
    let layer = ink.opacity(Float(share))
    properties.background = properties.background.map { paint in paint.map { layer.over($0) } } ?? .color(layer)
  }
}

extension Color {
  /// Returns the result of painting this color over `below`. Both are resolved.
  fileprivate func over(_ below: Color) -> Color {
    let rest = below.alpha * (1 - alpha)
    let whole = alpha + rest
    guard whole > 0 else { return self }
    return Color(
      red: (red * alpha + below.red * rest) / whole, green: (green * alpha + below.green * rest) / whole,
      blue: (blue * alpha + below.blue * rest) / whole, alpha: whole)
  }
}
