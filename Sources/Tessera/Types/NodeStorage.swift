/// State that a node keeps beside its value: caches, decoded pictures, decisions of a list, a selection.
///
/// The framework makes one with each node and keeps it as long as the node. A node type names it (``NodeType/Storage``) and reaches it through the
/// contexts of its functions (`context.storage(of: Self.self)`) and through ``Node/storage``. Values stay plain data: a copy of a value that is given to a
/// second node gets a storage of its own there.
///
/// A storage is used from several threads at once, so it brings its own lock (`Locked`).
public protocol NodeStorage: Sendable {
  /// Makes the storage of a new node.
  init()
}

/// The storage of node types that keep nothing beside their value.
public struct NoStorage: NodeStorage {
  /// Makes it.
  public init() {}
}

extension NodeStorage {
  /// Whether there is something to keep.
  static var isEmpty: Bool { self is NoStorage.Type }
}

/// The storage of one node, as contexts carry it.
struct StorageReference: Sendable {
  private let storage: (any NodeStorage)?

  /// No node's storage.
  init() { storage = nil }

  init<Storage: NodeStorage>(_ storage: Storage) { self.storage = Storage.isEmpty ? nil : storage }

  /// The storage where it is of this type, else a new one.
  func get<Storage: NodeStorage>(_: Storage.Type) -> Storage { storage as? Storage ?? Storage() }
}

extension LayoutContext {
  /// Returns the same context with another storage: for a type that hands it on to a value of another type, whose storage it keeps in its own. Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node, where it is a node of this type or of one with the same storage; else a new one, kept by nobody: for a value that is
  /// laid out outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}

extension MeasureContext {
  /// Returns the same context with another storage: for a type that hands it on to a value of another type, whose storage it keeps in its own. Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node, where it is a node of this type or of one with the same storage; else a new one, kept by nobody: for a value that is
  /// measured outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}

extension DrawContext {
  /// Returns the same context with another storage: for a type that hands it on to a value of another type, whose storage it keeps in its own. Any thread.
  public func with<Storage: NodeStorage>(_ storage: Storage) -> Self {
    guard !Storage.isEmpty else { return self }
    var context = self
    context.storage = StorageReference(storage)
    return context
  }

  /// Returns the storage of the node, where it is a node of this type or of one with the same storage; else a new one, kept by nobody: for a value that is
  /// drawn outside of a node. Any thread.
  public func storage<Value: NodeType>(of type: Value.Type) -> Value.Storage { storage.get(Value.Storage.self) }
}
