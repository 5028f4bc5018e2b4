public import Tessera
internal import TesseraGeometry

/// Input method that shows a keyboard at the lower edge of the screen while a field has the focus.
///
/// ```swift
/// stage.inputMethod = AutomaticKeyboard(["de", "en-US", "emoji"])
/// ```
///
/// A touch of a field opens the keyboard. If keys or an encoder move the focus to the field, Enter opens it, with a ring on a key; as soon as the user
/// types on a device, Enter belongs to the field. The key with the arrow, or Enter with another action than `TextInputAction/next`, hides it.
public final class AutomaticKeyboard: InputMethod {
  /// The keyboard, to observe its signals and set its properties. Any thread.
  public let node: Node<Keyboard>

  private struct State {
    var session: TextInputSession?
    var isOpen = false
  }
  private let state = Locked(State())

  /// Creates a keyboard.
  ///
  /// - Parameters:
  ///   - languages: see ``Keyboard/languages``.
  ///   - suggestions: returns words for the strip above the keys, from the text around the caret; nil: no strip. Called on the frame loop.
  public init(_ languages: [String] = [], suggestions: (@Sendable (TextInputState) -> [String])? = nil) {
    node = Node(Keyboard(languages))
    node.style.width = .percent(100)
    node.storage.input.withLock { ($0.screen, $0.suggest) = (Size(800, 480), suggestions) }
    node.on(Keyboard.close) { [weak self] in self?.close() }
  }

  /// Whether the keyboard is shown. Any thread.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Shows the keyboard if a field has the focus. Frame loop.
  public func open() {
    guard let session = state.withLock({ $0.session }) else { return }
    state.withLock { $0.isOpen = true }
    session.show(panel: node)
  }

  /// Hides the keyboard; the field keeps the focus. Frame loop.
  public func close() {
    let session = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen ? state.session : nil
    }
    node.storage.state.withLock { $0.hideRing() }
    session?.hidePanel()
  }

  public func focusDidChange(to session: TextInputSession?) {
    let former = state.withLock { state in
      defer { state.session = session }
      return state.session
    }
    Keyboard.attach(session, to: node)
    guard let session else {
      state.withLock { $0.isOpen = false }
      node.storage.state.withLock { $0.hideRing() }
      former?.hidePanel()
      return
    }
    // A touch opens it when the finger is lifted, so that the field does not move below the finger.
    if isOpen || !session.isByKeys && !session.isTouched { open() }
  }

  public func inputDidChange(in session: TextInputSession) { Keyboard.updateInput(node) }

  public func handle(_ event: Event, in session: TextInputSession) -> EventResponse {
    if case .touch(let touch) = event {
      if touch.phase == .ended, !isOpen { open() }
      return .ignored
    }
    // Escape discards the text that is composed, and only then hides the keyboard.
    if case .key(let press) = event, press.isDown, press.key == .escape, isOpen, !node.storage.state.withLock({ $0.isComposing }) {
      close()
      return .handled
    }
    return Keyboard.handle(event, in: session, node) { open() }
  }
}

/// Input method of a keyboard that is a node of a screen.
final class EmbeddedKeyboard: InputMethod {
  private weak let node: Node<Keyboard>?

  init(_ node: Node<Keyboard>) { self.node = node }

  func focusDidChange(to session: TextInputSession?) {
    if let node { Keyboard.attach(session, to: node) }
  }

  func inputDidChange(in session: TextInputSession) {
    if let node { Keyboard.updateInput(node) }
  }

  func handle(_ event: Event, in session: TextInputSession) -> EventResponse {
    guard let node else { return .ignored }
    return Keyboard.handle(event, in: session, node) {}
  }
}
