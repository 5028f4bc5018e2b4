public import Tessera
public import TesseraGeometry
public import TesseraLayout

/// Pages as large as the viewport, one of which is in view when nothing moves.
///
/// ```swift
/// let pager = PagerNode(ListSnapshot(items: days)) { day in DayNode(day) }
/// pager.onPageChange { page in print(page) }
/// pager.scroll(toPage: 2)
/// ```
///
/// In a builder `Pager(days, id: \.self) { day in … }.with(\.page, $day)` has the number of the page in a state or a model.
///
/// The page in view is visible, its neighbours are drawn, theirs loaded (``RangeTuning/pages``); a container in a page keeps as much ready as the page's
/// own state lets it. When the viewport takes another size, the current page stays the current one.
public struct Pager: DataListType {
  public static let typeName = "pager"
  public static let summary = "Pages as large as the window, beside or below one another, one of which is in view."

  public typealias Storage = PagerStorage

  /// How it scrolls.
  public var scrolling: Scrolling
  /// The axis along which the pages follow one another.
  public var axis = Axis.horizontal { didSet { scrolling.axes = axis == .vertical ? .vertical : .horizontal } }
  /// Whether the first page follows the last one. Where there is one page only it does not.
  public var wraps = false
  /// Where the program keeps the number of the page in view, from 0; nil: the pager alone knows. Another number moves the pages there; a finger that
  /// turns the page sets it. A number without a page is the last page.
  public var page: Binding<Int>?

  /// Values of a program whose pages these are, see ``DataListType``.
  public var data: ListData?

  /// Makes a pager with the usual settings.
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
    // A layout that reads it is asked for when it changes; where the pages then go is seen to when that is adopted.
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

/// A node that shows pages.
public typealias PagerNode = Node<Pager>

/// Keeps pages ready, and sees when another becomes the current one.
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
      // Whoever listens is told in a tick, where the tree may be changed.
      if pager.currentPage != pager.storage.pages.withLock({ $0.told }) { node.requestTick(after: 0) }
    }
    return actions
  }
}
