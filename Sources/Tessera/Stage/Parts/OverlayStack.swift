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
  private(set) var entries: [Entry] = []
  /// Dismissed overlays that fade out below the others; they receive no touches.
  private(set) var leaving: [Entry] = []

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

  // MARK: The node above the root

  /// Whether the stage must create the node that holds root and overlays.
  var needsHost: Bool { host == nil && !isEmpty }

  /// Keeps the node that holds root and overlays.
  mutating func keep(host node: AnyNode) { host = node }

  /// Containers of all overlays, the topmost last.
  var containers: [AnyNode] { (leaving + entries).map(\.overlay.container) }

  /// Overlays of a stack that was emptied, and the node that held them.
  struct Dropped {
    let host: AnyNode?
    let presented: [StageOverlay]
    let leaving: [StageOverlay]
  }

  /// Removes all overlays because the root changed or the stage is deinitialized. The caller detaches and ends them.
  mutating func removeAll() -> Dropped {
    defer { (entries, leaving, host) = ([], [], nil) }
    return Dropped(host: host, presented: entries.map(\.overlay), leaving: leaving.map(\.overlay))
  }

  // MARK: Presenting and dismissing

  /// Adds an overlay above all others; `former` is the opacity with which its node is shown already. Returns its index.
  mutating func present(_ overlay: StageOverlay, former: Double) -> Int {
    entries.append(Entry(overlay: overlay, former: former))
    return entries.count - 1
  }

  /// Removes an overlay without a fade.
  mutating func remove(_ at: Int) -> Entry { entries.remove(at: at) }

  /// Keeps a removed overlay below the others until `fade` ends.
  mutating func fadeOut(_ removed: Entry, by fade: OverlayFade) {
    var entry = removed
    entry.fade = fade
    leaving.append(entry)
  }

  /// Records the place of an overlay that fades out.
  mutating func moveLeaving(_ at: Int, to shown: Presentation) { leaving[at].shown = shown }

  /// Removes an overlay that has faded out.
  mutating func removeLeaving(_ overlay: StageOverlay) { leaving.removeAll { $0.overlay === overlay } }

  /// Ends all fades.
  mutating func finishFades() {
    for at in entries.indices { entries[at].fade?.finish() }
    for at in leaving.indices { leaving[at].fade?.finish() }
  }

  // MARK: Placement

  /// Records the maximum size of an overlay. Returns whether it changed.
  mutating func limit(_ at: Int, to room: Size) -> Bool {
    defer { entries[at].room = room }
    return entries[at].room != room
  }

  /// Records the environment that an overlay inherits.
  mutating func inherit(_ at: Int, _ environment: EnvironmentStorage?) { entries[at].environment = environment }

  /// Compares an anchor with the place where it was first visible; `given` is the anchor in the presenter, `seen` its area on the screen in device pixels.
  /// Returns whether the overlay must be dismissed because its anchor moved.
  mutating func trackAnchor(_ at: Int, given: Rect?, seen: Rect) -> Bool {
    guard entries[at].anchor == given, let first = entries[at].seenFirst else {
      (entries[at].anchor, entries[at].seenFirst) = (given, seen)
      return false
    }
    guard entries[at].overlay.options.contains(.dismissesWhenAnchorMoves) else { return false }
    return abs(first.minX - seen.minX) > 1 || abs(first.minY - seen.minY) > 1
  }

  /// Returns the fade of an overlay, which `begin` creates when the overlay is first placed; its argument is the opacity of the node before.
  mutating func fade(of at: Int, begin: (_ former: Double) -> OverlayFade) -> OverlayFade {
    let fade = entries[at].fade ?? begin(entries[at].former)
    entries[at].fade = fade
    return fade
  }

  /// Records where an overlay is shown, and the area that it covers.
  mutating func place(_ at: Int, _ shown: Presentation, covering area: PixelRect, magnified: Rect? = nil) {
    (entries[at].shown, entries[at].area) = (shown, area)
    if let magnified { entries[at].magnified = magnified }
  }
}
