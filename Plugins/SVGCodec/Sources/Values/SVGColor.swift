internal import TesseraBase
internal import TesseraRender

/// Colour, or a reference to the picture's tint.
struct SVGColor: Sendable, Equatable {
  var color: Color
  /// Whether it is `currentColor` of a document that does not define it. A tint replaces it; the alpha stays.
  var isCurrent = false

  init(_ color: Color, isCurrent: Bool = false) { (self.color, self.isCurrent) = (color, isCurrent) }

  /// Returns the colour with a tint applied.
  func resolved(_ tint: Color?) -> Color {
    guard isCurrent, let tint else { return color }
    return tint.opacity(color.alpha)
  }

  func opacity(_ factor: Double) -> SVGColor { SVGColor(color.opacity(Float(factor)), isCurrent: isCurrent) }

  /// Parses a CSS colour; `currentColor` is not one. Source: CSS Color 4 and 5.
  static func parse(_ text: some StringProtocol) -> Color? {
    let word = text.trimmed.lowercased()
    guard word.utf8.last == UInt8(ascii: ")") else { return Color(word) }
    var reader = ColorReader(word)
    return reader.color()
  }
}

/// Specified value of `fill` or `stroke`.
enum SVGPaintValue: Sendable, Equatable {
  case none
  case color(Color)
  case current
  case contextFill, contextStroke
  indirect case link(String, fallback: SVGPaintValue?)

  /// Parses a value; nil if its syntax is invalid.
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
        // An invalid fallback, including one with an ICC colour, invalidates the whole value.
        guard !fallback.hasPrefix("url("), fallback.byteRange(of: "icc-color") == nil, let value = SVGPaintValue(fallback) else {
          return nil
        }
        self = .link(id, fallback: value)
      } else if let color = SVGColor.parse(word) {
        self = .color(color)
      } else {
        // An ICC colour follows the sRGB colour for programs without ICC support.
        guard let at = word.byteRange(of: "icc-color")?.lowerBound, let color = SVGColor.parse(String(word[..<at]).trimmed) else {
          return nil
        }
        self = .color(color)
      }
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    let tail = drop { $0.isWhitespace }
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
  }
}

/// Parses `url(#id)`. Returns the id and the rest; nil for other text.
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
