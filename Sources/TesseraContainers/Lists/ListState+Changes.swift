internal import Tessera
internal import TesseraGeometry

// Applying new data.

/// Result of a change of a list, computed separately from its state. A value.
struct ListOutcome {
  var placement: (any ListPlacement)?
  var shift: Point
  /// New cells, and replacements of cells that cannot show their new content.
  var made: [ListElement: ListCell] = [:]
  var failed: Set<ListElement> = []
}

/// Follow-up work of a change, to be done with no lock held. A value.
struct ListTaken {
  /// Cells of deleted elements, and their data.
  var gone: [ListCell] = []
  var former: any ListSource
  /// Subnodes whose element has changed.
  var renamed: [(host: AnyNode, element: ListElement)] = []
  /// Nodes that are no longer needed.
  var unused: [AnyNode] = []
  /// Whether states kept by place are invalid now.
  var forgetsRows = false
}

extension ListState {
  /// Removes and returns the next waiting change of the data; nil if there is none, and the list is then ready for a first change.
  mutating func nextChange() -> ListStorage.Change? {
    guard changes.isEmpty else { return changes.removeFirst() }
    isChanging = false
    // It refers to the data that are shown from now on.
    if let aim = nextAim { (self.aim, nextAim) = (aim, nil) }
    return nil
  }

  /// Returns the list state with other data and all new places, without new nodes.
  func after(_ source: any ListSource, _ diff: ListDiff, _ anchors: [Anchor]) -> ListState {
    var after = self
    after.source = source
    guard placement != nil else { return after }
    let metrics = after.metrics
    after.placement?.apply(diff, metrics)
    after.shift = Self.shift(from: self, anchors, to: after, diff)
    return after
  }

  /// Returns the elements that will be visible, as far as the content reaches then, in the data of `after`.
  func elementsInView(of after: ListState) -> [ListElement] {
    guard let placement = after.placement else { return [] }
    var visible = self.visible
    let content = placement.contentBounds.offset(by: after.shift)
    for axis in Axis.allCases {
      let end = max(content.origin[axis], content.origin[axis] + content.size[axis] - visible.size[axis])
      visible.origin[axis] = min(end, max(content.origin[axis], visible.origin[axis]))
    }
    return placement.elements(in: visible.offset(by: after.shift * -1)).map(\.element)
  }

  /// Returns the kept elements whose content changed, with their old and new places.
  func updates(_ diff: ListDiff) -> [(old: ListElement, new: ListElement)] {
    cells.elements.compactMap { $0.index.flatMap { old in diff.newIndex(of: old).map { (old, $0) } } }
      .filter { diff.isUpdated($0.1) }.sorted { $0.1 < $1.1 }.map { (ListElement.item($0.0), ListElement.item($0.1)) }
      + diff.sectionUpdates.flatMap { [(ListElement.header($0.old), .header($0.new)), (ListElement.footer($0.old), .footer($0.new))] }
  }

  /// Returns the shift that keeps visible content in place.
  static func shift(from before: ListState, _ anchors: [Anchor], to after: ListState, _ diff: ListDiff) -> Point {
    let axis = before.layout.axis
    guard let old = before.placement, let new = after.placement, !before.visible.isEmpty else { return before.shift }
    switch before.anchoring {
    case .none: return before.shift
    case .automatic where before.isAtStart: return before.shift
    case .end where before.isAtEnd:
      var shift = before.shift
      // A list shorter than its viewport begins at its start.
      let growth = new.contentBounds.size[axis] - old.contentBounds.size[axis]
      if axis == .horizontal, before.isRightToLeft {
        shift[axis] += old.contentBounds.origin[axis] - new.contentBounds.origin[axis]
      } else {
        shift[axis] -= growth
      }
      return shift
    case .automatic, .always, .end: break
    }
    for anchor in anchors {
      guard let element = diff.newElement(of: anchor.element), let frame = new.frame(of: element) else { continue }
      var shift = before.shift
      shift[axis] += anchor.origin[axis] - frame.origin[axis]
      return shift
    }
    // All visible rows are deleted. A header at the edge of the viewport stays, even if its section became so short that it would be pushed
    // out.
    let visible = before.visible.offset(by: before.shift * -1)
    let kept = Set(new.stickyElements(in: visible).map(\.element))
    for edge in old.stickyElements(in: visible) where before.cells[edge.element]?.size != nil {
      guard let element = diff.newElement(of: edge.element), let frame = new.frame(of: element), !kept.contains(element) else { continue }
      var shift = before.shift
      shift[axis] += edge.frame.origin[axis] - frame.origin[axis]
      return shift
    }
    return before.shift
  }

  /// Applies a prepared outcome. Returns nil if sizes, the viewport or the arrangement changed since.
  /// - Parameter known: state for which it was prepared; nil means that it is prepared here.
  mutating func apply(_ source: any ListSource, _ diff: ListDiff, _ outcome: ListOutcome, ifStill known: ListState?) -> ListTaken? {
    if let known, known.version != version || known.placementVersion != placementVersion { return nil }
    var taken = ListTaken(former: self.source)
    if known == nil || outcome.placement == nil {
      let after = after(source, diff, anchors())
      (placement, shift) = (after.placement, after.shift)
    } else {
      (placement, shift) = (outcome.placement, outcome.shift)
    }
    self.source = source
    version += 1
    placementVersion += 1
    skipsTransition = false
    held = held.flatMap { diff.newElement(of: $0) }
    if let aim {
      self.aim = diff.newElement(of: aim.element).map {
        ListAim(element: $0, position: aim.position, isAnimated: aim.isAnimated, distance: aim.distance)
      }
    }
    forgetAsking()
    taken.unused = dropWaiting(farOnly: false)
    failed = outcome.failed
    cells.rename { cell in
      let new = diff.newElement(of: cell.element)
      if let new {
        if new != cell.element { taken.renamed.append((cell.host, new)) }
      } else {
        taken.gone.append(cell)
      }
      return new
    }
    raised = Set(raised.compactMap { diff.newElement(of: $0) })
    for cell in outcome.made.values { insert(cell) }
    if let first = source.itemCounts.firstIndex(where: { $0 > 0 }), source.key(of: .item(ListIndex(first, 0))) == nil {
      taken.forgetsRows = true
    }
    cellsArePlaced = false
    placeCells()
    return taken
  }
}

extension ListDiff: ListChanges {
  /// Returns `new` with its old place; nil if it was inserted.
  func oldElement(of new: ListElement) -> ListElement? {
    switch new {
    case .item(let index): oldIndex(of: index).map { .item($0) }
    case .header(let section): oldSection(of: section).map { .header($0) }
    case .footer(let section): oldSection(of: section).map { .footer($0) }
    case .supplementary(let kind, let index): oldIndex(of: index).map { .supplementary(kind, $0) }
    }
  }
}
