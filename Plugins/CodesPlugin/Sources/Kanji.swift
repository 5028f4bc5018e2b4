/// Characters of JIS X 0208, which a QR code encodes in 13 bits each.
enum Kanji {
  /// Returns the number of a character in kanji mode.
  static func number(_ scalar: Unicode.Scalar) -> Int? {
    // Nothing below U+00A2 is in the set: ASCII needs no table.
    guard scalar.value >= 0xA2, scalar.value <= 0xFFFF else { return nil }
    var (low, high) = (0, table.count)
    while low < high {
      let middle = (low + high) / 2
      if table[middle] >> 16 < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < table.count && table[low] >> 16 == scalar.value ? Int(table[low] & 0xFFFF) : nil
  }

  /// Code points with their numbers, sorted.
  private static let table: [UInt32] = {
    var table: [UInt32] = []
    for (row, line) in KanjiRows.rows.enumerated() {
      for (cell, scalar) in line.unicodeScalars.enumerated() where scalar != " " {
        // The bytes of Shift JIS, from 0x8140 or 0xC140 on.
        let lead = row / 2
        let trail = row % 2 == 0 ? cell + 0x40 + (cell >= 63 ? 1 : 0) : cell + 0x9F
        table.append(scalar.value << 16 | UInt32(lead * 0xC0 + trail - 0x40))
      }
    }
    return table.sorted()
  }()
}
