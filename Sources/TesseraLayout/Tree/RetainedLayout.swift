public import TesseraGeometry

/// A laid-out tree with a cache: after a change only the boxes that depend on it are laid out again.
///
/// After any sequence of changes `layout` gives the frames that a fresh `LayoutTree` with the same content gives, bit for bit, as long as
/// equal questions to a leaf get equal answers.
///
/// Used by one thread at a time; whoever holds it hands it from one layout to the next. It does not lock.
public final class RetainedLayout {
  /// One piece of memory for each thing that is known by box; all element types are trivial.
  private var styles: UnsafeMutablePointer<LayoutStyle>
  private var boxes: UnsafeMutablePointer<LayoutBuilder.Box>
  private var keys: [LayoutKey?]
  private var engine: LayoutEngine
  private var boxCount: Int
  /// How styles, boxes, states and frames lie in their memory.
  private var room: StorageRoom
  /// What the last layout was for; nil: none yet.
  private var space: AvailableSize?
  private var direction = LayoutDirection.ltr
  /// A style changed the shape of the tree: who is whose item, in which order, in which direction.
  private var needsRebuild = false
  /// Boxes below this level have no room.
  private var maximumDepth = LayoutTree.maximumDepth
  /// The thread that lays a deep tree out, while there is one.
  private var deepStack: LargeStack?
  /// Threads that were started for that, ever.
  private(set) var threadCount = 0
  /// Closures that no box has any more.
  private var unusedMeasures: [Int32] = []

  /// Takes a tree over; nothing is laid out yet.
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

  /// Bytes of memory that are held: styles, boxes, frames, caches and what layouts work in; without what closures of leaves hold.
  public var byteCount: Int {
    func bytes<T>(_ type: T.Type) -> Int { boxCount * MemoryLayout<T>.stride }
    return bytes(LayoutStyle.self) + bytes(LayoutBuilder.Box.self) + bytes(LayoutKey?.self) + engine.byteCount
  }

  /// Gives box `index` another style; an equal one changes nothing.
  ///
  /// - Complexity: constant; a style that changes `display`, `order`, `writingDirection`, or whether the box is absolute, makes the next
  ///   layout look at every box once, though not lay it out.
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

  /// Gives a leaf other content; its cached sizes are dropped.
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
    // Where there is content, children have no room.
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
    // The place is used again; what the closure holds is let go now.
    engine.measures[Int(slot)] = { _ in MeasuredSize(.zero) }
    unusedMeasures.append(slot)
  }

  /// Puts `tree` in the place of box `index` and all below it; the boxes after it move by the difference of the counts.
  ///
  /// An empty tree removes the box.
  /// - Complexity: that of `replaceChildren(_:of:with:)`; for the root, the number of boxes.
  public func replaceSubtree(at index: Int, with tree: LayoutTree) {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    replace(index..<Int(boxes[index].end), below: Int(boxes[index].parent), with: [tree])
  }

  /// Puts `trees`, one after the other, in the place of some children of box `parent`; the boxes after them move by the difference of the counts.
  ///
  /// - Parameters:
  ///   - range: those children with all below them, side by side. An empty range inserts before the box that is there, which is a child of
  ///     `parent` or the first box after it.
  ///   - parent: a box that does not measure itself.
  ///   - trees: none remove the children.
  /// - Complexity: the boxes that go and come, and one move of what is known of those after them. None is laid out.
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

  /// Marks the outermost of boxes that came, and what they stand in.
  private func markNew(_ new: Range<Int>) {
    var box = new.lowerBound
    while box < new.upperBound {
      engine.markDirty(box, .style)
      let above = Int(engine.nodes[box].frameParent)
      if above >= 0 { engine.markDirty(above, .content) }
      box = Int(boxes[box].end)
    }
  }

  /// Makes room for `count` boxes in place of those of `range` wherever something is known by box, but in the engine's tree.
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

  /// Renumbers the links of boxes that moved, which came after box `end` of old, and of those around what was replaced.
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

  /// Takes the boxes of `tree` over, for which there is room from `index` on.
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

  /// Prepares the tree for the engine anew, and marks the boxes that look different to it: `count` boxes are where those of `range` were.
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

  /// Lays out what has to be, in a space as `LayoutTree.layout(available:direction:)` has it.
  ///
  /// - Complexity: proportional to the boxes whose inside changed and their direct children; constant where nothing changed.
  /// - Note: any thread, one at a time. Deep trees run on a thread of their own, as for `LayoutTree`.
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
      // Where no thread can be had, what is too deep for this stack gets no room instead of crashing.
      maximumDepth = LayoutEngine.inlineDepth
      rebuildTree(replaced: boxCount..<boxCount, by: 0)
      job.run()
    }
    return engine.takeUpdate()
  }

  /// A thread with room for that many levels, kept from one layout to the next; nil where none can be made.
  private func largeStack(for depth: Int) -> LargeStack? {
    let bytes = 256 * 1024 + depth * LayoutEngine.bytesPerLevel
    if let deepStack, deepStack.bytes >= bytes { return deepStack }
    deepStack = LargeStack(bytes: bytes)
    if deepStack != nil { threadCount += 1 }
    return deepStack
  }

  /// A layout for the thread with the large stack.
  ///
  /// `@unchecked`: the caller waits for that thread, so only one of them uses the layout at a time.
  private struct Job: @unchecked Sendable {
    let layout: RetainedLayout
    let isRootWanted: Bool
    let available: AvailableSize
    func run() { layout.engine.run(isRootWanted: isRootWanted, available: available) }
  }

  /// Border box of box `index` after the last layout, relative to that of `frameParent(at:)`, unrounded.
  public func frame(at index: Int) -> Rect {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return engine.frames[index]
  }
  /// Index of the box that the frame is relative to: the nearest ancestor with a box; -1 for the root.
  public func frameParent(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(engine.nodes[index].frameParent)
  }
  /// The key of box `index`.
  public func key(at index: Int) -> LayoutKey? { keys[index] }
  /// Index one past the last box below box `index`.
  public func end(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(boxes[index].end)
  }
  /// Index of the parent; -1 for the root.
  public func parent(at index: Int) -> Int {
    precondition(index >= 0 && index < boxCount, "box \(index) of \(boxCount)")
    return Int(boxes[index].parent)
  }
}
