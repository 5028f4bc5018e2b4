/// Known lengths of the items of a section. A value.
///
/// Items are stored in chunks. A chunk without known lengths uses one word; a section without known lengths uses nothing.
struct KnownLengths: Sendable {
  static let chunk = 64
  let count: Int
  /// Lengths of each chunk, NaN if unknown; nil if the whole chunk is unknown. Empty while no length is known.
  private var chunks = BlockArray<ContiguousArray<Double>?>([])

  init(count: Int) { self.count = count }

  var chunkCount: Int { (count + Self.chunk - 1) / Self.chunk }

  /// Whether no length is known.
  var isEmpty: Bool { chunks.isEmpty }

  /// Items of a chunk.
  func items(of chunk: Int) -> Range<Int> { chunk * Self.chunk..<min(count, (chunk + 1) * Self.chunk) }

  /// Whether no length of a chunk is known.
  func isUnknown(chunk: Int) -> Bool { chunks.isEmpty || chunks[chunk] == nil }

  /// Length of an item; NaN if unknown.
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
