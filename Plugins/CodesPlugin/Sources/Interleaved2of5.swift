/// Encoder of interleaved 2 of 5 and ITF-14 (ISO/IEC 16390).
enum Interleaved2of5 {
  private static let widths = ["11331", "31113", "13113", "33111", "11313", "31311", "13311", "11133", "31131", "13131"]
  private static let limit = 200

  static func symbol(_ text: String) throws(CodeError) -> CodeSymbol {
    let digits = try Digits.of(text, in: "interleaved 2 of 5", limit: limit)
    guard !digits.isEmpty else { throw CodeError("interleaved 2 of 5 takes at least one digit") }
    return symbol(digits.count % 2 == 0 ? digits : [0] + digits)
  }

  static func itf14(_ text: String) throws(CodeError) -> CodeSymbol {
    var symbol = symbol(try Digits.checked(Digits.of(text, in: "ITF-14", limit: 14), 14, in: "ITF-14"))
    symbol.hasBearer = true
    return symbol
  }

  private static func symbol(_ digits: [Int]) -> CodeSymbol {
    var bars = BarRow()
    bars.append("1010")
    for i in stride(from: 0, to: digits.count, by: 2) {
      bars.append(widths: String(zip(widths[digits[i]], widths[digits[i + 1]]).flatMap { [$0, $1] }))
    }
    bars.append("11101")
    return CodeSymbol(bars: bars.modules, text: Digits.words(digits))
  }
}
