public import TesseraGeometry

/// A laid-out tree with a cache: after a change, only boxes that depend on it are laid out again.
///
/// After any sequence of changes, `layout` gives the same frames, bit for bit, as a fresh `LayoutTree` with the same content, if leaf
/// measurements are deterministic.
///
/// Not locked: use it on one thread at a time. Its owner passes it from one layout to the next.
public final class RetainedLayout {
  /// One memory block per kind of box data; all element types are trivial.
  private var styles: UnsafeMutablePointer<LayoutStyle>
  private var boxes: UnsafeMutablePointer<LayoutBuilder.Box>
  private var keys: [LayoutKey?]
  private var engine: LayoutEngine
  private var boxCount: Int
  /// Memory arrangement of styles, boxes, states and frames.
  private var room: StorageRoom
  /// Space of the last layout; nil before the first.
  private var space: AvailableSize?
  private var direction = LayoutDirection.ltr
  /// Whether a style change altered the shape of the tree: containers of items, their order or direction.
  private var needsRebuild = false
  /// Maximum nesting depth; deeper boxes get empty frames.
  private var maximumDepth = LayoutTree.maximumDepth
  /// Thread for layouts of deep trees, if one was started.
  private var deepStack: LargeStack?
  /// Number of such threads started so far.
  private(set) var threadCount = 0
  /// Slots of measure functions that no box uses.
  private var unusedMeasures: [Int32] = []

  /// Takes ownership of a tree, without laying it out.
  public init(_ tree: consuming LayoutTree) {
    let count = tree.count
    boxCount = count
    room = StorageRoom(capacity: max(1, count))
    styles = .allocate(capacity: room.capacity)
    boxes = .allocate(capacity: room.capacity)
    for i in 0..<count {
      (styles + i).initialize(to: tree.styles[i])
      (boxes + i).initialize(to: tree.boxes[i])
    }
    keys = tree.keys
    let caches = UnsafeMutablePointer<BoxCache>.allocate(capacity: room.capacity)
    caches.initialize(repeating: BoxCache(), count: count)
    let frames = UnsafeMutablePointer<Rect>.allocate(capacity: room.capacity)
    frames.initialize(repeating: .zero, count: count)
    let flexTree = FlexTree(styles, boxes, count: count, direction: .ltr, maximumDepth: LayoutTree.maximumDepth)
    engine = LayoutEngine(flexTree, styles, tree.measures, caches: caches, frames: frames)
    engine.retains = true
    engine.changeLog.reserveCapacity(count)
    for i in 0..<count { engine.logNew(i) }
  }

  deinit {
    BoxStorage.free(styles, room)
    BoxStorage.free(boxes, room)
    BoxStorage.free(engine.caches, room)
    BoxStorage.free(engine.frames, room)
    engine.tree.free()
    engine.free()
  }

  /// Number of boxes.
  public var count: Int { boxCount }

  /// Bytes in use: styles, boxes, frames, caches and working memory of layouts, without memory held by leaf closures.
  public var byteCount: Int {
    func bytes<T>(_ type: T.Type) -> Int { boxCount * MemoryLayout<T>.stride }
    return bytes(LayoutStyle.self) + bytes(LayoutBuilder.Box.self) + bytes(LayoutKey?.self) + engine.byteCount
  }

  /// Replaces the style of box `index`; an equal style changes nothing.
  ///
  /// - Complexity: constant. If the style changes `display`, `order`, `writingDirection`, or whether the box is absolute, the next layout visits
  ///   every box once, without laying it out.
  public func setStyle(_ style: LayoutStyle, at index: Int) {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    let old = styles[index]
    guard old != style else { return }
    styles[index] = style
    if old.display != style.display || old.order != style.order || old.writingDirection != style.writingDirection
      || (old.position == .absolute) != (style.position == .absolute)
    {
      needsRebuild = true
    }
    if !needsRebuild {
      for box in engine.tree.refill(index, from: styles + index) { engine.markStyleDirty(Int(box)) }
    }
    engine.markStyleDirty(index)
  }

