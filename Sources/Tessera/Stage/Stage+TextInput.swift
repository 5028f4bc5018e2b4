internal import TesseraGeometry

// Input method, its panel, and the place of the focused node above the panel. Frame loop only.

extension Stage {
  /// Input method of the stage: it reads and changes the text of the focused node; nil means none. Loop thread.
  ///
  /// Setting it calls ``InputMethod/focusDidChange(to:)`` of the former method with nil, and of the new one with the session of the focused node.
  public var inputMethod: (any InputMethod)? {
    get {
      checkLoop()
      return loop.textInput.method
    }
    set {
      checkLoop()
      guard loop.textInput.method !== newValue else { return }
      let former = loop.textInput.method
      loop.textInput.method = nil
      if loop.textInput.session != nil { former?.focusDidChange(to: nil) }
      hidePanel()
      loop.textInput.method = newValue
      loop.textInput.isOffered = false
      beginTextInput()
      inbox.wake()
    }
  }

  /// Called when the focus moved: begins a session if the focused node takes text.
  func beginTextInput() {
    guard let method = loop.textInput.method else { return }
    let former = loop.textInput.session
    var session: TextInputSession?
    if let focused = focusedNode, focused.hooks.textInput?.textInput(erased: focused) != nil {
      session = TextInputSession(
        focused, isByKeys: loop.focus.usesKeys, isTouched: loop.pointing.touches.isHeld(by: focused), screen: size, link: link)
    }
    let facts = session.map(textInputFacts)
    loop.textInput.begin(session, facts)
    guard session != nil || former != nil else { return }
    method.focusDidChange(to: session)
  }

  /// Shows the signs of an incomplete Compose sequence in the focused node; empty removes them.
  func show(composition signs: String) {
    guard let focused = focusedNode, let type = focused.hooks.textInput, !signs.isEmpty || loop.textInput.composing === focused else {
      return loop.textInput.composing = nil
    }
    let isShown = type.performTextInput(.compose(TextPreedit(signs)), erased: focused)
    loop.textInput.composing = isShown && !signs.isEmpty ? focused : nil
  }

  /// Passes keys and text to the input method before the focused node. Returns whether it handled the event.
  func offerToInputMethod(_ event: Event) -> Bool {
    guard let method = loop.textInput.method, let session = loop.textInput.session else { return false }
    return method.handle(event, in: session) == .handled
  }

  /// Shows a touch of the focused node to the input method.
  func showToInputMethod(_ event: Event, of node: AnyNode) {
    guard let method = loop.textInput.method, let session = loop.textInput.session, session.node === node else { return }
    _ = method.handle(event, in: session)
  }

  /// Pass: tells the input method of changed text and of a moved caret.
  func notifyInputMethod() {
    guard let session = loop.textInput.dequeueStale(), let method = loop.textInput.method else { return }
    let facts = textInputFacts(session)
    guard loop.textInput.record(facts) else { return }
    // A field that became read-only ends the session.
    if facts.state == nil { return beginTextInput() }
    method.inputDidChange(in: session)
  }

  private func textInputFacts(_ session: TextInputSession) -> TextInputRecord.Facts {
    let state = session.state
    let caret = state.flatMap { session.rects(of: $0.selection.upperBound..<$0.selection.upperBound).first }
    return .init(
      state: state, caret: caret.flatMap { caret in convert(caret.origin, from: session.node).map { Rect(origin: $0, size: caret.size) } })
  }

  func adopt(_ request: TextInputRequest) {
    switch request {
    case .offer(let method):
      // A keyboard of a screen replaces that of a former screen, but not the program's.
      guard loop.textInput.method == nil || loop.textInput.isOffered else { return }
      inputMethod = method
      loop.textInput.isOffered = true
    case .withdraw(let method): if loop.textInput.method === method { inputMethod = nil }
    case .panel(let node): if let node { show(panel: node) } else { hidePanel() }
    case .focusOn(let node): if focusedNode === node { _ = moveFocus(.next, isByKey: false) }
    }
  }

  // MARK: Panel

  private func show(panel node: AnyNode) {
    let known = loop.textInput.panel
    if let known, known.isPresented, known.node === node {
      // Above overlays that were presented later, such as the dialog with the focused node.
      if loop.overlays.raise(known) { attachOverlays() }
      return
    }
    hidePanel()
    let overlay = StageOverlay(
      node, of: root, at: nil, OverlayPlacement([.above], spacing: 0, margin: 0, isConfined: false), [.hidesWithAnchor], 0, isDocked: true)
    loop.textInput.panel = overlay
    adoptOverlays([overlay])
  }

  private func hidePanel() {
    guard let panel = loop.textInput.panel else { return }
    loop.textInput.panel = nil
    loop.textInput.forgetReveal()
    setPanelHeight(0)
    dismiss(panel)
  }

