internal import Tessera
internal import TesseraGeometry

// Taking other data.

/// What a change makes of a list, worked out beside it. A value.
struct ListOutcome {
  var placement: (any ListPlacement)?
  var shift: Point
  /// New cells, and those that stand in for cells that cannot show what they are to show now.
  var made: [ListElement: ListCell] = [:]
  var failed: Set<ListElement> = []
}

/// What follows from other data, to be done with no lock held. A value.
struct ListTaken {
  /// Cells of elements that are gone, and the data that they were of.
  var gone: [ListCell] = []
  var former: any ListSource
  /// Subnodes that show other elements.
  var renamed: [(host: AnyNode, element: ListElement)] = []
  /// Nodes that nobody wants any more.
  var unused: [AnyNode] = []
  /// Whether nothing can be remembered by place any more.
  var forgetsRows = false
}

extension ListState {
  /// The next change of the data that waits; nil: there is none, and the next one that comes is the first again.
  mutating func nextChange() -> ListStorage.Change? {
    guard changes.isEmpty else { return changes.removeFirst() }
    isChanging = false
    // It was said of the data that are shown from now on.
    if let aim = nextAim { (self.aim, nextAim) = (aim, nil) }
    return nil
  }

  /// The list with other data, but for new nodes: where everything goes.
  func after(_ source: any ListSource, _ diff: ListDiff, _ anchors: [Anchor]) -> ListState {
    var after = self
    after.source = source
    guard placement != nil else { return after }
    let metrics = after.metrics
    after.placement?.apply(diff, metrics)
    after.shift = Self.shift(from: self, anchors, to: after, diff)
    return after
  }

  /// The elements that will be in view, as far as the content reaches then, in the data of `after`.
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

  /// The elements that stay and show something else: what they were, and what they are now.
  func updates(_ diff: ListDiff) -> [(old: ListElement, new: ListElement)] {
    cells.elements.compactMap { $0.index.flatMap { old in diff.newIndex(of: old).map { (old, $0) } } }
      .filter { diff.isUpdated($0.1) }.sorted { $0.1 < $1.1 }.map { (ListElement.item($0.0), ListElement.item($0.1)) }
      + diff.sectionUpdates.flatMap { [(ListElement.header($0.old), .header($0.new)), (ListElement.footer($0.old), .footer($0.new))] }
  }

  /// Where the content goes so that what is seen stays where it is.
  static func shift(from before: ListState, _ anchors: [Anchor], to after: ListState, _ diff: ListDiff) -> Point {
    let axis = before.layout.axis
    guard let old = before.placement, let new = after.placement, !before.visible.isEmpty else { return before.shift }
    switch before.anchoring {
    case .none: return before.shift
    case .automatic where before.isAtStart: return before.shift
    case .end where before.isAtEnd:
      var shift = before.shift
      // A list that is shorter than its viewport begins at its start.
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
    // All rows in view go. A header at the edge of the viewport that would go with them, as its section became short, stays there.
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

  /// Puts what was worked out in place, unless sizes became known, or the viewport or the arrangement changed meanwhile: nil then.
  /// - Parameter known: what it was worked out for; nil: it is worked out here.
  mutating func take(_ source: any ListSource, _ diff: ListDiff, _ outcome: ListOutcome, ifStill known: ListState?) -> ListTaken? {
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
  /// Returns what the element was that is `new` now; nil: it came.
  func oldElement(of new: ListElement) -> ListElement? {
    switch new {
    case .item(let index): oldIndex(of: index).map { .item($0) }
    case .header(let section): oldSection(of: section).map { .header($0) }
    case .footer(let section): oldSection(of: section).map { .footer($0) }
    case .supplementary(let kind, let index): oldIndex(of: index).map { .supplementary(kind, $0) }
    }
  }
}
