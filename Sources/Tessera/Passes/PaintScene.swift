internal import TesseraGeometry

/// Input of a compositor: a tree and the contents of its nodes. Values and references that are not written while it is in use.
struct PaintScene: @unchecked Sendable {
  // @unchecked: `tree`'s mutable members are copied here when the scene is made; only its constant ones are read through it.
  let tree: PaintTree
  var properties: [SharedProperties]
  let contents: [PaintContents]
  var ownBounds: [PixelRect]
  let localBounds: [PixelRect]
  let subtreeBounds: [PixelRect]
  /// Bounds of runs of nodes (``RunBounds``).
  let runs: [PixelRect]
  let presentations: PresentationTable
  let scrolls: PresentationTable
  let placements: PresentationTable
  /// Transforms of containers for their subnodes, by index.
  let placedTransforms: [Int32: Transform]
  /// Orders of subnodes that differ from the tree's.
  let stacking: StackingOrders
  /// Pictures of removed nodes by the index of their former parent.
  var departures: [Int32: [DeparturePicture]]
  /// Shared elements in motion, by the index of their container.
  let sharedElements: [Int32: [SharedElementPicture]]
  /// Nodes that magnify other pixels of the screen, and the source rectangles.
  let lenses: [Int: PixelRect]
  /// Presentation of one node that replaces the one in `presentations`.
  var change: (index: Int, shown: Presentation)?
  /// Nodes that are not painted because they have moved elsewhere.
  var leftOut = Set<Int>()
  /// Opacity of placeholders by index: 1 without content, decreasing while they fade.
  var placeholders: [Int: Double] = [:]
  /// Content that fades in, by index: the content below and the progress.
  var fades: [Int: RunningFade.Shares] = [:]
  /// Nodes whose content is concealed, with their subtrees, until all of it is drawn.
  var concealed = Set<Int>()
  /// Skeletons of placeholders by index.
  var skeletons: [Int: Skeleton] = [:]
  /// Nodes to visit; nil means all.
  var candidates: PaintCandidates?
  /// Reasons of failed draws by index; the bands of one picture share the list.
  let failures = Locked<[Int: String]>([:])

  /// - Parameters:
  ///   - contents: contents to use instead of those of the tree.
  ///   - asLaidOut: whether nodes are painted at their layout places, ignoring motion.
  init(_ tree: PaintTree, contents: [PaintContents]? = nil, asLaidOut: Bool = false) {
    self.tree = tree
    presentations = asLaidOut ? PresentationTable() : tree.presentations
    scrolls = tree.scrolls
    placements = tree.placements
    placedTransforms = tree.placedTransforms
    stacking = tree.stacking
    departures = asLaidOut ? [:] : tree.departures
    sharedElements = asLaidOut ? [:] : tree.sharedElements
    lenses = asLaidOut ? [:] : tree.lenses
    properties = tree.properties
    self.contents = contents ?? tree.contents
    ownBounds = tree.ownBounds
    localBounds = tree.localBounds
    subtreeBounds = tree.subtreeBounds
    tree.runs.refresh(tree.subtreeBounds)
    runs = tree.runs.bounds
    if !sharedElements.isEmpty { liftSharedElements() }
  }
  @inline(__always)
  func presentation(_ i: Int) -> Presentation? {
    if let change, change.index == i { return change.shown }
    return presentations[i].scrolled(by: scrolls, above: Int(tree.parent[i])).placed(i, by: placements)
  }

  /// Whether any node may be shown elsewhere than in its layout.
  var isMoved: Bool {
    !presentations.isEmpty || !scrolls.isEmpty || !placements.isEmpty || !placedTransforms.isEmpty || !concealed.isEmpty || !leftOut.isEmpty
  }

  /// Returns the transform of a node's container for it.
  @inline(__always)
  func placedTransform(_ i: Int) -> Transform? { placedTransforms.isEmpty ? nil : placedTransforms[Int32(i)] }

  /// Whether each node is painted at its layout place, completely and without animation or replacement.
  var isStill: Bool {
    !isMoved && change == nil && departures.isEmpty && sharedElements.isEmpty && lenses.isEmpty && placeholders.isEmpty && fades.isEmpty
  }

  /// Returns the node's shown box, in its own space.
  @inline(__always)
  func box(_ i: Int) -> PixelRect { presentation(i)?.box(tree.boxes[i]) ?? tree.boxes[i] }

  /// Calls `body` with each subnode of node `i` that may be visible, in paint order.
  @inline(__always)
  func forEachSubnode(of i: Int, _ body: (Int) throws -> Void) rethrows {
    if !stacking.isEmpty, let order = stacking[i] {
      for child in order where candidates?.contains(Int(child)) ?? true { try body(Int(child)) }
      return
    }
    if let candidates { return try candidates.forEachSubnode(of: i, body) }
    var child = i + 1
    while child < Int(tree.end[i]) {
      try body(child)
      child = Int(tree.end[child])
    }
  }

  func isLeftOut(_ i: Int) -> Bool { !leftOut.isEmpty && leftOut.contains(i) }
}
