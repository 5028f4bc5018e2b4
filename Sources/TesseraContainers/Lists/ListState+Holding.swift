internal import TesseraGeometry

// Visible content stays in place when sizes, the viewport or the arrangement change.

extension ListState {
  typealias Anchor = (element: ListElement, origin: Point)

  /// Returns the elements that can anchor the visible content, best first: visible elements that were measured, then those that were not.
  func anchors() -> [Anchor] {
    guard let placement else { return [] }
    let area = visible.offset(by: shift * -1)
    // A sticking header moves with the viewport; one at its original place is as good an anchor as a row.
    let stuck = placement.stickyElements(in: area.inset(by: edges))
    let places = placement.elements(in: area).filter { place in
      place.element.index != nil || place.zIndex == 0 || stuck.contains { $0.element == place.element && $0.frame == place.frame }
    }
    var known = places.filter { cells[$0.element]?.size != nil }
    // The previous anchor is preferred, so that it stays in place if elements around it move in successive layouts.
    if let held, let number = known.firstIndex(where: { $0.element == held }) { known.insert(known.remove(at: number), at: 0) }
    let other = places.filter { cells[$0.element]?.size == nil }
    return (known + other).map { ($0.element, $0.frame.origin) }
  }

  /// Keeps the anchor where it was.
  mutating func hold(_ element: ListElement?, _ origin: Point?) {
    held = element
    guard let element, let origin, let placement, let now = placement.frame(of: element)?.origin else { return }
    shift[layout.axis] += origin[layout.axis] - now[layout.axis]
  }

  /// Visible part of the content, to be kept when sizes change.
  enum View {
    /// The start of the content stays at the start.
    case start
    /// The end of the content is this distance before the end of the viewport.
    case end(gap: Double)
    /// An element stays in place.
    case element(Anchor)
  }

  /// Visible part of the content before sizes change.
  var view: View {
    guard placement != nil else { return .start }
    if anchoring == .end, isAtEnd, !visible.isEmpty { return .end(gap: visibleEnd - contentEnd) }
    if anchoring != .always, isAtStart { return .start }
    return anchors().first.map(View.element) ?? .start
  }

  /// Keeps the visible part of the content in place after sizes changed.
  mutating func hold(_ view: View) {
    switch view {
    case .start: held = nil
    case .element(let anchor): hold(anchor.element, anchor.origin)
    case .end(let gap):
      held = nil
      shift[layout.axis] += visibleEnd - gap - contentEnd
    }
  }

  /// End of the viewport along the axis; its size may have changed since the last update of the visible range.
  private var visibleEnd: Double {
    let axis = layout.axis
    return visible.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : viewport[axis])
  }

  /// End of the content along the axis.
  private var contentEnd: Double {
    guard let placement else { return 0 }
    let axis = layout.axis
    let content = placement.contentBounds.offset(by: shift)
    return content.origin[axis] + (axis == .horizontal && isRightToLeft ? 0 : content.size[axis])
  }

  /// Applies a new size of the list's box.
  mutating func resize(to size: Size) {
    guard size != viewport || placement == nil else { return }
    let isMeasured = resized?.version != version
    var view = consumeView()
    // Content at its start stays at its start.
    if isMeasured, case .element = view, isAtStart { view = .start }
    viewport = size
    let metrics = self.metrics
    if placement == nil { placement = layout.makePlacement(metrics) } else { placement?.resize(metrics) }
    hold(view)
    keepUntilMeasured(view)
    covered = nil
  }

  /// Keeps the anchor until the nodes have been measured again. Until then sizes belong to another viewport or arrangement, and all content
  /// may seem to begin here.
  mutating func keepUntilMeasured(_ view: View) {
    guard case .element(let anchor) = view else { return resized = (version, view) }
    resized = placement?.frame(of: anchor.element).map { (version, .element((anchor.element, $0.origin))) }
  }

  /// Returns and clears the visible part of the content before the nodes' sizes change.
  mutating func consumeView() -> View {
    defer { resized = nil }
    return resized.flatMap { $0.version == version ? $0.view : nil } ?? view
  }

  /// Whether the start of the content is visible, or the viewport is empty.
  var isAtStart: Bool {
    guard let placement, !visible.isEmpty else { return true }
    let content = placement.contentBounds.offset(by: shift)
    if layout.axis == .horizontal, isRightToLeft { return visible.maxX >= content.maxX - 0.5 }
    return visible.origin[layout.axis] <= content.origin[layout.axis] + 0.5
  }

  /// Whether the end of the content is visible.
  var isAtEnd: Bool {
    guard let placement, !visible.isEmpty else { return true }
    let content = placement.contentBounds.offset(by: shift)
    if layout.axis == .horizontal, isRightToLeft { return visible.minX <= content.minX + 0.5 }
    return visible.origin[layout.axis] + visible.size[layout.axis] >= content.origin[layout.axis] + content.size[layout.axis] - 0.5
  }

  /// Sets the frames of all cells from the placement.
  mutating func placeCells() {
    guard let placement, !cellsArePlaced else { return }
    cellsArePlaced = true
    let shift = shift
    var frames = placement.frames(of: cells.all.map(\.element)).makeIterator()
    cells.updateAll { cell in
      if let frame = frames.next() ?? nil { cell.frame = frame.offset(by: shift) }
    }
  }

  /// Changes the arrangement; cells are kept. Returns whether the arrangement is different.
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
      // Sizes measured with other constraints are invalid.
      cells.updateAll { $0.size = nil }
      if layout.axis != axis { shift = .zero } else { hold(anchor?.element, anchor?.origin) }
    }
    version += 1
    if placement != nil, layout.axis == axis { keepUntilMeasured(anchor.map(View.element) ?? .start) }
    forgetAsking()
    placeCells()
    return true
  }

  /// Applies scale and direction of the environment.
  mutating func apply(scale: Double, isRightToLeft: Bool) {
    guard self.scale != scale || self.isRightToLeft != isRightToLeft else { return }
    let turns = layout.axis == .horizontal && self.isRightToLeft != isRightToLeft
    let isScaled = self.scale != scale
    let view = consumeView()
    (self.scale, self.isRightToLeft) = (scale, isRightToLeft)
    // Known sizes are kept.
    let metrics = self.metrics
    placement?.resize(metrics)
    version += 1
    forgetAsking()
    // At another scale, sizes in whole pixels differ.
    if isScaled { cells.updateAll { $0.size = nil } }
    if turns {
      shift = .zero
    } else if placement != nil {
      hold(view)
      keepUntilMeasured(view)
    }
  }
}
