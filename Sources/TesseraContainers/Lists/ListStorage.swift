public import Tessera
internal import TesseraGeometry

/// State of a list node besides its value: the data, the places of its elements, and the nodes near the viewport.
///
/// A `ListState` makes all decisions. The storage holds it and carries them out with no lock held: it creates nodes on workers, applies
/// data and keeps states of removed nodes. Any thread.
public final class ListStorage: Sendable {
  let state: Locked<ListState>
  /// Kept states of nodes in rows that are far from the viewport.
  let rows = Locked(KeptRowTable())
  /// Newest data of the node's value.
  let dataTaken = Locked<ListData?>(nil)
  /// Program's selection according to the latest adopted layout, until the next update of the list. Loop.
  let wantedSelection = Locked<Set<AnyHashable>?>(nil)
  /// Transitions of single rows.
  let rowTransition = Locked<(@Sendable (ListRowChange, ListElement) -> LayoutTransition?)?>(nil)

  /// Creates the storage of an empty list.
  init(_ layout: any ListLayout) { state = Locked(ListState(layout)) }

  // MARK: Queries

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

  /// Newest data, shown or not.
  var newestSource: any ListSource { state.withLock { $0.changes.last?.source ?? $0.source } }

  /// Returns the node that the source created for an element; nil if there is none now.
  func node(for element: ListElement) -> AnyNode? { state.withLock { $0.cells[element]?.node } }

  /// Returns the values that the layout gives an element.
  func layoutValues(of element: ListElement) -> [String: AttributeValue] { state.withLock { $0.placement?.values(of: element) ?? [:] } }

  /// Returns the items with nodes whose values of the layout differ from those of the previous call.
  func dequeueOtherValues() -> [ListIndex] { state.withLock { $0.dequeueOtherValues() } }

  /// Returns the list's subnode for an element.
  func host(for element: ListElement) -> AnyNode? { state.withLock { $0.cells[element]?.host } }

  /// Existing subnodes.
  var hosts: [AnyNode] { state.withLock { $0.cells.all.map(\.host) } }

  /// Returns the element that a subnode of the list, or a node of the source, shows.
  func element(of node: AnyNode) -> ListElement? {
    state.withLock { state in state.cells.all.first { $0.host === node || $0.node === node }?.element }
  }

  /// Returns the element whose wrapper or node satisfies `isWanted`, which is called without a lock.
  func element(where isWanted: (AnyNode) -> Bool) -> ListElement? {
    // Before the first layout with both is committed, a node is not a subnode of its wrapper.
    state.withLock { $0.cells.all }.first { isWanted($0.host) || isWanted($0.node) }?.element
  }

  /// Returns the frame of an element in the coordinates of the content; nil before the first layout, or if it does not exist.
  func contentFrame(of element: ListElement) -> Rect? { state.withLock { $0.placement?.frame(of: element) } }

  /// Returns the elements in an area of the content, in the order of the list.
  func elements(inContent area: Rect) -> [ListElement] { state.withLock { $0.placement?.elements(in: area).map(\.element) ?? [] } }

  /// Visible elements in the order of the list, with or without nodes.
  var visibleElements: [ListElement] {
    state.withLock { $0.placement?.elements(in: $0.visible.offset(by: $0.shift * -1)).map(\.element) ?? [] }
  }

  /// Returns the viewport and the content, in the coordinates of subnodes.
  func metrics(withFrames: Bool) -> (metrics: ScrollState.Metrics, origin: Point)? {
    state.withLock { state in
      guard let placement = state.placement else { return nil }
      let frames = withFrames ? state.cells.all.map(\.frame) : []
      return (
        ScrollState.Metrics(size: state.viewport, content: placement.contentBounds.offset(by: state.shift), frames: frames), state.shift
      )
    }
  }

  /// Returns the topmost element at a point in the coordinates of subnodes, sticky ones first.
  func topmost(at point: Point) -> ListElement? { state.withLock { $0.topmost(at: point) } }

  /// Returns the element whose layout frame contains a point in the coordinates of subnodes.
  func topmostLaidOut(at point: Point) -> ListElement? {
    state.withLock { $0.placement?.elements(in: Rect(origin: point - $0.shift, size: Size(1e-6, 1e-6))).first?.element }
  }

  /// Returns the subnode of an element and its frame, in the coordinates of subnodes.
  func cell(of element: ListElement) -> (host: AnyNode, frame: Rect)? { state.withLock { $0.cells[element].map { ($0.host, $0.frame) } } }

  func frame(ofHost host: AnyNode) -> Rect? { state.withLock { state in state.cells.all.first { $0.host === host }?.frame } }

  /// Returns whether an item is the last of its section.
  func isLast(_ index: ListIndex) -> Bool {
    let counts = source.itemCounts
    return counts.indices.contains(index.section) && index.item == counts[index.section] - 1
  }

  // MARK: Changes

  /// Returns and clears the problems that layouts found.
  func dequeueComplaints() -> [ListState.Complaint] {
    state.withLock { state in
      guard !state.complaints.isEmpty else { return [] }
      defer { state.complaints = [] }
      return state.complaints
    }
  }

  func skipTransition() { state.withLock { $0.skipsTransition = true } }
  var isTransitionSkipped: Bool { state.withLock { $0.skipsTransition } }

  /// Paints elements above all others and keeps their nodes at any distance.
  func raise(_ elements: Set<ListElement>) { state.withLock { $0.raise(elements) } }

  /// Sets the scroll target. While new data are being applied, it refers to those.
  func setAim(_ aim: ListAim?) {
    state.withLock { state in if aim != nil, state.isChanging { state.nextAim = aim } else { state.aim = aim } }
  }
}

/// List node as its storage uses it; implemented by its type.
protocol ListOwner: AnyNode {
  /// Returns the subnode that shows a node of the source. Worker.
  func makeHost(_ node: AnyNode, for element: ListElement) -> AnyNode
  /// Called when a subnode shows another element. Any thread.
  func rename(_ host: AnyNode, to element: ListElement)
  /// Called when the data change. Any thread.
  func itemsDidChange(_ diff: ListDiff)
  /// Called when the list is updated: settings of its value may differ from what its rows show. Loop.
  func updateCells()
}

extension Node: ListOwner where Value: ListType {
  func makeHost(_ node: AnyNode, for element: ListElement) -> AnyNode { Value.makeHost(node, for: element, in: self) }
  func rename(_ host: AnyNode, to element: ListElement) { Value.rename(host, to: element, in: self) }
  func itemsDidChange(_ diff: ListDiff) { Value.itemsDidChange(diff, in: self) }
  func updateCells() { Value.updateCells(of: self) }
}
