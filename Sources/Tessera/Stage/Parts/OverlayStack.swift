internal import TesseraGeometry

/// Overlays of a stage, the topmost last, and the node that holds them above the root. Frame loop only.
///
/// That node is created with the first overlay and then kept as long as the root, so that the next overlay does not cause a full layout.
struct OverlayStack {
  /// Overlay and its last visible place.
  struct Entry {
    let overlay: StageOverlay
    /// Opacity of its node when it was presented, if another overlay showed the node.
    var former = 0.0
    /// Anchor that the program set, and its first visible place, device pixels of the screen.
    var anchor: Rect?
    var seenFirst: Rect?
    /// Offset from the top left corner of the screen, and opacity; nil if not placed yet.
    var shown: Presentation?
    /// Fade in or out; nil if not placed yet.
    var fade: OverlayFade?
    /// Area whose center a magnifier shows, device pixels.
    var magnified: Rect?
    /// Covered area of the screen.
    var area = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// Maximum size, logical units.
    var room: Size?
    /// Environment that its presenter passed on last.
    var environment: EnvironmentStorage?
  }

  private(set) var host: AnyNode?
  var entries: [Entry] = []
  /// Dismissed overlays that fade out below the others; they receive no touches.
  var leaving: [Entry] = []

  var isEmpty: Bool { entries.isEmpty && leaving.isEmpty }

  /// Returns whether any overlay is fading at `now`.
  func isFading(at now: Double) -> Bool {
    !leaving.isEmpty || entries.contains { $0.fade?.isRunning(at: now) ?? false }
  }

  /// Returns whether a node is in an overlay that fades out.
  func isInLeaving(_ node: AnyNode) -> Bool {
    guard !leaving.isEmpty else { return false }
    var top = node
    while let above = top.supernode { top = above }
    return isLeaving(top)
  }

  /// Returns whether `container` is that of an overlay that fades out.
  func isLeaving(_ container: AnyNode) -> Bool { leaving.contains { $0.overlay.container === container } }

  /// Returns whether `node` holds root and overlays.
  func isHost(_ node: AnyNode?) -> Bool { host != nil && host === node }

  func index(of overlay: StageOverlay) -> Int? { entries.firstIndex { $0.overlay === overlay } }

  /// Moves an overlay above all others. Returns whether it was below one.
  mutating func raise(_ overlay: StageOverlay) -> Bool {
    guard let at = index(of: overlay), at != entries.count - 1 else { return false }
    entries.append(entries.remove(at: at))
    return true
  }

  /// Returns the overlay whose nodes `container` holds; nil if it is none.
  func overlay(in container: AnyNode) -> StageOverlay? { entries.first { $0.overlay.container === container }?.overlay }

  /// Returns the node to which events continue from `node`: its parent or, for an overlay that forwards events, the presenter.
  func above(_ node: AnyNode) -> AnyNode? {
    if let above = node.supernode { return above }
    guard !entries.isEmpty, let overlay = overlay(in: node), overlay.options.contains(.forwardsEvents) else { return nil }
    return overlay.presenter
  }

  /// Returns the areas of overlays above `node`, device pixels of the screen, excluding the overlay that contains it and those below.
  func areas(above node: AnyNode?) -> [PixelRect] {
    guard !entries.isEmpty else { return [] }
    var top = node
    while let above = top?.supernode { top = above }
    let own = entries.lastIndex { $0.overlay.container === top } ?? -1
    return entries[(own + 1)...].filter { $0.shown?.opacity ?? 0 > 0 }.map(\.area)
  }

  /// Inserts the nodes of all overlays above `root` into the tree of the stage behind `link`.
  mutating func attach(over root: AnyNode, of link: StageLink) {
    guard host != nil || !isEmpty else { return }
    let node = host ?? BoxNode()
    if host == nil {
      node.inheritAsHost(of: link)
      host = node
    }
    node.holdOverlays((leaving + entries).map(\.overlay.container), over: root, of: link)
  }

  /// Removes all overlays because the root changed or the stage is deinitialized. Returns the ones to end, which calls the program.
  mutating func drop(from link: StageLink) -> [StageOverlay] {
    defer { (entries, leaving, host) = ([], [], nil) }
    host?.dropOverlays(of: link)
    for entry in leaving { entry.overlay.letGo() }
    return entries.map(\.overlay)
  }
}
