internal import TesseraBase

/// Format of lists, as `Intl.ListFormat` of ECMA-402: "a, b and c".
public struct LocaleListFormat: Sendable {
  public enum Kind: String, Sendable, CaseIterable { case conjunction, disjunction, unit }
  public enum Style: String, Sendable, CaseIterable { case long, short, narrow }

  private let data: LocaleData
  private let patterns: [String]
  private let kind: Kind

  public init(locale: String, kind: Kind = .conjunction, style: Style = .long) {
    data = LocaleLibrary.data(LocaleTag(locale))
    self.kind = kind
    let name = kind == .conjunction ? "and" : kind == .disjunction ? "or" : "unit"
    let fields = (data.fields("list/\(name)/\(style.rawValue)") ?? []).map(String.init)
    patterns = fields.count == 4 ? fields : Array(repeating: "{0}, {1}", count: 4)
  }

  /// Text of a list. Linear in its size.
  public func format(_ items: [String]) -> String {
    guard items.count > 1 else { return items.first ?? "" }
    if items.count == 2 { return joined(pattern(3, items[1]), items[0], items[1]) }
    var pieces: [String] = []
    var suffixes: [String] = []
    // {0} and {1} are in order in every pattern, thus a list is its items with texts between them.
    for (index, item) in items.dropLast().enumerated() {
      let number = index == 0 ? 0 : index == items.count - 2 ? 2 : 1
      let parts = split(pattern(number, items[index + 1]))
      pieces.append(parts.before)
      pieces.append(item)
      pieces.append(parts.between)
      suffixes.append(parts.after)
    }
    pieces.append(items[items.count - 1])
    return pieces.joined() + suffixes.joined()
  }

  private func joined(_ pattern: String, _ first: String, _ second: String) -> String {
    let parts = split(pattern)
    return parts.before + first + parts.between + second + parts.after
  }

  private func split(_ pattern: String) -> (before: String, between: String, after: String) {
    guard let first = pattern.byteRange(of: "{0}"), let second = pattern.byteRange(of: "{1}"), first.upperBound <= second.lowerBound
    else {
      return ("", ", ", "")
    }
    return (
      String(pattern[..<first.lowerBound]), String(pattern[first.upperBound..<second.lowerBound]), String(pattern[second.upperBound...])
    )
  }

  /// Pattern of a place, changed by the sound of the next word: Spanish "e" and "u", Hebrew "ו-".
  private func pattern(_ index: Int, _ next: String) -> String {
    let pattern = patterns[index]
    guard index >= 2 else { return pattern }
    switch (data.tag.language, kind) {
    case ("es", .conjunction) where pattern == "{0} y {1}" && LocaleListFormat.soundsLikeI(next): return "{0} e {1}"
    case ("es", .disjunction) where pattern == "{0} o {1}" && LocaleListFormat.soundsLikeO(next): return "{0} u {1}"
    case ("he", .conjunction) where pattern.hasSuffix("ו{1}") && !LocaleListFormat.isHebrew(next):
      return String(pattern.dropLast(4)) + "ו-{1}"
    default: return pattern
    }
  }

  private static func soundsLikeI(_ text: String) -> Bool {
    let word = text.lowercased()
    if word.hasPrefix("hi") { return !word.hasPrefix("hia") && !word.hasPrefix("hie") }
    return word.hasPrefix("i")
  }

  private static func soundsLikeO(_ text: String) -> Bool {
    let word = text.lowercased()
    let isEleven = word == "11" || word.hasPrefix("11 ")
    return word.hasPrefix("o") || word.hasPrefix("ho") || word.hasPrefix("8") || isEleven
  }

  private static func isHebrew(_ text: String) -> Bool {
    text.unicodeScalars.first.map { (0x0590...0x05FF).contains($0.value) || (0xFB1D...0xFB4F).contains($0.value) } ?? false
  }
}
