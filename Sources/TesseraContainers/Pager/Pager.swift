public import Tessera
public import TesseraGeometry
public import TesseraLayout

/// Pages as large as the window, one of which is in view when nothing moves.
///
/// ```swift
/// let pager = PagerNode(ListSnapshot(items: days)) { day in DayNode(day) }
/// pager.on(.pageChanged) { node in print((node as? PagerNode)?.currentPage ?? 0) }
/// pager.scroll(toPage: 2)
/// ```
///
/// The page in view is visible, its neighbours are drawn, theirs loaded (``RangeTuning/pages``); a container in a page keeps as much ready as the page's
/// own state lets it. When the window takes another size, the current page stays the current one.
public struct Pager: ListType {
  public static let typeName = "pager"
  public static let summary = "Pages as large as the window, beside or below one another, one of which is in view."

  /// How it scrolls, and where it is.
  public var scrolling: Scrolling
  /// The pages.
  public let list: ListCore
  /// The axis along which the pages follow one another.
  public var axis = Axis.horizontal { didSet { scrolling.axes = axis == .vertical ? .vertical : .horizontal } }
  /// Whether the first page follows the last one. Where there is one page only it does not.
  public var wraps = false
  /// The page that was told last.
  var told = 0
  /// The page to begin with, until the pages are there.
  var wanted: Int?

  /// Makes a pager without pages.
  public init() {
    var scrolling = Scrolling(.horizontal)
    scrolling.isPaging = true
    scrolling.tuning = .pages
    scrolling.showsIndicators = false
    self.scrolling = scrolling
    list = ListCore(PagerLayout(axis: .horizontal, wraps: false))
  }

  public static func == (a: Pager, b: Pager) -> Bool {
    a.scrolling == b.scrolling && a.list === b.list && a.axis == b.axis && a.wraps == b.wraps && a.told == b.told && a.wanted == b.wanted
  }

  public static func invalidation(from old: Pager, to new: Pager) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.axis != new.axis || old.wraps != new.wraps { what.formUnion(.layout) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    list.arrange(PagerLayout(axis: axis, wraps: wraps), insets: .zero, anchoring: .always)
    return list.makeLayout(context.environment)
  }

  /// How many pages there are.
  public var pageCount: Int { list.source.itemCounts.reduce(0, +) }

  /// The page that most of the window shows, from 0; 0 where there is none.
  public var currentPage: Int {
    let count = pageCount
    // What was asked for before there were so many pages waits for these, and is nowhere until then.
    guard count > 0 else { return wanted ?? 0 }
    return min(count - 1, wanted ?? list.page(at: scrolling.state.offset) ?? told)
  }

  public static func makeRanging(for node: Node<Pager>) -> (any SubnodeRanging)? {
    node.connectList()
    return PagerRanging(node.value)
  }

  public static func tick(_ node: Node<Pager>, at time: Double) -> Double? {
    let next = ScrollEvents.tick(node, at: time)
    let page = node.value.currentPage
    let isOther = node.update { pager in
      defer { pager.told = page }
      return pager.told != page
    }
    if isOther { node.send(.pageChanged) }
    return next
  }
}

/// A node that shows pages.
public typealias PagerNode = Node<Pager>

extension NodeSignal {
  /// Another page than before is the current one of a pager.
  public static let pageChanged = NodeSignal("pageChanged")
}

/// Keeps pages ready, and sees when another becomes the current one.
struct PagerRanging: SubnodeRanging {
  private var inner: ListRanging

  init(_ pager: Pager) { inner = ListRanging(pager.list, pager.scrolling) }

  mutating func place(_ frames: [Rect], former: [Int?]?) { inner.place(frames, former: former) }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    inner.arrange(node, subnodes: subnodes, direction: direction)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    let actions = inner.update(node, size: size, state: state)
    if let pager = node as? Node<Pager> {
      pager.beginAtWantedPage()
      let value = pager.value
      if value.wraps { value.list.wrap(around: value.scrolling.state.offset, pager) }
      // Whoever listens is told in a tick, where the tree may be changed.
      if value.currentPage != value.told { node.requestTick(after: 0) }
    }
    return actions
  }
}
