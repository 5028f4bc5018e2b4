internal import TesseraGeometry

/// What the frame loop keeps for one node from layout to layout. Frame loop only; layout jobs just carry the reference along.
final class RenderState: @unchecked Sendable {
  // @unchecked: read and written on the frame loop only; others hold the reference.

  /// Whose it is. Trees hold their nodes by this alone: each that stays from one tree to the next is counted once, not twice.
  let node: AnyNode
  // Not checked when the program runs: the loop's thread alone has them, and reading or setting one calls nothing that comes back.

  /// Raised for every draw asked for; a result of an older one is stale.
  @exclusivity(unchecked) var generation: UInt64 = 0
  /// The job under way.
  @exclusivity(unchecked) var job: CancellationFlag? { didSet { countDraw() } }
  /// Whether the content has to be drawn again once the job under way has ended.
  @exclusivity(unchecked) var isDirty = true
  /// Draws cancelled one after the other because the node changed: after a few, one is let through so that something is seen.
  var cancelledInARow = 0
  /// What the content was drawn or is being drawn for.
  @exclusivity(unchecked) var drawnFor: DrawnFor?
  /// How long the last finished draw took.
  var drawSeconds: Double?
  /// Whether the stage has finished content of the node.
  @exclusivity(unchecked) var hasContents = false
  /// Whether the newest draw failed, or has not ended for so long that nobody waits for it any more.
  var isGivenUp = false { didSet { countDraw() } }
  /// Whether the node counts the job among its pending draws.
  private var isCounted = false
  /// Since when the content of the node and of all below it is kept from the screen until all of it is drawn; nil: it is not.
  @exclusivity(unchecked) var concealedSince: Double?
  /// Whether the placeholder was painted since then.
  var showedPlaceholder = false
  /// When the node came near enough to be drawn.
  var shownSince = 0.0
  /// A node below whose content is not drawn yet, as far as is known.
  var awaited: AnyNode?
  /// When the placeholder began to fade, seconds of the stage's clock.
  var fadeStart: Double?
  /// How far the content reaches beyond the box, as the stage last told it to a layout.
  @exclusivity(unchecked) var reach: Reach?
  /// Why the node could last not be drawn while compositing, so that it is reported once.
  var reportedFailure: String?
  @exclusivity(unchecked) var interfaceState = InterfaceState.idle
  /// Below a node that scrolls its subnodes: the state that the ranges give this node.
  @exclusivity(unchecked) var range = InterfaceState.measured
  /// The state that the ranges give a subnode of a scrolling node, whether it is hidden or not.
  @exclusivity(unchecked) var itemState = InterfaceState.measured
  /// What decides about the subnodes of a node that scrolls them, and the subnodes that it knows.
  var ranging: (any SubnodeRanging)?
  var rangedNodes: [AnyNode]?
  /// The draw under way while it waits behind what is on the screen.
  var waiting: DrawTicket?

  /// The node above that was told that this one is visible.
  var displayer: AnyNode?

  init(_ node: AnyNode) { self.node = node }

  deinit {
    if isCounted { node.observed.countDraw(-1) }
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
    let environment: Environment
    /// Pixels for each pixel of the box.
    let factor: Double
  }
}
