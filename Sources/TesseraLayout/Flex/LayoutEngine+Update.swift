import TesseraGeometry

// Incremental layout. Cached sizes of dirty boxes are computed again, from the deepest box upwards. If all are unchanged, no ancestor
// depends on the change, and their frames stay valid.
extension LayoutEngine {
  /// Marks a box for `update`.
  mutating func markDirty(_ box: Int, _ dirt: Dirtiness) {
    if caches[box].dirtiness == .none { push(Int32(truncatingIfNeeded: box)) }
    if caches[box].dirtiness < dirt { caches[box].dirtiness = dirt }
  }

  /// Marks a box with a changed style: its absolute children may move even if its size is unchanged.
  mutating func markStyleDirty(_ box: Int) {
    markDirty(box, .style)
    caches[box].hasSettled = false
  }

  /// Lays out dirty boxes again; returns whether the root itself has to be laid out.
  ///
  /// - Parameter root: whether the root has to be laid out in any case.
  mutating func update(root isRootWanted: Bool) -> Bool {
    var isRootWanted = isRootWanted
    // With many changes, revalidation costs more than it saves: boxes are computed again on the way down anyway.
    let isVerifying = queue.count <= 16 + boxCount / 16
    while let next = popLast() {
      let box = Int(next)
      let dirt = caches[box].dirtiness
      caches[box].dirtiness = .none
      guard nodes[box].hasBox else { continue }
      let parent = Int(nodes[box].frameParent)
      if parent < 0 {
        if dirt == .places, caches[box].isPlaced, isVerifying, !isRootWanted {
          _ = placeAgain(box)
        } else {
          if dirt > .places { invalidateSizes(of: box) }
          caches[box].isPlaced = false
          isRootWanted = true
        }
        continue
      }
      if relayout(box, dirt, isVerifying: isVerifying) { continue }
      caches[box].isSettled = false
      // An absolute box only affects the placement: no size depends on it.
      markDirty(parent, nodes[box].position == .absolute || dirt == .places ? .places : .content)
    }
    return isRootWanted
  }

  /// Lays out the parts of a dirty box that depend on the change; returns whether nothing outside depends on it.
  private mutating func relayout(_ box: Int, _ dirt: Dirtiness, isVerifying: Bool) -> Bool {
    switch dirt {
    case .none: return true
    case .places:
      if isVerifying, caches[box].isPlaced, !caches[box].hasPending { return placeAgain(box) }
      caches[box].isPlaced = false
      return false
    case .content:
      if isVerifying, !caches[box].hasEvicted {
        if revalidateSizes(box) {
          if nodes[box].measure >= 0 || nodes[box].isEmpty { return true }
          if caches[box].isPlaced, !caches[box].hasPending { return placeAgain(box) }
        }
        caches[box].hasEvicted = false
      } else {
        invalidateSizes(of: box)
      }
      caches[box].isPlaced = false
      return false
    case .style:
      invalidateSizes(of: box)
      caches[box].isPlaced = false
      return false
    }
  }

  /// Lays out the content of a box in its previous constraint; returns whether its size is unchanged.
  private mutating func placeAgain(_ box: Int) -> Bool {
    let entry = sizeCache[caches[box].placement]
    caches[box].isPlaced = false
    let result = layout(box, entry.constraint, LayoutMode(places: true, baselines: entry.withBaselines))
    // Boxes with a containing block further out are placed from there.
    pending.removeAll(keepingCapacity: true)
    return result.isSame(as: entry.result) && !caches[box].hasPending
  }

  /// Computes those cached sizes again that the parent may have used; returns whether they are unchanged.
  private mutating func revalidateSizes(_ box: Int) -> Bool {
    // The parent has dropped older entries. Absolute boxes are sized for their containing block, wherever it is.
    let oldest = nodes[box].position == .absolute ? 0 : caches[Int(nodes[box].frameParent)].validSince
    caches[box].validSince = generation
    let oldWidths = caches[box].widths
    var chain = caches[box].sizes
    caches[box].widths = -1
    caches[box].sizes = -1
    defer {
      sizeCache.remove(chain: chain)
      if oldWidths >= 0 { widthCache.remove(oldWidths) }
    }
    if oldWidths >= 0 {
      let old = widthCache[oldWidths]
      guard revalidateWidth(box, .max, old.largest, oldest), revalidateWidth(box, .min, old.smallest, oldest) else { return false }
    }
    while chain >= 0 {
      let old = sizeCache[chain]
      guard old.generation >= oldest else {
        sizeCache.remove(chain)
        chain = old.next
        continue
      }
      let result = layout(box, old.constraint, LayoutMode(baselines: old.withBaselines, intrinsic: true))
      if !result.isSame(as: old.result) { return false }
      sizeCache.remove(chain)
      chain = old.next
    }
    return true
  }

  private mutating func revalidateWidth(_ box: Int, _ contentSize: ContentSize, _ old: WidthCacheEntry.Width, _ oldest: UInt32) -> Bool {
    guard !old.inner.isNaN, old.generation >= oldest else { return true }
    let known = KnownHeight(inner: old.inner, breakAt: old.breakAt, widthsPrecedeHeight: old.widthsPrecedeHeight)
    let width = freshContentWidth(box, contentSize, known)
    cacheWidth(of: box, contentSize, known, width)
    return width == old.width
  }

