/// Measured size of a box: border box and baselines from its top (NaN if missing or not requested).
struct Measured {
  var width: Double
  var height: Double
  /// Height of the content plus padding and border.
  var intrinsicHeight: Double
  var firstBaseline: Double
  var lastBaseline: Double

  /// Whether all numbers are equal; NaN equals NaN.
  func isSame(as other: Measured) -> Bool {
    func same(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }
    return same(width, other.width) && same(height, other.height) && same(intrinsicHeight, other.intrinsicHeight)
      && same(firstBaseline, other.firstBaseline) && same(lastBaseline, other.lastBaseline)
  }
}

/// Element of a `Pool`: linked in a chain or in the free list.
protocol Chained { var next: Int32 { get set } }

/// A cached size of a box with its constraint; entries of one box are chained.
struct SizeCacheEntry: Chained {
  var availableWidth: Double
  var availableHeight: Double
  var percentWidth: Double
  var percentHeight: Double
  var flags: UInt8
  var withBaselines: Bool
  var next: Int32 = -1
  /// Last layout that used it.
  var generation: UInt32 = 0
  var result: Measured

  @inline(__always) func hasSameKey(as e: SizeCacheEntry) -> Bool {
    flags == e.flags && availableWidth == e.availableWidth && availableHeight == e.availableHeight && percentWidth == e.percentWidth
      && percentHeight == e.percentHeight
  }

  /// Returns the constraint of the entry, reduced to the fields that the box depends on.
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

/// A cached size of a leaf's content with its constraint.
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

/// Cached intrinsic widths of a box (content box) with the heights used to compute them; NaN: not computed.
struct WidthCacheEntry: Chained {
  struct Width {
    var width = 0.0
    var inner = Double.nan
    var breakAt = Double.nan
    var generation: UInt32 = 0
    /// The content was measured before the height was known.
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
  /// Constraint and size of the current frames inside.
  var placement: Int32 = -1
  /// Layout that last invalidated `sizes`; all entries are of that layout or newer.
  var validSince: UInt32 = 0
  /// Work that the next layout must repeat.
  var dirtiness = Dirtiness.none
  /// `placement` is valid.
  var isPlaced = false
  /// Absolute descendants have their containing block outside.
  var hasPending = false
  /// An entry that the parent may have used was evicted.
  var hasEvicted = false
  /// The frame is new or may have changed in this layout.
  var isLogged = false
  /// An absolute box whose frame is from the last placement of its parent, which is its containing block.
  var isSettled = false
  /// A containing block whose `placement` is that of its settled absolute children.
  var hasSettled = false
  /// The current placement has the same key as that one.
  var hasSamePlacementKey = false
}

/// Extent of a change; each case includes the previous ones.
enum Dirtiness: UInt8, Comparable {
  case none
  /// Frames inside; the size is unchanged.
  case places
  /// Content: cached sizes may be stale.
  case content
  /// Style, which the parent depends on too.
  case style

  static func < (a: Dirtiness, b: Dirtiness) -> Bool { a.rawValue < b.rawValue }
}

/// A growing block of elements with a free list.
///
/// Elements are trivial. Indices stay valid when the memory moves.
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

  /// Returns a pointer to an element, valid until the next `add`.
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
