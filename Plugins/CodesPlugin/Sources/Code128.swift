/// Encoder of Code 128 (ISO/IEC 15417).
enum Code128 {
  private static let patterns = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312", "231212", "112232",
    "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122",
    "321221", "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321", "112313", "132113", "132311",
    "211313", "231113", "231311", "112133", "112331", "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113",
    "213311", "213131", "311123", "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422",
    "121124", "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114", "413111",
    "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141", "214121",
    "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311", "113141", "114131", "311141", "411131", "211412",
    "211214", "211232",
  ]
  private static let limit = 400

  /// Code set, with the characters 128 to 255 as the normal ones after two FNC4. A value.
  private enum Set: Int, CaseIterable {
    case a, b, c, highA, highB

    /// Set without the latch of FNC4.
    var base: Int { rawValue % 3 }
    var isHigh: Bool { rawValue >= 3 }
    /// Symbol that selects the set in another one.
    var latch: Int { [101, 100, 99][base] }
    /// Symbol of FNC4.
    var fnc4: Int { base == 0 ? 101 : 100 }
  }

  private struct Step {
    let symbols: [Int]
    let from: Int
    let length: Int
  }

  static func symbol(_ text: String) throws(CodeError) -> CodeSymbol {
    var bytes: [Int] = []
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard scalar.value <= 0xFF else { throw .character(scalar, at: index, in: "Code 128", valid: "characters of ISO 8859-1") }
      guard index < limit else { throw CodeError("Code 128 takes at most \(limit) characters") }
      bytes.append(Int(scalar.value))
    }
    guard !bytes.isEmpty else { throw CodeError("Code 128 takes a text that is not empty") }
    var symbols = symbols(bytes)
    symbols.append(symbols.enumerated().reduce(0) { $0 + $1.element * max(1, $1.offset) } % 103)
    var bars = BarRow()
    for symbol in symbols { bars.append(widths: patterns[symbol]) }
    bars.append(widths: "2331112")
    return CodeSymbol(bars: bars.modules, text: text)
  }

  /// Returns the symbols of a byte in a set, without a change of the set; nil if it is not in the set.
  private static func symbols(_ byte: Int, in set: Set) -> [Int]? {
    let low = byte & 0x7F
    let prefix = (byte > 0x7F) == set.isHigh ? [] : [set.fnc4]
    switch set.base {
    case 0:
      if low < 96 { return prefix + [low < 32 ? low + 64 : low - 32] }
      // One character of the other set.
      return prefix + [98, low - 32]
    case 1: return prefix + (low >= 32 ? [low - 32] : [98, low + 64])
    default: return nil
    }
  }

  /// Returns the shortest sequence of start, changes of sets and characters. O(n).
  private static func symbols(_ bytes: [Int]) -> [Int] {
    let infinity = Int.max / 2
    let count = bytes.count
    var costs = Array(repeating: Array(repeating: infinity, count: 5), count: count + 1)
    var steps = Array(repeating: Array<Step?>(repeating: nil, count: 5), count: count + 1)
    costs[0] = [1, 1, 1, infinity, infinity]
    for i in 0...count {
      // Changes of the set; two rounds, as a latch of FNC4 can follow a change.
      for _ in 0..<2 {
        for from in Set.allCases where costs[i][from.rawValue] < infinity {
          for to in Set.allCases where to != from {
            guard let change = change(from, to) else { continue }
            let cost = costs[i][from.rawValue] + change.count
            guard cost < costs[i][to.rawValue] else { continue }
            costs[i][to.rawValue] = cost
            steps[i][to.rawValue] = Step(symbols: change, from: from.rawValue, length: 0)
          }
        }
      }
      guard i < count else { break }
      for set in Set.allCases where costs[i][set.rawValue] < infinity {
        let (symbols, length): ([Int], Int)
        if set == .c {
          guard i + 1 < count, (48...57).contains(bytes[i]), (48...57).contains(bytes[i + 1]) else { continue }
          (symbols, length) = ([(bytes[i] - 48) * 10 + bytes[i + 1] - 48], 2)
        } else {
          guard let own = Self.symbols(bytes[i], in: set) else { continue }
          (symbols, length) = (own, 1)
        }
        let cost = costs[i][set.rawValue] + symbols.count
        guard cost < costs[i + length][set.rawValue] else { continue }
        costs[i + length][set.rawValue] = cost
        steps[i + length][set.rawValue] = Step(symbols: symbols, from: set.rawValue, length: length)
      }
    }
    var (result, index) = ([[Int]](), count)
    var set = costs[count].indices.min { costs[count][$0] < costs[count][$1] } ?? 1
    while let step = steps[index][set] {
      result.append(step.symbols)
      index -= step.length
      set = step.from
    }
    return [[103, 104, 105][Set(rawValue: set)?.base ?? 1]] + result.reversed().joined()
  }

  private static func change(_ from: Set, _ to: Set) -> [Int]? {
    if from.isHigh == to.isHigh { return [to.latch] }
    if from.base == to.base { return [from.fnc4, from.fnc4] }
    return nil
  }
}
