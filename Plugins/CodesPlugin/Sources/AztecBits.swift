/// Encoding of text to the bits of an Aztec code: the shortest mix of its modes.
enum AztecBits {
  private enum Mode: Int, CaseIterable { case upper, lower, digit, mixed, punct }

  /// Number of some bits. A value.
  private struct Code {
    let value: Int
    let bits: Int
  }

  private struct Step {
    let codes: [Code]
    let start: Int
    let mode: Mode
    /// Bytes as they are after the codes.
    var bytes = 0..<0
  }

  private static func five(_ values: Int...) -> [Code] { values.map { Code(value: $0, bits: 5) } }

  /// Codes that change the mode.
  private static func latch(_ from: Mode, _ to: Mode) -> [Code] {
    let out = Code(value: 14, bits: 4)
    switch (from, to) {
    case (.upper, .lower): return five(28)
    case (.upper, .digit), (.lower, .digit): return five(30)
    case (.upper, .mixed), (.lower, .mixed): return five(29)
    case (.upper, .punct), (.lower, .punct): return five(29, 30)
    case (.lower, .upper): return five(30) + [out]
    case (.digit, .upper): return [out]
    case (.digit, .lower): return [out] + five(28)
    case (.digit, .mixed): return [out] + five(29)
    case (.digit, .punct): return [out] + five(29, 30)
    case (.mixed, .upper): return five(29)
    case (.mixed, .lower): return five(28)
    case (.mixed, .digit): return five(29, 30)
    case (.mixed, .punct): return five(30)
    case (.punct, .upper): return five(31)
    case (.punct, .lower): return five(31, 28)
    case (.punct, .digit): return five(31, 30)
    case (.punct, .mixed): return five(31, 29)
    default: return []
    }
  }

  private static let mixed: [UInt8] = [
    0, 32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 27, 28, 29, 30, 31, 64, 92, 94, 95, 96, 124, 126, 127,
  ]
  private static let signs = Array("!\"#$%&'()*+,-./:;<=>?[]{}".utf8)
  private static let pairs: [[UInt8]] = [[13, 10], [46, 32], [44, 32], [58, 32]]

  private static func value(_ byte: UInt8, _ mode: Mode) -> Int? {
    let b = Int(byte)
    switch mode {
    case .upper: return byte == 32 ? 1 : (65...90).contains(byte) ? b - 63 : nil
    case .lower: return byte == 32 ? 1 : (97...122).contains(byte) ? b - 95 : nil
    case .digit: return byte == 32 ? 1 : (48...57).contains(byte) ? b - 46 : byte == 44 ? 12 : byte == 46 ? 13 : nil
    case .mixed: return byte == 0 ? nil : mixed.firstIndex(of: byte)
    case .punct: return byte == 13 ? 1 : signs.firstIndex(of: byte).map { $0 + 6 }
    }
  }

  /// Returns the bits of a text. O(n).
  static func bits(_ bytes: [UInt8], isUTF8: Bool) -> BitBuffer {
    var buffer = BitBuffer()
    // A shift, a designator of two digits, and the digits 2 and 6.
    if isUTF8 { for (value, bits) in [(0, 5), (0, 5), (2, 3), (4, 4), (8, 4)] { buffer.append(value, bits) } }
    for step in steps(bytes) {
      for code in step.codes { buffer.append(code.value, code.bits) }
      for byte in bytes[step.bytes] { buffer.append(Int(byte), 8) }
    }
    return buffer
  }

  private static func steps(_ bytes: [UInt8]) -> [Step] {
    let (count, infinity) = (bytes.count, Int.max / 2)
    var costs = Array(repeating: Array(repeating: infinity, count: 5), count: count + 1)
    var steps = Array(repeating: Array<Step?>(repeating: nil, count: 5), count: count + 1)
    costs[0][Mode.upper.rawValue] = 0
    func offer(_ from: Int, _ mode: Mode, _ to: Int, _ next: Mode, _ codes: [Code], bytes: Range<Int> = 0..<0) {
      let cost = costs[from][mode.rawValue] + codes.reduce(0) { $0 + $1.bits } + bytes.count * 8
      guard cost < costs[to][next.rawValue] else { return }
      costs[to][next.rawValue] = cost
      steps[to][next.rawValue] = Step(codes: codes, start: from, mode: mode, bytes: bytes)
    }
    for i in 0...count {
      let before = costs[i]
      for from in Mode.allCases where before[from.rawValue] < infinity && before[from.rawValue] == costs[i][from.rawValue] {
        for to in Mode.allCases where to != from { offer(i, from, i, to, latch(from, to)) }
      }
      guard i < count else { break }
      let pair = i + 1 < count ? pairs.firstIndex(of: [bytes[i], bytes[i + 1]]) : nil
      for mode in Mode.allCases where costs[i][mode.rawValue] < infinity {
        let size = mode == .digit ? 4 : 5
        if let value = value(bytes[i], mode) { offer(i, mode, i + 1, mode, [Code(value: value, bits: size)]) }
        let shift = Code(value: 0, bits: size)
        if mode != .punct {
          if let value = value(bytes[i], .punct) { offer(i, mode, i + 1, mode, [shift] + five(value)) }
          if let pair { offer(i, mode, i + 2, mode, [shift] + five(pair + 2)) }
        } else if let pair {
          offer(i, mode, i + 2, mode, five(pair + 2))
        }
        if mode == .lower || mode == .digit, let value = value(bytes[i], .upper) {
          offer(i, mode, i + 1, mode, [mode == .lower ? Code(value: 28, bits: 5) : Code(value: 15, bits: 4)] + five(value))
        }
        guard mode == .upper || mode == .lower || mode == .mixed else { continue }
        for end in i + 1...min(count, i + 31) { offer(i, mode, end, mode, five(31, end - i), bytes: i..<end) }
        // A long run of bytes without a mode.
        guard bytes[i] >= 128, i == 0 || bytes[i - 1] < 128 else { continue }
        let end = min(i + 2000, bytes[i...].firstIndex { $0 < 128 } ?? count)
        if end > i + 31 { offer(i, mode, end, mode, five(31, 0) + [Code(value: end - i - 31, bits: 11)], bytes: i..<end) }
      }
    }
    var (result, index) = ([Step](), count)
    var mode = costs[count].indices.min { costs[count][$0] < costs[count][$1] } ?? 0
    while let step = steps[index][mode] {
      result.append(step)
      (index, mode) = (step.start, step.mode.rawValue)
    }
    return result.reversed()
  }
}
