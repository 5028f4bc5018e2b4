/// A slot for data of the program on nodes, with the type of the data.
///
/// ```swift
/// enum Contact: NodeDataKey { typealias Value = Person }
/// node[data: Contact.self] = person
/// ```
public protocol NodeDataKey<Value> {
  /// Type of the data.
  associatedtype Value: Sendable
}

extension AnyNode {
  /// Data of the program, which the framework keeps with the node and does not use; nil if unset. Any thread.
  public subscript<Key: NodeDataKey>(data key: Key.Type) -> Key.Value? {
    get { lock.withLock { state.attachments?.data[ObjectIdentifier(key)] } as? Key.Value }
    set {
      // The former data is released after the lock.
      let former = attach { attachments in
        let former = attachments.data[ObjectIdentifier(key)]
        attachments.data[ObjectIdentifier(key)] = newValue
        return former
      }
      withExtendedLifetime(former) {}
    }
  }
}
