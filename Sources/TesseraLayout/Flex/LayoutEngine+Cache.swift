import TesseraGeometry

// Cached sizes of boxes, and constraints of their current frames.
extension LayoutEngine {
  /// Maximum number of cached sizes of older layouts per box; those of the current layout are all kept.
  private static let cachedSizeLimit = 8

  /// Returns the cache of a box: in a retained tree every box has one, else only non-empty boxes.
  @inline(__always) mutating func boxCache(_ box: Int) -> UnsafeMutablePointer<BoxCache> {
    caches + (retains ? box : Int(nodes[box].slot))
  }

  // MARK: Sizes

  @inline(__always)
  mutating func cachedSize(of box: Int, for entry: SizeCacheEntry, baselines: Bool) -> Measured? {
    var index = boxCache(box).pointee.sizes
    while index >= 0 {
      let e = sizeCache.at(index)
      if e.pointee.hasSameKey(as: entry), e.pointee.withBaselines || !baselines {
        e.pointee.generation = generation
        return e.pointee.result
      }
      index = e.pointee.next
    }
    return nil
  }

  mutating func cache(_ box: Int, _ entry: SizeCacheEntry) {
    if retains { evictOldSizes(of: box) }
    var entry = entry
    entry.next = boxCache(box).pointee.sizes
    entry.generation = generation
    boxCache(box).pointee.sizes = sizeCache.add(entry)
  }

  private mutating func evictOldSizes(of box: Int) {
    var length = 0
    var index = boxCache(box).pointee.sizes
    while index >= 0 {
      length += 1
      index = sizeCache[index].next
    }
    guard length >= Self.cachedSizeLimit else { return }
    var kept: Int32 = -1
    index = boxCache(box).pointee.sizes
    while index >= 0 {
      let next = sizeCache[index].next
      if sizeCache[index].generation == generation {
        sizeCache.at(index).pointee.next = kept
        kept = index
      } else {
        sizeCache.remove(index)
        boxCache(box).pointee.hasEvicted = true
      }
      index = next
    }
    boxCache(box).pointee.sizes = kept
  }

  // MARK: Intrinsic widths

  mutating func cachedWidth(of box: Int, _ contentSize: ContentSize, _ known: KnownHeight) -> Double? {
    let index = boxCache(box).pointee.widths
    guard index >= 0, usesCache else { return nil }
    let entry = widthCache.at(index)
    let cached = contentSize == .min ? entry.pointee.smallest : entry.pointee.largest
    guard cached.inner == known.inner, cached.breakAt == known.breakAt, cached.widthsPrecedeHeight == known.widthsPrecedeHeight else {
      return nil
    }
    if contentSize == .min { entry.pointee.smallest.generation = generation } else { entry.pointee.largest.generation = generation }
    return cached.width
  }

  mutating func cacheWidth(of box: Int, _ contentSize: ContentSize, _ known: KnownHeight, _ width: Double) {
    if boxCache(box).pointee.widths < 0 { boxCache(box).pointee.widths = widthCache.add(WidthCacheEntry()) }
    let entry = widthCache.at(boxCache(box).pointee.widths)
    let cached = WidthCacheEntry.Width(
      width: width, inner: known.inner, breakAt: known.breakAt, generation: generation, widthsPrecedeHeight: known.widthsPrecedeHeight)
    if contentSize == .min {
      if !entry.pointee.smallest.inner.isNaN { boxCache(box).pointee.hasEvicted = true }
      entry.pointee.smallest = cached
    } else {
      if !entry.pointee.largest.inner.isNaN { boxCache(box).pointee.hasEvicted = true }
      entry.pointee.largest = cached
    }
  }

  // MARK: Leaves

  mutating func cachedSize(ofLeaf box: Int, width: MeasureConstraint.Extent, height: MeasureConstraint.Extent) -> MeasuredSize? {
    var index = boxCache(box).pointee.leafSizes
    while index >= 0 {
      let entry = leafCache.at(index)
      if entry.pointee.width == width, entry.pointee.height == height {
        entry.pointee.generation = generation
        return entry.pointee.size
      }
      index = entry.pointee.next
    }
    return nil
  }

  mutating func cache(_ box: Int, _ entry: LeafCacheEntry) {
    var entry = entry
    entry.generation = generation
    entry.next = boxCache(box).pointee.leafSizes
    if retains {
      // Long chains: the older half is evicted.
      var length = 1
      var last = entry.next
      while last >= 0 {
        let next = leafCache[last].next
        length += 1
        if length > Self.cachedSizeLimit, next >= 0, leafCache[next].generation != generation {
          leafCache.at(last).pointee.next = -1
          leafCache.remove(chain: next)
          break
        }
        last = next
      }
    }
    boxCache(box).pointee.leafSizes = leafCache.add(entry)
  }

  // MARK: Placements

  /// Returns the size of a container whose content is already placed for this key.
  @inline(__always)
  mutating func cachedPlacement(of box: Int, for entry: SizeCacheEntry, baselines: Bool) -> Measured? {
    let state = boxCache(box)
    guard state.pointee.isPlaced, !state.pointee.hasPending else { return nil }
    let e = sizeCache.at(state.pointee.placement)
    return e.pointee.hasSameKey(as: entry) && (e.pointee.withBaselines || !baselines) ? e.pointee.result : nil
  }

  mutating func cachePlacement(_ box: Int, _ entry: SizeCacheEntry, hasPending: Bool) {
    if boxCache(box).pointee.placement < 0 {
      boxCache(box).pointee.placement = sizeCache.add(entry)
    } else {
      sizeCache[boxCache(box).pointee.placement] = entry
    }
    boxCache(box).pointee.isPlaced = true
    boxCache(box).pointee.hasPending = hasPending
  }

  // MARK: Frames

  /// Sets a frame, and logs it if it changed.
  @inline(__always) mutating func setFrame(_ box: Int, _ frame: Rect) {
    if retains, frames[box] != frame { logFrame(box) }
    frames[box] = frame
  }

  @inline(never) private mutating func logFrame(_ box: Int) {
    guard !caches[box].isLogged else { return }
    caches[box].isLogged = true
    changeLog.append((Int32(truncatingIfNeeded: box), frames[box]))
  }
}
