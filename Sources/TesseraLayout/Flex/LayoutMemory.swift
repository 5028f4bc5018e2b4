/// What measuring a box gives: border box sizes and baselines from its top (NaN where there are none or nobody asked).
struct Measured {
  var width: Double
  var height: Double
  /// The height that the content alone asks for, with padding and border.
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

/// Something that stands in a chain, or among the free places, of a `Pool`.
protocol Chained { var next: Int32 { get set } }

/// One remembered answer of a box; answers of the same box are chained.
struct MeasureEntry: Chained {
  var availableWidth: Double
  var availableHeight: Double
  var percentWidth: Double
  var percentHeight: Double
  var flags: UInt8
  var withBaselines: Bool
  var next: Int32 = -1
  /// The layout that wanted it last.
  var generation: UInt32 = 0
  var result: Measured

  @inline(__always) func asksTheSame(as e: MeasureEntry) -> Bool {
    flags == e.flags && availableWidth == e.availableWidth && availableHeight == e.availableHeight && percentWidth == e.percentWidth
      && percentHeight == e.percentHeight
  }

  /// A space that asks this question.
  var space: Space {
    var s = Space()
    (s.availableWidth, s.availableHeight, s.percentWidth, s.percentHeight) = (availableWidth, availableHeight, percentWidth, percentHeight)
    s.fixedWidth = flags & 1 != 0
    s.fixedHeight = flags & 2 != 0
    s.heightIsIndefiniteInside = flags & 4 != 0
    s.autoWidth = flags & 8 != 0 ? .stretch : .fitContent
    s.autoHeight = flags & 16 != 0 ? .stretch : .fitContent
    s.wasMeasured = flags & 32 != 0
    s.tookWidthsFirst = flags & 64 != 0
    return s
  }
}

/// A remembered answer of a leaf: what was asked, and what it said, cleaned.
struct LeafAnswer: Chained {
  var next: Int32 = -1
  var generation: UInt32 = 0
  var width: MeasureConstraint.Extent
  var height: MeasureConstraint.Extent
  var size: MeasuredSize

  init(width: MeasureConstraint.Extent, height: MeasureConstraint.Extent, size: MeasuredSize) {
    (self.width, self.height, self.size) = (width, height, size)
  }
}

/// The remembered intrinsic widths of a box (content box), and what was known of heights when they were worked out; NaN: never asked.
struct WidthEntry: Chained {
  struct Answer {
    var width = 0.0
    var inner = Double.nan
    var breakAt = Double.nan
    var generation: UInt32 = 0
    /// Whether what is inside was asked before a height was known.
    var isLater = false
  }
  var next: Int32 = -1
  var smallest = Answer()
  var largest = Answer()
}

/// What is remembered of a box: heads of chains, or -1.
struct BoxState {
  var answers: Int32 = -1
  var leafAnswers: Int32 = -1
  var widths: Int32 = -1
  /// The question that the frames inside answer.
  var placed: Int32 = -1
  /// The layout that last threw the answers away: those that are kept were worked out since then.
  var since: UInt32 = 0
  /// What of it does not hold any more.
  var dirt = Dirt.none
  /// `placed` holds.
  var isPlaced = false
  /// Absolute boxes inside have their containing block outside.
  var hasPending = false
  /// An answer was forgotten that the parent may have used.
  var hasForgotten = false
  /// The frame may have changed in this layout, or is new.
  var isLogged = false
  /// An absolute box: its frame is what it is in the space that its parent, which is its containing block, was last placed in.
  var isSettled = false
  /// A containing block: `placed` says in which space the absolute children that are settled were placed.
  var hasSettled = false
  /// That space is the one that it is placed in now.
  var isAskedAgain = false
}

/// How far a change reaches; each includes those before.
enum Dirt: UInt8, Comparable {
  case none
  /// Frames inside; the size is as it was.
  case places
  /// Something inside: remembered answers may be wrong.
  case content
  /// The style: the parent looks at it.
  case style

  static func < (a: Dirt, b: Dirt) -> Bool { a.rawValue < b.rawValue }
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
