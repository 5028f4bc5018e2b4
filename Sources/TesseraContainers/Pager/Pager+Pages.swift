public import Tessera
internal import TesseraGeometry

extension ListCore {
  /// The page in the middle of the window at `offset`, in the coordinates of subnodes; nil before the first layout.
  func page(at offset: Point) -> Int? {
    lock.withLock { (state.placement as? PagerPlacement)?.middlePage(at: offset - state.shift) }
  }

  /// Has pages that wrap lie around the window, which is at `offset`. Loop.
  func wrap(around offset: Point, _ node: AnyNode) {
    let isChanged = lock.withLock { () -> Bool in
      guard var placement = state.placement as? PagerPlacement else { return false }
      let place =
        placement.place(at: (offset - state.shift)[state.layout.axis]) * (state.isRightToLeft && state.layout.axis == .horizontal ? -1 : 1)
      guard placement.turn(to: place) else { return false }
      state.placement = placement
      state.covered = nil
      return true
    }
    if isChanged { node.setNeedsLayout() }
  }

  /// The offset at which the window shows `page`, in the coordinates of subnodes; nil where there is none.
  func offset(of page: Int, from offset: Point) -> Point? {
    lock.withLock {
      guard let placement = state.placement as? PagerPlacement, page >= 0, page < placement.count else { return nil }
      return placement.offset(of: page, from: offset - state.shift) + state.shift
    }
  }

  /// The number of the page that a node shows.
  func page(of node: AnyNode) -> Int? {
    guard let index = element(of: node)?.index else { return nil }
    return source.itemCounts.prefix(index.section).reduce(0, +) + index.item
  }

  /// The node of a page; nil where there is none now.
  func node(ofPage page: Int) -> AnyNode? {
    var left = page
    for (section, count) in source.itemCounts.enumerated() where left >= 0 {
      if left < count { return node(for: .item(ListIndex(section, left))) }
      left -= count
    }
    return nil
  }
}

extension Node where Value == Pager {
  /// Makes a pager of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: the pages; sections follow one another.
  ///   - page: makes the node of a page; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, page: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(Pager())
    apply(snapshot, cells: ListCells(item: { item, _ in try page(item) }), animated: false)
  }

  /// Makes a pager of a data source that is told by place; the controller is held.
  public convenience init(_ controller: ListDataController) {
    self.init(Pager())
    show(controller)
  }

  /// Makes a pager of nodes, which it keeps.
  public convenience init(pages: [AnyNode]) {
    self.init(Pager())
    apply(source: StaticListSource(pages), animated: false)
  }

  /// Brings a page into the window. Any thread. Pages that wrap go the shorter way. Does nothing where there is no such page; before the
  /// first layout it is remembered, and the last page stands in for one that is not there then.
  ///
  /// - Parameters:
  ///   - page: which one, from 0.
  ///   - isAnimated: whether the pages move there; the velocity that they have is kept.
  public func scroll(toPage page: Int, animated isAnimated: Bool = true) {
    let value = self.value
    guard let offset = value.list.offset(of: page, from: value.scrolling.state.offset) else {
      // Nothing is laid out yet: it begins there.
      if value.list.page(at: .zero) == nil, page >= 0 { update { $0.wanted = page } }
      return
    }
    update { pager in
      if isAnimated, pager.scrolling.state.metrics != nil { pager.scrolling.lead(to: offset) } else { pager.scrolling.jump(to: offset) }
    }
    requestTick(after: 0)
  }

  /// Goes to the page that was asked for before there were any. Loop.
  func beginAtWantedPage() {
    let value = self.value
    guard let wanted = value.wanted, value.pageCount > 0 else { return }
    let page = min(wanted, value.pageCount - 1)
    guard let offset = value.list.offset(of: page, from: value.scrolling.state.offset) else { return }
    update { pager in
      pager.wanted = nil
      pager.scrolling.jump(to: offset)
    }
  }

  /// The node of a page; nil where there is none now, because the page is far from the window. Any thread.
  public func node(forPage page: Int) -> AnyNode? { value.list.node(ofPage: page) }

  /// The number of the page that shows `node`; nil where none does. Any thread.
  public func page(of node: AnyNode) -> Int? { value.list.page(of: node) }
}
