internal import TesseraRender

/// Words and lines of a string, at UTF-8 offsets on grapheme boundaries.
///
/// Words are those for control with arrow keys and for double taps, after UAX #29. In contrast to it, a run of ideographs, of hiragana or of a
/// script written without spaces is one word.
enum TextBoundaries {
  /// Class of a grapheme.
  enum Class { case space, lineBreak, punctuation, letters, unspaced, han, hiragana, katakana }

  static func classify(_ c: Character) -> Class {
    if c.isNewline { return .lineBreak }
    if c.isWhitespace { return .space }
    guard let scalar = c.unicodeScalars.first else { return .punctuation }
    switch scalar.value {
    case 0x3041...0x309F: return .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
    case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: return .han
    // Thai, Lao, Myanmar, Khmer, Tai scripts.
    case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0EDF, 0x1000...0x103F, 0x1050...0x109F, 0x1780...0x17DD, 0x1950...0x19DF,
      0x1A20...0x1AAD, 0xA9E0...0xA9FE, 0xAA60...0xAADF:
      return .unspaced
    default: break
    }
    let properties = scalar.properties
    if properties.isAlphabetic || c.isNumber || c == "_" { return .letters }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return .letters
    default: return .punctuation
    }
  }

  /// Part of one line: a word, spaces, a sign, or the line break.
  struct Part {
    var range: Range<Int>
    var kind: Class

    var isWord: Bool {
      switch kind {
      case .space, .lineBreak, .punctuation: false
      case .letters, .unspaced, .han, .hiragana, .katakana: true
      }
    }
  }

  /// Returns the parts of the line (between line breaks) that contains `offset`, including the break at its end.
  static func parts(ofLineAt offset: Int, in string: String) -> [Part] {
    let start = index(lineStart(at: offset, in: string), string)
    var end = index(lineEnd(at: offset, in: string), string)
    if end < string.endIndex { end = string.index(after: end) }
    let line = string[start..<end]
    let base = self.offset(start, string)
    let offsets = WordBoundaries.offsets(in: line)
    var parts: [Part] = []
    for (low, high) in zip(offsets, offsets.dropFirst()) {
      let kind = classify(line[line.utf8.index(line.startIndex, offsetBy: low)])
      if parts.last?.kind == kind, kind != .letters, kind != .lineBreak {
        parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<base + high
      } else {
        parts.append(Part(range: base + low..<base + high, kind: kind))
      }
    }
    return parts
  }

  /// Returns the end of the first word that ends after `offset`.
  static func nextWordEnd(after offset: Int, in string: String) -> Int {
    var at = offset
    while at < string.utf8.count {
      let parts = parts(ofLineAt: at, in: string)
      if let word = parts.first(where: { $0.isWord && $0.range.upperBound > at }) { return word.range.upperBound }
      at = parts.last?.range.upperBound ?? string.utf8.count
    }
    return string.utf8.count
  }

  /// Returns the start of the last word that starts before `offset`.
  static func previousWordStart(before offset: Int, in string: String) -> Int {
    var at = offset
    while at > 0 {
      let parts = parts(ofLineAt: at, in: string)
      if let word = parts.last(where: { $0.isWord && $0.range.lowerBound < at }) { return word.range.lowerBound }
      guard let start = parts.first?.range.lowerBound, start > 0 else { return 0 }
      // The previous line ends with the break before this one.
      at = self.offset(string.index(before: index(start, string)), string)
      if let word = self.parts(ofLineAt: at, in: string).last(where: \.isWord) { return word.range.lowerBound }
    }
    return 0
  }

  /// Returns the part with the grapheme at `offset`; at the end of the string the last part, and at the end of a line the part before the
  /// break.
  static func word(at offset: Int, in string: String) -> Range<Int> {
    let parts = parts(ofLineAt: offset, in: string)
    guard let holding = parts.firstIndex(where: { $0.range.upperBound > offset }) ?? parts.indices.last else { return offset..<offset }
    if parts[holding].kind != .lineBreak { return parts[holding].range }
    return holding > 0 ? parts[holding - 1].range : parts[holding].range.lowerBound..<parts[holding].range.lowerBound
  }

  /// Returns the position after the last line break before `offset`.
  static func lineStart(at offset: Int, in string: String) -> Int {
    var i = index(offset, string)
    while i > string.startIndex {
      let before = string.index(before: i)
      if string[before].isNewline { break }
      i = before
    }
    return self.offset(i, string)
  }

  /// Returns the position of the first line break at or after `offset`.
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

/// Normalizes inserted text.
enum TextCleaning {
  /// Returns `text` with all line breaks as `\n` (or a space) and without control characters other than tabs.
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
