public import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Short message at the lower edge of the screen, which disappears by itself. Toasts are shown one after the other.
///
/// ```swift
/// Toast($isDeleted, "Program deleted", action: "Undo").on(Toast.act) { restore() }
/// ```
///
/// The node has no size: it can be in any container of the screen.
public struct Toast: PanelOpener {
  public typealias Storage = PanelStorage

  public static let typeName = "toast"
  public static let summary = "Short message at the lower edge of the screen, which closes after some seconds."
  public static let traits: NodeTraits = .drawsNothing
  /// The toast was closed; the payload is false.
  public static let change = Signal<Bool>("change")
  /// The user pressed the action and so closed the toast.
  public static let act = Signal<Void>("act")

  public var isOpen = false
  /// The message.
  public var text = ""
  /// Title of the action; empty means none.
  public var action = ""
  /// Seconds on the screen; 0 means 4, or 8 with an action.
  public var seconds = 0.0
  /// Whether screen readers interrupt the current announcement for it.
  public var isUrgent = false
  public private(set) var openBinding: Binding<Bool>?

  /// Creates a closed toast without a message.
  public init() {}

  /// Creates a toast.
  public init(_ isOpen: Bool, _ text: String, action: String = "", isUrgent: Bool = false) {
    (self.isOpen, self.text, self.action, self.isUrgent) = (isOpen, text, action, isUrgent)
  }

  /// Creates a toast that is open while a value of the program is true. The toast sets it to false.
  public init(_ isOpen: Binding<Bool>, _ text: String, action: String = "", isUrgent: Bool = false) {
    self.init(isOpen.wrappedValue, text, action: action, isUrgent: isUrgent)
    openBinding = isOpen
  }

  public static var attributes: [NodeAttribute<Toast>] {
    [
      .boolean("open", \.isOpen, affects: .display, help: "Whether the toast is shown, or waits for others."),
      .text("text", \.text, affects: .display, help: "Message."),
      .text("action", \.action, affects: .display, help: "Title of the button."),
      .number("seconds", \.seconds, in: 0...3600, affects: .display, help: "Time on the screen, seconds; 0 means 4, or 8 with an action."),
      .boolean("urgent", \.isUrgent, affects: .display, help: "Whether screen readers announce it immediately."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .boolean, sets: "open", help: "The toast was closed; false.") { .boolean($0) },
      NodeSignal(act, help: "The user pressed the button."),
    ]
  }

  /// By hand: a panel above the screen shows the value; the node draws nothing.
  public static func invalidation(from old: Toast, to new: Toast) -> Invalidation { [] }

  /// Seconds on the screen.
  var shownSeconds: Double { seconds.isFinite && seconds > 0 ? min(3600, seconds) : action.isEmpty ? 4 : 8 }

  public static func show(_ node: Node<Toast>) {
    let content = ToastPanel(node.value)
    if let shown = node.storage.overlay.withLock({ $0 }), let panel = shown.node as? Node<ToastPanel> {
      return panel.update { $0 = content }
    }
    let queue = ToastQueue.of(node)
    node.storage.queue.withLock { $0 = queue }
    let (isFirst, dropped) = queue.enter(node)
    dropped?.close()
    guard isFirst else { return }
    let panel = Node(content)
    panel.style.maxWidth = .points(ToastPanel.width)
    panel.style.minHeight = .points(node.environmentValues.theme[.control] + 8)
    // The lower edge of the screen: below the root there is no room, so that the overlay is moved inside.
    let overlay = node.treeRoot.present(overlay: panel, placement: OverlayPlacement([.below], margin: 16), options: [])
    guard overlay.isPresented else { return }
    node.storage.overlay.withLock { $0 = overlay }
    overlay.onDismiss { [weak node, weak overlay] in
      guard let node else { return }
      node.storage.overlay.withLock { if $0 === overlay { $0 = nil } }
      leave(node)
    }
    panel.on(ToastPanel.leave) { [weak node] in node?.close() }
    panel.on(ToastPanel.act) { [weak node] in
      guard let node, node.isOpen else { return }
      node.close()
      node.send(act, ())
    }
  }

  public static func hide(_ node: Node<Toast>) {
    if let overlay = node.storage.overlay.withLock({ $0 }) { return overlay.dismiss() }
    leave(node)
  }

  /// Leaves the queue. The next toast is shown by its own tick.
  private static func leave(_ node: Node<Toast>) {
    let queue = node.storage.queue.withLock { queue in
      defer { queue = nil }
      return queue
    }
    queue?.leave(node)?.requestTick(after: 0)
  }
}

/// Node of a toast.
public typealias ToastNode = Node<Toast>

extension Node where Value == Toast {
  /// Creates a toast that is open while a value of the program is true. Any thread.
  public convenience init(_ isOpen: Binding<Bool>, _ text: String, action: String = "", isUrgent: Bool = false) {
    self.init(Toast(isOpen, text, action: action, isUrgent: isUrgent))
    bind(\.isOpen) { isOpen.wrappedValue }
  }

  /// Calls `perform` when the user presses the action. Frame loop.
  @discardableResult
  public func onAct(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Toast.act, perform: perform) }
}
