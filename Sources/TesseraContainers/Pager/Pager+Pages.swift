public import Tessera
internal import TesseraGeometry

extension ListStorage {
  /// Returns the page in the middle of the viewport at `offset`, in the coordinates of subnodes; nil before the first layout.
  func page(at offset: Point) -> Int? { state.withLock { ($0.placement as? PagerPlacement)?.middlePage(at: offset - $0.shift) } }

  /// Arranges wrapping pages around the viewport, which is at `offset`. Loop. Returns whether any page moved.
  func wrap(around offset: Point) -> Bool { state.withLock { $0.wrap(around: offset) } }

  /// Returns the offset at which the viewport shows `page`, in the coordinates of subnodes; nil if the page does not exist.
  func offset(of page: Int, from offset: Point) -> Point? {
    state.withLock { state in
      guard let placement = state.placement as? PagerPlacement, page >= 0, page < placement.count else { return nil }
      return placement.offset(of: page, from: offset - state.shift) + state.shift
    }
  }

  /// Returns the index of the page that a node shows.
  func page(of node: AnyNode) -> Int? {
    guard let index = element(of: node)?.index else { return nil }
    return source.itemCounts.prefix(index.section).reduce(0, +) + index.item
  }

  /// Returns the node of a page; nil if it has none now.
  func node(ofPage page: Int) -> AnyNode? {
    var left = page
    for (section, count) in source.itemCounts.enumerated() where left >= 0 {
      if left < count { return node(for: .item(ListIndex(section, left))) }
      left -= count
    }
    return nil
  }
}

extension ListState {
  fileprivate mutating func wrap(around offset: Point) -> Bool {
    guard var pages = placement as? PagerPlacement else { return false }
    let place = pages.place(at: (offset - shift)[layout.axis]) * (isRightToLeft && layout.axis == .horizontal ? -1 : 1)
    guard pages.turn(to: place) else { return false }
    placement = pages
    placementVersion += 1
    covered = nil
    return true
  }
}

extension Node where Value == Pager {
  /// Number of pages. Any thread.
  public var pageCount: Int { storage.list.source.itemCounts.reduce(0, +) }

  /// Index, from 0, of the page with the largest visible part; 0 if there are no pages. Any thread.
  public var currentPage: Int {
    let (count, pages) = (pageCount, storage.pages.withLock { $0 })
    // A request for a page that does not exist yet waits until it does.
    guard count > 0 else { return pages.wanted ?? 0 }
    return min(count - 1, pages.wanted ?? storage.list.page(at: physics.state.offset) ?? pages.told)
  }

  /// Records the current page as reported. Returns whether it changed.
  func recordCurrentPage() -> Bool {
    let page = currentPage
    return storage.pages.withLock { pages in
      defer { pages.told = page }
      return pages.told != page
    }
  }

  /// Creates a pager of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: pages; the sections are concatenated.
  ///   - page: creates the node of a page; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, page: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(Pager())
    apply(snapshot, cells: .init(item: { item, _ in try page(item) }), animated: false)
  }

  /// Creates a pager of a snapshot, whose pages are elements.
  public convenience init<Section, Item, Page: NodeElement>(
    _ snapshot: ListSnapshot<Section, Item>, page: @escaping @Sendable (Item) throws -> Page
  ) {
    self.init(snapshot) { try page($0).makeAnyNode() }
  }

  /// Creates a pager of a data source with index-based updates. The pager retains the controller.
  public convenience init(_ controller: ListDataController) {
    self.init(Pager())
    show(controller)
  }

  /// Creates a pager of nodes, which it retains.
  public convenience init(pages: [AnyNode]) {
    self.init(Pager())
    apply(source: StaticListSource(pages), animated: false)
  }

  /// Scrolls to a page. Any thread. Wrapping pages move the shorter way. A page that does not exist is ignored. Before the first layout the
  /// request is stored; if the page does not exist then, the last page is shown.
  ///
  /// - Parameters:
  ///   - page: index of the page, from 0.
  ///   - isAnimated: whether the pages move there; they keep their velocity.
  public func scroll(toPage page: Int, animated isAnimated: Bool = true) {
    guard let offset = storage.list.offset(of: page, from: physics.state.offset) else {
      // There is no layout yet: the pager begins there.
      if storage.list.page(at: .zero) == nil, page >= 0 { storage.pages.withLock { $0.wanted = page } }
      return
    }
    updateScrolling { scroll in
      if isAnimated, scroll.state.metrics != nil { scroll.lead(to: offset) } else { scroll.jump(to: offset) }
    }
    requestTick(after: 0)
  }

  /// Shows the page that was requested before there were pages. Loop.
  func beginAtWantedPage() {
    let count = pageCount
    guard let wanted = storage.pages.withLock({ $0.wanted }), count > 0 else { return }
    guard let offset = storage.list.offset(of: min(wanted, count - 1), from: physics.state.offset) else { return }
    storage.pages.withLock { $0.wanted = nil }
    updateScrolling { $0.jump(to: offset) }
  }

  /// Moves the current page to the middle if another length of pages left it elsewhere. Loop, after a layout.
  func centerPage() {
    let physics = physics
    guard value.peek > 0, !physics.isDragging, !physics.isMoving, storage.pages.withLock({ $0.wanted }) == nil,
      let offset = storage.list.offset(of: currentPage, from: physics.state.offset), offset != physics.state.offset
    else { return }
    updateScrolling { $0.jump(to: offset) }
  }

  /// Moves to ``Pager/page``, without animation when the pages exist for the first time. Loop.
  func trackPage() {
    guard let binding = value.page, pageCount > 0 else { return }
    let (wanted, current) = (binding.wrappedValue, currentPage)
    guard let (page, isFirst) = storage.pages.withLock({ $0.select(wanted, current: current) }) else { return }
    if isFirst {
      storage.pages.withLock { $0.wanted = max(0, page) }
    } else {
      scroll(toPage: min(pageCount - 1, max(0, page)))
    }
  }

  /// Sets ``Pager/page`` to the page that the user or the program scrolled to. Loop, in a tick.
  func notifyPage() {
    guard let binding = value.page else { return }
    let (page, physics) = (currentPage, physics)
    if storage.pages.withLock({ $0.recordShown(page, isHeld: physics.isDragging, isMoving: physics.isMoving) }) {
      binding.wrappedValue = page
    }
  }

  /// Returns the node of a page; nil if it has none now because it is far from the viewport. Any thread.
  public func node(forPage page: Int) -> AnyNode? { storage.list.node(ofPage: page) }

  /// Returns the index of the page that shows `node`; nil if there is none. Any thread.
  public func page(of node: AnyNode) -> Int? { storage.list.page(of: node) }
}
