internal import TesseraGeometry
internal import TesseraLayout

/// The nodes of a stage after one layout, flattened in paint order: parents before children, what is on top last.
///
/// Made whole by a layout job. `let` members never change and may be read by the next layout job; `members` belong to the frame
/// loop from the moment the tree is adopted (band workers read them while the loop waits for them).
final class SceneTree: @unchecked Sendable {
  // @unchecked: see above; the hand-over goes through the stage's inbox lock.
  let environment: EnvironmentValues
  let viewport: PixelRect
  let space: SafeAreaSpace
  let states: [RenderState]
  /// Index of the parent, -1 for the root.
  let parent: [Int32]
  /// Index one past the last node below.
  let end: [Int32]
  /// Boxes in logical units, absolute, no node's transform applied.
  let frames: [Rect]
  /// Where lines start in each node.
  let directions: [LayoutDirection]
  /// Padding and border of nodes that draw content.
  let insets: [Insets]
  /// The same snapped to device pixels.
  let boxes: [PixelRect]
  /// Whether the node's box touches the viewport and nothing hides it.
  let isOnScreen: [Bool]
  /// Whether an ancestor (or the node) paints through a group, a transform or a rounded clip, so that it hides nothing for certain.
  let isInGroup: [Bool]
  /// Index of the node that rasterizes this one into its own buffer, or -1.
  let rasterizer: [Int32]
  /// Index of the nearest node above that scrolls its subnodes, or -1.
  let scroller: ScrollerTable
  /// Nodes that scroll their subnodes.
  let scrollers: [Int32]
  let index: [ObjectIdentifier: Int32]
  let changes: TreeChanges
  let hasBackdropBlur: Bool
  let hasTransforms: Bool
  let hasPlaceholders: Bool