  /// Drops the cached sizes of a box with changed content, except those of its leaf content.
  mutating func invalidateSizes(of box: Int) {
    sizeCache.remove(chain: caches[box].sizes)
    caches[box].sizes = -1
    if caches[box].widths >= 0 { widthCache.remove(caches[box].widths) }
    caches[box].widths = -1
    caches[box].hasEvicted = false
    caches[box].validSince = generation
  }

  /// Drops the cached sizes of a leaf's content.
  mutating func invalidateLeafSizes(of box: Int) {
    leafCache.remove(chain: caches[box].leafSizes)
    caches[box].leafSizes = -1
  }

  /// Drops the cache of a removed box.
  mutating func clearCache(of box: Int) {
    invalidateSizes(of: box)
    invalidateLeafSizes(of: box)
    if caches[box].placement >= 0 { sizeCache.remove(caches[box].placement) }
    caches[box].placement = -1
    caches[box].isPlaced = false
    caches[box].isSettled = false
    caches[box].hasSettled = false
  }

  // MARK: Queue of dirty boxes, last in document order first, so that children precede their parents

  private mutating func push(_ box: Int32) {
    queue.append(box)
    var i = queue.count - 1
    while i > 0 {
      let up = (i - 1) / 2
      if queue[up] >= queue[i] { break }
      queue.swapAt(up, i)
      i = up
    }
  }

  private mutating func popLast() -> Int32? {
    guard let top = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return top }
    queue[0] = last
    var i = 0
    while true {
      var largest = i
      let left = 2 * i + 1
      if left < queue.count, queue[left] > queue[largest] { largest = left }
      if left + 1 < queue.count, queue[left + 1] > queue[largest] { largest = left + 1 }
      if largest == i { break }
      queue.swapAt(i, largest)
      i = largest
    }
    return top
  }
}

// Results of a layout for its caller.
extension LayoutEngine {
  /// Runs one layout of a retained tree.
  mutating func run(isRootWanted: Bool, available: AvailableSize) {
    generation &+= 1
    measureCount = 0
    visitCount = 0
    resolveCornerMargins()
    if update(root: isRootWanted) { _ = layoutRoot(.available(available), baselines: false) }
  }

  /// Bytes of memory owned by the engine.
  var byteCount: Int {
    let perBox =
      MemoryLayout<FlexNode>.stride + MemoryLayout<FixedSizeItem>.stride + MemoryLayout<Int32>.stride + MemoryLayout<BoxCache>.stride
      + MemoryLayout<Rect>.stride
    let pools = sizeCache.byteCount + leafCache.byteCount + widthCache.byteCount
    let stacks = itemCapacity * MemoryLayout<FlexItem>.stride + lineCapacity * MemoryLayout<FlexLine>.stride
    return boxCount * perBox + pools + stacks + changeLog.capacity * MemoryLayout<(Int32, Rect)>.stride
  }

  /// Logs a box without an earlier frame.
  mutating func logNew(_ box: Int) {
    caches[box].isLogged = true
    // NaN: different from every frame.
    changeLog.append((Int32(truncatingIfNeeded: box), Rect(.nan, .nan, .nan, .nan)))
  }

  /// Returns the changes of the layout, and clears the log.
  mutating func dequeueUpdate() -> LayoutUpdate {
    var changed: [Int32] = []
    changed.reserveCapacity(changeLog.count)
    if changeLog.count < 64 || changeLog.count < boxCount / 16 {
      // Few entries, nearly sorted because boxes are placed from top to bottom: insertion sort.
      for k in 0..<changeLog.count {
        let (box, frame) = changeLog[k]
        caches[Int(box)].isLogged = false
        if frames[Int(box)] == frame { continue }
        changed.append(box)
        var i = changed.count - 1
        while i > 0, changed[i - 1] > box {
          changed[i] = changed[i - 1]
          i -= 1
        }
        changed[i] = box
      }
    } else {
      for k in 0..<changeLog.count where frames[Int(changeLog[k].box)] == changeLog[k].frame {
        caches[Int(changeLog[k].box)].isLogged = false
      }
      for box in 0..<boxCount where caches[box].isLogged {
        caches[box].isLogged = false
        changed.append(Int32(truncatingIfNeeded: box))
      }
    }
    changeLog.removeAll(keepingCapacity: true)
    return LayoutUpdate(changed: changed, measureCount: measureCount, visitCount: visitCount)
  }

  /// Renumbers log and queue after the boxes in `range` were removed; later ones move by `shift`.
  mutating func renumberChanges(from range: Range<Int>, by shift: Int32) {
    let first = Int32(truncatingIfNeeded: range.lowerBound)
    let end = Int32(truncatingIfNeeded: range.upperBound)
    changeLog.removeAll { $0.box >= first && $0.box < end }
    queue.removeAll { $0 >= first && $0 < end }
    // The order is kept, and a sorted list is a heap.
    queue.sort(by: >)
    for i in queue.indices where queue[i] >= end { queue[i] += shift }
    for i in changeLog.indices where changeLog[i].box >= end { changeLog[i].box += shift }
  }
}
