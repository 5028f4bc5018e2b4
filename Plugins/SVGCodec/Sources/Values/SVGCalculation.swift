/// Sum of lengths: the value of `calc()`. Source: CSS Values 4, section 10, without its other functions.
struct SVGCalculation: Sendable {
  private(set) var terms: [SVGLength]

  private static let mostDepth = 16

  /// Parses a `calc()`; nil for other or overlong text.
  init?(_ text: String) {
    guard text.utf8.count <= 256, text.lowercased().hasPrefix("calc(") else { return nil }
    var scanner = Scanner(text)
    guard let value = Self.factor(&scanner, depth: 0) else { return nil }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
    terms = value
  }

  private static func sum(_ scanner: inout Scanner, depth: Int) -> [SVGLength]? {
    guard var result = product(&scanner, depth: depth) else { return nil }
    while true {
      scanner.skipSpaces()
      let isMinus = scanner.next == UInt8(ascii: "-")
      guard isMinus || scanner.next == UInt8(ascii: "+") else { return result }
      scanner.at += 1
      guard let next = product(&scanner, depth: depth) else { return nil }
      result += next.map { SVGLength(isMinus ? -$0.number : $0.number, $0.unit) }
    }
  }

  private static func product(_ scanner: inout Scanner, depth: Int) -> [SVGLength]? {
    guard var result = factor(&scanner, depth: depth) else { return nil }
    while true {
      scanner.skipSpaces()
      let isQuotient = scanner.next == UInt8(ascii: "/")
      guard isQuotient || scanner.next == UInt8(ascii: "*") else { return result }
      scanner.at += 1
      guard let next = factor(&scanner, depth: depth) else { return nil }
      if let number = number(next) {
        guard !isQuotient || number != 0 else { return nil }
        result = result.map { SVGLength(isQuotient ? $0.number / number : $0.number * number, $0.unit) }
      } else if !isQuotient, let number = number(result) {
        result = next.map { SVGLength($0.number * number, $0.unit) }
      } else {
        return nil
      }
    }
  }

  private static func number(_ terms: [SVGLength]) -> Double? {
    terms.allSatisfy { $0.unit == .none } ? terms.reduce(0) { $0 + $1.number } : nil
  }

  private static func factor(_ scanner: inout Scanner, depth: Int) -> [SVGLength]? {
    scanner.skipSpaces()
    if let length = scanner.length() { return [length] }
    let word = scanner.word().lowercased()
    guard word.isEmpty || word == "calc", depth < mostDepth, scanner.take("("), let value = sum(&scanner, depth: depth + 1) else {
      return nil
    }
    scanner.skipSpaces()
    return scanner.take(")") ? value : nil
  }
}