  // In a cell, so that no access is checked for exclusivity when the program runs: one thread at a time has the tree, and no access to a member calls what
  // comes back to it. The checks were one in twenty of all instructions of a list that is scrolled.
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
    var presentations = PresentationTable()
    var scrolls = PresentationTable()
    var placements = PresentationTable()
    var inert = Set<Int>()
    var placementLists: [Int: [SubnodePlacement]] = [:]
    var items: [Int: [Int]] = [:]
    var departures: [Int32: [DeparturePicture]] = [:]
    var sharedElements: [Int32: [SharedElementPicture]] = [:]
    var lingers = Set<Int>()
    var lenses: [Int: PixelRect] = [:]
    var slopNodes: [Int]?
  }

  var properties: [SharedProperties] {
    @inline(__always) get { members.value.properties }
    @inline(__always) _modify { yield &members.value.properties }
  }
  var contents: [PaintContents] {
    @inline(__always) get { members.value.contents }
    @inline(__always) _modify { yield &members.value.contents }
  }
  /// What the node paints itself, device pixels, in the space its box is in.
  var ownBounds: [PixelRect] {
    @inline(__always) get { members.value.ownBounds }
    @inline(__always) _modify { yield &members.value.ownBounds }
  }
  /// What the node and all below it paint, in the space its box is in.
  var localBounds: [PixelRect] {
    @inline(__always) get { members.value.localBounds }
    @inline(__always) _modify { yield &members.value.localBounds }
  }
  /// The same after the node's own transform: in its parent's space.
  var subtreeBounds: [PixelRect] {
    @inline(__always) get { members.value.subtreeBounds }
    @inline(__always) _modify { yield &members.value.subtreeBounds }
  }
  /// The same of runs of nodes.
  var runs: RunBounds {
    @inline(__always) get { members.value.runs }
    @inline(__always) _modify { yield &members.value.runs }
  }
  /// Whether the bounds may be larger than what is painted now.
  var boundsAreLoose: Bool {
    @inline(__always) get { members.value.boundsAreLoose }
    @inline(__always) _modify { yield &members.value.boundsAreLoose }
  }
  /// Whether a node may have a transition of its own.
  var hasTransitions: Bool {
    @inline(__always) get { members.value.hasTransitions }
    @inline(__always) _modify { yield &members.value.hasTransitions }
  }
  /// Whether a node may have got a transform, or a blurred backdrop, since the layout.
  var movesTransforms: Bool {
    @inline(__always) get { members.value.movesTransforms }
    @inline(__always) _modify { yield &members.value.movesTransforms }
  }
  var movesBackdropBlur: Bool {
    @inline(__always) get { members.value.movesBackdropBlur }
    @inline(__always) _modify { yield &members.value.movesBackdropBlur }
  }
  /// What is shown otherwise than it was laid out.
  var presentations: PresentationTable {
    @inline(__always) get { members.value.presentations }
    @inline(__always) _modify { yield &members.value.presentations }
  }
  /// How far the subnodes of nodes that scroll them are moved, device pixels, by index of the scrolling node.
  var scrolls: PresentationTable {
    @inline(__always) get { members.value.scrolls }
    @inline(__always) _modify { yield &members.value.scrolls }
  }
  /// How single subnodes of such nodes are shown beside that, by their own index; and those that are out of reach.
  var placements: PresentationTable {
    @inline(__always) get { members.value.placements }
    @inline(__always) _modify { yield &members.value.placements }
  }
  var inert: Set<Int> {
    @inline(__always) get { members.value.inert }
    @inline(__always) _modify { yield &members.value.inert }
  }
  /// What the nodes that scroll their subnodes said about that, by their index.
  var placementLists: [Int: [SubnodePlacement]] {
    @inline(__always) get { members.value.placementLists }
    @inline(__always) _modify { yield &members.value.placementLists }
  }
  /// The subnodes of each scrolling node, by its index.
  var items: [Int: [Int]] {
    @inline(__always) get { members.value.items }
    @inline(__always) _modify { yield &members.value.items }
  }
  /// Pictures of nodes that left, by the index of the node they were below.
  var departures: [Int32: [DeparturePicture]] {
    @inline(__always) get { members.value.departures }
    @inline(__always) _modify { yield &members.value.departures }
  }
  /// Elements between two nodes, by the index of their container.
  var sharedElements: [Int32: [SharedElementPicture]] {
    @inline(__always) get { members.value.sharedElements }
    @inline(__always) _modify { yield &members.value.sharedElements }
  }
  /// Nodes off the screen that are still seen leaving it.
  var lingers: Set<Int> {
    @inline(__always) get { members.value.lingers }
    @inline(__always) _modify { yield &members.value.lingers }
  }

  /// Nodes in whose boxes other pixels of the screen are seen magnified, and which these are.
  var lenses: [Int: PixelRect] {
    @inline(__always) get { members.value.lenses }
    @inline(__always) _modify { yield &members.value.lenses }
  }

  /// Nodes that are hit outside of their box; nil: not looked for. See ``nodesWithSlop``.
  var slopNodes: [Int]? {
    @inline(__always) get { members.value.slopNodes }
    @inline(__always) _modify { yield &members.value.slopNodes }
  }

  init(_ made: SceneTreeBuilder) {
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
    members = Cell(
      Members(
        properties: made.properties, contents: [], ownBounds: made.ownBounds, localBounds: made.localBounds,
        subtreeBounds: made.subtreeBounds, runs: made.runs, hasTransitions: made.transitions > 0, slopNodes: made.slops > 0 ? nil : []))
  }

  var count: Int { states.count }

  /// The nodes, in that order.
  var nodes: SceneNodes { SceneNodes(states) }

  func indexOf(_ node: AnyNode) -> Int? { index[ObjectIdentifier(node)].map(Int.init) }

  /// What node `i` inherits.
  func environment(of i: Int) -> EnvironmentValues { environment.running(directions[i]) }

  /// The map from the space of a node's box to the space of its parent's, device pixels; nil where it is the identity.
  func transform(_ i: Int) -> Transform? {
    let own = properties[i].value.transform
    let anchor = properties[i].value.transformAnchor
    guard let shown = presentations[i] else { return Self.transform(own, about: anchor, box: boxes[i], scale: environment.scale) }
    return Self.transform(own, about: anchor, box: shown.box(boxes[i]), scale: environment.scale, by: shown.scale)
  }

  /// - Parameter own: the node's own, alone: a copy of all its properties costs more than to see that there is none.
  /// - Parameter anchor: what it is applied about, as shares of the box.
  static func transform(_ own: Transform, about anchor: Point, box: PixelRect, scale: Double, by share: Double = 1) -> Transform? {
    guard share != 1 || !own.isIdentity else { return nil }
    let cx = Double(box.x) + Double(box.width) * anchor.x
    let cy = Double(box.y) + Double(box.height) * anchor.y
    var device = Transform(a: own.a, b: own.b, c: own.c, d: own.d, tx: own.tx * scale, ty: own.ty * scale)
    // What grows or shrinks by an effect does so about its middle, wherever its own transform has its anchor.
    if share != 1 {
      let (mx, my) = (Double(box.width) * (0.5 - anchor.x), Double(box.height) * (0.5 - anchor.y))
      device = Transform.translation(-mx, -my).then(.scale(share, share)).then(.translation(mx, my)).then(device)
      guard !device.isIdentity else { return nil }
    }
    return Transform.translation(-cx, -cy).then(device).then(.translation(cx, cy))
  }

  static func mapped(_ bounds: PixelRect, by transform: Transform?) -> PixelRect {
    guard let transform, !bounds.isEmpty else { return bounds }
    // Interpolation bleeds over the edge: a pixel of the picture there, and a pixel of rounding here.
    return transform.apply(Rect(bounds.grown(by: 1))).covering(scale: 1).grown(by: 1)
  }

  /// What a node paints itself, its content left out.
  static func ownBounds(_ properties: NodeProperties, box: PixelRect, scale: Double) -> PixelRect {
    guard let shadow = properties.shadow else { return box }
    return box.grown(by: Int(min(max(0, shadow.outset * scale), 10_000).rounded(.up)) + 1)
  }

  /// Finds the bounds anew from what the nodes show now, so that they do not tell what was shown before.
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
    runs.noteChange()
    boundsAreLoose = false
  }

  /// Notes that the content of a node reaches to `rect`, which may lie beyond its box.
  func extendBounds(_ i: Int, by rect: PixelRect) {
    guard !ownBounds[i].contains(rect) else { return }
    ownBounds[i] = ownBounds[i].union(rect)
    include(rect, in: i)
  }

  /// Where a rectangle in the space of node `i`'s box falls on the screen: all transforms above it applied.
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

