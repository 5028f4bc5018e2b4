/// Value of `calc()`, `min()`, `max()` or `clamp()`. Source: CSS Values 4, section 10, without its other functions.
struct SVGCalculation: Sendable {
  private indirect enum Term: Sendable {
    case length(SVGLength)
    case sum([Term])
    case scaled(Term, Double)
    case least([Term])
    case greatest([Term])

    func value(_ pixels: (SVGLength) -> Double) -> Double {
      switch self {
      case .length(let length): pixels(length)
      case .sum(let terms): terms.reduce(0) { $0 + $1.value(pixels) }
      case .scaled(let term, let factor): term.value(pixels) * factor
      case .least(let terms): terms.reduce(.infinity) { min($0, $1.value(pixels)) }
      case .greatest(let terms): terms.reduce(-.infinity) { max($0, $1.value(pixels)) }
      }
    }

    var isNumber: Bool {
      switch self {
      case .length(let length): length.unit == .none
      case .scaled(let term, _): term.isNumber
      case .sum(let terms), .least(let terms), .greatest(let terms): terms.allSatisfy(\.isNumber)
      }
    }
  }

  private var term: Term

  private static let functions: Set<String> = ["calc", "min", "max", "clamp"]
  private static let mostDepth = 16

  /// Parses a function of this kind; nil for other or overlong text.
  init?(_ text: String) {
    guard text.utf8.count <= 256, text.utf8.last == UInt8(ascii: ")") else { return nil }
    var scanner = Scanner(text)
    guard Self.functions.contains(scanner.word().lowercased()) else { return nil }
    scanner.at = 0
    guard let value = Self.factor(&scanner, depth: 0) else { return nil }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
    term = value
  }

  /// Whether the value has no unit.
  var isNumber: Bool { term.isNumber }

  /// Returns the value; `pixels` resolves its lengths.
  func value(_ pixels: (SVGLength) -> Double) -> Double { term.value(pixels) }

  private static func sum(_ scanner: inout Scanner, depth: Int) -> Term? {
    guard let first = product(&scanner, depth: depth) else { return nil }
    var terms = [first]
    while true {
      scanner.skipSpaces()
      let isMinus = scanner.next == UInt8(ascii: "-")
      guard isMinus || scanner.next == UInt8(ascii: "+") else { return terms.count == 1 ? first : .sum(terms) }
      scanner.at += 1
      guard let next = product(&scanner, depth: depth) else { return nil }
      terms.append(isMinus ? .scaled(next, -1) : next)
    }
  }

  private static func product(_ scanner: inout Scanner, depth: Int) -> Term? {
    guard var result = factor(&scanner, depth: depth) else { return nil }
    while true {
      scanner.skipSpaces()
      let isQuotient = scanner.next == UInt8(ascii: "/")
      guard isQuotient || scanner.next == UInt8(ascii: "*") else { return result }
      scanner.at += 1
      guard let next = factor(&scanner, depth: depth) else { return nil }
      if next.isNumber {
        let number = next.value(\.number)
        guard !isQuotient || number != 0 else { return nil }
        result = .scaled(result, isQuotient ? 1 / number : number)
      } else if !isQuotient, result.isNumber {
        result = .scaled(next, result.value(\.number))
      } else {
        return nil
      }
    }
  }

  private static func factor(_ scanner: inout Scanner, depth: Int) -> Term? {
    scanner.skipSpaces()
    if let length = scanner.length() { return .length(length) }
    let name = scanner.word().lowercased()
    guard name.isEmpty || functions.contains(name), depth < mostDepth, scanner.consume("("), let first = sum(&scanner, depth: depth + 1)
    else { return nil }
    var values = [first]
    scanner.skipSpaces()
    while scanner.consume(",") {
      guard let next = sum(&scanner, depth: depth + 1) else { return nil }
      values.append(next)
      scanner.skipSpaces()
    }
    guard scanner.consume(")") else { return nil }
    switch name {
    case "min": return .least(values)
    case "max": return .greatest(values)
    // The minimum wins over a smaller maximum.
    case "clamp": return values.count == 3 ? .greatest([values[0], .least([values[1], values[2]])]) : nil
    default: return values.count == 1 ? first : nil
    }
  }
}
