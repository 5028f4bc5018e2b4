internal import TesseraGeometry
internal import TesseraLayout

/// Nodes of a stage after one layout, flattened in paint order: parents before children, topmost last.
///
/// Built completely by a layout job. `let` members never change, and the next layout job may read them. `members` belong to the frame loop
/// from the commit of the tree on (band workers read them while the loop waits for them).
final class PaintTree: @unchecked Sendable {
  // @unchecked: see above; the hand-over goes through the stage's inbox lock.
  let environment: EnvironmentValues
  let viewport: PixelRect
  let space: SafeAreaSpace
  let states: [RenderState]
  /// Index of the parent, -1 for the root.
  let parent: [Int32]
  /// Index after the last descendant.
  let end: [Int32]
  /// Boxes in logical units, absolute, without transforms.
  let frames: [Rect]
  /// Layout direction of each node.
  let directions: [LayoutDirection]
  /// Padding and border of nodes that draw content.
  let insets: [Insets]
  /// Boxes snapped to device pixels.
  let boxes: [PixelRect]
  /// Whether the node's box touches the viewport and is not hidden.
  let isOnScreen: [Bool]
  /// Whether the node or an ancestor paints through a group, a transform or a rounded clip, so that it does not certainly cover other
  /// nodes.
  let isInGroup: [Bool]
  /// Index of the node that rasterizes this one into its own buffer, or -1.
  let rasterizer: [Int32]
  /// Index of the nearest ancestor that scrolls its subnodes, or -1.
  let scroller: ScrollerTable
  /// Nodes that scroll their subnodes.
  let scrollers: [Int32]
  let index: [ObjectIdentifier: Int32]
  let changes: TreeChanges
  let hasBackdropBlur: Bool
  let hasTransforms: Bool
  let hasPlaceholders: Bool
  /// Whether any node has additional safe-area insets.
  let hasSafeAreas: Bool

  // In a cell, to avoid dynamic exclusivity checks: one thread at a time has the tree, and accesses do not call back. The checks were one
  // in twenty of all instructions of a scrolled list.
  private let members: Cell<Members>

  private struct Members {
    var properties: [SharedProperties]
    var contents: [PaintContents]
    var ownBounds: [PixelRect]
    var localBounds: [PixelRect]
    var subtreeBounds: [PixelRect]
    var runs: RunBounds
    var boundsAreLoose = true
    var hasTransitions: Bool
    var movesTransforms = false
    var movesBackdropBlur = false
    var mostBackdropBlur: Double
    var presentations = PresentationTable()
    var scrolls = PresentationTable()
    var placements = PresentationTable()
    var placedTransforms: [Int32: Transform] = [:]
    var inert = Set<Int>()
    var placementLists: [Int: [SubnodePlacement]] = [:]
    var items: [Int: [Int]] = [:]
    var departures: [Int32: [DeparturePicture]] = [:]
    var sharedElements: [Int32: [SharedElementPicture]] = [:]
    var lingers = Set<Int>()
    var lenses: [Int: PixelRect] = [:]
    var slopNodes: [Int]?
    var blurNodes: [Int]?
    var stacking = StackingOrders()
  }

