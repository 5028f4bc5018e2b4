public import Tessera
public import TesseraGeometry
internal import TesseraLayout

/// Node type that shows a list in which only elements near the viewport have nodes: tables, collections, pagers.
///
/// Its nodes have a ``ListStorage`` and a ``ScrollStorage``, which provide the subnodes, their ranges and scrolling. A value contains
/// arrangement, appearance and scroll settings. It can be set on another node with other data.
public protocol ListType: ScrollingType, ListContainerType where Storage: ListingStorage {
  /// Returns the subnode that shows a node of the source: that node, or a wrapper around it. Worker. Default: the node.
  static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode

  /// Called when a subnode shows another element because the data changed. Any thread. Default: does nothing.
  static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>)

  /// Called when the data change, to move state that is stored by place. Any thread; called before ``rename(_:to:in:)``. Default: does
  /// nothing.
  static func itemsDidChange(_ diff: ListDiff, in list: Node<Self>)

  /// Called when the list is updated, to apply settings of the value that differ from what subnodes show. Loop. Default: does nothing.
  static func updateCells(of list: Node<Self>)
}

/// Storage of the nodes of a list type.
public protocol ListingStorage: ScrollingStorage {
  /// Data and nodes of the list.
  var list: ListStorage { get }
}

extension ListType {
  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode { node }
  public static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>) {}
  public static func itemsDidChange(_ diff: ListDiff, in list: Node<Self>) {}
  public static func updateCells(of list: Node<Self>) {}

  public static func layoutDidFinish(_ node: Node<Self>) { node.storage.list.returnFocus(in: node) }

  // Requirements of the core.

  public static func acceptChildren(_ children: [AnyNode], node: Node<Self>) -> [AnyNode] {
    let items = (node.storage.list.newestSource as? StaticListSource)?.nodes ?? []
    node.apply(source: StaticListSource(items + children), animated: false)
    return []
  }

  public static var acceptsItems: Bool { true }

  public static func setItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>) {
    func key(_ key: String) -> SceneItems.Key { SceneItems.Key(owner: items.owner, key: key) }
    let snapshot = ListSnapshot(items.sections.map { (key($0.key), $0.items.map(key)) })
    var cells = ListSnapshot<SceneItems.Key, SceneItems.Key>.Cells(item: { key, _ in try items.makeItem(key.key) })
    if let makeHeader = items.makeHeader { cells.header = { key, _ in try makeHeader(key.key) } }
    node.apply(snapshot, cells: cells, animated: isAnimated)
  }

  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { (node.storage.list.newestSource as? StaticListSource)?.nodes ?? [] }

  public static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String? {
    node.storage.list.element(where: isWanted).map { "\($0)" }
  }

  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? { ListRanging(node.storage.list, node.physics) }

  public static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement] { node.cellPlacements }
}

extension Node where Value: ListType {
  /// Placements of the subnodes that stick or have effects.
  var cellPlacements: [SubnodePlacement] {
    let scroll = physics
    return storage.list.state.withLock { $0.placements(at: scroll.state.offset, insets: scroll.contentInsets) }
  }

  /// Shows other data. Any thread; successive calls are shown in order.
  ///
  /// The changes are computed on a worker, which also creates the nodes that become visible. Then everything is shown together: visible
  /// content stays until its replacement is ready. Kept elements keep their node and their place on the screen (``ListAnchoring``). Data
  /// that cannot be shown are reported through `Stage/onError`, and the previous content stays.
  ///
  /// - Parameters:
  ///   - source: new data.
  ///   - isAnimated: whether insertions, deletions and moves are animated.
  ///   - completion: called on a worker when layouts begin to show the data, or before the function returns if the list is outside of a
  ///     stage. false means that they cannot be shown.
  public func apply(source: any ListSource, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil) {
    apply(
      source: source, transition: isAnimated ? LayoutTransition(duration: StandardMotion.listChange.seconds) : nil, completion: completion)
  }

  /// Shows other data with a transition; nil means none. Like ``apply(source:animated:completion:)``.
  public func apply(source: any ListSource, transition: LayoutTransition?, completion: (@Sendable (Bool) -> Void)? = nil) {
    let completions = completion.map { [StateScope.bound($0)] } ?? []
    storage.list.apply(ListStorage.Change(source: source, transition: transition, completions: completions), in: self)
  }

  /// Shows a snapshot, like ``apply(source:animated:completion:)``.
  public func apply<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, cells: ListSnapshot<Section, Item>.Cells, animated isAnimated: Bool = true,
    completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    apply(source: SnapshotSource(snapshot, rows: .cells(cells)), animated: isAnimated, completion: completion)
  }

  /// Shows a snapshot with the cells of the current one.
  ///
  /// If no snapshot of these types was shown with cells before, an error is reported through `Stage/onError` and nothing changes.
  public func apply<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard let cells = (storage.list.newestSource as? SnapshotSource<Section, Item>)?.cells else {
      report(
        .data,
        "the first snapshot of \(Item.self) has no cells; pass them with apply(_:cells:)")
      completion?(false)
      return
    }
    apply(snapshot, cells: cells, animated: isAnimated, completion: completion)
  }

  /// Shows the data of a controller and follows its changes. The list retains the controller.
  public func show(_ controller: ListDataController) {
    controller.onChange = { [weak self] change in
      guard let self else { return }
      let transition = change.isAnimated ? LayoutTransition(duration: StandardMotion.listChange.seconds) : nil
      // The list applies the data on a worker; the program is notified once a layout shows them.
      let completions = change.completions.map { completion in
        { @Sendable [weak self] (isTaken: Bool) in
          guard let self else { return completion(isTaken) }
          self.afterNextLayout { completion(isTaken) }
        }
      }
      self.storage.list.apply(
        ListStorage.Change(source: change.source, transition: transition, completions: completions), in: self)
    }
    if controller.onError == nil {
      controller.onError = { [weak self] error in self?.report(.data, "\(error)") }
    }
  }

  /// Counters of the list. Any thread.
  public var listStatistics: ListStatistics { storage.list.statistics }

  /// Returns the snapshot that is shown; nil if the list shows other data. Any thread; O(1).
  public func snapshot<Section, Item>(of _: ListSnapshot<Section, Item>.Type) -> ListSnapshot<Section, Item>? {
    (storage.list.source as? SnapshotSource<Section, Item>)?.snapshot
  }

  /// Data that are shown. Any thread.
  public var source: any ListSource { storage.list.source }

  /// Returns the node that the source created for an element; nil if there is none now. Any thread.
  public func node(for element: ListElement) -> AnyNode? { storage.list.node(for: element) }

  /// Returns the element that a node of the source, or its wrapper, shows; nil if there is none. Any thread.
  public func element(of node: AnyNode) -> ListElement? { storage.list.element(of: node) }

  /// Visible elements, in the order of the list. Any thread.
  public var visibleElements: [ListElement] { storage.list.visibleElements }

  /// Returns the frame of an element in the content, estimated if it was not measured. nil before the first layout, or if the element does
  /// not exist. Any thread.
  public func contentFrame(of element: ListElement) -> Rect? { storage.list.contentFrame(of: element) }

  /// Returns the topmost element at a point of the content; nil if there is none. Any thread.
  public func element(at point: Point) -> ListElement? {
    storage.list.elements(inContent: Rect(origin: point, size: Size(1e-9, 1e-9))).last
  }
}
