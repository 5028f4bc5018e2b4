/// An element with a value of a known node type: the value itself, or a ``Subnode`` after a modifier of nodes.
///
/// Write the modifiers of a node type in an extension of this protocol. They then work before and after the modifiers that all nodes have:
///
/// ```swift
/// extension TypedElement where ElementType == Gauge {
///   /// Upper end of the scale.
///   public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
/// }
///
/// Gauge().maximum(40).padding(8)
/// Gauge().padding(8).maximum(40)
/// ```
///
/// A modifier can have the name of the member that it sets. A value; any thread.
public protocol TypedElement<ElementType>: NodeElement {
  /// Type of the value.
  associatedtype ElementType: NodeType

  /// Returns the element with its value changed by `change`.
  func with(_ change: (inout ElementType) -> Void) -> Self
}

extension TypedElement {
  /// Returns the element with one member of its value changed: `Text("Toucan").with(\.letterSpacing, 2)`.
  public func with<Member>(_ member: WritableKeyPath<ElementType, Member>, _ value: Member) -> Self { with { $0[keyPath: member] = value } }
}

extension TypedElement {
  /// Calls `perform` with the element's node when the node is activated: by a finger, or by Enter or Space while it has the focus.
  public func onTap(_ perform: @escaping @Sendable (Node<ElementType>) -> Void) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: AnyNode.tap) { node, _ in Self.call(perform, node) }) }
  }

  /// Calls `perform` with the element's node and the payload each time the node sends `signal`. It runs on the loop, no lock held. The closure of the
  /// latest spec is used.
  public func on<Payload>(
    _ signal: Signal<Payload>, perform: @escaping @Sendable (_ node: Node<ElementType>, _ payload: Payload) -> Void
  ) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: signal) { node, payload in Self.call({ perform($0, payload) }, node) }) }
  }

  private static func call(_ perform: (Node<ElementType>) -> Void, _ node: any StateOwner) {
    if let node = node as? Node<ElementType> { perform(node) }
  }
}

extension NodeType {
  public func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }
}

extension Subnode {
  public func with(_ change: (inout Value) -> Void) -> Subnode {
    var changed = self
    change(&changed.value)
    return changed
  }
}
