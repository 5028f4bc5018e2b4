internal import TesseraRender

/// A node type whose nodes can take the focus and so receive key and text events. Keys and ``AnyNode/becomeFocused()`` move the focus. A type that
/// takes the focus on a touch calls that method itself.
public protocol FocusableType: NodeType {
  /// Results of ``focusArea(in:)`` and ``focusRingReach(in:)``, inferred by the compiler.
  associatedtype _FocusArea = Undeclared
  associatedtype _FocusRingReach = Undeclared

  /// Whether keys can focus this node now, for example false for a disabled button. Any thread, no lock held. Default: true.
  static func isFocusable(_ node: Node<Self>) -> Bool

  /// Focused part of the node's box, in the box's coordinates, logical units. The ring surrounds it, and arrow keys continue from it. Nil: the whole
  /// box, with the node's corners. Frame loop, no lock held; called in each frame while the ring is visible. Default: nil. The result is
  /// `RoundedRect`, or an optional one.
  static func focusArea(in node: Node<Self>) -> _FocusArea

  /// Maximum distance of the ring beyond that part, logical units: 0 keeps it inside, nil allows its full offset and width. Frame loop, no lock held.
  /// The result is `Double`, or an optional one. Default: nil.
  static func focusRingReach(in node: Node<Self>) -> _FocusRingReach

  /// Called before keys focus the node. A type with parts of its own selects the first one here. Frame loop, no lock held; `.focus(true)`
  /// follows. Default: nothing.
  static func focusArrives(_ arrival: FocusArrival, at node: Node<Self>)
}

extension FocusableType where _FocusArea == Undeclared {
  public static func focusArea(in node: Node<Self>) -> Undeclared { Undeclared() }
}

extension FocusableType where _FocusRingReach == Undeclared {
  public static func focusRingReach(in node: Node<Self>) -> Undeclared { Undeclared() }
}

extension FocusableType {
  public static func isFocusable(_ node: Node<Self>) -> Bool { true }
  public static func focusArrives(_ arrival: FocusArrival, at node: Node<Self>) {}

  static func isFocusable(erased node: AnyNode) -> Bool { isFocusable(typed(node)) }
  static func focusArea(erased node: AnyNode) -> RoundedRect? {
    HookResult.value(focusArea(in: typed(node)), "focusArea(in:)", "a RoundedRect", of: typeName)
  }
  static func focusRingReach(erased node: AnyNode) -> Double? {
    HookResult.value(focusRingReach(in: typed(node)), "focusRingReach(in:)", "a Double", of: typeName)
  }
  static func focusArrives(_ arrival: FocusArrival, erased node: AnyNode) { focusArrives(arrival, at: typed(node)) }
}

extension AnyNode {
  var focusArea: RoundedRect? { hooks.focusable?.focusArea(erased: self) }
  var focusRingReach: Double? { hooks.focusable?.focusRingReach(erased: self) }
  func focusArrives(_ arrival: FocusArrival) { hooks.focusable?.focusArrives(arrival, erased: self) }

  /// Whether keys can focus the node. Any thread.
  final var canFocus: Bool {
    let (focusability, isPressable) = lock.withLock { (state.properties.given.focusability, state.properties.isPressable) }
    return switch focusability {
    case .automatic: (isPressable || hooks.focusable?.isFocusable(erased: self) ?? false) && environmentValues.isEnabled
    case .always: environmentValues.isEnabled
    case .never: false
    }
  }
}
