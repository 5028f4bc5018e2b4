internal import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the root is laid out in.
enum RootSpace: Sendable { case available(AvailableSize), range(SizeRange) }

/// How much longer than its line a row of items may be and still fit: sums of fractions are not exact.
///
/// Half of a browser's smallest length.
let fitTolerance = 1.0 / 128

/// One run of the layout over one tree: all scratch memory, and the pieces of the algorithm as extensions.
///
/// The pieces mirror the standards: lengths (CSS Sizing), intrinsic widths (CSS Sizing 3, 5), flex (CSS Flexbox 1, 9), absolute boxes (CSS
/// Positioned Layout 3). Where the standards leave room, the engine does what browsers do.
///
/// All memory is plain buffers that live as long as the run; nothing here is shared between threads. Pointers never leave the engine.
struct LayoutEngine {
  let boxCount: Int
  let styles: UnsafePointer<LayoutStyle>
  let boxes: UnsafePointer<LayoutBuilder.Box>
  let measures: [LayoutMeasure]
  let nodes: UnsafeMutablePointer<FlexNode>
  let depths: UnsafeMutablePointer<Int32>
  let children: UnsafeMutablePointer<Int32>
  let cursors: UnsafeMutablePointer<(item: Int32, absolute: Int32)>
  let frames: UnsafeMutablePointer<Rect>

  // Stacks of items and lines: each container takes what it needs on top and gives it back.
  var items: UnsafeMutablePointer<FlexItem>
  var itemCapacity: Int
  var itemTop = 0
  var lines: UnsafeMutablePointer<FlexLine>
  var lineCapacity: Int
  var lineTop = 0

  /// Answers of boxes, chained per box.
  var answers: [MeasureEntry] = []
  /// Answers of leaves, by box.
  var leafAnswers: [LeafAnswer] = []
  /// Absolute boxes that wait for their containing block.
  var pending: [PendingAbsolute] = []
  var measureCount = 0
  /// Whether answers are remembered; without, every question is answered anew, which only tests want.
  var remembers = true
  /// Where a layout that is to be explained notes its reasons; else nil.
  var trace: LayoutTrace?

  /// Levels up to which a tree is laid out on the caller's stack; deeper trees get a thread with a stack of `bytesPerLevel` each.
  static let inlineDepth = 64
  ///
  /// The measured need is a quarter of this: up to 4 KB optimized, 12 KB not. Only what is used is ever backed by memory.
  #if DEBUG
    static let bytesPerLevel = 64 * 1024
  #else
    static let bytesPerLevel = 16 * 1024
  #endif

  static func run(
    _ tree: LayoutTree, root: RootSpace, direction: LayoutDirection, baselines: Bool = false, remembers: Bool = true,
    trace: LayoutTrace? = nil
  ) -> LayoutResult {
    guard tree.count > 0 else {
      return LayoutResult(
        frames: [], parent: [], frameParent: [], firstBaseline: nil, lastBaseline: nil, measureCount: 0, keys: [])
    }
    let depth = min(tree.depth, LayoutTree.maximumDepth)
    let work: @Sendable (Int) -> LayoutResult = {
      lay(tree, root: root, direction: direction, maximumDepth: $0, baselines: baselines, remembers: remembers, trace: trace)
    }
    if depth <= inlineDepth { return work(inlineDepth) }
    // Where no thread can be had, what is too deep for this stack gets no room instead of crashing.
    return onLargeStack(bytes: 256 * 1024 + depth * bytesPerLevel) { work(LayoutTree.maximumDepth) } ?? work(inlineDepth)
  }

  private static func lay(
    _ tree: LayoutTree, root: RootSpace, direction: LayoutDirection, maximumDepth: Int, baselines: Bool, remembers: Bool,
    trace: LayoutTrace?
  ) -> LayoutResult {
    tree.styles.withUnsafeBufferPointer { styles in
      tree.boxes.withUnsafeBufferPointer { boxes in
        var engine = LayoutEngine(tree, styles.baseAddress!, boxes.baseAddress!)  // non-empty: checked by run
        defer { engine.free() }
        engine.remembers = remembers
        engine.trace = trace
        engine.prepare(direction: direction, maximumDepth: maximumDepth)
        let found = engine.layoutRoot(root, baselines: baselines)
        let count = engine.boxCount
        return LayoutResult(
          frames: Array(UnsafeBufferPointer(start: engine.frames, count: count)), parent: boxes.map(\.parent),
          frameParent: (0..<count).map { engine.nodes[$0].frameParent }, firstBaseline: found.first, lastBaseline: found.last,
          measureCount: engine.measureCount, keys: tree.keys)
      }
    }
  }

  /// How many boxes had to be looked into to answer a question, for tests that nothing is measured over and over.
  static func answerCount(_ tree: LayoutTree, _ root: RootSpace) -> Int {
    tree.styles.withUnsafeBufferPointer { styles in
      tree.boxes.withUnsafeBufferPointer { boxes in
        var engine = LayoutEngine(tree, styles.baseAddress!, boxes.baseAddress!)  // trees of tests are not empty
        defer { engine.free() }
        engine.prepare(direction: .ltr, maximumDepth: LayoutTree.maximumDepth)
        _ = engine.layoutRoot(root, baselines: false)
        return engine.answers.count
      }
    }
  }

  private init(_ tree: LayoutTree, _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>) {
    let count = tree.count
    boxCount = count
    self.styles = styles
    self.boxes = boxes
    measures = tree.measures
    nodes = .allocate(capacity: count)
    depths = .allocate(capacity: count)
    children = .allocate(capacity: count)
    cursors = .allocate(capacity: count)
    frames = .allocate(capacity: count)
    frames.initialize(repeating: .zero, count: count)
    itemCapacity = 64
    items = .allocate(capacity: itemCapacity)
    lineCapacity = 16
    lines = .allocate(capacity: lineCapacity)
  }

  /// Gives the memory back.
  ///
  /// All element types are trivial, so nothing needs to be deinitialized.
  private func free() {
    nodes.deallocate()
    depths.deallocate()
    children.deallocate()
    cursors.deallocate()
    frames.deallocate()
    items.deallocate()
    lines.deallocate()
  }

  /// Makes room for `count` more items on the stack of items.
  ///
  /// Pointers into it are invalid afterwards; indices stay.
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

  /// Puts a line on the stack of lines.
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

/// Runs `work` on a thread of its own with a stack of `bytes` and waits for it; nil where no thread can be made.
private func onLargeStack(bytes: Int, _ work: @escaping @Sendable () -> LayoutResult) -> LayoutResult? {
  let errand = Errand(work)
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, (bytes + 65535) & ~65535)
  var thread = pthread_t()
  // The thread borrows `errand`, which outlives it: it is joined below.
  let status = pthread_create(
    &thread, &attributes,
    { argument in
      Unmanaged<Errand>.fromOpaque(argument!).takeUnretainedValue().run()  // the argument is `errand`, never nil
      return nil
    }, Unmanaged.passUnretained(errand).toOpaque())
  guard status == 0 else { return nil }
  pthread_join(thread, nil)
  return withExtendedLifetime(errand) { errand.result }
}

/// Work for another thread, and what came of it.
///
/// Only one side touches it at a time: the thread before the join, the caller after it.
private final class Errand {
  private let work: @Sendable () -> LayoutResult
  private(set) var result: LayoutResult?
  init(_ work: @escaping @Sendable () -> LayoutResult) { self.work = work }
  func run() { result = work() }
}
