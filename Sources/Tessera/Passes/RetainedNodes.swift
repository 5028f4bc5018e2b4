internal import TesseraGeometry
internal import TesseraLayout

/// Result of one layout of a stage that the next one reuses: the collected nodes and their laid-out boxes, so that only changes are
/// examined.
///
/// Used by one layout job at a time; the stage passes it from one to the next. The result of an incremental layout is bit-identical to that
/// of a full layout.
final class RetainedNodes: @unchecked Sendable {
  // @unchecked: a stage has one layout job at a time, and nobody else touches it; the hand-over goes through locks of queue and inbox.

  /// Input of a layout besides the nodes; if it changes, everything is collected again.
  struct Ground: Equatable {
    let root: AnyNode
    /// Root of the stage if `root` only holds it, below overlays.
    var held: AnyNode?
    let available: AvailableSize
    let fills: Bool
    let environment: EnvironmentValues
    let space: SafeAreaSpace
    var nodeLimit = Int.max
  }

  /// Counters of a layout.
  struct Counts {
    /// Nodes read.
    var collected = 0
    /// Leaf measurements.
    var measures = 0
    /// Boxes visited by the engine.
    var visits = 0
    /// Passes of the engine.
    var passes = 0
  }

  /// Position of the running layout.
  let record = Watchdog.Record()
  /// Effects of the running layout.
  let effects = LayoutEffects()
  /// Sizes that specs read.
  let rooms = LayoutRooms()
  // In a cell, to avoid dynamic exclusivity checks: one layout job at a time uses the members, and accesses do not call back.
  private let members = Cell(Members())

  private struct Members {
    var ground: Ground?
    var layout: RetainedLayout?
    var entries: [LayoutCollector.Entry] = []
    var nodeOfBox: [Int32] = []
    var boxFrames: [Rect] = []
    var safeBoxes: [LayoutCollector.SafeBox] = []
    var arrangements: [LayoutCollector.Arrangement] = []
    var moved: [Int32] = []
    var isMoved: [Bool] = []
    var scene: PaintTreeBuilder?
    var tree: PaintTree?
    var omissions = LayoutOmissions()
    var counts = Counts()
  }

  private(set) var ground: Ground? {
    @inline(__always) get { members.value.ground }
    @inline(__always) _modify { yield &members.value.ground }
  }
  var layout: RetainedLayout? {
    @inline(__always) get { members.value.layout }
    @inline(__always) _modify { yield &members.value.layout }
  }
  var entries: [LayoutCollector.Entry] {
    @inline(__always) get { members.value.entries }
    @inline(__always) _modify { yield &members.value.entries }
  }
  /// Node of each own box, `~node` for the box of its content; `noNode` for boxes of specs, `measuredBox` for those with measured content.
  var nodeOfBox: [Int32] {
    @inline(__always) get { members.value.nodeOfBox }
    @inline(__always) _modify { yield &members.value.nodeOfBox }
  }
  /// Absolute frames of all boxes.
  var boxFrames: [Rect] {
    @inline(__always) get { members.value.boxFrames }
    @inline(__always) _modify { yield &members.value.boxFrames }
  }
  var safeBoxes: [LayoutCollector.SafeBox] {
    @inline(__always) get { members.value.safeBoxes }
    @inline(__always) _modify { yield &members.value.safeBoxes }
  }
  var arrangements: [LayoutCollector.Arrangement] {
    @inline(__always) get { members.value.arrangements }
    @inline(__always) _modify { yield &members.value.arrangements }
  }
  /// Nodes whose frames or insets may have changed, and a flag for each node to avoid duplicates.
  var moved: [Int32] {
    @inline(__always) get { members.value.moved }
    @inline(__always) _modify { yield &members.value.moved }
  }
  var isMoved: [Bool] {
    @inline(__always) get { members.value.isMoved }
    @inline(__always) _modify { yield &members.value.isMoved }
  }
  /// Builder of the newest tree, and the tree.
  var scene: PaintTreeBuilder? {
    @inline(__always) get { members.value.scene }
    @inline(__always) _modify { yield &members.value.scene }
  }
  var tree: PaintTree? {
    @inline(__always) get { members.value.tree }
    @inline(__always) _modify { yield &members.value.tree }
  }
  private(set) var omissions: LayoutOmissions {
    @inline(__always) get { members.value.omissions }
    @inline(__always) _modify { yield &members.value.omissions }
  }
  private(set) var counts: Counts {
    @inline(__always) get { members.value.counts }
    @inline(__always) _modify { yield &members.value.counts }
  }

