/// Custom property with a type, from `@property`. Source: CSS Properties and Values 1.
struct RegisteredProperty: Sendable {
  /// Alternatives, such as `<length>`, `<color>#` or a word; empty for any value.
  private var alternatives: [String] = []
  var inherits: Bool
  /// Value where none is declared; nil only if any value is allowed.
  var initial: String?

  /// Reads the descriptors `syntax`, `inherits` and `initial-value`; nil if one is missing or wrong.
  init?(_ descriptors: [StyleDeclaration]) {
    func value(_ name: String) -> String? { descriptors.last { $0.name == name }?.value }
    guard let syntax = value("syntax"), let quote = syntax.first, quote == "\"" || quote == "'", syntax.count > 1, syntax.last == quote,
      let inherits = value("inherits").flatMap({ Bool($0.lowercased()) })
    else { return nil }
    self.inherits = inherits
    initial = value("initial-value")
    let text = String(syntax.dropFirst().dropLast()).trimmed
    guard text != "*" else { return }
    alternatives = text.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    guard alternatives.allSatisfy(Self.isKnown), let initial, !initial.mentionsVariable, accepts(initial) else { return nil }
  }

  /// Whether a value without variables has the type.
  func accepts(_ value: String) -> Bool {
    alternatives.isEmpty || alternatives.contains { Self.accepts(value.trimmed, $0) }
  }

  private static let types: Set<String> = [
    "length", "number", "percentage", "length-percentage", "color", "image", "url", "integer", "angle", "time", "resolution",
    "transform-function", "transform-list", "custom-ident", "string",
  ]

  private static func isKnown(_ alternative: String) -> Bool {
    let name = alternative.hasSuffix("+") || alternative.hasSuffix("#") ? String(alternative.dropLast()) : alternative
    guard name.hasPrefix("<") else { return isWord(name) }
    return name.hasSuffix(">") && types.contains(String(name.dropFirst().dropLast()))
  }

  private static func accepts(_ value: String, _ alternative: String) -> Bool {
    if alternative.hasSuffix("+") || alternative.hasSuffix("#") {
      let (one, separator) = (String(alternative.dropLast()), alternative.hasSuffix("#") ? UInt8(ascii: ",") : UInt8(ascii: " "))
      let parts = Scanner.parts(value, separator)
      return !parts.isEmpty && parts.allSatisfy { accepts($0, one) }
    }
    guard alternative.hasPrefix("<") else { return value == alternative }
    let text = value.lowercased()
    switch alternative.dropFirst().dropLast() {
    case "length": return isLength(text, percent: false)
    case "length-percentage": return isLength(text, percent: true)
    case "percentage": return SVGLength(text)?.unit == .percent
    case "number": return svgNumber(text) != nil || SVGCalculation(text) != nil
    case "integer": return svgNumber(text).map { $0 == $0.rounded() && !text.utf8.contains(UInt8(ascii: ".")) } ?? false
    case "color": return text == "currentcolor" || SVGColor.parse(text) != nil
    case "angle": return isNumber(text, units: ["deg", "grad", "rad", "turn"])
    case "time": return isNumber(text, units: ["s", "ms"])
    case "resolution": return isNumber(text, units: ["dpi", "dpcm", "dppx", "x"])
    case "url", "image": return text.hasPrefix("url(") && text.hasSuffix(")")
    case "transform-function", "transform-list": return TransformList(value, isCSS: true) != nil
    case "string": return value.count > 1 && value.first == value.last && (value.first == "\"" || value.first == "'")
    default: return isWord(value) && !Presentation.isWide(text)
    }
  }

  private static func isWord(_ text: String) -> Bool {
    var scanner = Scanner(text)
    let word = scanner.word()
    return !word.isEmpty && scanner.isAtEnd && svgNumber(word) == nil
  }

  private static func isLength(_ text: String, percent: Bool) -> Bool {
    guard let length = SVGLength(text) else { return SVGCalculation(text) != nil }
    return length.unit == .percent ? percent : length.unit != .none || length.number == 0
  }

  private static func isNumber(_ text: String, units: [String]) -> Bool {
    var scanner = Scanner(text)
    return scanner.number() != nil && units.contains(scanner.word()) && scanner.isAtEnd
  }
}

extension Scanner {
  /// Splits at a separator outside of brackets and quotes, without surrounding spaces. For a space, empty parts are left out.
  fileprivate static func parts(_ text: String, _ separator: UInt8) -> [String] {
    var (result, part, depth, quote) = ([String](), [UInt8](), 0, UInt8(0))
    for b in text.utf8 {
      if quote != 0 {
        if b == quote { quote = 0 }
      } else if b == UInt8(ascii: "'") || b == UInt8(ascii: "\"") {
        quote = b
      } else if b == UInt8(ascii: "(") {
        depth += 1
      } else if b == UInt8(ascii: ")") {
        depth -= 1
      } else if depth == 0, b == separator || separator == 32 && isSpace(b) {
        result.append(self.text(part).trimmed)
        part = []
        continue
      }
      part.append(b)
    }
    result.append(self.text(part).trimmed)
    return separator == 32 ? result.filter { !$0.isEmpty } : result
  }
}
