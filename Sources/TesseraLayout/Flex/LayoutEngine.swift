internal import TesseraGeometry

/// Constraint of the root.
enum RootConstraint: Sendable { case available(AvailableSize), range(SizeRange) }

/// Tolerated excess of a row of items over its line: sums of fractions are not exact.
///
/// Half of a browser's smallest length.
let fitTolerance = 1.0 / 128

/// One run of the layout over one tree: scratch memory, with the parts of the algorithm as extensions.
///
/// The parts mirror the standards: lengths (CSS Sizing), intrinsic widths (CSS Sizing 3, 5), flex (CSS Flexbox 1, 9), absolute boxes (CSS
/// Positioned Layout 3). If the standards leave a choice, the engine follows browsers.
///
/// All memory is plain buffers that live as long as the run; nothing here is shared between threads. Pointers never leave the engine.
///
/// Noncopyable, and every method is `mutating`, even those that change nothing. Mutating methods get the engine's address. Others would get
/// a copy of its 328 bytes on each call, which was a fifth of the instructions for changing one leaf.
struct LayoutEngine: ~Copyable {
  /// Tree to lay out; the engine does not change it.
  var tree: FlexTree
  var styles: UnsafePointer<LayoutStyle>
  var measures: [LayoutMeasure]
  /// Output frames.
  var frames: UnsafeMutablePointer<Rect>

  /// Caches by box, and the pools of their entries.
  var caches: UnsafeMutablePointer<BoxCache>
  var sizeCache: Pool<SizeCacheEntry>
  var leafCache: Pool<LeafCacheEntry>
  var widthCache: Pool<WidthCacheEntry>

  // Stacks of items and lines: each container reserves space on top and releases it.
  var items: UnsafeMutablePointer<FlexItem>
  var itemCapacity: Int
  var itemTop = 0
  var lines: UnsafeMutablePointer<FlexLine>
  var lineCapacity: Int
  var lineTop = 0

  /// Absolute boxes without their containing block yet.
  var pending: [PendingAbsolute] = []
  var measureCount = 0
  /// Number of visited boxes: containers laid out, with their items and absolute boxes.
  var visitCount = 0
  /// Whether sizes are cached; only tests turn it off.
  var usesCache = true
  /// Trace of an explained layout; else nil.
  var trace: LayoutTrace?
  /// Whether this engine lays out the same tree repeatedly and caches frames too.
  var retains = false
  /// Number of layouts so far.
  var generation: UInt32 = 0
  /// Boxes with a changed frame, with their previous frames.
  var changeLog: [(box: Int32, frame: Rect)] = []
  /// Margins of boxes with a badge on a corner, by box.
  var cornerMargins: [CornerMargin] = []
  /// Dirty boxes as a heap, the largest index first.
  var queue: [Int32] = []

  @inline(__always) var nodes: UnsafeMutablePointer<FlexNode> { tree.nodes }
  @inline(__always) var children: UnsafeMutablePointer<Int32> { tree.children }
  @inline(__always) var boxCount: Int { tree.count }

  /// Maximum depth for a layout on the caller's stack; deeper trees get a thread with a stack of `bytesPerLevel` per level.
  static let inlineDepth = 64
  ///
  /// The measured need is a quarter of this: up to 4 KB optimized, 12 KB not optimized. Unused stack is never backed by memory.
  #if DEBUG
    static let bytesPerLevel = 64 * 1024
  #else
    static let bytesPerLevel = 16 * 1024
  #endif

  static func run(
    _ tree: LayoutTree, root: RootConstraint, direction: LayoutDirection, baselines: Bool = false, usesCache: Bool = true,
    trace: LayoutTrace? = nil
  ) -> LayoutResult {
    guard tree.count > 0 else {
      return LayoutResult(
        frames: [], parent: [], frameParent: [], firstBaseline: nil, lastBaseline: nil, measureCount: 0, keys: [], hasKeys: false)
    }
    let depth = tree.prepared.tree.depth
    if depth <= inlineDepth {
      return lay(tree, root: root, direction: direction, baselines: baselines, usesCache: usesCache, trace: trace)
    }
    let work: @Sendable () -> LayoutResult = {
      lay(tree, root: root, direction: direction, baselines: baselines, usesCache: usesCache, trace: trace)
    }
    // If no thread can be started, boxes too deep for this stack get empty frames instead of crashing.
    return LargeStack.run(bytes: 256 * 1024 + depth * bytesPerLevel, work)
      ?? lay(
        tree, root: root, direction: direction, maximumDepth: inlineDepth, baselines: baselines, usesCache: usesCache, trace: trace)
  }

