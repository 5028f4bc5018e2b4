/// Words and lines of a string, at UTF-8 offsets on grapheme boundaries.
///
/// A word is a run of letters, digits, marks and underscores, or of ideographs, hiragana or katakana: what a person expects of ctrl and
/// arrow and of a double tap. Simpler than UAX #29, of which it needs no tables.
enum TextBoundaries {
  /// What a grapheme is part of.
  enum Class { case space, lineBreak, punctuation, letters, han, hiragana, katakana }

  static func classify(_ c: Character) -> Class {
    if c.isNewline { return .lineBreak }
    if c.isWhitespace { return .space }
    guard let scalar = c.unicodeScalars.first else { return .punctuation }
    switch scalar.value {
    case 0x3041...0x309F: return .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
    case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: return .han
    default: break
    }
    let properties = scalar.properties
    if properties.isAlphabetic || c.isNumber || c == "_" || c == "'" || c == "’" { return .letters }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return .letters
    default: return .punctuation
    }
  }

  static func isWord(_ class: Class) -> Bool {
    switch `class` {
    case .space, .lineBreak, .punctuation: false
    case .letters, .han, .hiragana, .katakana: true
    }
  }

  /// The end of the first word that ends after `offset`.
  static func nextWordEnd(after offset: Int, in string: String) -> Int {
    var i = index(offset, string)
    while i < string.endIndex, !isWord(classify(string[i])) { i = string.index(after: i) }
    guard i < string.endIndex else { return string.utf8.count }
    let word = classify(string[i])
    while i < string.endIndex, classify(string[i]) == word { i = string.index(after: i) }
    return self.offset(i, string)
  }

  /// The start of the last word that starts before `offset`.
  static func previousWordStart(before offset: Int, in string: String) -> Int {
    var i = index(offset, string)
    func before() -> String.Index { string.index(before: i) }
    while i > string.startIndex, !isWord(classify(string[before()])) { i = before() }
    guard i > string.startIndex else { return 0 }
    let word = classify(string[before()])
    while i > string.startIndex, classify(string[before()]) == word { i = before() }
    return self.offset(i, string)
  }

  /// The run of one class that holds the grapheme at `offset`; at the end of the string, the last run; at the end of a line, what precedes.
  static func word(at offset: Int, in string: String) -> Range<Int> {
    guard !string.isEmpty else { return 0..<0 }
    var i = index(offset, string)
    if i > string.startIndex, i == string.endIndex || classify(string[i]) == .lineBreak { i = string.index(before: i) }
    let found = classify(string[i])
    if found == .lineBreak { return self.offset(i, string)..<self.offset(i, string) }
    var low = i
    while low > string.startIndex, classify(string[string.index(before: low)]) == found { low = string.index(before: low) }
    var high = i
    while high < string.endIndex, classify(string[high]) == found { high = string.index(after: high) }
    return self.offset(low, string)..<self.offset(high, string)
  }

  /// The position after the last line break before `offset`.
  static func lineStart(at offset: Int, in string: String) -> Int {
    var i = index(offset, string)
    while i > string.startIndex {
      let before = string.index(before: i)
      if string[before].isNewline { break }
      i = before
    }
    return self.offset(i, string)
  }

  /// The position of the first line break at or after `offset`.
  static func lineEnd(at offset: Int, in string: String) -> Int {
    var i = index(offset, string)
    while i < string.endIndex, !string[i].isNewline { i = string.index(after: i) }
    return self.offset(i, string)
  }

  private static func index(_ offset: Int, _ string: String) -> String.Index {
    string.utf8.index(string.startIndex, offsetBy: max(0, min(offset, string.utf8.count)))
  }

  private static func offset(_ index: String.Index, _ string: String) -> Int { string.utf8.distance(from: string.startIndex, to: index) }
}

/// Makes inserted text fit for a field.
enum TextCleaning {
  /// Returns `text` with every kind of line break as `\n` (or a space), tabs kept, and other control characters gone.
  static func clean(_ text: String, keepsLineBreaks: Bool) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var out = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar.value {
      case 0x0A where previous?.value == 0x0D: continue
      case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: out.append(keepsLineBreaks ? "\n" : " ")
      case 0x09: out.append(keepsLineBreaks ? "\t" : " ")
      case 0..<0x20, 0x7F..<0xA0: continue
      default: out.append(scalar)
      }
    }
    return String(out)
  }
}
