public import Tessera
internal import TesseraGeometry

/// What a node that shows a list keeps beside its value: the data, where their elements lie, and the nodes of those that are near the screen.
///
/// Every decision is that of a `ListState`; this holds it, and does what it says with no lock held: has nodes made on workers, takes data, keeps what
/// nodes that go alone know. Any thread.
public final class ListStorage: Sendable {
  let state: Locked<ListState>
  /// What nodes in rows that are far from the screen alone know.
  let rows = Locked(KeptRowTable())
  /// The newest data that came with the node's value.
  let dataTaken = Locked<ListData?>(nil)
  /// What the newest layout found that the program wants to be selected, until the list is looked at.
  let wantedSelection = Locked<Set<AnyHashable>?>(nil)
  /// How single rows come and go.
  let rowTransition = Locked<(@Sendable (ListRowChange, ListElement) -> LayoutTransition?)?>(nil)

  /// Makes that of an empty list.
  init(_ layout: any ListLayout) { state = Locked(ListState(layout)) }

  // MARK: What others ask

  var statistics: ListStatistics {
    var statistics = state.withLock { state in
      var statistics = state.statistics
      statistics.cells = state.cells.count
      return statistics
    }
    (statistics.kept, statistics.forgotten) = rows.withLock { ($0.rows.count, $0.forgotten) }
    return statistics
  }

  var source: any ListSource { state.withLock { $0.source } }
  var layout: any ListLayout { state.withLock { $0.layout } }
  var isRightToLeft: Bool { state.withLock { $0.isRightToLeft } }

  /// The data given last, whether it is shown yet or not.
  var newestSource: any ListSource { state.withLock { $0.changes.last?.source ?? $0.source } }

  /// The node that the source made for an element; nil where there is none now.
  func node(for element: ListElement) -> AnyNode? { state.withLock { $0.cells[element]?.node } }

  /// The subnode of the list for an element.
  func host(for element: ListElement) -> AnyNode? { state.withLock { $0.cells[element]?.host } }

  /// The subnodes that there are.
  var hosts: [AnyNode] { state.withLock { $0.cells.all.map(\.host) } }

  /// The element that a subnode of the list, or a node that the source made, shows.
  func element(of node: AnyNode) -> ListElement? {
    state.withLock { state in state.cells.all.first { $0.host === node || $0.node === node }?.element }
  }

  /// The element whose node, with what the list puts around it, `isWanted` says yes to; called without a lock.
  func element(where isWanted: (AnyNode) -> Bool) -> ListElement? {
    // A node is no subnode of what the list puts around it before a layout with both is adopted.
    state.withLock { $0.cells.all }.first { isWanted($0.host) || isWanted($0.node) }?.element
  }

  /// Where an element lies in the coordinates of the content; nil before the first layout, or where there is none.
  func contentFrame(of element: ListElement) -> Rect? { state.withLock { $0.placement?.frame(of: element) } }

  /// The elements in an area of the content, in the order of the list.
  func elements(inContent area: Rect) -> [ListElement] { state.withLock { $0.placement?.elements(in: area).map(\.element) ?? [] } }

  /// The elements that are in view, in the order of the list, whether they have nodes or not.
  var visibleElements: [ListElement] {
    state.withLock { $0.placement?.elements(in: $0.visible.offset(by: $0.shift * -1)).map(\.element) ?? [] }
  }

  /// The viewport on the content and what the content is, in the coordinates of subnodes.
  func metrics(withFrames: Bool) -> (metrics: ScrollState.Metrics, origin: Point)? {
    state.withLock { state in
      guard let placement = state.placement else { return nil }
      let frames = withFrames ? state.cells.all.map(\.frame) : []
      return (
        ScrollState.Metrics(size: state.viewport, content: placement.contentBounds.offset(by: state.shift), frames: frames), state.shift
      )
    }
  }

  /// The topmost element at a point in the coordinates of subnodes, those that stick to an edge first.
  func topmost(at point: Point) -> ListElement? { state.withLock { $0.topmost(at: point) } }

  /// The element that was laid out at a point in the coordinates of subnodes.
  func topmostLaidOut(at point: Point) -> ListElement? {
    state.withLock { $0.placement?.elements(in: Rect(origin: point - $0.shift, size: Size(1e-6, 1e-6))).first?.element }
  }

  /// The subnode of an element and where it lies, in the coordinates of subnodes.
  func cell(of element: ListElement) -> (host: AnyNode, frame: Rect)? { state.withLock { $0.cells[element].map { ($0.host, $0.frame) } } }

  func frame(ofHost host: AnyNode) -> Rect? { state.withLock { state in state.cells.all.first { $0.host === host }?.frame } }

  /// Whether an item is the last of its section.
  func isLast(_ index: ListIndex) -> Bool {
    let counts = source.itemCounts
    return counts.indices.contains(index.section) && index.item == counts[index.section] - 1
  }

  // MARK: What others say

  /// What layouts found wrong since it was asked for last.
  func takeComplaints() -> [ListState.Complaint] {
    state.withLock { state in
      guard !state.complaints.isEmpty else { return [] }
      defer { state.complaints = [] }
      return state.complaints
    }
  }

  func skipTransition() { state.withLock { $0.skipsTransition = true } }
  var isTransitionSkipped: Bool { state.withLock { $0.skipsTransition } }

  /// Has elements painted over all others, and kept wherever they are.
  func raise(_ elements: Set<ListElement>) { state.withLock { $0.raise(elements) } }

  /// Sets where the program wants the list; while data are on their way, where among those.
  func setAim(_ aim: ListAim?) {
    state.withLock { state in if aim != nil, state.isChanging { state.nextAim = aim } else { state.aim = aim } }
  }
}

/// A node that shows a list, for what happens in it: its type's part.
protocol ListOwner: AnyNode {
  /// The subnode that shows a node of the source. Worker.
  func makeHost(_ node: AnyNode, for element: ListElement) -> AnyNode
  /// A subnode shows another element. Any thread.
  func rename(_ host: AnyNode, to element: ListElement)
  /// The data are others. Any thread.
  func follow(_ diff: ListDiff)
  /// The list is looked at: what its value says of rows that are there may be other than they show. Loop.
  func updateCells()
}

extension Node: ListOwner where Value: ListType {
  func makeHost(_ node: AnyNode, for element: ListElement) -> AnyNode { Value.makeHost(node, for: element, in: self) }
  func rename(_ host: AnyNode, to element: ListElement) { Value.rename(host, to: element, in: self) }
  func follow(_ diff: ListDiff) { Value.follow(diff, in: self) }
  func updateCells() { Value.updateCells(of: self) }
}
