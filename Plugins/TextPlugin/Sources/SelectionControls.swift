public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Controls of a touch selection: handles at the ends of the selection or below the caret, a magnifier, and a menu. They are overlays of
/// the stage and therefore not clipped; touches on handles are forwarded to the text. Called on the frame loop.
public final class SelectionControls: Sendable {
  /// State of the controls except the menu.
  public struct Look: Sendable, Equatable {
    /// Carets with handles, in the node's box, logical units: none, one, or those at the start and end of a selection.
    public var handles: [Rect] = []
    /// Magnified caret; nil for no magnifier.
    public var loupe: Rect?
    /// Colour of the handles.
    public var color = Color.theme(.accent)

    /// Creates the state without controls.
    public init() {}

    /// Sets the color of handles from that of a selection, without its transparency. For the theme's selection, which is too pale, it is `accent`.
    public mutating func setColor(ofSelection selection: Color) {
      color = selection == Text.defaultSelectionColor ? .theme(.accent) : selection.opacity(1 / max(selection.alpha, 1e-3))
    }
  }

  private struct State {
    var handles: [(overlay: StageOverlay, node: Node<SelectionHandle>)] = []
    var loupe: StageOverlay?
    var menu: StageOverlay?
    /// Whether the current touch has closed the menu.
    var wasClosed = false
  }
  private let state = Locked(State())

  /// Magnification of the magnifier; on 1-bit displays a whole number of pixels.
  static let magnification = (smooth: 1.5, bilevel: 2.0)
  /// Size of the magnifier, logical units.
  static let loupeSize = Size(112, 44)

  /// Creates the controls of an untouched text.
  public init() {}

  /// Whether no control is shown.
  public var isEmpty: Bool { state.withLock { $0.handles.isEmpty && $0.loupe == nil && $0.menu == nil } }

  /// Whether the menu is shown.
  public var showsMenu: Bool { state.withLock { $0.menu?.isPresented ?? false } }

  /// Returns whether the touch that is ending has closed the menu, and resets this state.
  public func consumeClosed() -> Bool {
    state.withLock { state in
      defer { state.wasClosed = false }
      return state.wasClosed
    }
  }

  /// Shows the handles and the magnifier of `look` for `node`, and hides others.
  public func show(_ look: Look, on node: AnyNode) {
    var (handles, loupe) = state.withLock { ($0.handles, $0.loupe) }
    if handles.isEmpty, loupe == nil, look.handles.isEmpty, look.loupe == nil { return }
    handles.removeAll { !$0.overlay.isPresented }
    while handles.count > look.handles.count { handles.removeLast().overlay.dismiss() }
    for (i, caret) in look.handles.enumerated() {
      var value = SelectionHandle()
      (value.stem, value.color, value.showsStem) = (caret.height, look.color, look.handles.count > 1)
      // The stem covers the caret.
      let placement = OverlayPlacement([.below], spacing: -caret.height, margin: 0, isConfined: false)
      if i < handles.count {
        let shown = handles[i]
        shown.node.update { $0 = value }
        shown.overlay.anchor = caret
        shown.overlay.placement = placement
      } else {
        let handle = Node(value)
        let overlay = node.present(overlay: handle, at: caret, placement: placement, options: [.hidesWithAnchor, .forwardsEvents])
        handles.append((overlay, handle))
      }
    }
    if let caret = look.loupe {
      if let shown = loupe, shown.isPresented { shown.anchor = caret } else { loupe = presentLoupe(at: caret, on: node) }
    } else {
      loupe?.dismiss()
      loupe = nil
    }
    state.withLock { ($0.handles, $0.loupe) = (handles, loupe) }
  }

  private func presentLoupe(at caret: Rect, on node: AnyNode) -> StageOverlay {
    let environment = node.environmentValues
    let isBilevel = environment.textAntialiasing == .bilevel
    let glass = BoxNode()
    glass.isInteractive = false
    glass.style.width = .points(Self.loupeSize.width)
    glass.style.height = .points(Self.loupeSize.height)
    glass.cornerRadii = CornerRadii(Self.loupeSize.height / 2)
    glass.border = Border(width: isBilevel ? 2 : 1, color: isBilevel ? Self.line(environment.colorScheme) : .theme(.edge))
    if !isBilevel { glass.shadow = Self.shadow }
    // The spacing keeps the magnifier clear of the finger.
    return node.present(
      overlay: glass, at: caret, placement: OverlayPlacement([.above], spacing: 18), options: .hidesWithAnchor,
      magnification: isBilevel ? Self.magnification.bilevel : Self.magnification.smooth)
  }

  private static func line(_ scheme: ColorScheme) -> Color { scheme == .dark ? .white : .black }

  private static var shadow: Shadow { Shadow(color: .theme(.shadow), offset: Point(0, 4), radius: 12) }

  /// Shows a menu of `commands` next to `area`, in the box of `node`, replacing the current one. Without commands, shows none.
  ///
  /// The menu closes when a command is chosen, on a touch outside, and when the text moves.
  ///
  /// - Parameters:
  ///   - commands: commands from the leading edge on.
  ///   - titles: titles of the commands.
  ///   - area: area next to which the menu is placed, logical units.
  ///   - node: node whose box contains `area`; it presents the menu.
  ///   - perform: receives the chosen command, on the frame loop.
  public func showMenu(
    _ commands: [EditCommand], titles: EditMenuTitles, at area: Rect, on node: AnyNode, perform: @escaping @Sendable (EditCommand) -> Void
  ) {
    hideMenu()
    guard !commands.isEmpty else { return }
    var value = EditMenu()
    (value.commands, value.titles) = (commands, titles)
    let menu = Node(value)
    menu.cornerRadii = CornerRadii(EditMenu.radius)
    if node.environmentValues.textAntialiasing != .bilevel { menu.shadow = Self.shadow }
    var placement = OverlayPlacement([.above, .below], spacing: 8)
    // Below the text, the menu must not cover the handles: it is 4 units from them.
    let clear = Rect(area.minX, area.minY, area.width, area.height + SelectionHandle.drop + SelectionHandle.radius - 4)
    placement.margin = 6
    let overlay = node.present(
      overlay: menu, at: clear, placement: placement, options: [.dismissesOnOutsideTouch, .dismissesWhenAnchorMoves])
    state.withLock { $0.menu = overlay }
    overlay.onDismiss { [weak self, weak overlay] in
      self?.state.withLock { state in
        guard state.menu === overlay else { return }
        (state.menu, state.wasClosed) = (nil, true)
      }
    }
    menu.on(EditMenu.choose) { [weak self] command in
      self?.hideMenu()
      perform(command)
    }
  }

  /// Hides the menu.
  public func hideMenu() {
    let menu = state.withLock { state in
      // If a touch has already closed the menu, `wasClosed` stays until the touch ends.
      if state.menu != nil { state.wasClosed = false }
      defer { state.menu = nil }
      return state.menu
    }
    menu?.dismiss()
  }

  /// Hides all controls.
  public func hideAll() {
    hideMenu()
    let (handles, loupe) = state.withLock { state in
      defer { (state.handles, state.loupe) = ([], nil) }
      return (state.handles, state.loupe)
    }
    for handle in handles { handle.overlay.dismiss() }
    loupe?.dismiss()
  }
}