  var properties: [SharedProperties] {
    @inline(__always) get { members.value.properties }
    @inline(__always) _modify { yield &members.value.properties }
  }
  var contents: [PaintContents] {
    @inline(__always) get { members.value.contents }
    @inline(__always) _modify { yield &members.value.contents }
  }
  /// Bounds of the node's own painting, device pixels, in the space of its box.
  var ownBounds: [PixelRect] {
    @inline(__always) get { members.value.ownBounds }
    @inline(__always) _modify { yield &members.value.ownBounds }
  }
  /// Bounds of the node and its subtree, in the space of its box.
  var localBounds: [PixelRect] {
    @inline(__always) get { members.value.localBounds }
    @inline(__always) _modify { yield &members.value.localBounds }
  }
  /// The same after the node's transform, in its parent's space.
  var subtreeBounds: [PixelRect] {
    @inline(__always) get { members.value.subtreeBounds }
    @inline(__always) _modify { yield &members.value.subtreeBounds }
  }
  /// The same for runs of nodes.
  var runs: RunBounds {
    @inline(__always) get { members.value.runs }
    @inline(__always) _modify { yield &members.value.runs }
  }
  /// Whether the bounds may be larger than the painted area.
  var boundsAreLoose: Bool {
    @inline(__always) get { members.value.boundsAreLoose }
    @inline(__always) _modify { yield &members.value.boundsAreLoose }
  }
  /// Whether a node may have its own transition.
  var hasTransitions: Bool {
    @inline(__always) get { members.value.hasTransitions }
    @inline(__always) _modify { yield &members.value.hasTransitions }
  }
  /// Whether a node may have received a transform, or a blurred backdrop, since the layout.
  var movesTransforms: Bool {
    @inline(__always) get { members.value.movesTransforms }
    @inline(__always) _modify { yield &members.value.movesTransforms }
  }
  var movesBackdropBlur: Bool {
    @inline(__always) get { members.value.movesBackdropBlur }
    @inline(__always) _modify { yield &members.value.movesBackdropBlur }
  }
  /// Upper bound of the nodes' backdrop blurs, logical units.
  var mostBackdropBlur: Double {
    @inline(__always) get { members.value.mostBackdropBlur }
    @inline(__always) _modify { yield &members.value.mostBackdropBlur }
  }
  /// Deviations from the layout.
  var presentations: PresentationTable {
    @inline(__always) get { members.value.presentations }
    @inline(__always) _modify { yield &members.value.presentations }
  }
  /// Scroll offsets of subnodes, device pixels, by index of the scrolling node.
  var scrolls: PresentationTable {
    @inline(__always) get { members.value.scrolls }
    @inline(__always) _modify { yield &members.value.scrolls }
  }
  /// Additional placements of single subnodes of such nodes, by their index, and the subnodes without interaction.
  var placements: PresentationTable {
    @inline(__always) get { members.value.placements }
    @inline(__always) _modify { yield &members.value.placements }
  }
  /// Transforms of such subnodes about the centers of their boxes, device pixels.
  var placedTransforms: [Int32: Transform] {
    @inline(__always) get { members.value.placedTransforms }
    @inline(__always) _modify { yield &members.value.placedTransforms }
  }
  var inert: Set<Int> {
    @inline(__always) get { members.value.inert }
    @inline(__always) _modify { yield &members.value.inert }
  }
  /// Placements set by scrolling nodes, by their index.
  var placementLists: [Int: [SubnodePlacement]] {
    @inline(__always) get { members.value.placementLists }
    @inline(__always) _modify { yield &members.value.placementLists }
  }
  /// Subnodes of each scrolling node, by its index.
  var items: [Int: [Int]] {
    @inline(__always) get { members.value.items }
    @inline(__always) _modify { yield &members.value.items }
  }
  /// Pictures of removed nodes by the index of their former parent.
  var departures: [Int32: [DeparturePicture]] {
    @inline(__always) get { members.value.departures }
    @inline(__always) _modify { yield &members.value.departures }
  }
  /// Shared elements in motion, by the index of their container.
  var sharedElements: [Int32: [SharedElementPicture]] {
    @inline(__always) get { members.value.sharedElements }
    @inline(__always) _modify { yield &members.value.sharedElements }
  }
  /// Nodes off the screen that are still visible while they leave it.
  var lingers: Set<Int> {
    @inline(__always) get { members.value.lingers }
    @inline(__always) _modify { yield &members.value.lingers }
  }

  /// Nodes that magnify other pixels of the screen, and the source rectangles.
  var lenses: [Int: PixelRect] {
    @inline(__always) get { members.value.lenses }
    @inline(__always) _modify { yield &members.value.lenses }
  }

  /// Nodes with slop; nil if not computed. See ``nodesWithSlop``.
  var slopNodes: [Int]? {
    @inline(__always) get { members.value.slopNodes }
    @inline(__always) _modify { yield &members.value.slopNodes }
  }
  /// Nodes with blurred backdrops; nil if not computed. See ``nodesWithBlur``.
  var blurNodes: [Int]? {
    @inline(__always) get { members.value.blurNodes }
    @inline(__always) _modify { yield &members.value.blurNodes }
  }