  /// Replaces the measure function of a leaf and drops its cached sizes.
  ///
  /// - Complexity: constant.
  public func setMeasure(_ measure: LayoutMeasure?, at index: Int) {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    let slot = Int(boxes[index].measure)
    if let measure, slot >= 0 {
      engine.measures[slot] = measure
      engine.invalidateLeafSizes(of: index)
      engine.markDirty(index, .content)
      return
    }
    guard measure != nil || slot >= 0 else { return }
    boxes[index].measure = measure.map { addMeasure($0) } ?? -1
    if measure == nil { removeMeasure(Int32(slot)) }
    engine.invalidateLeafSizes(of: index)
    if !needsRebuild {
      let passed = engine.nodes[index].passedDependence
      engine.nodes[index].measure = boxes[index].measure
      engine.tree.fixedSizeItems[index] = FixedSizeItem(engine.nodes + index)
      for box in engine.tree.settleWidthDependence(of: index, passed: passed) { engine.markStyleDirty(Int(box)) }
    }
    // A box with content does not lay out its children.
    engine.caches[index].isPlaced = false
    for below in index + 1..<max(index + 1, Int(boxes[index].end)) {
      engine.setFrame(below, .zero)
      engine.caches[below].isPlaced = false
      engine.caches[below].isSettled = false
    }
    engine.markStyleDirty(index)
  }

  private func addMeasure(_ measure: @escaping LayoutMeasure) -> Int32 {
    if let slot = unusedMeasures.popLast() {
      engine.measures[Int(slot)] = measure
      return slot
    }
    engine.measures.append(measure)
    return Int32(engine.measures.count - 1)
  }

  private func removeMeasure(_ slot: Int32) {
    // The slot is reused; the closure and its captures are released now.
    engine.measures[Int(slot)] = { _ in MeasuredSize(.zero) }
    unusedMeasures.append(slot)
  }

  /// Replaces box `index` and its descendants with `tree`. Indices of later boxes shift by the difference of the counts.
  ///
  /// An empty tree removes the box.
  /// - Complexity: that of `replaceChildren(_:of:with:)`; for the root, the number of boxes.
  public func replaceSubtree(at index: Int, with tree: LayoutTree) {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    replace(index..<Int(boxes[index].end), below: Int(boxes[index].parent), with: [tree])
  }

  /// Replaces some children of box `parent` with `trees`, in order. Indices of later boxes shift by the difference of the counts.
  ///
  /// - Parameters:
  ///   - range: adjacent children with all their descendants. An empty range inserts before the box at that index, which is a child of `parent` or
  ///     the first box after it.
  ///   - parent: a box without a measure function.
  ///   - trees: replacement trees; an empty array removes the children.
  /// - Complexity: linear in the removed and added boxes, plus one move of the data of later boxes. Nothing is laid out.
  public func replaceChildren(_ range: Range<Int>, of parent: Int, with trees: [LayoutTree]) {
    precondition(parent >= 0 && parent < boxCount, "box \(parent) of \(boxCount)")
    precondition(range.lowerBound > parent && range.upperBound <= Int(boxes[parent].end), "\(range) below box \(parent)")
    replace(range, below: parent, with: trees)
  }

  private func replace(_ range: Range<Int>, below parent: Int, with trees: [LayoutTree]) {
    rebuildIfNeeded()
    let count = trees.reduce(0) { $0 + $1.count }
    let shift = count - range.count
    let frameParent = range.isEmpty || parent < 0 ? -1 : Int(engine.nodes[range.lowerBound].frameParent)
    for i in range {
      engine.clearCache(of: i)
      if boxes[i].measure >= 0 { removeMeasure(boxes[i].measure) }
    }
    if !(range.isEmpty && engine.changeLog.isEmpty && engine.queue.isEmpty) { engine.renumberChanges(from: range, by: Int32(shift)) }
    engine.renumberCornerMargins(from: range, by: shift)
    makeRoom(for: count, in: range)
    if shift != 0 { moveLinks(after: range.upperBound, below: parent, by: shift) }
    var at = range.lowerBound
    for tree in trees {
      insert(tree, at: at, below: parent)
      at += tree.count
    }
    if parent < 0 {
      rebuildTree(replaced: range, by: count)
    } else {
      let changed = engine.tree.replace(
        range, below: parent, by: count, styles, boxes, direction: direction, maximumDepth: maximumDepth)
      for box in changed { engine.markDirty(Int(box), .style) }
    }
    markNew(range.lowerBound..<range.lowerBound + count)
    if frameParent >= 0 { engine.markDirty(frameParent, .content) }
  }

