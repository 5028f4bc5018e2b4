/// Encoder of Codabar.
enum Codabar {
  private static let characters = Array("0123456789-$:/.+ABCD".unicodeScalars)
  private static let patterns = [
    "101010011", "101011001", "101001011", "110010101", "101101001", "110101001", "100101011", "100101101", "100110101", "110100101",
    "101001101", "101100101", "1101011011", "1101101011", "1101101101", "1011011011", "1011001001", "1001001011", "1010010011",
    "1010011001",
  ]
  private static let limit = 200

  static func symbol(_ text: String) throws(CodeError) -> CodeSymbol {
    let scalars = text.unicodeScalars.prefix(limit + 1).map { ("a"..."d").contains($0) ? Unicode.Scalar($0.value - 32) ?? $0 : $0 }
    guard scalars.count <= limit else { throw CodeError("Codabar takes at most \(limit) characters") }
    guard let first = scalars.first, let last = scalars.last, scalars.count >= 3 else {
      throw CodeError("Codabar takes at least one digit between two of the letters A, B, C and D")
    }
    for (end, scalar) in [("begins", first), ("ends", last)] where !("A"..."D").contains(scalar) {
      throw CodeError("Codabar \(end) with one of the letters A, B, C and D, not with \(CodeError.name(scalar))")
    }
    var bars = BarRow()
    for (index, scalar) in scalars.enumerated() {
      guard let number = characters.firstIndex(of: scalar), number < 16 || index == 0 || index == scalars.count - 1 else {
        throw .character(scalar, at: index, in: "Codabar", valid: "digits and -$:/.+ between two of the letters A to D")
      }
      if index > 0 { bars.append("0") }
      bars.append(patterns[number])
    }
    return CodeSymbol(bars: bars.modules, text: String(String.UnicodeScalarView(scalars)))
  }
}
