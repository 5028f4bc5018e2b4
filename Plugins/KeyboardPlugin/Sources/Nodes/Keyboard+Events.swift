public import Tessera
internal import TesseraGeometry

extension Keyboard: LifecycleType, TickingType, AccessibleType, ValueObservingType, EnvironmentObservingType {
  /// Handles touches of keys.
  public static func handle(_ event: Event, node: Node<Keyboard>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    step(node, at: touch.time) { $0.touch(touch, at: touch.time) }
    return .handled
  }

  /// Repeats a held key, or shows its variants.
  public static func tick(_ node: Node<Keyboard>, at time: Double) -> Double? {
    step(node, at: time, schedules: false) { $0.pass(at: time) }
  }

  /// Measures the cells of the keys.
  public static func layoutDidFinish(_ node: Node<Keyboard>) {
    node.storage.state.withLock { $0.cells = [] }
    measure(node)
    show(node)
  }

  /// Offers a keyboard of a screen to the stage as its input method.
  public static func interfaceStateDidChange(_ node: Node<Keyboard>, from old: InterfaceState, to new: InterfaceState) {
    guard node.storage.input.withLock({ $0.screen == nil }) else { return }
    if new == .visible {
      let method = node.storage.input.withLock { input in
        let method = input.method ?? EmbeddedKeyboard(node)
        input.method = method
        return method
      }
      node.offer(inputMethod: method)
    } else if old == .visible, let method = node.storage.input.withLock({ $0.method }) {
      node.withdraw(inputMethod: method)
    }
  }

  /// Uses the layouts of a new value.
  public static func valueDidChange(_ node: Node<Keyboard>) { useLayouts(node) }

  /// Uses the layout of a new locale.
  public static func environmentDidChange(_ node: Node<Keyboard>, from old: EnvironmentValues) {
    if node.environmentValues.locale != old.locale { useLayouts(node) }
  }

  /// Presses a key for a screen reader.
  public static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, of node: Node<Keyboard>) -> Bool {
    guard action == .activate, let key = node.subnodes.firstIndex(where: { $0 === subnode }) else { return false }
    step(node, at: 0) { state in
      guard state.board.keys.indices.contains(key) else { return KeyboardState.Step() }
      let role = state.board.keys[key].role
      return KeyboardState.Step(output: state.perform(role, at: 0), used: role)
    }
    return true
  }

  public static func semantics(of node: Node<Keyboard>) -> NodeSemantics { NodeSemantics(.group) }

  // MARK: steps

  /// Runs one step of the state, carries out its effects, and shows the result. Returns the seconds until the next step.
  @discardableResult
  static func step(_ node: Node<Keyboard>, at time: Double, schedules: Bool = true, _ body: (inout KeyboardState) -> KeyboardState.Step)
    -> Double?
  {
    measure(node)
    let step = node.storage.state.withLock(body)
    show(node)
    if let used = step.used { node.send(keyPress, name(of: used)) }
    if let output = step.output { perform(output, node) }
    guard step.due.isFinite else { return nil }
    let delay = max(0.001, step.due - time)
    if schedules { node.requestTick(after: delay) }
    return delay
  }

  /// Name of a key for sound and signals.
  private static func name(of role: BoardKey.Role) -> String {
    switch role {
    case .text(let text), .dead(let text): text
    case .shift: "shift"
    case .delete: "delete"
    case .space: "space"
    case .enter: "enter"
    case .page: "page"
    case .language: "language"
    case .hide: "hide"
    case .previousEmoji, .nextEmoji, .searchEmoji: "emoji"
    case .caret: "caret"
    case .suggestion: "suggestion"
    case .gap: ""
    }
  }

  /// Computes the cells of the keys if the board or the size changed.
  static func measure(_ node: Node<Keyboard>) {
    let (size, environment) = (node.frame.size, node.environmentValues)
    node.storage.state.withLock { state in
      guard state.cells.isEmpty, !size.isEmpty else { return }
      state.cells = state.board.cells(in: size, strip: strip(environment), padding: gap(environment) / 2)
    }
  }

  /// Updates the nodes of the keys. Other rows of keys need a layout.
  static func show(_ node: Node<Keyboard>) {
    let state = node.storage.state.withLock { $0 }
    let (nodes, looks) = (node.subnodes, looks(state))
    guard nodes.count == looks.count, !state.cells.isEmpty else {
      node.storage.shown.withLock { $0 = [] }
      return node.setNeedsLayout()
    }
    let before = node.storage.shown.withLock { shown in
      defer { shown = looks }
      return shown
    }
    for (number, look) in looks.enumerated() where before.count != looks.count || before[number] != look {
      (nodes[number] as? Node<KeyboardKey>)?.update { if $0 != look { $0 = look } }
    }
    showBubble(node, state)
  }

  // MARK: bubble

  /// Height of the screen under which a touched key has no bubble in compact density, logical units.
  private static let bubbleHeight = 300.0

  private static func showBubble(_ node: Node<Keyboard>, _ state: KeyboardState) {
    guard let press = state.press, state.board.keys.indices.contains(press.key), state.cells.indices.contains(press.key) else {
      hideBubble(node)
      return
    }
    let (key, cell) = (state.board.keys[press.key], state.cells[press.key])
    var bubble = KeyBubble()
    let anchor: Rect
    if let variant = press.variant {
      let frames = state.variantFrames(of: press.key)
      guard let first = frames.first, let last = frames.last else { return }
      (bubble.labels, bubble.chosen, bubble.cell) = (key.variants, variant, first.size)
      anchor = first.union(last)
    } else {
      let environment = node.environmentValues
      let height = node.storage.input.withLock { $0.screen?.height } ?? node.treeRoot.frame.height
      let hasRoom = environment.density != .compact || height >= bubbleHeight
      guard press.touch != nil, key.hasBubble, hasRoom else {
        hideBubble(node)
        return
      }
      (bubble.labels, bubble.cell) = ([key.label], Size((cell.width * 1.3).rounded(), (cell.height * 1.3).rounded()))
      let room = node.frame.width - bubble.cell.width - 2
      anchor = Rect(
        max(2, min(cell.midX - bubble.cell.width / 2, room)), cell.minY - bubble.cell.height - 2, bubble.cell.width, bubble.cell.height)
    }
    present(bubble, at: anchor, node)
  }

  /// Hides the bubble: its anchor is not on the screen, so that touches reach the keys below it.
  private static func hideBubble(_ node: Node<Keyboard>) {
    guard let bubble = node.storage.bubble.withLock({ $0 }) else { return }
    bubble.node.opacity = 0
    bubble.overlay.anchor = Rect(-10_000, -10_000, 1, 1)
  }

  /// Shows the bubble in an overlay that stays, so that a key causes no layout. Touches of its box reach the keyboard: keys are below it.
  private static func present(_ bubble: KeyBubble, at anchor: Rect, _ node: Node<Keyboard>) {
    if let known = node.storage.bubble.withLock({ $0 }), known.overlay.isPresented {
      known.node.update { if $0.labels != bubble.labels || $0.chosen != bubble.chosen || $0.cell != bubble.cell { $0 = bubble } }
      known.overlay.anchor = anchor
      known.node.opacity = 1
      return
    }
    let made = Node(bubble)
    let overlay = node.present(
      overlay: made, at: anchor, placement: OverlayPlacement([.over], spacing: 0, margin: 0, isConfined: false),
      options: [.appearsAtOnce, .hidesWithAnchor, .forwardsEvents])
    node.storage.bubble.withLock { $0 = overlay.isPresented ? KeyboardStorage.Bubble(overlay: overlay, node: made) : nil }
  }
}
