public import Tessera
public import TesseraLayout

/// Node without a size of its own that shows a panel above the screen while it is open: a dialog, a toast.
public protocol PanelOpener: NodeType, StyleAdjustingType, ValueObservingType, TickingType, LifecycleType where Storage == PanelStorage {
  /// Whether the panel is shown.
  var isOpen: Bool { get set }
  /// Value of the program that the opener follows and changes.
  var openBinding: Binding<Bool>? { get }
  /// The panel was closed by the user or by its time; the payload is false.
  static var change: Signal<Bool> { get }
  /// Shows the panel, or updates it. Frame loop.
  static func show(_ node: Node<Self>)
  /// Hides the panel. Frame loop.
  static func hide(_ node: Node<Self>)
}

extension PanelOpener {
  /// Takes the node out of the flow of its container.
  public func adjust(_ style: inout LayoutStyle, storage: PanelStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    (style.width, style.height) = (.points(0), .points(0))
  }

  public static func valueDidChange(_ node: Node<Self>) { node.requestTick(after: 0) }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible { node.requestTick(after: 0) } else if old == .visible { hide(node) }
  }

  /// Shows or hides the panel after a change of the value.
  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    if node.value.isOpen { show(node) } else { hide(node) }
    return nil
  }
}

extension Node where Value: PanelOpener {
  /// Closes the panel for the user, and notifies the program. Frame loop.
  package func close() {
    guard value.isOpen else { return }
    update { $0.isOpen = false }
    value.openBinding?.wrappedValue = false
    Value.hide(self)
    send(Value.change, false)
  }
}

/// Overlay with the panel of an opener. Any thread.
public final class PanelStorage: NodeStorage {
  /// The shown overlay; nil while the panel is closed.
  package let overlay = Locked<StageOverlay?>(nil)
  /// Queue in which a toast waits or is shown.
  let queue = Locked<ToastQueue?>(nil)

  /// Creates the state of a closed panel.
  public init() {}
}
