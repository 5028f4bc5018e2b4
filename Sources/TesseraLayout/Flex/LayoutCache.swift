/// Result of measuring a box: border box size and baselines from its top (NaN where there are none or none were asked for).
struct Measured {
  var width: Double
  var height: Double
  /// Height of the content with padding and border.
  var intrinsicHeight: Double
  var firstBaseline: Double
  var lastBaseline: Double

  /// Whether both are the same numbers, NaN being the same as NaN.
  func isSame(as other: Measured) -> Bool {
    func same(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }
    return same(width, other.width) && same(height, other.height) && same(intrinsicHeight, other.intrinsicHeight)
      && same(firstBaseline, other.firstBaseline) && same(lastBaseline, other.lastBaseline)
  }
}

/// Element of a `Pool`: a link in a chain, or in the list of free elements.
protocol Chained { var next: Int32 { get set } }

/// A cached size of a box with the constraint it was measured in; entries of one box are chained.
struct SizeCacheEntry: Chained {
  var availableWidth: Double
  var availableHeight: Double
  var percentWidth: Double
  var percentHeight: Double
  var flags: UInt8
  var withBaselines: Bool
  var next: Int32 = -1
  /// Layout that used it last.
  var generation: UInt32 = 0
  var result: Measured

  @inline(__always) func hasSameKey(as e: SizeCacheEntry) -> Bool {
    flags == e.flags && availableWidth == e.availableWidth && availableHeight == e.availableHeight && percentWidth == e.percentWidth
      && percentHeight == e.percentHeight
  }

  /// The constraint of the entry, as far as the box depends on it.
  var constraint: Constraint {
    var s = Constraint()
    (s.availableWidth, s.availableHeight, s.percentWidth, s.percentHeight) = (availableWidth, availableHeight, percentWidth, percentHeight)
    s.fixedWidth = flags & 1 != 0
    s.fixedHeight = flags & 2 != 0
    s.heightIsIndefiniteInside = flags & 4 != 0
    s.autoWidth = flags & 8 != 0 ? .stretch : .fitContent
    s.autoHeight = flags & 16 != 0 ? .stretch : .fitContent
    s.hasFirstPass = flags & 32 != 0
    s.widthsPrecedeHeight = flags & 64 != 0
    return s
  }
}

/// A cached size of a leaf's content with the extents it was measured in.
struct LeafCacheEntry: Chained {
  var next: Int32 = -1
  var generation: UInt32 = 0
  var width: MeasureConstraint.Extent
  var height: MeasureConstraint.Extent
  var size: MeasuredSize

  init(width: MeasureConstraint.Extent, height: MeasureConstraint.Extent, size: MeasuredSize) {
    (self.width, self.height, self.size) = (width, height, size)
  }
}

/// Cached intrinsic widths of a box (content box) with the heights they were computed for; NaN: not computed.
struct WidthCacheEntry: Chained {
  struct Width {
    var width = 0.0
    var inner = Double.nan
    var breakAt = Double.nan
    var generation: UInt32 = 0
    /// The height was still unknown when the content was measured.
    var widthsPrecedeHeight = false
  }
  var next: Int32 = -1
  var smallest = Width()
  var largest = Width()
}

/// Cached results of a box: heads of chains, or -1.
struct BoxCache {
  var sizes: Int32 = -1
  var leafSizes: Int32 = -1
  var widths: Int32 = -1
  /// Constraint and size that the frames inside belong to.
  var placement: Int32 = -1
  /// Layout that last invalidated `sizes`; all entries are of that layout or newer.
  var validSince: UInt32 = 0
  /// What has to be computed again.
  var dirtiness = Dirtiness.none
  /// `placement` is valid.
  var isPlaced = false
  /// Absolute boxes inside have their containing block outside.
  var hasPending = false
  /// An entry was evicted that the parent may have used.
  var hasEvicted = false
  /// The frame may have changed in this layout, or is new.
  var isLogged = false
  /// An absolute box whose frame belongs to the last placement of its parent, which is its containing block.
  var isSettled = false
  /// A containing block whose `placement` is that of its settled absolute children.
  var hasSettled = false
  /// The current placement has the same key as that one.
  var hasSamePlacementKey = false
}

/// How far a change reaches; each includes those before.
enum Dirtiness: UInt8, Comparable {
  case none
  /// Frames inside; the size is unchanged.
  case places
  /// Something inside: cached sizes may be stale.
  case content
  /// The style, which the parent depends on too.
  case style

  static func < (a: Dirtiness, b: Dirtiness) -> Bool { a.rawValue < b.rawValue }
}

/// Elements in one piece of memory that grows, with a list of free places.
///
/// Elements are trivial; places are indices, which stay when the memory moves.
struct Pool<Element: Chained> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0
  private var firstFree: Int32 = -1

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func free() { base.deallocate() }

  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  @inline(__always) subscript(_ index: Int32) -> Element {
    get { base[Int(index)] }
    nonmutating set { base[Int(index)] = newValue }
  }

  /// Where an element is, until the next `add`.
  @inline(__always) func at(_ index: Int32) -> UnsafeMutablePointer<Element> { base + Int(index) }

  @inline(__always) mutating func add(_ element: Element) -> Int32 {
    let place = firstFree
    if place >= 0 {
      firstFree = base[Int(place)].next
      base[Int(place)] = element
      return place
    }
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
    return Int32(truncatingIfNeeded: count - 1)
  }

  mutating func remove(_ index: Int32) {
    base[Int(index)].next = firstFree
    firstFree = index
  }

  /// Removes a chain.
  mutating func remove(chain: Int32) {
    var index = chain
    while index >= 0 {
      let next = base[Int(index)].next
      remove(index)
      index = next
    }
  }

  mutating func removeAll() {
    count = 0
    firstFree = -1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
