internal import Tessera
internal import TesseraGeometry

/// What is behind a list, whatever its type: the data, where its elements lie, and the nodes of those that are near the screen.
///
/// A reference that a node's value holds, for one node. The loop tells it what is in view; it has nodes made on workers, gives layouts those that there
/// are, and takes from these what they measure. Subnodes lie in coordinates that float: where sizes before what is seen turn out to be others than
/// estimated, `shift` changes and what is seen stays where it is. Any thread; no lock of a node is taken while its own is held.
public final class ListCore: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  let lock = Lock()
  var state: State

  struct State {
    var source: any ListSource = EmptyListSource()
    var layout: any ListLayout
    /// nil before the window is known.
    var placement: (any ListPlacement)? { didSet { cellsArePlaced = false } }
    /// Room around all content.
    var insets = Insets.zero
    var anchoring = ListAnchoring.automatic
    var window = Size.zero
    var scale = 1.0
    var isRightToLeft = false
    /// From the coordinates of the placement to those of the subnodes.
    var shift = Point.zero { didSet { cellsArePlaced = false } }
    /// Whether all cells have the frames that the placement has for them.
    var cellsArePlaced = false
    /// Counts changes of the data and of the layout: what was begun for another version is of no use.
    var version = 0
    var cells: [ListElement: ListCell] = [:]
    /// The same cells, and some that are no longer in, nearly in the order in which they are painted.
    var ordered: [ListCell] = []
    /// Elements whose nodes are being made, and that have none.
    var making: Set<ListElement> = []
    var failed: Set<ListElement> = []
    /// Elements whose nodes are being made before they are wanted, and nodes that were: the frames that show nothing new make what those after them ask
    /// for. They are no cells yet, know nothing that is kept, and have nothing around them.
    var early: Set<ListElement> = []
    var waiting: [ListElement: AnyNode] = [:]
    /// What is in view, what is to be known and what is kept, in the coordinates of subnodes.
    var visible = Rect.zero
    /// What covers the window at its edges.
    var edges = Insets.zero
    var keep: Rect?
    /// Where nodes were asked for, all of them.
    var covered: Rect?
    /// Elements that are painted over all others.
    var raised: Set<ListElement> = []
    var statistics = ListStatistics()
    /// Changes of the data that wait.
    var changes: [Change] = []
    var isChanging = false
    /// What nodes in rows that are far from the screen alone know, by the keys of the rows and their places in them.
    var kept: [AnyHashable: KeptRow] = [:]
    /// The row of which is remembered that it left with the focus.
    var focusKey: AnyHashable?
    /// The node that gets the focus back when it is in the tree.
    weak var refocused: AnyNode?
    /// What the newest layouts held in its place.
    var held: ListElement?
    /// What was seen before the window or the arrangement changed, until the nodes have been measured for that; of which version of the list.
    var resized: (version: Int, view: View)?
    /// The first data, while they were not checked.
    var unchecked: (any ListSource)?
    /// Where the program wants the list.
    var aim: Aim?
    /// The same, of data that are not shown yet.
    var nextAim: Aim?
    /// Whether the next change of the data is shown at once, as a hand has shown it already.
    var skipsTransition = false
    weak var node: AnyNode?
    var hooks = Hooks()
  }

  /// What the type of the list does.
  struct Hooks: Sendable {
    /// Makes the subnode around a node of the source.
    var host: @Sendable (AnyNode, ListElement) -> AnyNode = { node, _ in node }
    /// The element of a subnode is another.
    var rename: @Sendable (AnyNode, ListElement) -> Void = { _, _ in }
    /// The data are others.
    var follow: @Sendable (ListDiff) -> Void = { _ in }
  }

  /// Most that an element may measure along the axis of its list, logical units.
  static let longest = ListMetrics.longest

  /// Makes an empty list.
  init(_ layout: any ListLayout) { state = State(layout: layout) }

  /// Whose list it is.
  func connect(_ node: AnyNode, _ hooks: Hooks) {
    lock.withLock {
      if state.node == nil { state.node = node }
      state.hooks = hooks
    }
  }

  var node: AnyNode? { lock.withLock { state.node } }

  // MARK: What others ask

  var statistics: ListStatistics {
    lock.withLock {
      state.statistics.cells = state.cells.count
      state.statistics.kept = state.kept.count
      return state.statistics
    }
  }

  var source: any ListSource { lock.withLock { state.source } }
  var layout: any ListLayout { lock.withLock { state.layout } }

  /// The node that the source made for an element; nil where there is none now.
  func node(for element: ListElement) -> AnyNode? { lock.withLock { state.cells[element]?.node } }

  /// The subnode of the list for an element.
  func host(for element: ListElement) -> AnyNode? { lock.withLock { state.cells[element]?.host } }

  /// The element that a subnode of the list, or a node that the source made, shows.
  func element(of node: AnyNode) -> ListElement? {
    lock.withLock { state.cells.first { $0.value.host === node || $0.value.node === node }?.key }
  }

  /// Where an element lies in the coordinates of the content; nil before the first layout, or where there is none.
  func contentFrame(of element: ListElement) -> Rect? { lock.withLock { state.placement?.frame(of: element) } }

  /// The elements in an area of the content, in the order of the list.
  func elements(inContent area: Rect) -> [ListElement] { lock.withLock { state.placement?.elements(in: area).map(\.element) ?? [] } }

  /// The elements that are in view, in the order of the list, whether they have nodes or not.
  var visibleElements: [ListElement] {
    lock.withLock { state.placement?.elements(in: state.visible.offset(by: state.shift * -1)).map(\.element) ?? [] }
  }

  /// The window on the content and what the content is, in the coordinates of subnodes.
  func metrics(withFrames: Bool) -> (metrics: ScrollState.Metrics, origin: Point)? {
    lock.withLock {
      guard let placement = state.placement else { return nil }
      let frames = withFrames ? state.cells.values.map(\.frame) : []
      return (
        ScrollState.Metrics(size: state.window, content: placement.contentBounds.offset(by: state.shift), frames: frames), state.shift
      )
    }
  }

  /// Where subnodes lie for what decides how close to the screen they are: what stays in view lies wherever its section does.
  func rangingFrames(of hosts: [AnyNode], _ frames: [Rect]) -> [Rect] {
    lock.withLock {
      guard let placement = state.placement, state.cells.values.contains(where: { $0.zIndex > 0 }) else { return frames }
      var numbers: [ObjectIdentifier: Int] = [:]
      for (number, host) in hosts.enumerated() { numbers[ObjectIdentifier(host)] = number }
      var result = frames
      for cell in state.cells.values where cell.zIndex > 0 {
        guard let number = numbers[ObjectIdentifier(cell.host)], number < result.count else { continue }
        result[number] = state.extent(of: cell, placement).offset(by: state.shift)
      }
      return result
    }
  }

  /// Subnodes that stay in view while the content is scrolled to `offset`, and how far they are from where they were laid out.
  func sticky(at offset: Point, insets: Insets) -> [(host: AnyNode, by: Point)] {
    lock.withLock {
      guard let placement = state.placement, !state.window.isEmpty else { return [] }
      let visible = Rect(origin: offset - state.shift, size: state.window).inset(by: insets)
      return placement.stickyElements(in: visible).compactMap { place in
        guard let cell = state.cells[place.element] else { return nil }
        var by = place.frame.origin + state.shift - cell.frame.origin
        // Offsets count in the direction of lines.
        if state.isRightToLeft { by.x = -by.x }
        return by == .zero ? nil : (cell.host, by)
      }
    }
  }
}

