/// Encoder of EAN and UPC codes (ISO/IEC 15420).
enum RetailCode {
  private static let odd = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ]
  /// Sets of the left digits by the first digit of EAN-13; `G` is even.
  private static let sets = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]
  /// Sets of UPC-E by the check digit, for number system 0.
  private static let shortSets = [
    "GGGLLL", "GGLGLL", "GGLLGL", "GGLLLG", "GLGGLL", "GLLGGL", "GLLLGG", "GLGLGL", "GLGLLG", "GLLGLG",
  ]
  private static let pairSets = ["LL", "LG", "GL", "GG"]
  private static let fiveSets = ["GGLLL", "GLGLL", "GLLGL", "GLLLG", "LGGLL", "LLGGL", "LLLGG", "LGLGL", "LGLLG", "LLGLG"]

  private static func pattern(_ digit: Int, _ set: Character) -> String {
    let right = String(odd[digit].map { $0 == "0" ? "1" : "0" })
    return set == "L" ? odd[digit] : set == "R" ? right : String(right.reversed())
  }

  private static func append(_ digits: some Sequence<Int>, _ sets: String, to bars: inout BarRow) {
    for (digit, set) in zip(digits, sets) { bars.append(pattern(digit, set)) }
  }

  static func ean13(_ text: String) throws(CodeError) -> CodeSymbol {
    let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let valid = "digits, and a + before 2 or 5 more digits"
    let digits = try Digits.checked(
      Digits.of(parts[0], in: "EAN-13", limit: 13, valid: valid), 13, in: "EAN-13")
    var bars = BarRow()
    bars.append("101")
    append(digits[1...6], sets[digits[0]], to: &bars)
    bars.append("01010")
    append(digits[7...12], "RRRRRR", to: &bars)
    bars.append("101")
    let addition = parts.count > 1 ? parts[1] : nil
    var more: [Int] = []
    if let addition {
      more = try Digits.of(addition, in: "EAN-13", limit: 5, valid: valid, from: parts[0].unicodeScalars.count + 1)
      guard more.count == 2 || more.count == 5 else {
        throw .length(more.count, in: "EAN-13", valid: "2 or 5 digits after the +")
      }
      appendAddition(more, to: &bars)
    }
    let words = Digits.words(digits)
    var symbol = CodeSymbol(bars: bars.modules, quietZone: 11, text: more.isEmpty ? words : words + "+" + Digits.words(more))
    symbol.guards = [0..<3, 45..<50, 92..<95]
    symbol.captions = [
      .init(words: Digits.words(digits[..<1]), modules: -9..<0), .init(words: Digits.words(digits[1...6]), modules: 3..<45),
      .init(words: Digits.words(digits[7...]), modules: 50..<92),
    ]
    if !more.isEmpty { symbol.captions.append(.init(words: Digits.words(more), modules: 102..<bars.modules.count)) }
    return symbol
  }

  private static func appendAddition(_ digits: [Int], to bars: inout BarRow) {
    let sets: String
    if digits.count == 2 {
      sets = pairSets[(digits[0] * 10 + digits[1]) % 4]
    } else {
      sets = fiveSets[(3 * (digits[0] + digits[2] + digits[4]) + 9 * (digits[1] + digits[3])) % 10]
    }
    bars.append("00000001011")
    for (index, (digit, set)) in zip(digits, sets).enumerated() {
      if index > 0 { bars.append("01") }
      bars.append(pattern(digit, set))
    }
  }

  static func ean8(_ text: String) throws(CodeError) -> CodeSymbol {
    let digits = try Digits.checked(Digits.of(text, in: "EAN-8", limit: 8), 8, in: "EAN-8")
    var bars = BarRow()
    bars.append("101")
    append(digits[..<4], "LLLL", to: &bars)
    bars.append("01010")
    append(digits[4...], "RRRR", to: &bars)
    bars.append("101")
    var symbol = CodeSymbol(bars: bars.modules, quietZone: 10, text: Digits.words(digits))
    symbol.guards = [0..<3, 31..<36, 64..<67]
    symbol.captions = [
      .init(words: Digits.words(digits[..<4]), modules: 3..<31), .init(words: Digits.words(digits[4...]), modules: 36..<64),
    ]
    return symbol
  }

  static func upcA(_ text: String) throws(CodeError) -> CodeSymbol {
    let digits = try Digits.checked(Digits.of(text, in: "UPC-A", limit: 12), 12, in: "UPC-A")
    var bars = BarRow()
    bars.append("101")
    append(digits[..<6], "LLLLLL", to: &bars)
    bars.append("01010")
    append(digits[6...], "RRRRRR", to: &bars)
    bars.append("101")
    var symbol = CodeSymbol(bars: bars.modules, quietZone: 10, text: Digits.words(digits))
    symbol.guards = [0..<10, 45..<50, 85..<95]
    symbol.captions = [
      .init(words: Digits.words(digits[..<1]), modules: -9..<0), .init(words: Digits.words(digits[1...5]), modules: 10..<45),
      .init(words: Digits.words(digits[6...10]), modules: 50..<85), .init(words: Digits.words(digits[11...]), modules: 95..<104),
    ]
    return symbol
  }

  static func upcE(_ text: String) throws(CodeError) -> CodeSymbol {
    let digits = try Digits.of(text, in: "UPC-E", limit: 8)
    guard digits.count >= 6 else {
      throw .length(digits.count, in: "UPC-E", valid: "6 digits, 7 with the number system, or 8 with the check digit")
    }
    let system = digits.count == 6 ? 0 : digits[0]
    guard system < 2 else { throw CodeError("the number system of UPC-E is 0 or 1, not \(system)") }
    let short = digits.count == 6 ? digits : Array(digits[1...6])
    let check = Digits.check([system] + expanded(short))
    if digits.count == 8, digits[7] != check { throw .checkDigit(digits[7], in: "UPC-E", expected: check) }
    let sets = system == 0 ? shortSets[check] : String(shortSets[check].map { $0 == "L" ? "G" : "L" })
    var bars = BarRow()
    bars.append("101")
    append(short, sets, to: &bars)
    bars.append("010101")
    var symbol = CodeSymbol(bars: bars.modules, quietZone: 9, text: Digits.words([system] + short + [check]))
    symbol.guards = [0..<3, 45..<51]
    symbol.captions = [
      .init(words: "\(system)", modules: -9..<0), .init(words: Digits.words(short), modules: 3..<45),
      .init(words: "\(check)", modules: 51..<60),
    ]
    return symbol
  }

  /// Returns the 10 digits of UPC-A that 6 digits of UPC-E are short for.
  private static func expanded(_ d: [Int]) -> [Int] {
    switch d[5] {
    case 0...2: [d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
    case 3: [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
    case 4: [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
    default: [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
    }
  }
}
