public import Tessera
public import TesseraGeometry
internal import TesseraLayout

/// A node type that shows a list of which only what is near the screen has nodes: tables, collections, pagers.
///
/// Its nodes keep a ``ListStorage`` and a ``ScrollStorage``, and have from these the subnodes, their ranges, and everything that scrolls. A value is how a list
/// is arranged, looks and scrolls; given to another node, it is the same there, of other data.
public protocol ListType: ScrollingType, ListContainerType where Storage: ListingStorage {
  /// Returns the subnode that shows a node of the source: that node, or one around it. Worker. Default: the node.
  static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode

  /// A subnode shows another element than before: the data changed around it. Any thread. Default: nothing.
  static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>)

  /// The data are others: what is known of elements by place goes along. Any thread; called before ``rename(_:to:in:)``. Default: nothing.
  static func follow(_ diff: ListDiff, in list: Node<Self>)

  /// The list is looked at: subnodes are given what they show that is the value's to say, where that is other than they show. Loop. Default: nothing.
  static func updateCells(of list: Node<Self>)
}

/// What the nodes of a type that shows a list keep beside their value.
public protocol ListingStorage: ScrollingStorage {
  /// The data, and what there is of it.
  var list: ListStorage { get }
}

extension ListType {
  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode { node }
  public static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>) {}
  public static func follow(_ diff: ListDiff, in list: Node<Self>) {}
  public static func updateCells(of list: Node<Self>) {}

  public static func layoutDidFinish(_ node: Node<Self>) { node.storage.list.returnFocus(in: node) }

  // What the core asks.

  public static func acceptChild(_ child: AnyNode, node: Node<Self>) -> Bool {
    let items = (node.storage.list.newestSource as? StaticListSource)?.nodes ?? []
    node.apply(source: StaticListSource(items + [child]), animated: false)
    return true
  }

  public static var takesItems: Bool { true }

  public static func takeItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>) {
    func key(_ key: String) -> SceneItems.Key { SceneItems.Key(owner: items.owner, key: key) }
    let snapshot = ListSnapshot(items.sections.map { (key($0.key), $0.items.map(key)) })
    var cells = ListCells<SceneItems.Key, SceneItems.Key>(item: { key, _ in try items.makeItem(key.key) })
    if let makeHeader = items.makeHeader { cells.header = { key, _ in try makeHeader(key.key) } }
    node.apply(snapshot, cells: cells, animated: isAnimated)
  }

  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { (node.storage.list.newestSource as? StaticListSource)?.nodes ?? [] }

  public static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String? {
    node.storage.list.element(where: isWanted).map { "\($0)" }
  }

  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? { ListRanging(node.storage.list, node.physics) }

  public static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement] { node.stickyPlacements }
}

extension Node where Value: ListType {
  /// The subnodes that stay in view, and where.
  var stickyPlacements: [SubnodePlacement] {
    let scroll = physics
    return storage.list.state.withLock { $0.sticky(at: scroll.state.offset, insets: scroll.contentInsets) }
  }

  /// Shows other data. Any thread; data given one after the other are shown in that order.
  ///
  /// What changed is found on a worker, the nodes that come into view are made there, and then all of it is shown at once: nothing that is on the
  /// screen goes away before what takes its place is there. What stays keeps its node, and its place on the screen (``ListAnchoring``). Data that cannot be
  /// shown are reported through `Stage/onError`, and what was shown stays.
  ///
  /// - Parameters:
  ///   - source: the data.
  ///   - isAnimated: whether what comes, goes and moves is seen to do so.
  ///   - completion: called on a worker when layouts begin to show the data (outside of a stage before the return); false: they cannot be shown.
  public func apply(source: any ListSource, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil) {
    apply(
      source: source, transition: isAnimated ? LayoutTransition(duration: StandardMotion.listChange.seconds) : nil, completion: completion)
  }

  /// Shows other data by a transition; nil: at once. As ``apply(source:animated:completion:)``.
  public func apply(source: any ListSource, transition: LayoutTransition?, completion: (@Sendable (Bool) -> Void)? = nil) {
    let completions = completion.map { [StateScope.bound($0)] } ?? []
    storage.list.apply(ListStorage.Change(source: source, transition: transition, completions: completions), in: self)
  }

  /// Shows a snapshot, as ``apply(source:animated:completion:)``.
  public func apply<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, cells: ListCells<Section, Item>, animated isAnimated: Bool = true,
    completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    apply(source: SnapshotSource(snapshot, cells: cells), animated: isAnimated, completion: completion)
  }

  /// Shows a snapshot with the cells of the one that is shown.
  ///
  /// Reported through `Stage/onError`, and nothing else done, where a snapshot of these types was never shown with cells.
  public func apply<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, animated isAnimated: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard let cells = (storage.list.newestSource as? SnapshotSource<Section, Item>)?.cells else {
      report(
        .data,
        "a snapshot of \(Item.self) came without cells, and none of its kind was shown before; apply(_:cells:) says how rows are made")
      completion?(false)
      return
    }
    apply(snapshot, cells: cells, animated: isAnimated, completion: completion)
  }

  /// Shows what a data controller tells, from now on. The controller is held.
  public func show(_ controller: ListDataController) {
    controller.onChange = { [weak self] change in
      guard let self else { return }
      let transition = change.isAnimated ? LayoutTransition(duration: StandardMotion.listChange.seconds) : nil
      // The list takes the data on a worker; the program hears of it once a layout shows them.
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

  /// What is counted of the list. Any thread.
  public var listStatistics: ListStatistics { storage.list.statistics }

  /// The data that is shown. Any thread.
  public var source: any ListSource { storage.list.source }

  /// The node that the source made for an element; nil where there is none now. Any thread.
  public func node(for element: ListElement) -> AnyNode? { storage.list.node(for: element) }

  /// The element that a node of the source, or one around it, shows; nil where it shows none. Any thread.
  public func element(of node: AnyNode) -> ListElement? { storage.list.element(of: node) }

  /// The elements that are in view, in the order of the list. Any thread.
  public var visibleElements: [ListElement] { storage.list.visibleElements }

  /// Where an element lies in the content; estimated where it was not measured; nil before the first layout, or where there is none. Any thread.
  public func contentFrame(of element: ListElement) -> Rect? { storage.list.contentFrame(of: element) }

  /// The element at a point of the content; the topmost; nil where there is none. Any thread.
  public func element(at point: Point) -> ListElement? {
    storage.list.elements(inContent: Rect(origin: point, size: Size(1e-9, 1e-9))).last
  }
}