extension ListCore.State {
  /// What the placement is to know. Linear in the sections.
  var metrics: ListMetrics {
    let counts = source.itemCounts
    return ListMetrics(
      viewport: window, insets: insets, isRightToLeft: isRightToLeft, scale: scale,
      sections: counts.enumerated().map { section, count in
        ListMetrics.Section(count, hasHeader: source.hasHeader(section), hasFooter: source.hasFooter(section))
      })
  }

  /// Where a cell may be seen: where it lies, or, where it stays in view, all of its section. In the coordinates of the placement.
  func extent(of cell: ListCell, _ placement: any ListPlacement) -> Rect {
    guard let own = placement.frame(of: cell.element) else { return .zero }
    let section = cell.element.section
    guard cell.zIndex > 0, source.itemCounts.indices.contains(section) else { return own }
    let last = ListIndex(section, source.itemCounts[section] - 1)
    /// What lies between two frames and in them, also where one of them has no length.
    func reach(_ other: Rect) -> Rect {
      let (x, y) = (min(own.minX, other.minX), min(own.minY, other.minY))
      return Rect(x, y, max(own.maxX, other.maxX) - x, max(own.maxY, other.maxY) - y)
    }
    switch cell.element {
    case .header:
      return (placement.frame(of: .footer(section)) ?? placement.frame(of: .item(last))).map(reach) ?? own
    case .footer:
      return (placement.frame(of: .header(section)) ?? placement.frame(of: .item(ListIndex(section, 0)))).map(reach) ?? own
    case .item, .supplementary: return own
    }
  }

  typealias Anchor = (element: ListElement, origin: Point)

