public import Tessera
public import TesseraGeometry
public import TesseraLayout

/// Pages as large as the viewport; at rest one of them is visible.
///
/// ```swift
/// let pager = PagerNode(ListSnapshot(items: days)) { day in DayNode(day) }
/// pager.onPageChange { page in print(page) }
/// pager.scroll(toPage: 2)
/// ```
///
/// In a builder, `Pager(days, id: \.self) { day in … }.with(\.page, $day)` stores the index of the page in a state or a model.
///
/// The current page is visible, its neighbours are drawn, and the next ones are preloaded (``RangeTuning/pages``). A container in a page
/// keeps content ready as far as the page's state allows. The current page is kept when the viewport is resized.
public struct Pager: DataListType {
  public static let typeName = "pager"
  public static let summary = "Pages of the viewport's size in a row or column; one of them is visible."

  public typealias Storage = PagerStorage

  /// Scroll settings.
  public var scrolling: Scrolling
  /// Axis along which the pages follow one another.
  public var axis = Axis.horizontal { didSet { scrolling.axes = axis == .vertical ? .vertical : .horizontal } }
  /// Whether the first page follows the last one. Ignored if there is only one page.
  public var wraps = false
  /// Index of the current page, from 0, in the program's storage; nil means that only the pager stores it. Setting it scrolls to that page,
  /// and a swipe of the user sets it. An index beyond the last page is the last page.
  public var page: Binding<Int>?

  /// Values of the program that the pages show, see ``DataListType``.
  public var data: ListData?

  /// Creates a pager with default settings.
  public init() {
    var scrolling = Scrolling(.horizontal)
    scrolling.isPaging = true
    scrolling.tuning = .pages
    scrolling.showsIndicators = false
    self.scrolling = scrolling
  }

  public static func invalidation(from old: Pager, to new: Pager) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.axis != new.axis || old.wraps != new.wraps || old.page != new.page { what.formUnion(.layout) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    // Reading the binding requests a new layout when it changes. The pager scrolls when that layout is committed.
    _ = page?.wrappedValue
    return ListPass(
      context.storage(of: Pager.self).list, ListArrangement(layout: PagerLayout(axis: axis, wraps: wraps), anchoring: .always), context
    ).element
  }

  public static func makeRanging(for node: Node<Pager>) -> (any SubnodeRanging)? {
    PagerRanging(node)
  }

  public static func tick(_ node: Node<Pager>, at time: Double) -> Double? {
    let next = ScrollEvents.tick(node, at: time)
    if node.noteCurrentPage() { node.send(Pager.pageChange, node.currentPage) }
    node.tellPage()
    return next
  }
}

/// Node that shows pages.
public typealias PagerNode = Node<Pager>

/// Keeps pages ready and detects changes of the current page.
struct PagerRanging: SubnodeRanging {
  private var inner: ListRanging

  init(_ pager: Node<Pager>) { inner = ListRanging(pager.storage.list, pager.physics) }

  mutating func place(_ frames: [Rect], former: [Int?]?) { inner.place(frames, former: former) }

  mutating func settle(_ node: AnyNode, size: Size) { inner.settle(node, size: size) }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    inner.arrange(node, subnodes: subnodes, direction: direction)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    let actions = inner.update(node, size: size, state: state)
    if let pager = node as? Node<Pager> {
      pager.followPage()
      pager.beginAtWantedPage()
      if pager.wraps, pager.storage.list.wrap(around: pager.physics.state.offset) { pager.setNeedsLayout() }
      // The signal is sent in a tick, in which the tree may be changed.
      if pager.currentPage != pager.storage.pages.withLock({ $0.told }) { node.requestTick(after: 0) }
    }
    return actions
  }
}
