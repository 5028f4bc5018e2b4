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
  /// Visible length of the pages before and after the current one, logical units; 0: the current page fills the viewport.
  public var peek = 0.0 { didSet { (peek, scrolling.pageOverlap) = (Self.length(peek), overlap) } }
  /// Gap between pages, logical units.
  public var pageGap = 0.0 { didSet { (pageGap, scrolling.pageOverlap) = (Self.length(pageGap), overlap) } }
  /// Scale of the neighbors of the current page, 0.1...1. While pages move, it changes with their distance from the middle.
  public var neighborScale = 1.0
  /// Opacity of the neighbors of the current page, 0...1.
  public var neighborOpacity = 1.0
  /// Whether arrows at both ends turn the pages; at the first and the last page the one that leads nowhere is left out, and in a pager that is too
  /// small for two arrows both are.
  public var arrows = false
  /// Seconds after which the pager moves to the next page, and from the last one to the first; 0: only the user and the program change pages. It stops
  /// for good when the user changes the page, and pauses while the pager is not visible. With reduced motion pages do not move.
  public var autoplay = 0.0
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

  /// By hand: the scrolling of the value decides, with the pages.
  public static func invalidation(from old: Pager, to new: Pager) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.pages != new.pages || old.page != new.page { what.formUnion(.layout) }
    if old.autoplay != new.autoplay { what.formUnion(.scroll) }
    if old.arrows != new.arrows { what.formUnion(.display) }
    return what
  }

  /// Arrangement of the pages.
  private var pages: PagerLayout {
    PagerLayout(axis: axis, wraps: wraps, peek: peek, gap: pageGap, neighborScale: neighborScale, neighborOpacity: neighborOpacity)
  }

  /// Length by which the distance between two pages is shorter than the viewport.
  private var overlap: Double { 2 * PagerLayout(axis: axis, wraps: wraps, peek: peek, gap: pageGap).margin - pageGap }

  private static func length(_ value: Double) -> Double { value.isFinite ? min(10_000, max(0, value)) : 0 }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    // Reading the binding requests a new layout when it changes. The pager scrolls when that layout is committed.
    _ = page?.wrappedValue
    return ListPass(
      context.storage(of: Pager.self).list, ListArrangement(layout: pages, anchoring: .always), context
    ).element
  }

  public static func makeRanging(for node: Node<Pager>) -> (any SubnodeRanging)? {
    PagerRanging(node)
  }

  public static func tick(_ node: Node<Pager>, at time: Double) -> Double? {
    let next = ScrollEvents.tick(node, at: time)
    if node.recordCurrentPage() {
      node.send(Pager.pageChange, node.currentPage)
      if node.value.arrows { node.setNeedsDisplay() }
    }
    node.notifyPage()
    guard let turn = node.playPages(at: time) else { return next }
    return min(turn, next ?? turn)
  }
}

/// Node that shows pages.
public typealias PagerNode = Node<Pager>

/// Keeps pages ready and detects changes of the current page.
struct PagerRanging: SubnodeRanging {
  private var inner: ListRanging

  init(_ pager: Node<Pager>) { inner = ListRanging(pager.storage.list, pager.physics) }

  mutating func place(_ frames: [Rect], former: [Int?]?) { inner.place(frames, former: former) }

  mutating func settle(_ node: AnyNode, size: Size) {
    inner.settle(node, size: size)
    (node as? Node<Pager>)?.centerPage()
  }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    inner.arrange(node, subnodes: subnodes, direction: direction)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    let actions = inner.update(node, size: size, state: state)
    if let pager = node as? Node<Pager> {
      pager.trackPage()
      pager.beginAtWantedPage()
      if pager.wraps, pager.storage.list.wrap(around: pager.physics.state.offset) { pager.setNeedsLayout() }
      // The signal is sent in a tick, in which the tree may be changed; the first tick also plans the next page.
      if pager.value.autoplay > 0, state == .visible, pager.storage.autoplay.withLock({ $0.isIdle }) { node.requestTick(after: 0) }
      if pager.currentPage != pager.storage.pages.withLock({ $0.told }) { node.requestTick(after: 0) }
    }
    return actions
  }
}