  static let noNode = Int32.min
  static let measuredBox = Int32.min + 1

  /// Returns whether the retained nodes can be updated for `ground`.
  func holds(_ ground: Ground) -> Bool { self.ground == ground && omissions.isEmpty && layout != nil }

  /// Collects and lays out all of `ground` once.
  func collect(_ ground: Ground) {
    self.ground = ground
    // Released before the nodes are collected, to make room for the new ones.
    layout = nil
    scene = nil
    let collector = LayoutCollector(
      environment: ground.environment, space: ground.space, effects: effects, rooms: rooms, nodeLimit: ground.nodeLimit, held: ground.held)
    var builder = LayoutBuilder(userInfo: collector)
    ground.root.append(to: &builder) { if ground.fills { Self.fill(&$0) } }
    // The job was abandoned, and the tree is incomplete.
    guard !record.flag.isCancelled else { return }
    let tree = builder.finish()
    entries = collector.entries
    safeBoxes = collector.safeBoxes
    arrangements = collector.arrangements
    omissions = collector.omissions
    nodeOfBox = Self.nodes(of: tree, collector)
    boxFrames = [Rect](repeating: .zero, count: tree.count)
    counts = Counts(collected: entries.count)
    moved = []
    isMoved = [Bool](repeating: false, count: entries.count)
    layout = RetainedLayout(tree)
    layOut()
  }

  /// Resets the counters for the next layout.
  func beginCounting() {
    counts = Counts()
    for i in moved { isMoved[Int(i)] = false }
    moved.removeAll(keepingCapacity: true)
  }

  /// Applies properties that the loop changed without a layout since the previous one, which ended with `before`. Returns the changed
  /// nodes.
  func adoptProperties(_ inUse: [SharedProperties], over before: [SharedProperties]) -> [Int] {
    guard inUse.count == before.count, inUse.count == entries.count else { return [] }
    var changed: [Int] = []
    inUse.withUnsafeBytes { now in
      before.withUnsafeBytes { then in
        // Both are arrays of references: the same array, or a copy with few changes.
        guard now.baseAddress != then.baseAddress else { return }
        for i in 0..<inUse.count {
          let at = i * MemoryLayout<UInt>.size
          if now.load(fromByteOffset: at, as: UInt.self) != then.load(fromByteOffset: at, as: UInt.self) { changed.append(i) }
        }
      }
    }
    for i in changed { entries[i].properties = inUse[i] }
    return changed
  }

  func recordCollected(_ count: Int) { counts.collected += count }

  /// Adds the work of an earlier attempt at the same layout.
  func add(_ more: Counts) {
    counts.collected += more.collected
    counts.measures += more.measures
    counts.visits += more.visits
    counts.passes += more.passes
  }

  /// Makes a root of automatic size fill the available space.
  static func fill(_ style: inout LayoutStyle) {
    if style.width.isAuto { style.width = .stretch }
    if style.height.isAuto { style.height = .stretch }
    // There are no surroundings to align in.
    style.alignSelf = .auto
  }

  /// Does the same for the root of a stage inside the node that holds it.
  static func fillHolder(_ style: inout LayoutStyle) {
    fill(&style)
    (style.flexGrow, style.flexShrink) = (0, 0)
  }

