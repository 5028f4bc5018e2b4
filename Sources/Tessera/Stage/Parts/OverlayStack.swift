internal import TesseraGeometry

/// The overlays of a stage, the topmost last, and the node that holds them above the root. Frame loop only.
///
/// There is no such node before the first overlay; it then stays as long as the root does, so that the next overlay costs no layout of everything.
struct OverlayStack {
  /// An overlay, and where it was seen last.
  struct Entry {
    let overlay: StageOverlay
    /// How much of its node was seen when it was presented: another overlay showed it.
    var former = 0.0
    /// The anchor that the program gave, and where it was seen first with it, device pixels of the screen.
    var anchor: Rect?
    var seenFirst: Rect?
    /// How far it is shown from the top left corner of the screen, and how much of it is seen; nil: not placed yet.
    var shown: Presentation?
    /// How it comes, or goes; nil: not placed yet.
    var fade: OverlayFade?
    /// What a glass magnifies the middle of, device pixels.
    var magnified: Rect?
    /// What it covered on the screen.
    var area = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// The most that it may take, logical units.
    var room: Size?
    /// What its presenter handed on last.
    var environment: EnvironmentStorage?
  }

  private(set) var host: AnyNode?
  var entries: [Entry] = []
  /// Those that were dismissed and are seen fading, beneath the others: nothing of them is touched.
  var leaving: [Entry] = []

  var isEmpty: Bool { entries.isEmpty && leaving.isEmpty }

  /// Whether any comes or goes at `now`.
  func isFading(at now: Double) -> Bool {
    !leaving.isEmpty || entries.contains { $0.fade?.isRunning(at: now) ?? false }
  }

  /// Whether a node is in one that goes.
  func isInLeaving(_ node: AnyNode) -> Bool {
    guard !leaving.isEmpty else { return false }
    var top = node
    while let above = top.supernode { top = above }
    return isLeaving(top)
  }

  /// Whether `container` is that of one that goes.
  func isLeaving(_ container: AnyNode) -> Bool { leaving.contains { $0.overlay.container === container } }

  /// Whether `node` is what holds root and overlays.
  func isHost(_ node: AnyNode?) -> Bool { host != nil && host === node }

  func index(of overlay: StageOverlay) -> Int? { entries.firstIndex { $0.overlay === overlay } }

  /// The overlay whose nodes `container` holds; nil where it is none of one.
  func overlay(in container: AnyNode) -> StageOverlay? { entries.first { $0.overlay.container === container }?.overlay }

  /// The node that events go on to from `node`: the one above; from an overlay that forwards events, the one that presented it.
  func above(_ node: AnyNode) -> AnyNode? {
    if let above = node.supernode { return above }
    guard !entries.isEmpty, let overlay = overlay(in: node), overlay.options.contains(.forwardsEvents) else { return nil }
    return overlay.presenter
  }

  /// What overlays cover of `node`, device pixels of the screen: none of the overlay that it is in, or of those beneath that.
  func areas(above node: AnyNode?) -> [PixelRect] {
    guard !entries.isEmpty else { return [] }
    var top = node
    while let above = top?.supernode { top = above }
    let own = entries.lastIndex { $0.overlay.container === top } ?? -1
    return entries[(own + 1)...].filter { $0.shown?.opacity ?? 0 > 0 }.map(\.area)
  }

  /// Has the nodes of all overlays, above `root`, in the tree of the stage behind `link`.
  mutating func hold(over root: AnyNode, of link: StageLink) {
    guard host != nil || !isEmpty else { return }
    let node = host ?? BoxNode()
    if host == nil {
      node.inheritAsHost(of: link)
      host = node
    }
    node.holdOverlays((leaving + entries).map(\.overlay.container), over: root, of: link)
  }

  /// Forgets them all: the root is another, or the stage goes. Returns those that are to be ended, which calls the program.
  mutating func drop(from link: StageLink) -> [StageOverlay] {
    defer { (entries, leaving, host) = ([], [], nil) }
    host?.dropOverlays(of: link)
    for entry in leaving { entry.overlay.letGo() }
    return entries.map(\.overlay)
  }
}
