internal import TesseraRender

/// Parser of colour functions. Source: CSS Color 4, sections 5 to 10; CSS Color 5, sections 2 and 7.
struct ColorReader {
  private var scanner: Scanner
  private let depth: Int

  private static let mostDepth = 8

  /// Creates a parser.
  /// - Parameter text: Text in lower case.
  init(_ text: String, depth: Int = 0) { (scanner, self.depth) = (Scanner(text), depth) }

  /// Component: a number, a percentage, an angle in degrees, or `none`.
  private struct Component {
    var number: Double
    var isPercent = false

    /// Returns the number; percentages are relative to `full`.
    func value(full: Double) -> Double { isPercent ? number / 100 * full : number }
  }

  /// Parses the whole text as a color; nil if it is invalid.
  mutating func color() -> Color? {
    let name = scanner.word()
    guard scanner.consume("("), let end = scanner.closing() else { return nil }
    let first = scanner.at
    scanner.at = end + 1
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
    let inside = Scanner.text(scanner.bytes[first..<end])
    switch name {
    case "color-mix": return mix(inside)
    case "light-dark":
      let parts = Self.split(inside)
      guard parts.count == 2, let light = nested(parts[0]), let dark = nested(parts[1]) else { return nil }
      return .dynamic(light: light, dark: dark)
    default: return function(name, inside)
    }
  }

  private func nested(_ text: String) -> Color? {
    guard depth < Self.mostDepth, text.utf8.last == UInt8(ascii: ")") else { return Color(text) }
    var reader = ColorReader(text, depth: depth + 1)
    return reader.color()
  }

  /// Splits at commas outside of brackets.
  private static func split(_ text: String) -> [String] {
    var (result, part, depth) = ([String](), [UInt8](), 0)
    for b in text.utf8 {
      if b == UInt8(ascii: "(") { depth += 1 }
      if b == UInt8(ascii: ")") { depth -= 1 }
      if b == UInt8(ascii: ","), depth == 0 {
        result.append(Scanner.text(part).trimmed)
        part = []
      } else {
        part.append(b)
      }
    }
    return result + [Scanner.text(part).trimmed]
  }

  // MARK: one colour

  private func function(_ name: String, _ inside: String) -> Color? {
    var scanner = Scanner(inside)
    guard let origin = origin(&scanner) else { return nil }
    var space: ColorSpace?
    if name == "color" {
      scanner.skipSpaces()
      guard let named = ColorSpace(function: scanner.word()) else { return nil }
      space = named
    }
    let channels = origin.color.map { Self.channels(of: $0, name, space) } ?? [:]
    guard let channels, let (parts, alpha) = Self.components(&scanner, channels) else { return nil }
    let (a, b, c) = (parts[0], parts[1], parts[2])
    let (used, values): (ColorSpace, [Double])
    switch name {
    case "rgb", "rgba": (used, values) = (.srgb, parts.map { min(max($0.isPercent ? $0.number / 100 : $0.number / 255, 0), 1) })
    case "hsl", "hsla": (used, values) = (.hsl, [a.number, min(max(b.number / 100, 0), 1), min(max(c.number / 100, 0), 1)])
    case "hwb": (used, values) = (.hwb, [a.number, min(max(b.number / 100, 0), 1), min(max(c.number / 100, 0), 1)])
    case "lab": (used, values) = (.lab, [min(max(a.number, 0), 100), b.value(full: 125), c.value(full: 125)])
    case "lch": (used, values) = (.lch, [min(max(a.number, 0), 100), max(0, b.value(full: 150)), c.number])
    case "oklab": (used, values) = (.oklab, [min(max(a.value(full: 1), 0), 1), b.value(full: 0.4), c.value(full: 0.4)])
    case "oklch": (used, values) = (.oklch, [min(max(a.value(full: 1), 0), 1), max(0, b.value(full: 0.4)), c.number])
    case "color":
      guard let space else { return nil }
      (used, values) = (space, parts.map { $0.value(full: 1) })
    default: return nil
    }
    return used.color(values, alpha: alpha)
  }

  /// Parses three components and the opacity, separated by spaces and a slash, or all by commas.
  private static func components(_ scanner: inout Scanner, _ channels: [String: Double]) -> ([Component], Double)? {
    var parts: [Component] = []
    var (commas, hasSlash) = (0, false)
    scanner.skipSpaces()
    while !scanner.isAtEnd, parts.count < 4 {
      if let n = scanner.number() {
        var part = Component(number: n, isPercent: scanner.consume("%"))
        switch part.isPercent ? "" : scanner.word() {
        case "", "deg": break
        case "rad": part.number = n * 180 / .pi
        case "grad": part.number = n * 0.9
        case "turn": part.number = n * 360
        default: return nil
        }
        parts.append(part)
      } else {
        let word = scanner.word()
        guard let number = word == "none" ? 0 : channels[word] ?? calculation(word, &scanner, channels) else { return nil }
        parts.append(Component(number: number))
      }
      scanner.skipSpaces()
      if scanner.consume(",") {
        commas += 1
        scanner.skipSpaces()
        if scanner.isAtEnd { return nil }
      } else if scanner.consume("/") {
        guard parts.count == 3, !hasSlash else { return nil }
        hasSlash = true
        scanner.skipSpaces()
        if scanner.isAtEnd { return nil }
      }
    }
    let isClosed = scanner.isAtEnd && (parts.count == 3 || parts.count == 4 && (hasSlash || commas == 3))
    guard isClosed, commas == 0 || commas + (hasSlash ? 1 : 0) == parts.count - 1 else { return nil }
    return (parts, parts.count == 4 ? min(max(parts[3].value(full: 1), 0), 1) : channels["alpha"] ?? 1)
  }