  /// Places the panel at `at` at the lower edge of the screen.
  func placePanel(_ at: Int, container i: Int, in tree: PaintTree) {
    let height = tree.frames[i].size.height
    let atOnce = panelAppearsAtOnce
    let fade = loop.overlays.fade(of: at) { _ in OverlayFade(slidingInAt: clock.now, atOnce: atOnce) }
    let shown = panelPlace(height: height, fade, in: tree)
    let before = loop.overlays.entries[at]
    if shown != before.shown || shown != tree.placements[i] {
      loop.surface.damage(before.area)
      tree.placeSubnode(i, shown)
      let area = tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))
      loop.surface.damage(area)
      loop.overlays.place(at, shown, covering: area)
    }
    tree.inert.remove(i)
    setPanelHeight(height)
  }

  /// Returns the place of a panel: its share of insertion is the part of it that is above the lower edge.
  func panelPlace(height: Double, _ fade: OverlayFade, in tree: PaintTree) -> Presentation {
    let (bottom, scale) = (tree.space.size.height - shared.withLock { $0.safeAreaInsets.bottom }, tree.environment.scale)
    return Presentation(x: 0, y: pixel((bottom - height * fade.opacity(at: clock.now)) * scale))
  }

  private var panelAppearsAtOnce: Bool { reducesMotion || loop.tree?.environment.textAntialiasing == .bilevel }

  private func setPanelHeight(_ height: Double) {
    let isOther = shared.withLock { shared in
      guard shared.panelHeight != height else { return false }
      shared.panelHeight = height
      shared.needsLayout = true
      return true
    }
    if isOther { inbox.wake() }
  }

  /// Whether the content moves to or from its place above the panel.
  var isShiftMoving: Bool { loop.textInput.shift.isMoving(at: clock.now) }

  /// Shows the root higher, so that the focused node is in view above the panel.
  func shiftAbovePanel(_ tree: PaintTree) {
    let wanted = loop.textInput.panel == nil ? 0 : wantedShift(tree)
    let distance = loop.textInput.shift.value(towards: wanted, at: clock.now, moves: !panelAppearsAtOnce)
    placeRoot(shiftedBy: distance, in: tree)
  }

  private func placeRoot(shiftedBy distance: Double, in tree: PaintTree) {
    guard let i = tree.indexOf(root), i > 0 else { return }
    let y = -pixel(distance * tree.environment.scale)
    if (tree.placements[i]?.y ?? 0) != y { tree.placeSubnode(i, y == 0 ? nil : Presentation(y: y)) }
    // A new tree shows the root at the same place.
    guard loop.textInput.placeRoot(at: y) else { return }
    loop.surface.damageAll()
    loop.pointing.hover.recordChange()
    loop.textInput.recordPlaces()
  }

  /// Distance between the focused node and the panel, logical units.
  private static let clearance = 16.0

  private func wantedShift(_ tree: PaintTree) -> Double {
    guard let node = loop.textInput.session?.node, let i = tree.indexOf(node), let top = tree.indexOf(root), i >= top,
      i < Int(tree.end[top])
    else { return 0 }
    let scale = tree.environment.scale
    let shown = Double(-(tree.placements[top]?.y ?? 0)) / scale
    let (height, bottom) = shared.withLock { ($0.panelHeight, $0.size.height - $0.safeAreaInsets.bottom) }
    // Content does not move below a finger that may select text.
    guard height > 0, !loop.pointing.touches.isHeld(by: node) else { return loop.textInput.shift.target }
    var area = seenAnchor(nil, of: i, in: tree).0.scaled(by: 1 / scale).offset(by: Point(0, shown))
    let room = bottom - height
    if area.height + Self.clearance > room, let state = node.hooks.textInput?.textInput(erased: node) {
      // The line with the caret is kept in view of a field that is higher than the room.
      let end = state.selection.upperBound
      if let caret = node.hooks.textInput?.textInputRects(of: end..<end, erased: node).first {
        area = seenAnchor(caret, of: i, in: tree).0.scaled(by: 1 / scale).offset(by: Point(0, shown))
      }
    }
    guard area.isFinite else { return 0 }
    return max(0, min(area.maxY + Self.clearance - room, area.minY, height))
  }

  /// Scrolls the focused node into view after the panel took a part of the safe area.
  func revealAbovePanel(_ tree: PaintTree) {
    guard loop.textInput.panel != nil, let node = loop.textInput.session?.node, let i = tree.indexOf(node),
      !loop.pointing.touches.isHeld(by: node)
    else { return }
    let height = shared.withLock { $0.panelHeight }
    guard loop.textInput.recordReveal(node, height: height) else { return }
    revealFocus(i, in: tree)
  }
}
