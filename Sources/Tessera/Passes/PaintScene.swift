internal import TesseraGeometry

/// What a compositor reads: a tree and what its nodes show. Values and references that nobody writes to while it is in use.
struct PaintScene: @unchecked Sendable {
  // @unchecked: `tree`'s mutable members are copied here when the scene is made; only its constant ones are read through it.
  let tree: SceneTree
  var properties: [SharedProperties]
  let contents: [PaintContents]
  var ownBounds: [PixelRect]
  let localBounds: [PixelRect]
  let subtreeBounds: [PixelRect]
  /// The same of runs of nodes (``RunBounds``).
  let runs: [PixelRect]
  let presentations: PresentationTable
  let scrolls: PresentationTable
  let placements: PresentationTable
  /// Pictures of nodes that left, by the index of the node they were below.
  var departures: [Int32: [DeparturePicture]]
  /// Elements between two nodes, by the index of their container.
  let sharedElements: [Int32: [SharedElementPicture]]
  /// Nodes in whose boxes other pixels of the screen are seen magnified, and which these are.
  let lenses: [Int: PixelRect]
  /// How one node is shown instead of what `presentations` says.
  var change: (index: Int, shown: Presentation)?
  /// Nodes that are not painted: they are elsewhere by now.
  var leftOut = Set<Int>()
  /// Opacity of placeholders, by index: 1 while there is no content, falling while they fade.
  var placeholders: [Int: Double] = [:]
  /// Content that fades in, by index: over what, and how far it has come.
  var fades: [Int: RunningFade.Shares] = [:]
  /// Nodes whose content, with all that is below them, is kept from the screen until all of it is drawn.
  var concealed = Set<Int>()
  /// What placeholders that stand for shapes look like, by index.
  var skeletons: [Int: Skeleton] = [:]
  /// The nodes that are looked at; nil: all.
  var candidates: PaintCandidates?
  /// Why draws on the way failed, by index: bands of one picture add to the same list.
  let failures = Locked<[Int: String]>([:])

  /// - Parameters:
  ///   - contents: instead of what the tree shows.
  ///   - asLaidOut: whether nodes are painted where they were laid out, whatever is in motion.
  init(_ tree: SceneTree, contents: [PaintContents]? = nil, asLaidOut: Bool = false) {
    self.tree = tree
    presentations = asLaidOut ? PresentationTable() : tree.presentations
    scrolls = tree.scrolls
    placements = tree.placements
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

  /// Whether anything may be shown elsewhere than it was laid out.
  var isMoved: Bool { !presentations.isEmpty || !scrolls.isEmpty || !placements.isEmpty || !concealed.isEmpty || !leftOut.isEmpty }

  /// Whether every node is painted where it was laid out, and whole: nothing moves, fades, left or stands in for something.
  var isStill: Bool {
    !isMoved && change == nil && departures.isEmpty && sharedElements.isEmpty && lenses.isEmpty && placeholders.isEmpty && fades.isEmpty
  }

  /// The node's box as it is shown, in its own space.
  @inline(__always)
  func box(_ i: Int) -> PixelRect { presentation(i)?.box(tree.boxes[i]) ?? tree.boxes[i] }

  /// Calls `body` with each subnode of node `i` that may be seen, bottom of the picture first.
  @inline(__always)
  func forEachSubnode(of i: Int, _ body: (Int) throws -> Void) rethrows {
    if let candidates { return try candidates.forEachSubnode(of: i, body) }
    var child = i + 1
    while child < Int(tree.end[i]) {
      try body(child)
      child = Int(tree.end[child])
    }
  }

  func isLeftOut(_ i: Int) -> Bool { !leftOut.isEmpty && leftOut.contains(i) }
}