  /// Returns the node of each box of a collected tree.
  static func nodes(of tree: LayoutTree, _ collector: LayoutCollector) -> [Int32] {
    var nodes = [Int32](repeating: noNode, count: tree.count)
    for i in collector.entries.indices {
      nodes[Int(collector.entries[i].box)] = Int32(i)
      if let content = collector.entries[i].contentBox { nodes[Int(content)] = ~Int32(i) }
    }
    for box in nodes.indices where nodes[box] == noNode && tree.measure(at: box) != nil { nodes[box] = measuredBox }
    return nodes
  }

  /// Returns padding and border of node `i` if its content has a separate box.
  func insets(_ i: Int) -> Insets {
    guard let layout, let content = entries[i].contentBox else { return .zero }
    let inner = layout.frame(at: Int(content))
    let outer = boxFrames[Int(entries[i].box)].size
    return Insets(top: inner.minY, right: outer.width - inner.maxX, bottom: outer.height - inner.maxY, left: inner.minX)
  }

  // MARK: Computing the frames

  /// Updates all frames.
  ///
  /// Elements of a `ManualLayout` are placed when its size is known, from the outside in, with one more pass of the engine for each nesting
  /// level. Safe areas begin with their estimates, independent of the previous layout, so that the result is that of a layout from scratch.
  func layOut() {
    guard let layout else { return }
    for i in safeBoxes.indices where safeBoxes[i].current != safeBoxes[i].estimate { pad(i, by: safeBoxes[i].estimate) }
    runEngine(layout)
    for _ in 0..<Self.safeAreaPasses {
      guard fitSafeAreas() else { return }
      runEngine(layout)
    }
  }

  /// Maximum number of passes for boxes whose safe-area padding differs from the estimate.
  private static let safeAreaPasses = 4

  private func runEngine(_ layout: RetainedLayout) {
    guard let ground else { return }
    repeat {
      let update = layout.layout(available: ground.available, direction: ground.environment.direction)
      counts.measures += update.measureCount
      counts.visits += update.visitCount
      counts.passes += 1
      absorb(update.changed)
      // The job was abandoned: places computed from unknown sizes must not be used.
    } while !record.flag.isCancelled && placeArrangements()
  }

  /// Applies the frames that the engine changed, and the frames that moved with them.
  private func absorb(_ changed: [Int32]) {
    guard let layout else { return }
    var until = 0
    for index in changed {
      let box = Int(index)
      recordMoved(box)
      guard box >= until else { continue }
      let origin = boxFrames[box].origin
      adoptFrame(box, layout)
      guard boxFrames[box].origin != origin else { continue }
      until = layout.end(at: box)
      for below in box + 1..<until {
        let before = boxFrames[below]
        adoptFrame(below, layout)
        if boxFrames[below] != before { recordMoved(below) }
      }
    }
  }

  private func adoptFrame(_ box: Int, _ layout: RetainedLayout) {
    var frame = layout.frame(at: box)
    let above = layout.frameParent(at: box)
    if above >= 0 { frame.origin = boxFrames[above].origin + frame.origin }
    boxFrames[box] = frame
  }

  private func recordMoved(_ box: Int) {
    var i = nodeOfBox[box]
    if i < 0 {
      if i <= Self.measuredBox { return }
      i = ~i
    }
    guard !isMoved[Int(i)] else { return }
    isMoved[Int(i)] = true
    moved.append(i)
  }

  // MARK: Boxes with styles that depend on frames

  /// Styles of those boxes by index.
  var followingStyles: [Int: LayoutStyle] {
    var styles: [Int: LayoutStyle] = [:]
    for arrangement in arrangements { for (box, style) in placedStyles(arrangement) { styles[box] = style } }
    for safe in safeBoxes { styles[Int(safe.box)] = safe.style }
    return styles
  }

  /// Sets the style of box `box`, and adds its safe-area padding.
  func setStyle(_ style: LayoutStyle, at box: Int) {
    if let i = safeBoxes.firstIndex(where: { $0.box == Int32(box) }) {
      safeBoxes[i].base = style
      layout?.setStyle(safeBoxes[i].style, at: box)
    } else {
      layout?.setStyle(style, at: box)
    }
  }

