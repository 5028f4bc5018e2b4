internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Layout of a list: constraints of its cells, their places, and the resulting list state. The list applies that state when the layout is
/// committed; an abandoned layout changes nothing. Workers, and the loop during the commit.
final class ListPass: Sendable {
  private let list: ListStorage
  private let arrangement: ListArrangement
  private let scale: Double
  private let isRightToLeft: Bool
  /// Cells of this layout in paint order, as they were when the layout began.
  private let cells: [ListCell]
  /// Cells far from the viewport, which are released, and the state of their nodes.
  private let dropped: Set<ListElement>
  private let kept: [KeptCell]
  private let work: Locked<Work>

  private struct Work {
    /// Version of the list to which the cells belong.
    var version: Int
    /// Resulting list state and its working data; nil means that nothing is left to apply.
    var draft: ListDraft?
    /// Whether the far cells are still to be removed.
    var drops: Bool
  }

  /// Begins a layout without changing the list.
  init(_ list: ListStorage, _ arrangement: ListArrangement, _ context: LayoutContext) {
    (self.list, self.arrangement) = (list, arrangement)
    (scale, isRightToLeft) = (context.environment.scale, context.environment.direction == .rtl)
    let (start, version) = list.state.withLock { ($0, $0.version) }
    var draft = ListDraft(start)
    draft.state.arrange(arrangement)
    draft.state.apply(scale: scale, isRightToLeft: isRightToLeft)
    draft.state.placeCells()
    let far = draft.state.farCells
    dropped = Set(far.map(\.element))
    kept = list.states(of: far, start.source, focused: far.isEmpty ? nil : context.focusedNode)
    cells = draft.state.cells.sorted(without: dropped)
    work = Locked(Work(version: version, draft: nil, drops: !far.isEmpty))
    expected = draft.state.placement == nil ? nil : (draft.state.viewport, cells.map(\.frame.origin))
  }

  private let expected: (size: Size, origins: [Point])?

  /// Layout element of the node's type.
  var element: ManualLayout {
    ManualLayout(
      nodes: cells.map(\.host), expected: expected, constraints: { [self] size in constraints(in: size) },
      origins: { [self] size, sizes in origins(in: size, sizes) }, adopted: { [self] in adopt() })
  }

  /// Returns the list in a box of `size` with the cells of this layout; nil if its data changed since, which requested another layout.
  private func draft(in size: Size) -> ListDraft? {
    let version = work.withLock { $0.version }
    guard let start = list.state.withLock({ $0.version == version ? $0 : nil }) else { return nil }
    var draft = ListDraft(start)
    draft.state.arrange(arrangement)
    draft.state.apply(scale: scale, isRightToLeft: isRightToLeft)
    draft.state.resize(to: size)
    return draft
  }

  /// Returns the constraints of the cells in a box of `size`.
  func constraints(in size: Size) -> [SizeRange] {
    guard let draft = draft(in: size) else { return cells.map { SizeRange(exactly: $0.size ?? .zero) } }
    guard let placement = draft.state.placement else { return [] }
    return placement.constraints(of: cells, axis: draft.state.layout.axis, longest: ListState.longest)
  }

  /// Applies the measured sizes and places the cells; visible content stays in place.
  func origins(in size: Size, _ sizes: [Size]) -> [Point] {
    guard var draft = draft(in: size), draft.state.placement != nil else { return cells.map(\.frame.origin) }
    // Cells added since are part of the next layout.
    let found = zip(cells, sizes).compactMap { cell, size in draft.state.cells[cell.element].map { ($0, size) } }
    draft.measure(found)
    let origins = cells.map { draft.state.cells[$0.element]?.frame.origin ?? $0.frame.origin }
    work.withLock { $0.draft = draft }
    return origins
  }

  /// Applies the result when the layout is committed, unless the data changed since. Loop.
  func adopt() {
    let (draft, drops) = work.withLock { work in
      defer { (work.draft, work.drops) = (nil, false) }
      return (work.draft, work.drops)
    }
    guard draft != nil || drops else { return }
    let dropped = drops ? dropped : []
    let known = work.withLock { $0.version }
    let version = list.state.withLock { state -> Int? in
      guard state.version == known else { return nil }
      if let draft { state.adopt(draft) }
      state.drop(dropped)
      return state.version
    }
    guard let version else { return }
    if drops, !kept.isEmpty { list.rows.withLock { rows in for cell in kept { rows.keep(cell) } } }
    work.withLock { $0.version = version }
  }
}

/// Draft of the list state that a layout produces. A value.
struct ListDraft {
  /// State of the list.
  var state: ListState
  /// Versions of the list from which the draft was created.
  let version: Int
  let placementVersion: Int
  /// Whether cells or frames differ from the list's.
  private(set) var isOther = false
  /// Problems of cells.
  private(set) var complaints: [ListState.Complaint] = []

  /// Creates a draft of the current list state.
  init(_ state: ListState) {
    self.state = state
    (version, placementVersion) = (state.version, state.placementVersion)
    // State that only the list itself changes is not shared, so that changing it does not copy.
    self.state.making = []
    self.state.early = []
    self.state.waiting = [:]
    self.state.changes = []
  }

