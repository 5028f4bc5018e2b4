/// What shaping depends on.
struct ShapeKey: Hashable {
  var text: AttributedText
  var direction: BaseDirection
  /// Whether words may be parted by their language's patterns.
  var hyphenates: Bool
  /// Of the font library: a text gets other fonts when fonts are added.
  var generation: UInt32

  /// The string and little else, because hashing every attribute costs more than comparing them on a hit.
  func hash(into hasher: inout Hasher) {
    var string = text.string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(text.runs.count)
    hasher.combine(text.runs[0].attributes.font.size)
    hasher.combine(text.runs[0].attributes.font.weight)
  }
}

/// Shaped texts within a limit of bytes.
///
/// What was used since the younger half filled up stays: O(1) a look-up, no list to keep.
struct ShapeCache {
  var limit = 4 << 20 { didSet { trim() } }
  private(set) var hits = 0
  private(set) var misses = 0
  private var young: [ShapeKey: ShapedText] = [:]
  private var old: [ShapeKey: ShapedText] = [:]
  private var youngBytes = 0
  private var oldBytes = 0

  var bytes: Int { youngBytes + oldBytes }
  var count: Int { young.count + old.count }

  /// The shaped form for `key`, counted as a hit or a miss.
  mutating func find(_ key: ShapeKey) -> ShapedText? {
    if let known = young[key] {
      hits += 1
      return known
    }
    guard let known = old.removeValue(forKey: key) else {
      misses += 1
      return nil
    }
    hits += 1
    oldBytes -= known.cost
    store(known, for: key)
    return known
  }

  /// Keeps `shaped`, unless it alone would take more than half of the limit.
  mutating func insert(_ shaped: ShapedText, for key: ShapeKey) {
    if let older = old.removeValue(forKey: key) { oldBytes -= older.cost }
    if let twin = young.removeValue(forKey: key) { youngBytes -= twin.cost }
    store(shaped, for: key)
  }

  private mutating func store(_ shaped: ShapedText, for key: ShapeKey) {
    guard shaped.cost <= limit / 2 else { return }
    if youngBytes + shaped.cost > limit / 2 {
      swap(&old, &young)
      (oldBytes, youngBytes) = (youngBytes, 0)
      young.removeAll(keepingCapacity: true)
    }
    young[key] = shaped
    youngBytes += shaped.cost
  }

  private mutating func trim() {
    guard youngBytes > limit / 2 || oldBytes > limit / 2 else { return }
    (young, youngBytes) = ([:], 0)
    (old, oldBytes) = ([:], 0)
  }
}

extension ShapedText {
  /// Bytes that keeping it takes: its own, and about as much as its key and table entry.
  fileprivate var cost: Int { bytes + 256 }
}