  /// Orders of subnodes that differ from the tree's.
  var stacking: StackingOrders {
    @inline(__always) get { members.value.stacking }
    @inline(__always) _modify { yield &members.value.stacking }
  }

  init(_ made: PaintTreeBuilder) {
    environment = made.environment
    viewport = made.viewport
    space = made.space
    states = made.states
    parent = made.parent
    end = made.end
    frames = made.frames
    directions = made.directions
    insets = made.insets
    boxes = made.boxes
    isOnScreen = made.isOnScreen
    isInGroup = made.isInGroup
    rasterizer = made.rasterizer
    scroller = made.scroller
    scrollers = made.scrollers
    index = made.index
    changes = made.changes
    hasBackdropBlur = made.backdropBlurs > 0
    hasTransforms = made.transforms > 0
    hasPlaceholders = made.placeholders > 0
    hasSafeAreas = made.safeAreas > 0
    members = Cell(
      Members(
        properties: made.properties, contents: [], ownBounds: made.ownBounds, localBounds: made.localBounds,
        subtreeBounds: made.subtreeBounds, runs: made.runs, hasTransitions: made.transitions > 0,
        mostBackdropBlur: made.mostBackdropBlur, slopNodes: made.slops > 0 ? nil : [],
        blurNodes: made.backdropBlurs > 0 ? nil : []))
    if made.stacked > 0 { restackAll() }
  }

  var count: Int { states.count }

  /// Nodes in that order.
  var nodes: SceneNodes { SceneNodes(states) }

  func indexOf(_ node: AnyNode) -> Int? { index[ObjectIdentifier(node)].map(Int.init) }

  /// Returns the environment that node `i` inherits.
  func environment(of i: Int) -> EnvironmentValues { environment.running(directions[i]) }

  /// Returns the transform from the space of a node's box to that of its parent's, device pixels; nil for identity.
  func transform(_ i: Int) -> Transform? {
    let own = properties[i].value.transform
    let anchor = properties[i].value.transformAnchor
    let (placed, turn) = (placements[i]?.scale ?? 1, placedTransforms.isEmpty ? nil : placedTransforms[Int32(i)])
    guard let shown = presentations[i] else {
      return Self.transform(own, about: anchor, box: boxes[i], scale: environment.scale, by: placed, placed: turn)
    }
    return Self.transform(own, about: anchor, box: shown.box(boxes[i]), scale: environment.scale, by: shown.scale * placed, placed: turn)
  }

  /// - Parameter own: the node's transform. Only this one, because copying all properties costs more than testing it.
  /// - Parameter anchor: its anchor as fractions of the box.
  /// - Parameter placed: transform of its container for it, device pixels; nil: none.
  static func transform(
    _ own: Transform, about anchor: Point, box: PixelRect, scale: Double, by share: Double = 1, placed: Transform? = nil
  ) -> Transform? {
    guard share != 1 || placed != nil || !own.isIdentity else { return nil }
    let cx = Double(box.x) + Double(box.width) * anchor.x
    let cy = Double(box.y) + Double(box.height) * anchor.y
    var device = Transform(a: own.a, b: own.b, c: own.c, d: own.d, tx: own.tx * scale, ty: own.ty * scale)
    // The scale of an effect and the transform of the container are about the center, independent of the transform's anchor.
    if share != 1 || placed != nil {
      let (mx, my) = (Double(box.width) * (0.5 - anchor.x), Double(box.height) * (0.5 - anchor.y))
      let (before, after) = (Transform.translation(-mx, -my), Transform.translation(mx, my))
      if share != 1 { device = before.then(.scale(share, share)).then(after).then(device) }
      if let placed { device = device.then(before).then(placed).then(after) }
      guard !device.isIdentity else { return nil }
    }
    return Transform.translation(-cx, -cy).then(device).then(.translation(cx, cy))
  }

  static func mapped(_ bounds: PixelRect, by transform: Transform?) -> PixelRect {
    guard let transform, !bounds.isEmpty else { return bounds }
    // Interpolation reads beyond the edge: one pixel of the picture, and one pixel of rounding here.
    return transform.apply(Rect(bounds.grown(by: 1))).covering(scale: 1).grown(by: 1)
  }

