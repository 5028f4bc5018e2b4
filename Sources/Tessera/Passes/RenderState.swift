internal import TesseraGeometry

/// State of one node that the frame loop keeps from layout to layout. Frame loop only; layout jobs only pass the reference on.
final class RenderState: @unchecked Sendable {
  // @unchecked: read and written on the frame loop only; others hold the reference.

  /// Node of the state. Trees retain their nodes only through it, so that a node kept in the next tree is retained once, not twice.
  let node: AnyNode
  // In a cell, to avoid dynamic exclusivity checks: only the loop uses the members, and accesses do not call back.
  private let members = Cell(Members())

  private struct Members {
    var generation: UInt64 = 0
    var job: CancellationFlag?
    var hasArrived = false
    var isDirty = true
    var cancelledInARow = 0
    var drawnFor: DrawnFor?
    var drawSeconds: Double?
    var hasContents = false
    var isAbandoned = false
    var isCounted = false
    var concealedSince: Double?
    var showedPlaceholder = false
    var shownSince = 0.0
    var awaited: AnyNode?
    var fadeStart: Double?
    var contentFade: RunningFade?
    var formerContents: [FormerContents]?
    var isPending = false
    var reach: Reach?
    var reportedFailure: String?
    var isEmptinessReported = false
    var interfaceState = InterfaceState.idle
    var range = InterfaceState.measured
    var itemState = InterfaceState.measured
    var ranging: (any SubnodeRanging)?
    var rangedNodes: [AnyNode]?
    var waiting: DrawTicket?
    var displayer: AnyNode?
  }

