internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

// What layouts ask, on a worker.

extension ListCore {
  /// The cells of one layout.
  private final class Pass: Sendable {
    let version: Int
    let elements: [ListElement]

    init(version: Int, elements: [ListElement]) {
      self.version = version
      self.elements = elements
    }
  }

  /// The layout of the cells that there are; those that are far from the screen are let go of.
  func makeLayout(_ environment: Environment) -> ManualLayout {
    var dropped: [ListCell] = []
    let (pass, hosts, expected) = lock.withLock { () -> (Pass, [AnyNode], (size: Size, origins: [Point])?) in
      let isRightToLeft = environment.direction == .rtl
      if state.scale != environment.scale || state.isRightToLeft != isRightToLeft {
        let turns = state.layout.axis == .horizontal && state.isRightToLeft != isRightToLeft
        (state.scale, state.isRightToLeft) = (environment.scale, isRightToLeft)
        // Sizes that are known stay known.
        let metrics = state.metrics
        state.placement?.resize(metrics)
        if turns { state.shift = .zero }
        state.covered = nil
        state.version += 1
      }
      dropped = state.dropFarCells()
      state.placeCells()
      let cells = state.cells.values.sorted { $0.isBelow($1) }
      let expected = state.placement == nil ? nil : (state.window, cells.map(\.frame.origin))
      return (Pass(version: state.version, elements: cells.map(\.element)), cells.map(\.host), expected)
    }
    keepStates(of: dropped)
    return ManualLayout(
      hosts, expected: expected,
      constraints: { [self] size in constraints(of: pass, in: size) },
      origins: { [self] size, sizes in place(pass, in: size, sizes) })
  }

  private func constraints(of pass: Pass, in size: Size) -> [SizeRange] {
    lock.withLock {
      state.resize(to: size)
      guard let placement = state.placement else { return [] }
      let axis = state.layout.axis
      return pass.elements.map { element in
        var range = placement.constraint(for: element)
        range.max[axis] = min(range.max[axis], Self.longest)
        return range
      }
    }
  }

  /// Takes what the cells measure, and places them: what is seen stays where it is.
  private func place(_ pass: Pass, in size: Size, _ sizes: [Size]) -> [Point] {
    var tooLarge: [(ListElement, Double)] = []
    let origins = lock.withLock { () -> [Point] in
      // Data that changed since has asked for another layout.
      guard pass.version == state.version, state.placement != nil else {
        return pass.elements.map { state.cells[$0]?.frame.origin ?? .zero }
      }
      state.resize(to: size)
      let axis = state.layout.axis
      var changed: [(element: ListElement, size: Size)] = []
      for (element, size) in zip(pass.elements, sizes) {
        guard let cell = state.cells[element], cell.size != size else { continue }
        changed.append((element, size))
        if size[axis] >= Self.longest, !cell.isReported {
          cell.isReported = true
          tooLarge.append((element, size[axis]))
        }
      }
      if !changed.isEmpty {
        let view = state.view
        for (element, size) in changed { state.cells[element]?.size = size }
        state.statistics.measured += changed.count
        let before = state.placement?.contentBounds
        state.placement?.setSizes(changed)
        state.hold(view)
        if before != state.placement?.contentBounds { state.covered = nil }
      }
      state.placeCells()
      return pass.elements.map { state.cells[$0]?.frame.origin ?? .zero }
    }
    for (element, length) in tooLarge {
      node?.report(.data, "the \(element) measures \(length); at most \(Self.longest) would be right, and is shown")
    }
    return origins
  }
}

extension ListCore.State {
  /// Takes out the cells that are far from the screen.
  mutating func dropFarCells() -> [ListCell] {
    guard let keep, let placement else { return [] }
    let area = keep.offset(by: shift * -1)
    let far = cells.values.filter { cell in
      !raised.contains(cell.element) && !ItemFrames.touches(extent(of: cell, placement), area)
    }
    for cell in far { cells[cell.element] = nil }
    statistics.dropped += far.count
    if !far.isEmpty { covered = covered?.intersection(keep) }
    return far
  }
}