  /// Returns the bounds of a node's own painting without its content.
  static func ownBounds(_ properties: NodeProperties, box: PixelRect, scale: Double) -> PixelRect {
    guard let shadow = properties.shadow else { return box }
    return box.grown(by: Int(min(max(0, shadow.outset * scale), 10_000).rounded(.up)) + 1)
  }

  /// Computes the bounds from the current state, so that they do not depend on former states.
  func tightenBounds() {
    for i in nodes.indices {
      (ownBounds[i], localBounds[i]) = ownAndLocalBounds(i)
    }
    for i in nodes.indices.reversed() {
      if !departures.isEmpty {
        for picture in departures[Int32(i)] ?? [] { localBounds[i] = localBounds[i].union(seen(picture.bounds, in: i)) }
      }
      subtreeBounds[i] = placed(localBounds[i], i)
      let above = Int(parent[i])
      guard above >= 0 else { continue }
      localBounds[above] = localBounds[above].union(seen(subtreeBounds[i], in: above))
    }
    runs.recordChange()
    boundsAreLoose = false
  }

  /// Extends the node's bounds by the extent of its content, `rect`, which may be beyond its box.
  func extendBounds(_ i: Int, by rect: PixelRect) {
    guard !ownBounds[i].contains(rect) else { return }
    ownBounds[i] = ownBounds[i].union(rect)
    include(rect, in: i)
  }

  /// Converts a rectangle from the space of node `i`'s box to the screen, through all transforms.
  func onScreen(_ rect: PixelRect, at i: Int) -> PixelRect {
    var result = rect
    var at = i
    while at >= 0 {
      result = placed(result, at)
      at = Int(parent[at])
    }
    return result
  }
}

/// Nodes of a tree, each retained by its state.
struct SceneNodes: RandomAccessCollection {
  private let states: [RenderState]

  init(_ states: [RenderState]) { self.states = states }

  var startIndex: Int { 0 }
  var endIndex: Int { states.count }
  subscript(_ i: Int) -> AnyNode { states[i].node }
}

/// Changes of a layout relative to the previous tree.
struct TreeChanges: Sendable {
  /// Whether nodes were inserted, removed or moved.
  var structure = false
  /// New index ranges of nodes that were collected again, in order. Only in these nodes may have other parents.
  var collected: [Range<Int>] = []
  /// Old and new index ranges of all nodes, in runs that were kept or collected again as a whole; empty if all were examined.
  var pieces: [LayoutSplice.Piece] = []
  /// New and old indices of nodes with changed box, size or properties, and new indices of inserted nodes with -1. Ascending.
  var touched: [(new: Int32, old: Int32)] = []
  /// Old index of each removed node.
  var removed: [Int32] = []
  /// Old index of each node, -1 for inserted ones; empty while `structure` is false, because indices are then unchanged.
  var oldIndex: [Int32] = []
  /// New index of nodes that appeared on the screen (also inserted ones), and of those that left it.
  var appeared: [Int32] = []
  var disappeared: [Int32] = []
  /// Nodes whose spec names other subnodes than they have.
  var managed: [ManagedSubnodes] = []
  /// Inserted nodes whose sizes became stale during the layout.
  var measureGenerations: [(node: AnyNode, generation: UInt64)] = []
  /// Nodes with keyed subnodes that are not all named any more.
  var keyed: [(node: AnyNode, keys: Set<SubnodeKey>)] = []
  var leftOut = 0
}

/// Subnodes that the spec of a node names, or removed ones that it named before.
struct ManagedSubnodes: Sendable {
  let node: AnyNode
  let children: [AnyNode]
  let isManaged: Bool
}

/// Extent of a node's content beyond its box, pixels for each side.
struct Reach: Sendable, Equatable {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  /// Creates the extent of content that covers `rect` for the box `box`; nil if it is inside.
  init?(_ rect: PixelRect, beyond box: PixelRect) {
    guard !box.contains(rect) else { return nil }
    left = max(0, box.x - rect.x)
    top = max(0, box.y - rect.y)
    right = max(0, rect.maxX - box.maxX)
    bottom = max(0, rect.maxY - box.maxY)
  }

  func applied(to box: PixelRect) -> PixelRect {
    PixelRect(x: box.x - left, y: box.y - top, width: box.width + left + right, height: box.height + top + bottom)
  }
}
