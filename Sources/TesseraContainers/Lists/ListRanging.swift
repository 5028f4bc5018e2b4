internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Prepares content around the viewport of a list: requests nodes that become near, and computes the interface state of the existing ones.
struct ListRanging: SubnodeRanging {
  private let list: ListStorage
  private var controller: RangeController
  private var items = ItemFrames([])
  private var frames: [Rect] = []
  /// Previously visible rectangle.
  private var last: Rect?
  /// Whether the newest layout changed the size and this is still to be reported.
  private var isResized = false
  /// Whether the empty size was reported.
  private var isEmptinessReported = false

  init(_ list: ListStorage, _ scroll: ScrollPhysics) {
    self.list = list
    controller = RangeController(axes: scroll.axisSet, tuning: scroll.tuning, mode: scroll.mode)
  }

  mutating func place(_ frames: [Rect], former: [Int?]?) {
    self.frames = frames
    guard let former else { return }
    controller.renumber(former)
  }

  /// Reports a list that has rows and a length of 0 although its parent has room.
  private mutating func reportEmptiness(_ node: AnyNode, _ size: Size) {
    guard size.width == 0 || size.height == 0, !isEmptinessReported, !node.isHidden else { return }
    guard let above = node.supernode?.frame.size, above.width > 0, above.height > 0 else { return }
    let (own, style) = (list.state.withLock { $0.layout.axis }, node.style)
    guard let axis = [own, own.cross].first(where: { size[$0] == 0 }), !style.asksForNoRoom(along: axis) else { return }
    // A basis of 0 is a width that the style sets.
    if axis != own, style.flexBasis == .points(0), style.flexGrow == 0 { return }
    let count = list.source.itemCounts.reduce(0, +)
    guard count > 0 else { return }
    isEmptinessReported = true
    let length = axis == .vertical ? "height" : "width"
    node.report(
      .layout,
      "\(node.path) has \(length) 0, so that none of its \(count) items is visible: a list has no intrinsic size; `expand()` (flexGrow: 1) gives it the free space, \(length) a fixed size"
    )
  }

  mutating func settle(_ node: AnyNode, size: Size) {
    // Programs are notified later, when nodes have their frames.
    if let owner = node as? any ScrollingNode & ListOwner, updateMetrics(owner, size) { isResized = true }
  }

  /// Applies the result of a layout, which may change the offset. Returns whether the size of content or viewport changed.
  private func updateMetrics(_ owner: any ScrollingNode, _ size: Size) -> Bool {
    let before = owner.physics
    guard let (metrics, origin) = list.metrics(withFrames: before.snap != .none), metrics.size == size,
      metrics != before.state.metrics || origin != before.state.origin
    else { return false }
    return owner.updateMetrics(metrics, origin: origin)
  }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    (node as? any ScrollingNode)?.setDirection(direction)
    let frames = frames
    items = ItemFrames(list.state.withLock { $0.rangingFrames(of: subnodes, frames) })
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    guard let owner = node as? any ScrollingNode & ListOwner else { return [] }
    let seen = observe(owner, size, state)
    prepare(for: seen)
    return decide(seen, isMaking: requestNodes(for: seen, owner))
  }

  /// State of a list when its ranges are computed.
  private struct Observation {
    let viewport: RangeController.Viewport
    let axes: Set<Axis>
    let mode: RangeMode
    let tuning: RangeTuning
    let insets: Insets
  }

  /// Brings the list up to date: cells, reports, signals of a new size. Returns the input of the ranges.
  private mutating func observe(_ owner: any ScrollingNode & ListOwner, _ size: Size, _ state: InterfaceState) -> Observation {
    owner.updateCells()
    for complaint in list.dequeueComplaints() { owner.report(.data, "the \(complaint.element) \(complaint.what)") }
    if updateMetrics(owner, size) || isResized {
      isResized = false
      owner.send(Scroll.contentResize)
    }
    reportEmptiness(owner, size)
    list.continueScroll(of: owner)
    let scroll = owner.physics
    if state == .visible { list.checkFirstData(owner) }
    return Observation(
      viewport: RangeController.Viewport(
        visible: Rect(origin: scroll.state.offset, size: size), velocity: scroll.velocity, containerState: state),
      axes: scroll.axisSet,
      // On a covered screen less content is kept ready, decreasing with the depth.
      mode: scroll.mode(in: owner), tuning: scroll.tuning, insets: scroll.contentInsets)
  }

  /// Sets up the ranges for the list's state.
  private mutating func prepare(for seen: Observation) {
    controller.axes = seen.axes
    controller.mode = seen.mode
    controller.tuning = seen.tuning
    controller.track(seen.viewport)
  }

  /// Requests the nodes that are missing in the ranges. Returns whether any is being created.
  private func requestNodes(for seen: Observation, _ owner: any ScrollingNode & ListOwner) -> Bool {
    list.viewportDidMove(
      to: ListView(
        visible: seen.viewport.visible, area: controller.area(seen.viewport), slack: seen.tuning.slack, insets: seen.insets,
        isShort: seen.mode == .visibleOnly || seen.mode == .lowMemory), in: owner)
  }

  /// Returns the new interface states. Calls no code of nodes.
  private mutating func decide(_ seen: Observation, isMaking: Bool) -> [RangeAction] {
    let visible = seen.viewport.visible
    // A frame that creates no nodes draws ahead for the next one.
    let travel =
      last.map { last in
        guard last.size == visible.size else { return 0 }
        return Axis.allCases.map { abs(visible.origin[$0] - last.origin[$0]) }.max() ?? 0
      } ?? 0
    last = visible
    return controller.update(seen.viewport, items: items, ahead: isMaking ? 0 : travel)
  }
}
