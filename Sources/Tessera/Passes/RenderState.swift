internal import TesseraGeometry

/// What the frame loop keeps for one node from layout to layout. Frame loop only; layout jobs just carry the reference along.
final class RenderState: @unchecked Sendable {
  // @unchecked: read and written on the frame loop only; others hold the reference.

  /// Whose it is. Trees hold their nodes by this alone: each that stays from one tree to the next is counted once, not twice.
  let node: AnyNode
  // In a cell, so that no access is checked for exclusivity when the program runs: the loop alone has them, and reading or setting one calls nothing that
  // comes back.
  private let members = Cell(Members())

  private struct Members {
    var generation: UInt64 = 0
    var job: CancellationFlag?
    var isDirty = true
    var cancelledInARow = 0
    var drawnFor: DrawnFor?
    var drawSeconds: Double?
    var hasContents = false
    var isGivenUp = false
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

  /// Raised for every draw asked for; a result of an older one is stale.
  var generation: UInt64 {
    @inline(__always) get { members.value.generation }
    @inline(__always) _modify { yield &members.value.generation }
  }
  /// The job under way.
  var job: CancellationFlag? {
    @inline(__always) get { members.value.job }
    set {
      members.value.job = newValue
      countDraw()
    }
  }
  /// Whether the content has to be drawn again once the job under way has ended.
  var isDirty: Bool {
    @inline(__always) get { members.value.isDirty }
    @inline(__always) _modify { yield &members.value.isDirty }
  }
  /// Draws cancelled one after the other because the node changed: after a few, one is let through so that something is seen.
  var cancelledInARow: Int {
    @inline(__always) get { members.value.cancelledInARow }
    @inline(__always) _modify { yield &members.value.cancelledInARow }
  }
  /// What the content was drawn or is being drawn for.
  var drawnFor: DrawnFor? {
    @inline(__always) get { members.value.drawnFor }
    @inline(__always) _modify { yield &members.value.drawnFor }
  }
  /// How long the last finished draw took.
  var drawSeconds: Double? {
    @inline(__always) get { members.value.drawSeconds }
    @inline(__always) _modify { yield &members.value.drawSeconds }
  }
  /// Whether the stage has finished content of the node.
  var hasContents: Bool {
    @inline(__always) get { members.value.hasContents }
    @inline(__always) _modify { yield &members.value.hasContents }
  }
  /// Whether the newest draw failed, or has not ended for so long that nobody waits for it any more.
  var isGivenUp: Bool {
    @inline(__always) get { members.value.isGivenUp }
    set {
      members.value.isGivenUp = newValue
      countDraw()
    }
  }
  /// Whether the node counts the job among its pending draws.
  private var isCounted: Bool {
    @inline(__always) get { members.value.isCounted }
    @inline(__always) _modify { yield &members.value.isCounted }
  }
  /// Since when the content of the node and of all below it is kept from the screen until all of it is drawn; nil: it is not.
  var concealedSince: Double? {
    @inline(__always) get { members.value.concealedSince }
    @inline(__always) _modify { yield &members.value.concealedSince }
  }
  /// Whether the placeholder was painted since then.
  var showedPlaceholder: Bool {
    @inline(__always) get { members.value.showedPlaceholder }
    @inline(__always) _modify { yield &members.value.showedPlaceholder }
  }
  /// When the node came near enough to be drawn.
  var shownSince: Double {
    @inline(__always) get { members.value.shownSince }
    @inline(__always) _modify { yield &members.value.shownSince }
  }
  /// A node below whose content is not drawn yet, as far as is known.
  var awaited: AnyNode? {
    @inline(__always) get { members.value.awaited }
    @inline(__always) _modify { yield &members.value.awaited }
  }
  /// When the placeholder began to fade, seconds of the stage's clock.
  var fadeStart: Double? {
    @inline(__always) get { members.value.fadeStart }
    @inline(__always) _modify { yield &members.value.fadeStart }
  }
  /// Content that fades in over what was shown before.
  var contentFade: RunningFade? {
    @inline(__always) get { members.value.contentFade }
    @inline(__always) _modify { yield &members.value.contentFade }
  }
  /// What fades out below the content by a motion, the lowest first; nil: nothing.
  var formerContents: [FormerContents]? {
    @inline(__always) get { members.value.formerContents }
    @inline(__always) _modify { yield &members.value.formerContents }
  }
  /// Whether the newest draw said that what it is to show is still loading.
  var isPending: Bool {
    @inline(__always) get { members.value.isPending }
    @inline(__always) _modify { yield &members.value.isPending }
  }
  /// How far the content reaches beyond the box, as the stage last told it to a layout.
  var reach: Reach? {
    @inline(__always) get { members.value.reach }
    @inline(__always) _modify { yield &members.value.reach }
  }
  /// Whether the program was told that the node got no room.
  var isEmptinessReported: Bool {
    @inline(__always) get { members.value.isEmptinessReported }
    @inline(__always) _modify { yield &members.value.isEmptinessReported }
  }
  /// Why the node could last not be drawn while compositing, so that it is reported once.
  var reportedFailure: String? {
    @inline(__always) get { members.value.reportedFailure }
    @inline(__always) _modify { yield &members.value.reportedFailure }
  }
  var interfaceState: InterfaceState {
    @inline(__always) get { members.value.interfaceState }
    @inline(__always) _modify { yield &members.value.interfaceState }
  }
  /// Below a node that scrolls its subnodes: the state that the ranges give this node.
  var range: InterfaceState {
    @inline(__always) get { members.value.range }
    @inline(__always) _modify { yield &members.value.range }
  }
  /// The state that the ranges give a subnode of a scrolling node, whether it is hidden or not.
  var itemState: InterfaceState {
    @inline(__always) get { members.value.itemState }
    @inline(__always) _modify { yield &members.value.itemState }
  }
  /// What decides about the subnodes of a node that scrolls them, and the subnodes that it knows.
  var ranging: (any SubnodeRanging)? {
    @inline(__always) get { members.value.ranging }
    @inline(__always) _modify { yield &members.value.ranging }
  }
  var rangedNodes: [AnyNode]? {
    @inline(__always) get { members.value.rangedNodes }
    @inline(__always) _modify { yield &members.value.rangedNodes }
  }
  /// The draw under way while it waits behind what is on the screen.
  var waiting: DrawTicket? {
    @inline(__always) get { members.value.waiting }
    @inline(__always) _modify { yield &members.value.waiting }
  }
  /// The node above that was told that this one is visible.
  var displayer: AnyNode? {
    @inline(__always) get { members.value.displayer }
    @inline(__always) _modify { yield &members.value.displayer }
  }

  init(_ node: AnyNode) { self.node = node }

  deinit {
    if isCounted { node.observed.countDraw(-1) }
  }

  /// Forgets the content: the draw under way is cancelled, and its result is stale.
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

  /// Has the node know whether a draw that somebody waits for is under way.
  private func countDraw() {
    let isPending = job != nil && !isGivenUp
    guard isPending != isCounted else { return }
    isCounted = isPending
    node.observed.countDraw(isPending ? 1 : -1)
  }

  /// What content depends on beside the node's value: all of it is in the draw context.
  struct DrawnFor: Equatable {
    let width: Int
    let height: Int
    let size: Size
    let environment: EnvironmentValues
    /// Pixels for each pixel of the box.
    let factor: Double
  }
}
