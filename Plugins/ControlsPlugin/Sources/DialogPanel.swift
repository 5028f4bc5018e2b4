internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Scrim of a dialog with its card, as large as the screen. It keeps touches and focus to itself.
struct DialogPanel: FocusableType, AccessibleType, InitialPropertiesType {
  /// Type name in messages; not available in scene files.
  static let typeName = "dialog-panel"
  /// The user pressed the button with this index, or -1: left a dialog without buttons.
  static let press = Signal<Int>("press")

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.focusScope = .trap
    return properties
  }

  var title = ""
  var text = ""
  var buttons: [DialogButton] = []

  /// Creates an empty panel.
  init() {}

  init(_ dialog: Dialog) { (title, text, buttons) = (dialog.title, dialog.text, dialog.buttons) }

  /// Width of the card, logical units.
  static let width = 400.0

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column(align: .center, justify: .center) {
      DialogCard(title, text, buttons).style { style in
        (style.width, style.maxWidth, style.maxHeight) = (.points(Self.width), .percent(100), .percent(100))
        (style.minHeight, style.flexShrink) = (.points(0), 1)
      }
    }
    .style { style in
      (style.width, style.height) = (.percent(100), .percent(100))
      style.boxSizing = .borderBox
    }
    .padding(LayoutEdges(.points(context.environment.theme[.space4])))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  /// Draws the scrim, except on 1-bit displays.
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    guard context.environment.textAntialiasing != .bilevel else { return }
    canvas.fill(Rect(size: context.size), .color(context.environment.theme[.scrim]))
  }

  // MARK: showing

  /// Shows a panel as large as the screen, also after the screen has turned. Returns nil if the node is in no stage.
  ///
  /// - Parameters:
  ///   - content: Panel to show.
  ///   - node: Node that presents it.
  ///   - perform: Called with the index of the pressed button, or -1.
  ///   - dismissed: Called after the panel is hidden.
  static func present(
    _ content: DialogPanel, from node: AnyNode, press perform: @escaping @Sendable (Int) -> Void,
    dismissed: @escaping @Sendable () -> Void = {}
  ) -> StageOverlay? {
    let root = node.treeRoot
    guard let area = node.convert(Rect(size: root.frame.size), from: root) else { return nil }
    let panel = Node(content)
    resize(panel, to: root.frame.size)
    // A dialog of a disabled form can be used.
    (panel.environment[\.isEnabled], panel.environment[\.isReadOnly]) = (true, false)
    let overlay = node.present(
      overlay: panel, at: area, placement: OverlayPlacement([.over], margin: 0, isConfined: false), options: .blocksOutsideTouches)
    guard overlay.isPresented else { return nil }
    panel.on(press, perform: perform)
    let token = root.on(AnyNode.layoutFinish) { [weak node, weak root, weak panel, weak overlay] _ in
      guard let node, let root, let panel, let overlay else { return }
      let size = root.frame.size
      guard panel.style.width != .points(size.width) || panel.style.height != .points(size.height) else { return }
      resize(panel, to: size)
      if let area = node.convert(Rect(size: size), from: root) { overlay.anchor = area }
    }
    overlay.onDismiss { [weak root] in
      root?.removeHandler(token)
      dismissed()
    }
    return overlay
  }

  private static func resize(_ panel: Node<DialogPanel>, to size: Size) {
    (panel.style.width, panel.style.height) = (.points(size.width), .points(size.height))
  }

  // MARK: events

  static func handle(_ event: Event, node: Node<DialogPanel>) -> EventResponse {
    switch event {
    case .key(let press):
      guard press.isDown, press.key == .escape, press.modifiers.isEmpty else { return .ignored }
      leave(node)
    case .touch(let touch):
      // A touch on the card has no effect.
      if touch.phase == .ended, let card = node.subnodes.first, !card.frame.contains(touch.location) { leave(node) }
    case .wheel, .contextMenu, .pointerButton, .composition: break
    case .focus, .text: return .ignored
    }
    return .handled
  }

  /// Presses the button of the kind `cancel`; leaves a dialog without buttons.
  private static func leave(_ node: Node<DialogPanel>) {
    let buttons = node.value.buttons
    let cancel = buttons.firstIndex { $0.kind == .cancel }
    if let index = cancel ?? (buttons.isEmpty ? -1 : nil) { node.send(press, index) }
  }

  /// Returns whether the panel itself takes the keys: without buttons.
  static func isFocusable(_ node: Node<DialogPanel>) -> Bool { node.value.buttons.isEmpty }

  static func focusArea(in node: Node<DialogPanel>) -> RoundedRect? {
    node.subnodes.first.map { RoundedRect($0.frame, radius: node.environmentValues.theme[.radius5]) }
  }

  static func semantics(of node: Node<DialogPanel>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.dialog, label: value.title.isEmpty ? value.text : value.title)
    if !value.title.isEmpty, !value.text.isEmpty { semantics.hint = value.text }
    semantics.isModal = true
    semantics.actions = [.dismiss]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<DialogPanel>) -> Bool {
    guard action == .dismiss, part == nil else { return false }
    leave(node)
    return true
  }
}