  /// Marks the outermost of the new boxes and their ancestors as dirty.
  private func markNew(_ new: Range<Int>) {
    var box = new.lowerBound
    while box < new.upperBound {
      engine.markDirty(box, .style)
      let above = Int(engine.nodes[box].frameParent)
      if above >= 0 { engine.markDirty(above, .content) }
      box = Int(boxes[box].end)
    }
  }

  /// Replaces the storage of `range` by that of `count` boxes in all per-box data except the engine's tree.
  private func makeRoom(for count: Int, in range: Range<Int>) {
    let new = room.replacing(range, of: boxCount, by: count)
    styles = BoxStorage.replace(styles, boxCount, range, by: count, from: room, to: new)
    boxes = BoxStorage.replace(boxes, boxCount, range, by: count, from: room, to: new)
    engine.caches = BoxStorage.replace(engine.caches, boxCount, range, by: count, from: room, to: new)
    engine.frames = BoxStorage.replace(engine.frames, boxCount, range, by: count, from: room, to: new)
    engine.styles = UnsafePointer(styles)
    keys.replaceSubrange(range, with: repeatElement(nil, count: count))
    (boxCount, room) = (boxCount + count - range.count, new)
  }

  /// Renumbers the links of moved boxes (old index `end` and later), and of the ancestors of the replaced range.
  private func moveLinks(after end: Int, below parent: Int, by shift: Int) {
    let step = Int32(truncatingIfNeeded: shift)
    var ancestor = parent
    while ancestor >= 0 {
      boxes[ancestor].end += step
      ancestor = Int(boxes[ancestor].parent)
    }
    for i in end + shift..<boxCount {
      boxes[i].end += step
      if Int(boxes[i].parent) >= end { boxes[i].parent += step }
    }
  }

  /// Copies the boxes of `tree` to the free storage at `index`.
  private func insert(_ tree: LayoutTree, at index: Int, below parent: Int) {
    for k in 0..<tree.count {
      var box = tree.boxes[k]
      box.parent = box.parent < 0 ? Int32(truncatingIfNeeded: parent) : box.parent + Int32(truncatingIfNeeded: index)
      box.end += Int32(truncatingIfNeeded: index)
      if box.measure >= 0 { box.measure = addMeasure(tree.measures[Int(box.measure)]) }
      (boxes + index + k).initialize(to: box)
      (styles + index + k).initialize(to: tree.styles[k])
      (engine.caches + index + k).initialize(to: BoxCache())
      (engine.frames + index + k).initialize(to: .zero)
      keys[index + k] = tree.keys[k]
      engine.logNew(index + k)
    }
  }

  private func rebuildIfNeeded() {
    if needsRebuild { rebuildTree(replaced: boxCount..<boxCount, by: 0) }
  }

  /// Rebuilds the engine's tree and marks the boxes that changed for it; `count` boxes replaced those of `range`.
  private func rebuildTree(replaced range: Range<Int>, by count: Int) {
    needsRebuild = false
    let old = engine.tree
    let new = FlexTree(styles, boxes, count: boxCount, capacity: room.capacity, direction: direction, maximumDepth: maximumDepth)
    engine.tree = new
    let newEnd = range.lowerBound + count
    let shift = newEnd - range.upperBound
    for i in 0..<boxCount where i < range.lowerBound || i >= newEnd {
      let before = old.nodes + (i < range.lowerBound ? i : i - shift)
      let after = new.nodes + i
      var parent = Int(before.pointee.frameParent)
      if parent >= range.upperBound { parent += shift }
      if before.pointee.hasBox && !after.pointee.hasBox {
        engine.setFrame(i, .zero)
        engine.clearCache(of: i)
        if parent >= 0 { engine.markDirty(parent, .content) }
      } else if after.pointee.hasBox, before.pointee.hasBox != after.pointee.hasBox || parent != Int(after.pointee.frameParent) {
        engine.markStyleDirty(i)
        if parent >= 0, before.pointee.hasBox { engine.markDirty(parent, .content) }
      } else if after.pointee.hasBox, after.pointee.differsForParent(from: before.pointee) {
        engine.markStyleDirty(i)
      }
    }
    old.free()
  }

