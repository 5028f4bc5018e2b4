/// The items that a scene makes of a list of data for a node that shows lists. A value; any thread.
public struct SceneItems: Sendable {
  /// Items that belong together.
  public struct Section: Sendable, Hashable {
    /// What tells the section from the others.
    public var key: String
    /// What tells the items of all sections from one another, in order.
    public var items: [String]

    /// Makes a section.
    public init(key: String, items: [String]) { (self.key, self.items) = (key, items) }
  }

  /// An item or a section of one owner.
  public struct Key: Sendable, Hashable {
    /// Who made the items: those of another have nothing to do with them.
    public let owner: ObjectIdentifier
    /// The key.
    public let key: String

    /// Makes a key.
    public init(owner: ObjectIdentifier, key: String) { (self.owner, self.key) = (owner, key) }
  }

  /// Who made the items.
  public let owner: ObjectIdentifier
  /// File, line and column of the list for messages; empty: not known.
  public var place = ""
  /// All sections, in order.
  public let sections: [Section]
  /// Makes the node of an item. On workers, several at once.
  public let makeItem: @Sendable (String) throws -> AnyNode
  /// Makes the header of a section, likewise; nil: sections have none.
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
  /// Place in a scene file of the list that the node shows, with a colon and a space behind it; empty if it is of none. Any thread.
  public var sceneItemsPlace: String { self[data: SceneItemsPlace.self].map { $0 + ": " } ?? "" }

  /// Gives the node items that a scene makes of data. Returns whether its type shows such (``SceneContainerType/takesItems``). Any thread.
  @discardableResult
  public func takeSceneItems(_ items: SceneItems, animated isAnimated: Bool) -> Bool {
    guard let type = hooks.sceneContainer, type.takesItems else { return false }
    if !items.place.isEmpty { self[data: SceneItemsPlace.self] = items.place }
    type.takeItems(items, animated: isAnimated, erased: self)
    return true
  }

  /// Puts a screen on top of the nearest stack of screens at or above the node. Returns whether there is one that takes it. Any thread.
  @discardableResult
  public func pushSceneScreen(_ screen: AnyNode) -> Bool {
    var node: AnyNode? = self
    while let candidate = node {
      if candidate.hooks.sceneContainer?.push(screen, erased: candidate) ?? false { return true }
      node = candidate.supernode
    }
    return false
  }

  /// Sends away the topmost screen of the nearest stack at or above the node that has more than one. Returns whether there is one. Any thread.
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
