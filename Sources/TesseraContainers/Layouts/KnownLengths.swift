/// The lengths that are known of the items of a section. A value.
///
/// Items are kept in chunks; a chunk of which nothing is known takes one word, and a section of which nothing is known nothing.
struct KnownLengths: Sendable {
  static let chunk = 64
  let count: Int
  /// For each chunk its lengths, NaN where unknown; nil where all are. Empty while nothing is known at all.
  private var chunks = BlockArray<ContiguousArray<Double>?>([])

  init(count: Int) { self.count = count }

  var chunkCount: Int { (count + Self.chunk - 1) / Self.chunk }

  /// Whether nothing is known.
  var isEmpty: Bool { chunks.isEmpty }

  /// The items of a chunk.
  func items(of chunk: Int) -> Range<Int> { chunk * Self.chunk..<min(count, (chunk + 1) * Self.chunk) }

  /// Whether nothing is known of the items of a chunk.
  func isUnknown(chunk: Int) -> Bool { chunks.isEmpty || chunks[chunk] == nil }

  /// The length of an item; NaN where it is not known.
  subscript(item: Int) -> Double {
    get { chunks.isEmpty ? .nan : chunks[item / Self.chunk]?[item % Self.chunk] ?? .nan }
    set {
      if chunks.isEmpty { chunks = BlockArray(repeatElement(nil, count: chunkCount)) }
      let place = item / Self.chunk
      if chunks[place] == nil { chunks[place] = ContiguousArray(repeating: .nan, count: items(of: place).count) }
      chunks[place]?[item % Self.chunk] = newValue
    }
  }

  /// Calls `body` with each item whose length is known, ascending.
  func forEach(_ body: (Int, Double) -> Void) {
    for (place, chunk) in chunks.enumerated() {
      guard let chunk else { continue }
      for (i, length) in chunk.enumerated() where !length.isNaN { body(place * Self.chunk + i, length) }
    }
  }
}
