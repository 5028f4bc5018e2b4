/// Encoder of Code 93 with its extension to ASCII.
enum Code93 {
  private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  private static let patterns = [
    "100010100", "101001000", "101000100", "101000010", "100101000", "100100100", "100100010", "101010000", "100010010", "100001010",
    "110101000", "110100100", "110100010", "110010100", "110010010", "110001010", "101101000", "101100100", "101100010", "100110100",
    "100011010", "101011000", "101001100", "101000110", "100101100", "100010110", "110110100", "110110010", "110101100", "110100110",
    "110010110", "110011010", "101101100", "101100110", "100110110", "100111010", "100101110", "111010100", "111010010", "111001010",
    "101101110", "101110110", "110101110", "100100110", "111011010", "111010110", "100110010",
  ]
  private static let edge = "101011110"
  private static let limit = 200

  /// Numbers of the shifts `($)`, `(%)`, `(/)` and `(+)`.
  private static let (dollar, percent, slash, plus) = (43, 44, 45, 46)

  static func symbol(_ text: String) throws(CodeError) -> CodeSymbol {
    var numbers: [Int] = []
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard scalar.isASCII else { throw .character(scalar, at: index, in: "Code 93", valid: "ASCII") }
      guard index < limit else { throw CodeError("Code 93 takes at most \(limit) characters") }
      numbers += Self.numbers(UInt8(scalar.value))
    }
    guard !numbers.isEmpty else { throw CodeError("Code 93 takes a text that is not empty") }
    numbers.append(check(numbers, weights: 20))
    numbers.append(check(numbers, weights: 15))
    var bars = BarRow()
    bars.append(edge)
    for number in numbers { bars.append(patterns[number]) }
    bars.append(edge)
    bars.append("1")
    return CodeSymbol(bars: bars.modules, text: text)
  }

  private static func check(_ numbers: [Int], weights: Int) -> Int {
    numbers.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % weights + 1) } % 47
  }

  private static func numbers(_ byte: UInt8) -> [Int] {
    if let number = characters.firstIndex(of: byte) { return [number] }
    func shifted(_ shift: Int, _ first: UInt8, _ letter: Int) -> [Int] { [shift, 10 + letter + Int(byte) - Int(first)] }
    return switch byte {
    case 0: [percent, 30]
    case 1...26: shifted(dollar, 1, 0)
    case 27...31: shifted(percent, 27, 0)
    case 33...44: shifted(slash, 33, 0)
    case 58: [slash, 35]
    case 59...63: shifted(percent, 59, 5)
    case 64: [percent, 31]
    case 91...95: shifted(percent, 91, 10)
    case 96: [percent, 32]
    case 97...122: shifted(plus, 97, 0)
    default: shifted(percent, 123, 15)
    }
  }
}
