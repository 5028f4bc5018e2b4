/// Entries of a directory, in the order of their first tile.
struct PMTilesDirectory: Sendable {
  static let maximumEntries = 1 << 20

  struct Entry: Sendable {
    var first: UInt64
    /// Number of tiles with this content; 0: the entry is a leaf directory.
    var run: UInt64
    var offset: UInt64
    var length: UInt64
  }

  var entries: [Entry]

  init(_ bytes: [UInt8], source: String) throws(MapError) {
    var entries: [Entry] = []
    do throws(MapError) {
      try bytes.withUnsafeBufferPointer { buffer throws(MapError) in
        let raw = UnsafeRawBufferPointer(buffer)

        var reader = ProtobufReader(raw, 0..<raw.count)
        let count = try reader.varint()
        // Each entry has at least 4 bytes.
        guard count <= UInt64(Self.maximumEntries), count * 4 <= UInt64(reader.remaining) else {
          throw reader.failure("a directory of \(count) entries in \(raw.count) bytes; the maximum is \(Self.maximumEntries)")
        }
        entries = [Entry](repeating: Entry(first: 0, run: 0, offset: 0, length: 0), count: Int(count))
        var last: UInt64 = 0
        for i in entries.indices {
          let step = try reader.varint()
          guard step <= UInt64.max - last, i == 0 || step > 0 else { throw reader.failure("tile numbers must ascend") }
          last += step
          entries[i].first = last
        }
        for i in entries.indices { entries[i].run = try reader.varint() }
        for i in entries.indices { entries[i].length = try reader.varint() }
        for i in entries.indices {
          let offset = try reader.varint()
          if offset == 0 {
            guard i > 0 else { throw reader.failure("the first entry has no offset") }
            entries[i].offset = entries[i - 1].offset &+ entries[i - 1].length
          } else {
            entries[i].offset = offset - 1
          }
        }
      }
    } catch {
      throw MapError(source: source, offset: error.offset, reason: "directory: \(error.reason)")
    }
    self.entries = entries
  }

  /// Returns the last entry that begins at or before a tile.
  func entry(for tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].first <= tile { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? entries[low - 1] : nil
  }
}