  private static func lay(
    _ tree: LayoutTree, root: RootConstraint, direction: LayoutDirection, maximumDepth: Int = LayoutTree.maximumDepth, baselines: Bool,
    usesCache: Bool, trace: LayoutTrace?
  ) -> LayoutResult {
    withEngine(tree, direction: direction, maximumDepth: maximumDepth) { engine, prepared in
      engine.usesCache = usesCache
      engine.trace = trace
      var found: (first: Double?, last: Double?) = (nil, nil)
      let frames = [Rect](unsafeUninitializedCapacity: tree.count) { buffer, count in
        // If every box gets a frame, initialization is unnecessary.
        #if DEBUG
          buffer.initialize(repeating: engine.tree.skipsBoxes ? .zero : Rect(.nan, .nan, .nan, .nan))
        #else
          if engine.tree.skipsBoxes { buffer.initialize(repeating: .zero) }
        #endif
        engine.frames = buffer.baseAddress!  // the tree is not empty: checked by run
        engine.resolveCornerMargins()
        found = engine.layoutRoot(root, baselines: baselines)
        count = tree.count
      }
      return LayoutResult(
        frames: frames, parent: prepared.parents, frameParent: prepared.frameParents, firstBaseline: found.first,
        lastBaseline: found.last, measureCount: engine.measureCount, keys: tree.keys, hasKeys: tree.hasKeys)
    }
  }

  /// Calls `body` with an engine for one run; its frames are not set yet.
  static func withEngine<R>(
    _ tree: LayoutTree, direction: LayoutDirection, maximumDepth: Int, _ body: (inout LayoutEngine, PreparedTree) -> R
  ) -> R {
    // The tree is prepared for left to right; another direction or a lower depth limit needs another preparation.
    let isUsual = direction == .ltr && maximumDepth == LayoutTree.maximumDepth
    let prepared = isUsual ? tree.prepared : PreparedTree(tree.styles, tree.boxes, direction: direction, maximumDepth: maximumDepth)
    return withExtendedLifetime(prepared) {
      tree.styles.withUnsafeBufferPointer { styles in
        let cacheCount = max(1, Int(prepared.tree.slotCount))
        let caches = UnsafeMutablePointer<BoxCache>.allocate(capacity: cacheCount)
        caches.initialize(repeating: BoxCache(), count: cacheCount)
        var engine = LayoutEngine(prepared.tree, styles.baseAddress!, tree.measures, caches: caches)  // not empty: checked by run
        defer {
          engine.free()
          caches.deallocate()
        }
        return body(&engine, prepared)
      }
    }
  }

  /// Creates an engine; the caller owns tree, styles, states and frames.
  init(
    _ tree: FlexTree, _ styles: UnsafePointer<LayoutStyle>, _ measures: [LayoutMeasure], caches: UnsafeMutablePointer<BoxCache>,
    frames: UnsafeMutablePointer<Rect>? = nil
  ) {
    self.tree = tree
    self.styles = styles
    self.measures = measures
    self.caches = caches
    self.frames = frames ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Rect>.alignment)!  // never read: the caller sets it first
    sizeCache = Pool(capacity: 64)
    leafCache = Pool(capacity: 16)
    widthCache = Pool(capacity: 16)
    itemCapacity = 64
    items = .allocate(capacity: itemCapacity)
    lineCapacity = 16
    lines = .allocate(capacity: lineCapacity)
  }

  /// Frees the engine's own memory.
  ///
  /// All element types are trivial, so nothing needs to be deinitialized.
  func free() {
    sizeCache.free()
    leafCache.free()
    widthCache.free()
    items.deallocate()
    lines.deallocate()
  }

  /// Reserves space for `count` more items on the stack of items.
  ///
  /// Pointers into the stack are invalid afterwards; indices stay valid.
  @inline(__always) mutating func reserveItems(_ count: Int) {
    if itemTop + count > itemCapacity { growItems(count) }
  }

  private mutating func growItems(_ count: Int) {
    let capacity = max(itemCapacity * 2, itemTop + count)
    let larger = UnsafeMutablePointer<FlexItem>.allocate(capacity: capacity)
    larger.moveInitialize(from: items, count: itemTop)
    items.deallocate()
    items = larger
    itemCapacity = capacity
  }

  /// Pushes a line on the stack of lines.
  @inline(__always) mutating func pushLine(_ line: FlexLine) {
    if lineTop == lineCapacity {
      let larger = UnsafeMutablePointer<FlexLine>.allocate(capacity: lineCapacity * 2)
      larger.moveInitialize(from: lines, count: lineTop)
      lines.deallocate()
      lines = larger
      lineCapacity *= 2
    }
    (lines + lineTop).initialize(to: line)
    lineTop += 1
  }
}
