/// Evaluates `@media` and `@supports`. Source: Media Queries 4; CSS Conditional 3.
///
/// A picture has a colour screen of the document's size, the light colour scheme and no pointer.
struct StyleMedia: Sendable {
  /// Width of the picture in logical units.
  var width: Double
  var height: Double

  /// Whether a list of queries matches; an empty one does.
  func matches(_ text: String) -> Bool {
    let queries = text.lowercased().split(separator: ",")
    return queries.isEmpty || queries.contains { matches(query: $0.trimmed) }
  }

  /// Evaluates a condition of `@supports`.
  static func supports(_ text: String) -> Bool {
    var reader = ConditionReader(text) { inside in
      guard let colon = inside.firstIndex(of: ":") else { return nil }
      let name = Presentation.propertyName(inside[..<colon].trimmed)
      let value = inside[inside.index(after: colon)...].trimmed
      return (Presentation.isProperty(name) || name.hasPrefix("--")) && Presentation.accepts(name, value)
    }
    return reader.value() ?? false
  }

  private func matches(query text: String) -> Bool {
    var reader = ConditionReader(text) { holds($0) }
    return reader.query() ?? false
  }

  /// Evaluates a feature in brackets; nil if it is unknown.
  private func holds(_ text: String) -> Bool? {
    if let colon = text.firstIndex(of: ":") {
      return holds(text[..<colon].trimmed, text[text.index(after: colon)...].trimmed)
    }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") }) { return range(text) }
    switch text {
    case "width", "height", "aspect-ratio", "color", "orientation", "resolution", "prefers-color-scheme": return true
    case "monochrome", "grid", "hover", "any-hover", "pointer", "any-pointer", "color-index", "scripting": return false
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency", "inverted-colors", "forced-colors": return false
    default: return nil
    }
  }

  private func holds(_ name: String, _ value: String) -> Bool? {
    switch name {
    case "prefers-color-scheme": return value == "light"
    case "orientation": return value == (height >= width ? "portrait" : "landscape")
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency": return value == "no-preference"
    case "hover", "any-hover", "pointer", "any-pointer", "inverted-colors", "forced-colors", "scripting": return value == "none"
    case "grid": return value == "0"
    default: break
    }
    let isLeast = name.hasPrefix("min-")
    guard let own = number(isLeast || name.hasPrefix("max-") ? String(name.dropFirst(4)) : name), let said = Self.length(value) else {
      return nil
    }
    return isLeast ? own >= said : name.hasPrefix("max-") ? own <= said : abs(own - said) < 1e-6
  }

  /// Evaluates `width >= 10px` and `10px < width <= 20px`.
  private func range(_ text: String) -> Bool? {
    var (parts, signs, word) = ([String](), [String](), [UInt8]())
    var isSign = false
    for b in text.utf8 {
      let sign = b == UInt8(ascii: "<") || b == UInt8(ascii: ">") || b == UInt8(ascii: "=")
      if sign != isSign {
        if isSign {
          signs.append(String(decoding: word, as: UTF8.self))
        } else {
          parts.append(String(decoding: word, as: UTF8.self).trimmed)
        }
        (word, isSign) = ([], sign)
      }
      word.append(b)
    }
    parts.append(String(decoding: word, as: UTF8.self).trimmed)
    guard !isSign, parts.count == signs.count + 1, (1...2).contains(signs.count) else { return nil }
    let values = parts.map { number($0) ?? Self.length($0) }
    for (index, sign) in signs.enumerated() {
      guard let a = values[index], let b = values[index + 1] else { return nil }
      switch sign {
      case "<" where a < b, "<=" where a <= b, ">" where a > b, ">=" where a >= b, "=" where a == b: break
      case "<", "<=", ">", ">=", "=": return false
      default: return nil
      }
    }
    return true
  }

  private func number(_ name: String) -> Double? {
    switch name {
    case "width", "device-width": width
    case "height", "device-height": height
    case "aspect-ratio", "device-aspect-ratio": height > 0 ? width / height : nil
    case "color": 8
    case "monochrome", "color-index": 0
    case "resolution", "-webkit-device-pixel-ratio": 1
    default: nil
    }
  }

  /// Parses a length in logical units, a ratio, or a resolution in pixels per unit.
  private static func length(_ text: String) -> Double? {
    if let slash = text.firstIndex(of: "/") {
      guard let a = svgNumber(text[..<slash].trimmed), let b = svgNumber(text[text.index(after: slash)...].trimmed), b != 0 else {
        return nil
      }
      return a / b
    }
    for (unit, factor) in [("dppx", 1.0), ("dpi", 1 / 96.0), ("dpcm", 2.54 / 96), ("x", 1)] where text.hasSuffix(unit) {
      if let n = svgNumber(String(text.dropLast(unit.count))) { return n * factor }
    }
    guard let length = SVGLength(text), let factor = length.unit.pixels ?? length.unit.ofInitialFont.map({ $0 * 16 }) else { return nil }
    return length.number * factor
  }
}

/// Parser of conditions in brackets, joined by `and`, `or` and `not`.
private struct ConditionReader {
  private var scanner: Scanner
  private let depth: Int
  private let test: (String) -> Bool?

  private static let mostDepth = 8

  init(_ text: String, depth: Int = 0, test: @escaping (String) -> Bool?) {
    (scanner, self.depth, self.test) = (Scanner(text), depth, test)
  }

  /// Evaluates a media query, a type and conditions; nil if it is not supported.
  mutating func query() -> Bool? {
    let start = scanner.at
    var isNegated = false
    var word = scanner.word()
    if word == "not" || word == "only" {
      isNegated = word == "not"
      scanner.skipSpaces()
      word = scanner.next == UInt8(ascii: "(") ? "" : scanner.word()
    }
    guard !word.isEmpty else {
      scanner.at = start
      return value()
    }
    var result = word == "all" || word == "screen"
    while true {
      scanner.skipSpaces()
      if scanner.isAtEnd { return result != isNegated }
      guard scanner.word() == "and", let next = term() else { return nil }
      result = result && next
    }
  }

  /// Evaluates a condition; nil if it is not supported.
  mutating func value() -> Bool? {
    guard var result = term() else { return nil }
    var joint = ""
    while true {
      scanner.skipSpaces()
      if scanner.isAtEnd { return result }
      let word = scanner.word().lowercased()
      guard word == "and" || word == "or", joint.isEmpty || joint == word, let next = term() else { return nil }
      joint = word
      result = word == "and" ? result && next : result || next
    }
  }

  private mutating func term() -> Bool? {
    scanner.skipSpaces()
    let word = scanner.word().lowercased()
    if word == "not" { return term().map { !$0 } }
    scanner.skipSpaces()
    guard scanner.consume("("), let end = scanner.closing() else { return nil }
    let inside = String(decoding: scanner.bytes[scanner.at..<end], as: UTF8.self).trimmed
    scanner.at = end + 1
    if word == "selector" {
      var reader = SelectorReader(inside)
      return reader.list() != nil
    }
    guard word.isEmpty else { return false }
    let isCondition = inside.hasPrefix("(") || inside.lowercased().hasPrefix("not ") || inside.lowercased().hasPrefix("not(")
    if !isCondition, let value = test(inside) { return value }
    guard depth < Self.mostDepth, isCondition || inside.hasPrefix("selector") else { return false }
    var inner = ConditionReader(inside, depth: depth + 1, test: test)
    return inner.value()
  }
}
