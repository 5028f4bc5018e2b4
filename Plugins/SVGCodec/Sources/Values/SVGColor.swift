internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A colour, which may be the one that the picture is tinted with.
struct SVGColor: Sendable, Equatable {
  var color: Color
  /// Whether it is `currentColor` of a document that does not say what that is: a tint takes its place; the alpha stays.
  var isCurrent = false

  init(_ color: Color, isCurrent: Bool = false) { (self.color, self.isCurrent) = (color, isCurrent) }

  /// The colour under a tint.
  func resolved(_ tint: Color?) -> Color {
    guard isCurrent, let tint else { return color }
    return tint.opacity(color.alpha)
  }

  func opacity(_ factor: Double) -> SVGColor { SVGColor(color.opacity(Float(factor)), isCurrent: isCurrent) }

  /// From CSS; `currentColor` is not one. Source: CSS Color 4.
  static func parse(_ text: some StringProtocol) -> Color? {
    let word = text.lowercased().drop { $0.isWhitespace }
    guard word.hasPrefix("hsl") || word.hasPrefix("rgb") else { return Color(String(text)) }
    guard let open = word.firstIndex(of: "("), let close = word.lastIndex(of: ")") else { return nil }
    var scanner = Scanner(word[word.index(after: open)..<close])
    var parts: [(value: Double, isPercent: Bool)] = []
    while let n = scanner.number() {
      let isPercent = scanner.take("%")
      var value = n
      switch scanner.word() {
      case "", "deg": break
      case "rad": value = n * 180 / .pi
      case "grad": value = n * 0.9
      case "turn": value = n * 360
      default: return nil
      }
      parts.append((value, isPercent))
      scanner.skipSpaces()
      if scanner.take(",") || scanner.take("/") { scanner.skipSpaces() }
    }
    guard scanner.isAtEnd, parts.count == 3 || parts.count == 4 else { return nil }
    let alpha = parts.count == 4 ? parts[3].value / (parts[3].isPercent ? 100 : 1) : 1
    let a = Float(min(max(alpha, 0), 1))
    if word.hasPrefix("rgb") {
      // Numbers are rounded to whole bytes.
      func channel(_ p: (value: Double, isPercent: Bool)) -> Float {
        Float(min(max(p.isPercent ? p.value / 100 : p.value / 255, 0), 1))
      }
      return Color(red: channel(parts[0]), green: channel(parts[1]), blue: channel(parts[2]), alpha: a)
    }
    return hsl(parts[0].value, min(max(parts[1].value / 100, 0), 1), min(max(parts[2].value / 100, 0), 1), a)
  }

  private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double, _ alpha: Float) -> Color {
    var h = hue.truncatingRemainder(dividingBy: 360) / 60
    if h < 0 { h += 6 }
    let t2 = lightness <= 0.5 ? lightness * (saturation + 1) : lightness + saturation - lightness * saturation
    let t1 = lightness * 2 - t2
    func channel(_ hue: Double) -> Float {
      var h = hue
      if h < 0 { h += 6 }
      if h >= 6 { h -= 6 }
      if h < 1 { return Float((t2 - t1) * h + t1) }
      if h < 3 { return Float(t2) }
      return Float(h < 4 ? (t2 - t1) * (4 - h) + t1 : t1)
    }
    return Color(red: channel(h + 2), green: channel(h), blue: channel(h - 2), alpha: alpha)
  }
}

/// The value of `fill` or `stroke` as it is written.
enum SVGPaintValue: Sendable, Equatable {
  case none
  case color(Color)
  case current
  case contextFill, contextStroke
  indirect case link(String, fallback: SVGPaintValue?)

  /// Nil where the syntax is wrong.
  init?(_ text: String) {
    let word = text.trimmed
    switch word {
    case "none": self = .none
    case "currentColor", "currentcolor": self = .current
    case "context-fill": self = .contextFill
    case "context-stroke": self = .contextStroke
    default:
      if word.hasPrefix("url(") {
        guard let (id, rest) = svgLink(word) else { return nil }
        let fallback = rest.trimmed
        guard !fallback.isEmpty else {
          self = .link(id, fallback: nil)
          return
        }
        // A fallback that is none, one with an ICC colour included, makes the whole of it void.
        guard fallback.range(of: "icc-color") == nil, let value = SVGPaintValue(fallback) else { return nil }
        self = .link(id, fallback: value)
      } else if let color = SVGColor.parse(word) {
        self = .color(color)
      } else {
        // An ICC colour comes behind the one that is meant for those who do not know it.
        guard let at = word.range(of: "icc-color"), let color = SVGColor.parse(String(word[..<at]).trimmed) else { return nil }
        self = .color(color)
      }
    }
  }
}

extension StringProtocol {
  /// Without spaces on both sides.
  var trimmed: String {
    let tail = drop { $0.isWhitespace }
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
  }

  /// Where `needle` begins.
  func range(of needle: String) -> Index? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(needle) { return at }
      at = index(after: at)
    }
    return nil
  }
}

/// The id of `url(#id)` and what follows; nil where it is none.
func svgLink(_ text: String) -> (id: String, rest: Substring)? {
  let text = text.trimmed
  guard text.hasPrefix("url("), let close = text.firstIndex(of: ")") else { return nil }
  var inside = String(text[text.index(text.startIndex, offsetBy: 4)..<close]).trimmed
  if let quote = inside.first, quote == "'" || quote == "\"" {
    guard inside.last == quote, inside.count >= 2 else { return nil }
    inside = String(inside.dropFirst().dropLast())
  }
  guard inside.hasPrefix("#") else { return nil }
  return (String(inside.dropFirst()), text[text.index(after: close)...])
}
