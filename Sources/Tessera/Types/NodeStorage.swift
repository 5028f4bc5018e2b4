/// State of a node outside its value: caches, decoded pictures, decisions of a list, a selection.
///
/// The framework creates one with each node and keeps it as long as the node. A node type names it (``NodeType/Storage``) and accesses it through the
/// contexts of its functions (`context.storage(of: Self.self)`) and through ``Node/storage``. Values stay plain data: if a copy of a value is given
/// to a second node, that node has its own storage.
///
/// A storage is used from several threads concurrently, so it must have its own lock (`Locked`).
public protocol NodeStorage: Sendable {
  /// Makes the storage of a new node.
  init()
}

/// The storage of node types without state outside their value.
public struct NoStorage: NodeStorage {
  /// Makes it.
  public init() {}
}

extension NodeStorage {
  /// Whether the storage has no content.
  static var isEmpty: Bool { self is NoStorage.Type }
}

/// The storage of one node, as contexts pass it.
struct StorageReference: Sendable {
  private let storage: (any NodeStorage)?

  /// A reference to no storage.
  init() { storage = nil }

  init<Storage: NodeStorage>(_ storage: Storage) { self.storage = Storage.isEmpty ? nil : storage }

  /// Returns the storage if it has this type; otherwise a new one.
  func get<Storage: NodeStorage>(_: Storage.Type) -> Storage { storage as? Storage ?? Storage() }
}

extension LayoutContext {
  /// Returns the same context with another storage, for a type that passes it to a value of another type and keeps that value's storage in its own.
  /// Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node if the node has this type or one with the same storage. Otherwise returns a new storage that is not kept, for a
  /// value that is laid out outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}

extension MeasureContext {
  /// Returns the same context with another storage, for a type that passes it to a value of another type and keeps that value's storage in its own.
  /// Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node if the node has this type or one with the same storage. Otherwise returns a new storage that is not kept, for a
  /// value that is measured outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}

extension DrawContext {
  /// Returns the same context with another storage, for a type that passes it to a value of another type and keeps that value's storage in its own.
  /// Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node if the node has this type or one with the same storage. Otherwise returns a new storage that is not kept, for a
  /// value that is drawn outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}
