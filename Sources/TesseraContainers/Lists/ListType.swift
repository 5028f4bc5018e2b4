public import Tessera
public import TesseraGeometry
public import TesseraLayout

/// A node type that shows a list of which only what is near the screen has nodes: tables, collections, pagers.
///
/// It holds a ``ListCore`` and a ``Scrolling``, and has from them the subnodes, their ranges, and everything that scrolls. A value belongs to one node: a
/// copy given to another node shows the same list, which is not supported.
public protocol ListType: ScrollingType, ListContainerType {
  /// The data, and what there is of it.
  var list: ListCore { get }

  /// Returns the subnode that shows a node of the source: that node, or one around it. Worker. Default: the node.
  static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode

  /// A subnode shows another element than before: the data changed around it. Any thread. Default: nothing.
  static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>)

  /// The data are others: what is known of elements by place goes along. Any thread; called before ``rename(_:to:in:)``. Default: nothing.
  static func follow(_ diff: ListDiff, in list: Node<Self>)
}

extension ListType {
  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Self>) -> AnyNode { node }
  public static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Self>) {}
  public static func follow(_ diff: ListDiff, in list: Node<Self>) {}

  public static func layoutDidFinish(_ node: Node<Self>) { node.value.list.returnFocus(in: node) }

  // What the core asks.

  public static func takeChild(_ child: AnyNode, node: Node<Self>) -> Bool {
    let items = (node.value.list.newestSource as? StaticListSource)?.nodes ?? []
    node.apply(source: StaticListSource(items + [child]), animated: false)
    return true
  }

  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { (node.value.list.newestSource as? StaticListSource)?.nodes ?? [] }

  public static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String? {
    node.value.list.element(where: isWanted).map { "\($0)" }
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? { list.makeLayout(context.environment) }

  public static func makeRanging(for node: Node<Self>) -> (any SubnodeRanging)? {
    node.connectList()
    return ListRanging(node.value.list, node.value.scrolling)
  }

  public static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement] { node.value.stickyPlacements }

  /// The subnodes that stay in view, and where.
  public var stickyPlacements: [SubnodePlacement] {
    list.sticky(at: scrolling.state.offset, insets: contentInsets).map { SubnodePlacement($0.host, offset: $0.by) }
  }
}

extension Node where Value: ListType {
  /// Tells the core whose it is.
  func connectList() {
    value.list.connect(
      self,
      ListCore.Hooks(
        host: { [weak self] node, element in
          guard let self else { return node }
          return Value.makeHost(node, for: element, in: self)
        },
        rename: { [weak self] host, element in
          if let self { Value.rename(host, to: element, in: self) }
        },
        follow: { [weak self] diff in
          if let self { Value.follow(diff, in: self) }
        }))
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
    apply(source: source, transition: isAnimated ? LayoutTransition(duration: 0.25) : nil, completion: completion)
  }

  /// Shows other data by a transition; nil: at once. As ``apply(source:animated:completion:)``.
  public func apply(source: any ListSource, transition: LayoutTransition?, completion: (@Sendable (Bool) -> Void)? = nil) {
    connectList()
    let completions = completion.map { [$0] } ?? []
    value.list.apply(ListCore.Change(source: source, transition: transition, completions: completions), self)
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
    guard let cells = (value.list.newestSource as? SnapshotSource<Section, Item>)?.cells else {
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
    connectList()
    controller.onChange = { [weak self] change in
      guard let self else { return }
      let transition = change.isAnimated ? LayoutTransition(duration: 0.25) : nil
      self.value.list.apply(
        ListCore.Change(source: change.source, transition: transition, completions: change.completions), self)
    }
    if controller.onError == nil {
      controller.onError = { [weak self] error in self?.report(.data, "\(error)") }
    }
  }

  /// What is counted of the list. Any thread.
  public var listStatistics: ListStatistics { value.list.statistics }

  /// The data that is shown. Any thread.
  public var source: any ListSource { value.list.source }

  /// The node that the source made for an element; nil where there is none now. Any thread.
  public func node(for element: ListElement) -> AnyNode? { value.list.node(for: element) }

  /// The element that a node of the source, or one around it, shows; nil where it shows none. Any thread.
  public func element(of node: AnyNode) -> ListElement? { value.list.element(of: node) }

  /// The elements that are in view, in the order of the list. Any thread.
  public var visibleElements: [ListElement] { value.list.visibleElements }

  /// Where an element lies in the content; estimated where it was not measured; nil before the first layout, or where there is none. Any thread.
  public func contentFrame(of element: ListElement) -> Rect? { value.list.contentFrame(of: element) }

  /// The element at a point of the content; the topmost; nil where there is none. Any thread.
  public func element(at point: Point) -> ListElement? {
    value.list.elements(inContent: Rect(origin: point, size: Size(1e-9, 1e-9))).last
  }
}

extension ListCore {
  /// The data given last, whether it is shown yet or not.
  var newestSource: any ListSource { lock.withLock { state.changes.last?.source ?? state.source } }
}