/// The nodes of a tree, each of which its state holds.
struct SceneNodes: RandomAccessCollection {
  private let states: [RenderState]

  init(_ states: [RenderState]) { self.states = states }

  var startIndex: Int { 0 }
  var endIndex: Int { states.count }
  subscript(_ i: Int) -> AnyNode { states[i].node }
}

/// What a layout changed, against the tree before it.
struct TreeChanges: Sendable {
  /// Whether nodes entered, left or changed places.
  var structure = false
  /// New indexes of nodes that were collected again, in order: only among these are some below others than before.
  var collected: [Range<Int>] = []
  /// Old indexes and new ones of all nodes, in runs of which each stayed in one piece or was collected again; empty where all were looked at.
  var pieces: [LayoutSplice.Piece] = []
  /// New index of nodes whose box, size or properties changed, with their old index; and of those that entered, with -1. Ascending.
  var touched: [(new: Int32, old: Int32)] = []
  /// Old index of every node that left.
  var removed: [Int32] = []
  /// Old index of every node, -1 for those that entered; empty while `structure` is false (then it is the index itself).
  var oldIndex: [Int32] = []
  /// New index of nodes that came to the screen (entered ones too) and that left it.
  var appeared: [Int32] = []
  var disappeared: [Int32] = []
  /// Nodes whose spec names other subnodes than they have.
  var managed: [ManagedSubnodes] = []
  /// Nodes that entered and whose sizes became stale while the layout ran.
  var measureGenerations: [(node: AnyNode, generation: UInt64)] = []
  /// Nodes whose keyed subnodes are no longer all named.
  var keyed: [(node: AnyNode, keys: Set<SubnodeKey>)] = []
  var leftOut = 0
}

/// The subnodes that the spec of a node names, or that it had by its spec and keeps no more.
struct ManagedSubnodes: Sendable {
  let node: AnyNode
  let children: [AnyNode]
  let isManaged: Bool
}

/// How far a node's content reaches beyond its box, pixels per side.
struct Reach: Sendable, Equatable {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  /// The reach of content that covers `rect` while the box is `box`; nil where it stays inside.
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