  /// The elements that what is seen is held by, the best first: those in view that were measured, then those that were not.
  func anchors() -> [Anchor] {
    guard let placement else { return [] }
    let area = visible.offset(by: shift * -1)
    // A header that sticks is where the window is; one that stands where it was laid out is as good as a row.
    let stuck = placement.stickyElements(in: area.inset(by: edges))
    let places = placement.elements(in: area).filter { place in
      place.element.index != nil || place.zIndex == 0 || stuck.contains { $0.element == place.element && $0.frame == place.frame }
    }
    var known = places.filter { cells[$0.element]?.size != nil }
    // What was held before is held on: where others change places around it, one layout after the other, it is the one that stays.
    if let held, let number = known.firstIndex(where: { $0.element == held }) { known.insert(known.remove(at: number), at: 0) }
    let other = places.filter { cells[$0.element]?.size == nil }
    return (known + other).map { ($0.element, $0.frame.origin) }
  }

  /// Lets what is seen stay where it is: the anchor is where it was.
  mutating func hold(_ element: ListElement?, _ origin: Point?) {
    held = element
    guard let element, let origin, let placement, let now = placement.frame(of: element)?.origin else { return }
    shift[layout.axis] += origin[layout.axis] - now[layout.axis]
  }

  /// What of the content is seen, and is to stay where it is when sizes change.
  enum View {
    /// What begins where it begins: the content's start.
    case start
    /// So far before the end of the window the content ends.
    case end(gap: Double)
    /// An element.
    case element(Anchor)
  }

  /// What is seen, before sizes change.
  var view: View {
    guard placement != nil else { return .start }
    if anchoring == .end, isAtEnd, !visible.isEmpty { return .end(gap: visibleEnd - contentEnd) }
    if anchoring != .always, isAtStart { return .start }
    return anchors().first.map(View.element) ?? .start
  }

  /// Lets what was seen stay where it is: sizes have changed.
  mutating func hold(_ view: View) {
    switch view {
    case .start: held = nil
    case .element(let anchor): hold(anchor.element, anchor.origin)
    case .end(let gap):
      held = nil
      shift[layout.axis] += visibleEnd - gap - contentEnd
    }
  }

  /// Where the window ends along the axis, whose size may have changed since it was looked through.
  private var visibleEnd: Double {
    let axis = layout.axis
    return visible.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : window[axis])
  }

  /// Where the content ends along the axis.
  private var contentEnd: Double {
    guard let placement else { return 0 }
    let axis = layout.axis
    let content = placement.contentBounds.offset(by: shift)
    return content.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : content.size[axis])
  }

  /// Takes another window, scale or direction.
  mutating func resize(to size: Size) {
    guard size != window || placement == nil else { return }
    let isMeasured = resized?.version != version
    var view = takeView()
    // From the start of the content nothing is taken away.
    if isMeasured, case .element = view, isAtStart { view = .start }
    window = size
    let metrics = self.metrics
    if placement == nil { placement = layout.makePlacement(metrics) } else { placement?.resize(metrics) }
    hold(view)
    keepUntilMeasured(view)
    covered = nil
  }

  /// Holds on to what was just held until the nodes have been measured anew: up to then sizes are those of another window or arrangement, and may
  /// have all content begin right here.
  mutating func keepUntilMeasured(_ view: View) {
    guard case .element(let anchor) = view else { return resized = (version, view) }
    resized = placement?.frame(of: anchor.element).map { (version, .element((anchor.element, $0.origin))) }
  }

  /// What is seen, before the nodes' sizes change.
  mutating func takeView() -> View {
    defer { resized = nil }
    return resized.flatMap { $0.version == version ? $0.view : nil } ?? view
  }

  /// Whether the start of the content is in view, or nothing is.
  var isAtStart: Bool {
    guard let placement, !visible.isEmpty else { return true }
    let content = placement.contentBounds.offset(by: shift)
    if layout.axis == .horizontal, isRightToLeft { return visible.maxX >= content.maxX - 0.5 }
    return visible.origin[layout.axis] <= content.origin[layout.axis] + 0.5
  }

  /// Whether the end of the content is in view.
  var isAtEnd: Bool {
    guard let placement, !visible.isEmpty else { return true }
    let content = placement.contentBounds.offset(by: shift)
    if layout.axis == .horizontal, isRightToLeft { return visible.minX <= content.minX + 0.5 }
    return visible.origin[layout.axis] + visible.size[layout.axis] >= content.origin[layout.axis] + content.size[layout.axis] - 0.5
  }

  /// Gives all cells the frames that the placement has for them.
  mutating func placeCells() {
    guard let placement, !cellsArePlaced else { return }
    cellsArePlaced = true
    for cell in cells.values {
      if let frame = placement.frame(of: cell.element) { cell.frame = frame.offset(by: shift) }
    }
  }
}
