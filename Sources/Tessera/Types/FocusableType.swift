internal import TesseraRender

/// A node type whose nodes can become the one that key and text events go to: by keys and by ``AnyNode/becomeFocused()``, which a type
/// that takes the focus on a touch calls itself.
public protocol FocusableType: NodeType {
  /// Results of ``focusArea(in:)`` and ``focusRingReach(in:)``; the compiler finds them out.
  associatedtype _FocusArea = Undeclared
  associatedtype _FocusRingReach = Undeclared

  /// Whether keys can give this node the focus now; a button that is disabled says no. Any thread, no lock held. Default: true.
  static func isFocusable(_ node: Node<Self>) -> Bool

  /// The part of the node's box that the focus is on, in the box's coordinates, logical units: the ring stands around it, and arrow keys go on
  /// from there; nil: all of it, with the node's corners. Frame loop, no lock held; asked in each frame while the ring is seen. Default: nil.
  /// The result is `RoundedRect`, or an optional one.
  static func focusArea(in node: Node<Self>) -> _FocusArea

  /// How far the ring may reach beyond that part, logical units: 0 keeps it inside; nil: as far as its offset and width say. Frame loop, no lock
  /// held. The result is `Double`, or an optional one. Default: nil.
  static func focusRingReach(in node: Node<Self>) -> _FocusRingReach

  /// Keys are about to give the node the focus: a type with parts of its own chooses the one that it begins with. Frame loop, no lock held;
  /// `.focus(true)` follows. Default: nothing.
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

  /// Whether keys can give the node the focus. Any thread.
  final var canFocus: Bool {
    switch focusability {
    case .automatic: (hooks.focusable?.isFocusable(erased: self) ?? false) && environmentValues.isEnabled
    case .always: environmentValues.isEnabled
    case .never: false
    }
  }
}
