internal import TesseraGeometry

// What is seen stays where it is when sizes, the viewport or the arrangement change.

extension ListState {
  typealias Anchor = (element: ListElement, origin: Point)

  /// The elements that what is seen is held by, the best first: those in view that were measured, then those that were not.
  func anchors() -> [Anchor] {
    guard let placement else { return [] }
    let area = visible.offset(by: shift * -1)
    // A header that sticks is where the viewport is; one that stands where it was laid out is as good as a row.
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
    /// So far before the end of the viewport the content ends.
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

  /// Where the viewport ends along the axis, whose size may have changed since it was looked through.
  private var visibleEnd: Double {
    let axis = layout.axis
    return visible.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : viewport[axis])
  }

  /// Where the content ends along the axis.
  private var contentEnd: Double {
    guard let placement else { return 0 }
    let axis = layout.axis
    let content = placement.contentBounds.offset(by: shift)
    return content.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : content.size[axis])
  }

  /// Takes another size of the list's box.
  mutating func resize(to size: Size) {
    guard size != viewport || placement == nil else { return }
    let isMeasured = resized?.version != version
    var view = takeView()
    // From the start of the content nothing is taken away.
    if isMeasured, case .element = view, isAtStart { view = .start }
    viewport = size
    let metrics = self.metrics
    if placement == nil { placement = layout.makePlacement(metrics) } else { placement?.resize(metrics) }
    hold(view)
    keepUntilMeasured(view)
    covered = nil
  }

  /// Holds on to what was just held until the nodes have been measured anew: up to then sizes are those of another viewport or arrangement, and may
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
    let shift = shift
    cells.updateAll { cell in
      if let frame = placement.frame(of: cell.element) { cell.frame = frame.offset(by: shift) }
    }
  }

  /// Arranges the list in another way; cells stay. Returns whether that is another arrangement.
  @discardableResult
  mutating func arrange(_ arrangement: ListArrangement) -> Bool {
    anchoring = arrangement.anchoring
    guard !ListArrangement.isSame(arrangement.layout, layout) || !ListArrangement.isSame(arrangement.insets, insets) else { return false }
    let anchor = isAtStart ? nil : anchors().first
    let axis = layout.axis
    layout = arrangement.layout
    insets = arrangement.insets
    if placement != nil {
      placement = layout.makePlacement(metrics)
      // What was measured within other limits is measured again.
      cells.updateAll { $0.size = nil }
      if layout.axis != axis { shift = .zero } else { hold(anchor?.element, anchor?.origin) }
    }
    version += 1
    if placement != nil, layout.axis == axis { keepUntilMeasured(anchor.map(View.element) ?? .start) }
    forgetAsking()
    placeCells()
    return true
  }

  /// Takes what surrounds the list.
  mutating func take(scale: Double, isRightToLeft: Bool) {
    guard self.scale != scale || self.isRightToLeft != isRightToLeft else { return }
    let turns = layout.axis == .horizontal && self.isRightToLeft != isRightToLeft
    let isScaled = self.scale != scale
    let view = takeView()
    (self.scale, self.isRightToLeft) = (scale, isRightToLeft)
    // Sizes that are known stay known.
    let metrics = self.metrics
    placement?.resize(metrics)
    version += 1
    forgetAsking()
    // In whole pixels of another size what was measured is something else.
    if isScaled { cells.updateAll { $0.size = nil } }
    if turns {
      shift = .zero
    } else if placement != nil {
      hold(view)
      keepUntilMeasured(view)
    }
  }
}
