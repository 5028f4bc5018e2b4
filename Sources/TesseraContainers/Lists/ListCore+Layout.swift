internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

// What layouts ask, on a worker.

extension ListCore {
  /// The cells of one layout.
  private final class Pass: @unchecked Sendable {
    // @unchecked: both are constant, and cells are only touched with the core's lock held.
    let version: Int
    let cells: [ListCell]

    init(version: Int, cells: [ListCell]) {
      self.version = version
      self.cells = cells
    }
  }

  /// The layout of the cells that there are; those that are far from the screen are let go of.
  func makeLayout(_ environment: Environment) -> ManualLayout {
    var dropped: [ListCell] = []
    let (pass, hosts, expected) = lock.withLock { () -> (Pass, [AnyNode], (size: Size, origins: [Point])?) in
      let isRightToLeft = environment.direction == .rtl
      if state.scale != environment.scale || state.isRightToLeft != isRightToLeft {
        let turns = state.layout.axis == .horizontal && state.isRightToLeft != isRightToLeft
        let isScaled = state.scale != environment.scale
        let view = state.takeView()
        (state.scale, state.isRightToLeft) = (environment.scale, isRightToLeft)
        // Sizes that are known stay known.
        let metrics = state.metrics
        state.placement?.resize(metrics)
        state.version += 1
        state.forgetAsking()
        // In whole pixels of another size what was measured is something else.
        if isScaled { for cell in state.cells.values { cell.size = nil } }
        if turns {
          state.shift = .zero
        } else if state.placement != nil {
          state.hold(view)
          state.keepUntilMeasured(view)
        }
      }
      dropped = state.dropFarCells()
      state.placeCells()
      let cells = state.takeOrder()
      let expected = state.placement == nil ? nil : (state.window, cells.map(\.frame.origin))
      return (Pass(version: state.version, cells: cells), cells.map(\.host), expected)
    }
    keepStates(of: dropped)
    return ManualLayout(
      nodes: hosts, expected: expected,
      constraints: { [self] size in constraints(of: pass, in: size) },
      origins: { [self] size, sizes in place(pass, in: size, sizes) })
  }

  private func constraints(of pass: Pass, in size: Size) -> [SizeRange] {
    lock.withLock {
      state.resize(to: size)
      guard let placement = state.placement else { return [] }
      return placement.constraints(of: pass.cells, axis: state.layout.axis, longest: Self.longest)
    }
  }

  /// Takes what the cells measure, and places them: what is seen stays where it is.
  private func place(_ pass: Pass, in size: Size, _ sizes: [Size]) -> [Point] {
    var wrong: [(element: ListElement, what: String)] = []
    let origins = lock.withLock { () -> [Point] in
      // Data that changed since has asked for another layout.
      guard pass.version == state.version, state.placement != nil else {
        return pass.cells.map(\.frame.origin)
      }
      state.resize(to: size)
      let axis = state.layout.axis
      var changed: [(cell: ListCell, size: Size)] = []
      for (cell, size) in zip(pass.cells, sizes) where cell.size != size {
        changed.append((cell, size))
        guard !cell.isReported else { continue }
        if size[axis] >= Self.longest {
          wrong.append((cell.element, "measures more than can be; at most \(Self.longest) would be right, and is shown"))
        } else if size[axis] == 0, cell.node.hasUnusableSize {
          wrong.append((cell.element, "measures no number, or less than 0; from 0 up would be right, and 0 is taken"))
        } else {
          continue
        }
        cell.isReported = true
      }
      // Where all are as large as was expected, nothing lies anywhere else.
      let isExpected = state.resized == nil && state.cellsArePlaced && changed.allSatisfy { $0.cell.frame.size == $0.size }
      let view = isExpected ? nil : state.takeView()
      if !changed.isEmpty {
        for (cell, size) in changed { cell.size = size }
        state.statistics.measured += changed.count
        let before = state.placement?.contentBounds
        state.placement?.setSizes(changed.map { ($0.cell.element, $0.size) })
        if let view { state.hold(view) }
        let isSame = isExpected && before == state.placement?.contentBounds
        if !isSame { state.covered = nil }
        state.cellsArePlaced = isSame
      }
      state.placeCells()
      return pass.cells.map(\.frame.origin)
    }
    for (element, what) in wrong { node?.report(.data, "the \(element) \(what)") }
    return origins
  }
}

extension ListPlacement {
  /// What each of the cells may measure. Asks once for items of a section that are all given the same.
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

extension ListCore.State {
  /// The cells in the order in which they are painted.
  ///
  /// - Complexity: n where, as in a list that is scrolled, those that there were before are in order and some left or came; else n log n.
  mutating func takeOrder() -> [ListCell] {
    ordered.removeAll { !$0.isIn }
    ordered.sort { $0.isBelow($1) }
    return ordered
  }

  /// Takes out the cells that are far from the screen.
  mutating func dropFarCells() -> [ListCell] {
    guard let keep, let placement else { return [] }
    placeCells()
    let area = keep.offset(by: shift * -1)
    let far = ordered.filter { cell in
      guard cell.isIn else { return false }
      if cell.zIndex == 0 { return !ItemFrames.touches(cell.frame, keep) }
      return !raised.contains(cell.element) && !ItemFrames.touches(extent(of: cell, placement), area)
    }
    for cell in far {
      cells[cell.element] = nil
      cell.isIn = false
    }
    statistics.dropped += far.count
    if !far.isEmpty { covered = covered?.intersection(keep) }
    return far
  }
}
