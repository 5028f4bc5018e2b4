/// Items that a scene creates from a list of data for a list node. A value; any thread.
public struct SceneItems: Sendable {
  /// Items that belong together.
  public struct Section: Sendable, Hashable {
    /// Unique key of the section.
    public var key: String
    /// Keys of the items in order, unique across all sections.
    public var items: [String]

    /// Makes a section.
    public init(key: String, items: [String]) { (self.key, self.items) = (key, items) }
  }

  /// Key of an item or a section of one owner.
  public struct Key: Sendable, Hashable {
    /// Creator of the items. Keys of different owners are unrelated.
    public let owner: ObjectIdentifier
    /// The key.
    public let key: String

    /// Makes a key.
    public init(owner: ObjectIdentifier, key: String) { (self.owner, self.key) = (owner, key) }
  }

  /// Creator of the items.
  public let owner: ObjectIdentifier
  /// File, line and column of the list for messages; empty if unknown.
  public var place = ""
  /// All sections, in order.
  public let sections: [Section]
  /// Makes the node of an item. Called on workers, concurrently.
  public let makeItem: @Sendable (String) throws -> AnyNode
  /// Makes the header of a section, likewise; nil if sections have no headers.
  public let makeHeader: (@Sendable (String) throws -> AnyNode)?

  /// Makes items.
  public init(
    owner: ObjectIdentifier, sections: [Section], makeItem: @escaping @Sendable (String) throws -> AnyNode,
    makeHeader: (@Sendable (String) throws -> AnyNode)?
  ) {
    (self.owner, self.sections, self.makeItem, self.makeHeader) = (owner, sections, makeItem, makeHeader)
  }
}

/// Place of a list in its scene file.
private enum SceneItemsPlace: NodeDataKey { typealias Value = String }

extension AnyNode {
  /// Place in a scene file of the node's list, followed by a colon and a space; empty if no scene file made it. Any thread.
  public var sceneItemsPlace: String { self[data: SceneItemsPlace.self].map { $0 + ": " } ?? "" }

  /// Sets the items that a scene creates from data. Returns whether the node's type shows such items (``SceneContainerType/acceptsItems``). Any thread.
  @discardableResult
  public func setSceneItems(_ items: SceneItems, animated isAnimated: Bool) -> Bool {
    guard let type = hooks.sceneContainer, type.acceptsItems else { return false }
    if !items.place.isEmpty { self[data: SceneItemsPlace.self] = items.place }
    type.setItems(items, animated: isAnimated, erased: self)
    return true
  }

  /// Pushes a screen onto the nearest stack of screens at or above the node. Returns whether a stack accepted it. Any thread.
  @discardableResult
  public func pushSceneScreen(_ screen: AnyNode) -> Bool {
    var node: AnyNode? = self
    while let candidate = node {
      if candidate.hooks.sceneContainer?.push(screen, erased: candidate) ?? false { return true }
      node = candidate.supernode
    }
    return false
  }

  /// Pops the topmost screen of the nearest stack at or above the node with more than one screen. Returns whether there is one. Any thread.
  @discardableResult
  public func popSceneScreen() -> Bool {
    var node: AnyNode? = self
    while let candidate = node {
      if candidate.hooks.sceneContainer?.pop(erased: candidate) ?? false { return true }
      node = candidate.supernode
    }
    return false
  }
}