  private func pad(_ i: Int, by insets: Insets) {
    safeBoxes[i].current = insets
    layout?.setStyle(safeBoxes[i].style, at: Int(safeBoxes[i].box))
  }

  /// Pads boxes for the safe area according to their frames. Returns whether any padding changed.
  private func fitSafeAreas() -> Bool {
    guard let space = ground?.space else { return false }
    var changed = false
    for i in safeBoxes.indices {
      let box = Int(safeBoxes[i].box)
      let overlap = safeAreaLimits(around: box, space).overlap(boxFrames[box]).only(safeBoxes[i].edges)
      if overlap != safeBoxes[i].current {
        pad(i, by: overlap)
        changed = true
      }
    }
    return changed
  }

  /// Places the elements of each `ManualLayout` whose size changed. Returns whether there was any.
  private func placeArrangements() -> Bool {
    var changed = false
    for i in arrangements.indices {
      let size = boxFrames[Int(arrangements[i].box)].size
      if arrangements[i].size != size {
        arrangements[i].size = size
        arrangements[i].sizes = nil
        if let measured = arrangements[i].measured {
          arrangements[i].ranges = asking(arrangements[i].box) { measured.constraints(size) } ?? []
          let known = arrangements[i].origins
          arrangements[i].origins = arrangements[i].items.indices.map { $0 < known.count ? known[$0] : .zero }
        }
        place(i)
        changed = true
      } else if let measured = arrangements[i].measured {
        let sizes = arrangements[i].items.map { $0.box >= 0 ? boxFrames[Int($0.box)].size : .zero }
        guard sizes != arrangements[i].sizes else { continue }
        arrangements[i].sizes = sizes
        let (origins, known) = (asking(arrangements[i].box) { measured.origins(size, sizes) } ?? [], arrangements[i].origins)
        guard origins != known else { continue }
        arrangements[i].origins = origins
        place(i, only: origins.count == known.count ? origins.indices.filter { origins[$0] != known[$0] } : nil)
        changed = true
      }
    }
    return changed
  }

  /// Places the elements of a `ManualLayout`, or only those in `items`, for its current size.
  func place(_ i: Int, only items: [Int]? = nil) {
    for (box, style) in placedStyles(arrangements[i], only: items) { setStyle(style, at: box) }
  }

  /// Calls code of the `ManualLayout` in box `box` on behalf of its node; nil if it does not return in time.
  private func asking<Answer>(_ box: Int32, _ question: () -> Answer) -> Answer? {
    var box = Int(box)
    while let above = layout?.frameParent(at: box), above >= 0, nodeOfBox[box] < 0 { box = above }
    guard case let i = Int(nodeOfBox[box]), i >= 0 else { return question() }
    return entries[i].node.asking(entries[i].measureGeneration, question)
  }

  private func placedStyles(_ arrangement: LayoutCollector.Arrangement, only items: [Int]? = nil) -> [(box: Int, style: LayoutStyle)] {
    let frames = arrangement.size.flatMap { size in asking(arrangement.box) { arrangement.frames(size) } } ?? []
    let items = items ?? Array(arrangement.items.indices)
    return items.filter { arrangement.items[$0].box >= 0 }.map { k in
      let item = arrangement.items[k]
      let placed =
        if arrangement.measured == nil {
          LayoutCollector.Arrangement.placed(item.base.style, at: k < frames.count ? frames[k] : nil)
        } else {
          LayoutCollector.Arrangement.measured(
            item.base.style, within: k < arrangement.ranges.count ? arrangement.ranges[k] : nil,
            at: k < arrangement.origins.count ? arrangement.origins[k] : nil)
        }
      let node = nodeOfBox[Int(item.box)]
      return (Int(item.box), node >= 0 ? LayoutCollector.style(placed, of: entries[Int(node)].kind) : placed)
    }
  }
}
