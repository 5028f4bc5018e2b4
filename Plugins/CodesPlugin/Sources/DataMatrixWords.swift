/// Encoding of text to words of a Data Matrix code: the shortest mix of ASCII, C40, text and bytes.
enum DataMatrixWords {
  private enum Mode: Int, CaseIterable { case ascii, c40, text, bytes }

  /// Longest run of one mode that is looked at, so that the cost is linear.
  private static let window = 120

  /// Returns words before the text with those of the text, and whether they end in the mode ASCII. A run of C40 or text at the end needs a word 254 if others follow.
  static func words(_ bytes: [UInt8], after prefix: [Int]) -> (words: [Int], endsInASCII: Bool) {
    let infinity = Int.max / 2
    // Least number of words up to a byte, if the next run begins there in ASCII.
    var costs = Array(repeating: infinity, count: bytes.count + 1)
    var steps: [(start: Int, mode: Mode)] = Array(repeating: (0, .ascii), count: bytes.count + 1)
    costs[0] = 0
    for i in bytes.indices {
      func offer(_ end: Int, _ words: Int, _ mode: Mode) {
        guard costs[i] + words < costs[end] else { return }
        costs[end] = costs[i] + words
        steps[end] = (i, mode)
      }
      if i + 1 < bytes.count, isDigit(bytes[i]), isDigit(bytes[i + 1]) { offer(i + 2, 1, .ascii) }
      offer(i + 1, bytes[i] < 128 ? 1 : 2, .ascii)
      for mode in [Mode.c40, .text] {
        var values = 0
        for j in i..<min(bytes.count, i + window) {
          guard let own = Self.values(bytes[j], mode) else { break }
          values += own.count
          // Latch and unlatch; at the end of the text the unlatch is counted as well.
          if values % 3 == 0 { offer(j + 1, values / 3 * 2 + 2, mode) }
        }
      }
      for j in i..<min(bytes.count, i + window) where bytes[j] >= 128 || j + 1 - i >= 4 { offer(j + 1, j + 1 - i + 2, .bytes) }
    }
    var (runs, end) = ([(Range<Int>, Mode)](), bytes.count)
    while end > 0 {
      let (start, mode) = steps[end]
      if let last = runs.last, last.1 == mode, mode == .ascii {
        runs[runs.count - 1].0 = start..<last.0.upperBound
      } else {
        runs.append((start..<end, mode))
      }
      end = start
    }
    var words = prefix
    for (index, (range, mode)) in runs.reversed().enumerated() {
      append(bytes[range], mode, isLast: index == runs.count - 1, to: &words)
    }
    return (words, runs.first.map { $0.1 == .ascii || $0.1 == .bytes } ?? true)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func append(_ bytes: ArraySlice<UInt8>, _ mode: Mode, isLast: Bool, to words: inout [Int]) {
    switch mode {
    case .ascii:
      var i = bytes.startIndex
      while i < bytes.endIndex {
        if i + 1 < bytes.endIndex, isDigit(bytes[i]), isDigit(bytes[i + 1]) {
          words.append(130 + Int(bytes[i] - 48) * 10 + Int(bytes[i + 1] - 48))
          i += 2
        } else {
          words += bytes[i] < 128 ? [Int(bytes[i]) + 1] : [235, Int(bytes[i]) - 127]
          i += 1
        }
      }
    case .c40, .text:
      words.append(mode == .c40 ? 230 : 239)
      let values = bytes.flatMap { Self.values($0, mode) ?? [] }
      for i in stride(from: 0, to: values.count - 2, by: 3) {
        let number = values[i] * 1600 + values[i + 1] * 40 + values[i + 2] + 1
        words += [number / 256, number % 256]
      }
      if !isLast { words.append(254) }
    case .bytes:
      words.append(231)
      for byte in [bytes.count] + bytes.map(Int.init) {
        // Randomized, so that equal bytes are no pattern.
        let number = byte + 149 * (words.count + 1) % 255 + 1
        words.append(number > 255 ? number - 256 : number)
      }
    }
  }

  /// Returns the values of a byte in C40 or text.
  private static func values(_ byte: UInt8, _ mode: Mode) -> [Int]? {
    let b = Int(byte)
    switch byte {
    case 32: return [3]
    case 48...57: return [b - 44]
    case 0...31: return [0, b]
    case 33...47: return [1, b - 33]
    case 58...64: return [1, b - 43]
    case 91...95: return [1, b - 69]
    case 65...90: return mode == .c40 ? [b - 51] : [2, b - 64]
    case 97...122: return mode == .text ? [b - 83] : [2, b - 96]
    case 96: return [2, 0]
    case 123...127: return [2, b - 96]
    default: return nil
    }
  }
}
