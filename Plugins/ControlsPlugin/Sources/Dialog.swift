public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Question or message above the whole screen, with buttons. Nothing below it can be used while it is open.
///
/// ```swift
/// Dialog($asks, "Reset the oven?", buttons: [DialogButton("Cancel", kind: .cancel), DialogButton("Reset", kind: .danger)])
///   .on(Dialog.choose) { value in if value == "Reset" { reset() } }
/// ```
///
/// Escape and a tap outside press the button of the kind `cancel`. A dialog without such a button is left only by its buttons; one without any button is
/// left by Escape and a tap outside. The node has no size: it can be in any container of the screen.
public struct Dialog: PanelOpener {
  public typealias Storage = PanelStorage

  public static let typeName = "dialog"
  public static let summary = "Dialog above the whole screen, with a title, a text and buttons."
  public static let traits: NodeTraits = .drawsNothing
  /// The dialog was closed; the payload is false.
  public static let change = Signal<Bool>("change")
  /// The user pressed a button and so closed the dialog; the payload is the button's value.
  public static let choose = Signal<String>("choose")

  public var isOpen = false
  /// Title; empty means none.
  public var title = ""
  /// Explanation below the title; empty means none.
  public var text = ""
  /// Buttons from the start on, the main action last.
  public var buttons: [DialogButton] = []
  public private(set) var openBinding: Binding<Bool>?

  /// Creates a closed dialog without content.
  public init() {}

  /// Creates a dialog.
  public init(_ isOpen: Bool, _ title: String, text: String = "", buttons: [DialogButton]) {
    (self.isOpen, self.title, self.text, self.buttons) = (isOpen, title, text, buttons)
  }

  /// Creates a dialog that is open while a value of the program is true.
  public init(_ isOpen: Binding<Bool>, _ title: String, text: String = "", buttons: [DialogButton]) {
    self.init(isOpen.wrappedValue, title, text: text, buttons: buttons)
    openBinding = isOpen
  }

  public static var attributes: [NodeAttribute<Dialog>] {
    [
      .boolean("open", \.isOpen, affects: .display, help: "Whether the dialog is shown."),
      .text("title", \.title, affects: .display, help: "Title of the dialog."),
      .text("text", \.text, affects: .display, help: "Text below the title."),
      NodeAttribute(
        "buttons", kind: DialogButton.kind, help: "Buttons: texts, or maps of title, value and kind (primary, normal, danger or cancel).",
        get: { .list($0.buttons.map(\.attributeValue)) }, set: { $0.buttons = try DialogButton.buttons($1) }),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .boolean, sets: "open", help: "The dialog was closed; false.") { .boolean($0) },
      NodeSignal(choose, payload: .text, help: "The user pressed a button; its value.") { .text($0) },
    ]
  }

  /// By hand: a panel above the screen shows the value; the node draws nothing.
  public static func invalidation(from old: Dialog, to new: Dialog) -> Invalidation { [] }

  public static func show(_ node: Node<Dialog>) {
    let content = DialogPanel(node.value)
    if let shown = node.storage.overlay.withLock({ $0 }), let panel = shown.node as? Node<DialogPanel> {
      return panel.update { $0 = content }
    }
    let overlay = DialogPanel.present(content, from: node) { [weak node] index in
      guard let node, node.isOpen else { return }
      let buttons = node.buttons
      node.close()
      if buttons.indices.contains(index) { node.send(choose, buttons[index].value) }
    } dismissed: { [weak node] in
      node?.storage.overlay.withLock { if !($0?.isPresented ?? false) { $0 = nil } }
    }
    guard let overlay else { return }
    node.storage.overlay.withLock { $0 = overlay }
  }

  public static func hide(_ node: Node<Dialog>) { node.storage.overlay.withLock { $0 }?.dismiss() }
}

/// Node of a dialog.
public typealias DialogNode = Node<Dialog>

extension Node where Value == Dialog {
  /// Creates a dialog that is open while a value of the program is true. Any thread.
  public convenience init(_ isOpen: Binding<Bool>, _ title: String, text: String = "", buttons: [DialogButton]) {
    self.init(Dialog(isOpen, title, text: text, buttons: buttons))
    bind(\.isOpen) { isOpen.wrappedValue }
  }

  /// Calls `perform` with the value of the button that the user presses. Frame loop.
  @discardableResult
  public func onChoose(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Dialog.choose, perform: perform) }
}

extension AnyNode {
  /// Shows a dialog above the whole screen without a node for it. Frame loop.
  ///
  /// ```swift
  /// button.present(Dialog(true, "Reset the oven?", buttons: [DialogButton("Cancel", kind: .cancel), "Reset"])) { value in … }
  /// ```
  ///
  /// - Parameters:
  ///   - dialog: Title, text and buttons; whether it is open does not count.
  ///   - choose: Called with the value of the button that the user presses, after the dialog is closed.
  /// - Returns: The overlay of the dialog; nil if the node is in no stage.
  @discardableResult
  public func present(_ dialog: Dialog, choose: @escaping @Sendable (_ value: String) -> Void = { _ in }) -> StageOverlay? {
    let shown = Locked<StageOverlay?>(nil)
    let overlay = DialogPanel.present(DialogPanel(dialog), from: self) { index in
      let overlay = shown.withLock { shown in
        defer { shown = nil }
        return shown
      }
      guard let overlay else { return }
      overlay.dismiss()
      if dialog.buttons.indices.contains(index) { choose(dialog.buttons[index].value) }
    }
    shown.withLock { $0 = overlay }
    return overlay
  }
}