  // MARK: relative colours

  /// Consumes `from` and a colour. Returns a nil colour without `from`; nil if the colour is invalid. Source: CSS Color 5, section 4.
  private func origin(_ scanner: inout Scanner) -> (color: Color?, Void)? {
    scanner.skipSpaces()
    var rest = scanner
    guard rest.word() == "from" else { return (nil, ()) }
    rest.skipSpaces()
    let first = rest.at
    _ = rest.consume("#")
    _ = rest.word()
    if rest.consume("(") {
      guard let end = rest.closing() else { return nil }
      rest.at = end + 1
    }
    guard let color = nested(Scanner.text(rest.bytes[first..<rest.at])) else { return nil }
    scanner = rest
    return (color, ())
  }

  /// Returns the components of a colour by their keywords; nil for functions and spaces without them.
  private static func channels(of color: Color, _ function: String, _ space: ColorSpace?) -> [String: Double]? {
    let (used, names, factors): (ColorSpace, String, [Double])
    switch function {
    case "rgb", "rgba": (used, names, factors) = (.srgb, "rgb", [255, 255, 255])
    case "hsl", "hsla": (used, names, factors) = (.hsl, "hsl", [1, 100, 100])
    case "hwb": (used, names, factors) = (.hwb, "hwb", [1, 100, 100])
    case "lab": (used, names, factors) = (.lab, "lab", [1, 1, 1])
    case "lch": (used, names, factors) = (.lch, "lch", [1, 1, 1])
    case "oklab": (used, names, factors) = (.oklab, "lab", [1, 1, 1])
    case "oklch": (used, names, factors) = (.oklch, "lch", [1, 1, 1])
    default:
      guard let space, space == .srgb || space == .linear || space == .xyz else { return nil }
      (used, names, factors) = (space, space == .xyz ? "xyz" : "rgb", [1, 1, 1])
    }
    let values = zip(used.components(of: color), factors).map { $0 * $1 }
    return Dictionary(uniqueKeysWithValues: zip(names.map { String($0) }, values) + [("alpha", Double(color.alpha))])
  }

  /// Parses the rest of a calculation, whose keywords are components, after the name of its function.
  private static func calculation(_ function: String, _ scanner: inout Scanner, _ channels: [String: Double]) -> Double? {
    guard scanner.consume("("), let end = scanner.closing() else { return nil }
    // Angles count in degrees.
    let degrees = ["deg": "", "turn": " * 360", "grad": " * 0.9", "rad": " * \(180 / Double.pi)"]
    var text = function + "("
    while scanner.at <= end {
      let word = scanner.word()
      let digits = word.prefix { $0.isNumber }
      let unit = String(word.dropFirst(digits.count))
      text += channels[word].map { "\($0)" } ?? digits + (degrees[unit] ?? unit)
      guard scanner.at <= end else { break }
      text += Scanner.text([scanner.bytes[scanner.at]])
      scanner.at += 1
    }
    guard let value = SVGCalculation(text), value.isNumber else { return nil }
    return value.value(\.number)
  }

  // MARK: mixtures

  private func mix(_ inside: String) -> Color? {
    var parts = Self.split(inside)
    var (space, longer) = (ColorSpace.oklab, false)
    if parts.count == 3 {
      let words = parts.removeFirst().split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count >= 2, words[0] == "in", let named = ColorSpace(mixing: words[1]) else { return nil }
      (space, longer) = (named, words.count == 4 && words[2] == "longer" && words[3] == "hue")
      guard words.count == 2 || (words.count == 4 && named.hue != nil && words[3] == "hue") else { return nil }
    }
    guard parts.count == 2, let a = Self.weighted(parts[0]), let b = Self.weighted(parts[1]), let from = nested(a.color),
      let to = nested(b.color)
    else { return nil }
    var (p, q) = (a.percent ?? b.percent.map { 100 - $0 } ?? 50, b.percent ?? a.percent.map { 100 - $0 } ?? 50)
    let sum = p + q
    guard p >= 0, q >= 0, sum > 0 else { return nil }
    (p, q) = (p / sum, q / sum)
    return space.mix(from, to, share: q, longerHue: longer).opacity(Float(min(sum / 100, 1)))
  }

  /// Parses a colour with a percentage before or after it.
  private static func weighted(_ text: String) -> (color: String, percent: Double?)? {
    var scanner = Scanner(text)
    if let n = scanner.number(), scanner.consume("%") {
      return (Scanner.text(scanner.bytes[scanner.at...]).trimmed, n)
    }
    guard text.utf8.last == UInt8(ascii: "%"), let space = text.lastIndex(where: \.isWhitespace) else { return (text, nil) }
    guard let n = svgNumber(String(text[space...].dropLast())) else { return nil }
    return (text[..<space].trimmed, n)
  }
}