  /// Applies the measured sizes and places all cells.
  mutating func measure(_ sizes: [(cell: ListCell, size: Size)]) {
    let axis = state.layout.axis
    var changed: [(cell: ListCell, size: Size)] = []
    for (cell, size) in sizes where cell.size != size {
      changed.append((cell, size))
      var what = Self.complaint(of: cell, size, axis)
      if what == nil, !state.isShareReported, size[axis] == 0 || cell.size == nil {
        what = shareComplaint(of: cell, size, axis)
        // All rows usually have the same style.
        state.isShareReported = what != nil
      }
      guard !cell.isReported, let what else { continue }
      complaints.append(ListState.Complaint(element: cell.element, what: what))
      state.cells.update(cell.element) { $0.isReported = true }
    }
    // If all sizes match the expected ones, no frame changes.
    let isExpected = state.resized == nil && state.cellsArePlaced && changed.allSatisfy { $0.cell.frame.size == $0.size }
    let view = isExpected ? nil : state.consumeView()
    if !changed.isEmpty {
      for (cell, size) in changed { state.cells.update(cell.element) { $0.size = size } }
      state.statistics.measured += changed.count
      let before = state.placement?.contentBounds
      state.placement?.setSizes(changed.map { ($0.cell.element, $0.size) })
      if let view { state.hold(view) }
      let isSame = isExpected && before == state.placement?.contentBounds
      if !isSame { state.covered = nil }
      state.cellsArePlaced = isSame
    }
    isOther = !isExpected || !changed.isEmpty || state.version != version
    state.placeCells()
  }

  private static func complaint(of cell: ListCell, _ size: Size, _ axis: Axis) -> String? {
    if size[axis] >= ListState.longest { return "measures more than \(ListState.longest), the maximum, which is used" }
    guard size[axis] == 0, cell.node.hasUnusableSize else { return nil }
    return "has an invalid size, not a number or less than 0; using 0"
  }

  /// Returns the problem of a row with a percentage of its own length along the axis; nil if it has none, or rows of a fixed length.
  private func shareComplaint(of cell: ListCell, _ size: Size, _ axis: Axis) -> String? {
    let isEmpty = size[axis] == 0
    // The row of data is the part of a node that shows it.
    let nodes = [cell.node] + cell.node.subnodes.prefix(isEmpty ? 4 : cell.node is Node<DataRow> ? 1 : 0)
    guard let (key, share) = Self.share(in: nodes, axis) else { return nil }
    let range = state.placement?.constraints(of: [cell], axis: axis, longest: ListState.longest).first
    guard isEmpty || range.map({ $0.min[axis] < $0.max[axis] }) ?? false else { return nil }
    let length = axis == .vertical ? "height" : "width"
    return
      "\(isEmpty ? "has \(length) 0, as" : "has the \(length) of its content:") `\(key): \(share)%` is a share of a \(length) that follows from the content of the row; give it points, or the rows of the list a fixed \(length)"
  }

  /// Returns the first length along the axis that is a percentage.
  private static func share(in nodes: [AnyNode], _ axis: Axis) -> (key: String, share: String)? {
    for node in nodes {
      let style = node.style
      let lengths =
        axis == .vertical
        ? [("minHeight", style.minHeight), ("height", style.height)] : [("minWidth", style.minWidth), ("width", style.width)]
      for case (let key, .percent(let share)) in lengths where share > 0 {
        return (key, share.rounded() == share && abs(share) < 1e6 ? "\(Int(share))" : "\(share)")
      }
    }
    return nil
  }
}

extension ListState {
  /// Applies the result of a layout. Changes since are kept: the visible range, new nodes and requests.
  mutating func adopt(_ draft: ListDraft) {
    guard draft.version == version, draft.placementVersion == placementVersion else { return }
    let new = draft.state
    anchoring = new.anchoring
    guard draft.isOther else { return }
    (layout, insets, scale, isRightToLeft) = (new.layout, new.insets, new.scale, new.isRightToLeft)
    (viewport, placement, shift, held, resized) = (new.viewport, new.placement, new.shift, new.held, new.resized)
    if new.version != version {
      version = new.version
      forgetAsking()
    } else if new.covered == nil {
      covered = nil
    }
    complaints += draft.complaints
    if new.isShareReported { isShareReported = true }
    statistics.measured = new.statistics.measured
    // Cells added since use the new placement.
    cellsArePlaced = cells.measure(like: new.cells)
    placeCells()
    cells.sort()
    placementVersion += 1
  }

  /// Removes cells that a layout left out.
  mutating func drop(_ elements: Set<ListElement>) {
    let count = cells.count
    cells.remove(elements)
    guard cells.count < count else { return }
    statistics.dropped += count - cells.count
    if let keep { covered = covered?.intersection(keep) }
  }
}

extension ListPlacement {
  /// Returns the constraints of the cells. Computes the constraint once for items of a section that all have the same.
  fileprivate func constraints(of cells: [ListCell], axis: Axis, longest: Double) -> [SizeRange] {
    let sectioned = self as? SectionedPlacement
    var common: (section: Int, range: SizeRange?)?
    return cells.map { cell in
      if case .item(let index) = cell.element, let sectioned {
        if common?.section != index.section { common = (index.section, sectioned.commonConstraint(ofSection: index.section)) }
      } else {
        common = nil
      }
      var range = common?.range ?? constraint(for: cell.element)
      range.max[axis] = min(range.max[axis], longest)
      return range
    }
  }
}