  /// Lays out the invalid boxes, in a space as for `LayoutTree.layout(available:direction:)`.
  ///
  /// - Complexity: proportional to the boxes with changed content and their direct children; constant if nothing changed.
  /// - Note: any thread, one at a time. Deep trees run on a separate thread, as for `LayoutTree`.
  public func layout(available: AvailableSize, direction: LayoutDirection) -> LayoutUpdate {
    if direction != self.direction {
      self.direction = direction
      needsRebuild = true
    }
    rebuildIfNeeded()
    let isRootWanted = space != available
    space = available
    guard boxCount > 0 else { return LayoutUpdate(changed: [], measureCount: 0, visitCount: 0) }
    if !isRootWanted && engine.queue.isEmpty && engine.changeLog.isEmpty {
      return LayoutUpdate(changed: [], measureCount: 0, visitCount: 0)
    }
    let job = Job(layout: self, isRootWanted: isRootWanted, available: available)
    if engine.tree.depth <= LayoutEngine.inlineDepth {
      deepStack = nil
      job.run()
    } else if let stack = largeStack(for: engine.tree.depth) {
      stack.run { job.run() }
    } else {
      // If no thread can be started, boxes too deep for this stack get empty frames instead of crashing.
      maximumDepth = LayoutEngine.inlineDepth
      rebuildTree(replaced: boxCount..<boxCount, by: 0)
      job.run()
    }
    return engine.dequeueUpdate()
  }

  /// Returns a thread with enough stack for `depth` levels, kept between layouts; nil if none can be started.
  private func largeStack(for depth: Int) -> LargeStack? {
    let bytes = 256 * 1024 + depth * LayoutEngine.bytesPerLevel
    if let deepStack, deepStack.bytes >= bytes { return deepStack }
    deepStack = LargeStack(bytes: bytes)
    if deepStack != nil { threadCount += 1 }
    return deepStack
  }

  /// A layout job for the thread with the large stack.
  ///
  /// `@unchecked`: the caller waits for that thread, so only one of them uses the layout at a time.
  private struct Job: @unchecked Sendable {
    let layout: RetainedLayout
    let isRootWanted: Bool
    let available: AvailableSize
    func run() { layout.engine.run(isRootWanted: isRootWanted, available: available) }
  }

  /// Returns the size of box `index` inside of padding and border after the last layout, logical units, not negative.
  ///
  /// - Complexity: constant; the number of ancestors with padding in percent if the box has such padding.
  public func contentSize(at index: Int) -> Size {
    let size = frame(at: index).size
    let node = engine.nodes + index
    let above = Int(node.pointee.frameParent)
    let width = node.pointee.hasPercentPadding && above >= 0 ? contentSize(at: above).width : 0
    let edges = engine.borderPadding(node, width)
    return Size(max(0, size.width - edges.left - edges.right), max(0, size.height - edges.top - edges.bottom))
  }

  /// Returns the border box of box `index` after the last layout, relative to that of `frameParent(at:)`, unrounded.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return engine.frames[index]
  }
  /// Returns the index of the box that the frame is relative to: the nearest ancestor with a box; -1 for the root.
  public func frameParent(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(engine.nodes[index].frameParent)
  }
  /// Returns the key of box `index`.
  public func key(at index: Int) -> LayoutKey? { keys[index] }
  /// Returns the index after the last descendant of box `index`.
  public func end(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(boxes[index].end)
  }
  /// Returns the index of the parent; -1 for the root.
  public func parent(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(boxes[index].parent)
  }
}