  /// Incremented for each requested draw; results of an older generation are stale.
  var generation: UInt64 {
    @inline(__always) get { members.value.generation }
    @inline(__always) _modify { yield &members.value.generation }
  }
  /// Running job.
  var job: CancellationFlag? {
    @inline(__always) get { members.value.job }
    set {
      members.value.job = newValue
      countDraw()
    }
  }
  /// Whether the result of the job has arrived, and is committed in this frame. A change before that does not discard it: content that changes
  /// in each frame would be shown in one of three.
  var hasArrived: Bool {
    @inline(__always) get { members.value.hasArrived }
    @inline(__always) _modify { yield &members.value.hasArrived }
  }
  /// Whether the content must be drawn again after the running job.
  var isDirty: Bool {
    @inline(__always) get { members.value.isDirty }
    @inline(__always) _modify { yield &members.value.isDirty }
  }
  /// Number of successive draws cancelled because the node changed. After a few, one is completed so that some content is shown.
  var cancelledInARow: Int {
    @inline(__always) get { members.value.cancelledInARow }
    @inline(__always) _modify { yield &members.value.cancelledInARow }
  }
  /// Parameters for which the content was or is being drawn.
  var drawnFor: DrawnFor? {
    @inline(__always) get { members.value.drawnFor }
    @inline(__always) _modify { yield &members.value.drawnFor }
  }
  /// Duration of the last finished draw.
  var drawSeconds: Double? {
    @inline(__always) get { members.value.drawSeconds }
    @inline(__always) _modify { yield &members.value.drawSeconds }
  }
  /// Whether the stage has finished content of the node.
  var hasContents: Bool {
    @inline(__always) get { members.value.hasContents }
    @inline(__always) _modify { yield &members.value.hasContents }
  }
  /// Whether the newest draw failed, or was abandoned because it did not end.
  var isAbandoned: Bool {
    @inline(__always) get { members.value.isAbandoned }
    set {
      members.value.isAbandoned = newValue
      countDraw()
    }
  }
  /// Whether the node counts the job among its pending draws.
  private var isCounted: Bool {
    @inline(__always) get { members.value.isCounted }
    @inline(__always) _modify { yield &members.value.isCounted }
  }
  /// Time since which the content of the node and its subtree is concealed until all of it is drawn; nil if it is not.
  var concealedSince: Double? {
    @inline(__always) get { members.value.concealedSince }
    @inline(__always) _modify { yield &members.value.concealedSince }
  }
  /// Whether the placeholder was painted since then.
  var showedPlaceholder: Bool {
    @inline(__always) get { members.value.showedPlaceholder }
    @inline(__always) _modify { yield &members.value.showedPlaceholder }
  }
  /// Time at which the node became near enough to be drawn.
  var shownSince: Double {
    @inline(__always) get { members.value.shownSince }
    @inline(__always) _modify { yield &members.value.shownSince }
  }
  /// Descendant whose content is not drawn yet, as far as known.
  var awaited: AnyNode? {
    @inline(__always) get { members.value.awaited }
    @inline(__always) _modify { yield &members.value.awaited }
  }
  /// Start of the placeholder's fade, seconds of the stage's clock.
  var fadeStart: Double? {
    @inline(__always) get { members.value.fadeStart }
    @inline(__always) _modify { yield &members.value.fadeStart }
  }
  /// Content that fades in over previous content.
  var contentFade: RunningFade? {
    @inline(__always) get { members.value.contentFade }
    @inline(__always) _modify { yield &members.value.contentFade }
  }
  /// Contents that fade out below the content by a motion, the lowest first; nil means none.
  var formerContents: [FormerContents]? {
    @inline(__always) get { members.value.formerContents }
    @inline(__always) _modify { yield &members.value.formerContents }
  }
  /// Whether the newest draw reported that its content is still loading.
  var isPending: Bool {
    @inline(__always) get { members.value.isPending }
    @inline(__always) _modify { yield &members.value.isPending }
  }
  /// Extent of the content beyond the box, as last passed to a layout.
  var reach: Reach? {
    @inline(__always) get { members.value.reach }
    @inline(__always) _modify { yield &members.value.reach }
  }
  /// Whether the node's empty size was reported to the program.
  var isEmptinessReported: Bool {
    @inline(__always) get { members.value.isEmptinessReported }
    @inline(__always) _modify { yield &members.value.isEmptinessReported }
  }
  /// Reason of the last failed draw during compositing, so that it is reported once.
  var reportedFailure: String? {
    @inline(__always) get { members.value.reportedFailure }
    @inline(__always) _modify { yield &members.value.reportedFailure }
  }
  var interfaceState: InterfaceState {
    @inline(__always) get { members.value.interfaceState }
    @inline(__always) _modify { yield &members.value.interfaceState }
  }
  /// State that the ranges of a scrolling ancestor assign to this node.
  var range: InterfaceState {
    @inline(__always) get { members.value.range }
    @inline(__always) _modify { yield &members.value.range }
  }
  /// State that the ranges assign to a subnode of a scrolling node, whether it is hidden or not.
  var itemState: InterfaceState {
    @inline(__always) get { members.value.itemState }
    @inline(__always) _modify { yield &members.value.itemState }
  }
  /// Ranging of a scrolling node, and its known subnodes.
  var ranging: (any SubnodeRanging)? {
    @inline(__always) get { members.value.ranging }
    @inline(__always) _modify { yield &members.value.ranging }
  }
  var rangedNodes: [AnyNode]? {
    @inline(__always) get { members.value.rangedNodes }
    @inline(__always) _modify { yield &members.value.rangedNodes }
  }
  /// Running draw while it waits behind visible content.
  var waiting: DrawTicket? {
    @inline(__always) get { members.value.waiting }
    @inline(__always) _modify { yield &members.value.waiting }
  }
  /// Ancestor that was notified of this node's visibility.
  var displayer: AnyNode? {
    @inline(__always) get { members.value.displayer }
    @inline(__always) _modify { yield &members.value.displayer }
  }

  init(_ node: AnyNode) { self.node = node }

  deinit {
    if isCounted { node.observed.countDraw(-1) }
  }

  /// Drops the content: the running draw is cancelled, and its result is stale.
  func dropContents() {
    job?.cancel()
    generation &+= 1
    isDirty = true
    hasContents = false
    drawnFor = nil
    concealedSince = nil
    contentFade = nil
    isPending = false
  }

  /// Updates the node's count of pending draws.
  private func countDraw() {
    let isPending = job != nil && !isAbandoned
    guard isPending != isCounted else { return }
    isCounted = isPending
    node.observed.countDraw(isPending ? 1 : -1)
  }

  /// Parameters of content besides the node's value; all of them are in the draw context.
  struct DrawnFor: Equatable {
    let width: Int
    let height: Int
    let size: Size
    let environment: EnvironmentValues
    /// Pixels for each pixel of the box.
    let factor: Double
  }
}
