internal import TesseraBase

/// Parser of the tags in SRT: `i`, `b`, `u`, `s` and `font`, in HTML or braces, and the positions of ASS such as `{\an8}`.
enum SRTTextReader {
  static func read(_ bytes: [UInt8]) -> [CueContent] {
    var builder = SpanBuilder()
    var at = 0
    var run = 0
    func flush() { if run < at { builder.append(String(decoding: bytes[run..<at], as: UTF8.self)) } }
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<"), let tag = Tag(bytes, at) else {
        at += 1
        continue
      }
      flush()
      if tag.isEnd {
        if builder.isOpen(tag.kind) {
          while let kind = builder.current {
            builder.end()
            if kind == tag.kind { break }
          }
        }
      } else if builder.hasRoom {
        var span = CueSpan(tag.kind)
        span.annotation = tag.color
        builder.begin(span)
      }
      at += tag.length
      run = at
    }
    flush()
    return builder.finish()
  }

  /// Longest tag in bytes; a longer one is text.
  private static let longestTag = 256

  private struct Tag {
    var kind: CueSpan.Kind
    var isEnd: Bool
    var color = ""
    var length: Int

    init?(_ bytes: [UInt8], _ start: Int) {
      guard let end = bytes[start...].prefix(longestTag).firstIndex(of: UInt8(ascii: ">")) else { return nil }
      var inside = bytes[(start + 1)..<end]
      isEnd = inside.first == UInt8(ascii: "/")
      if isEnd { inside.removeFirst() }
      let name = String(decoding: inside.prefix(while: Bytes.isLetterOrDigit), as: UTF8.self).lowercased()
      let rest = inside.dropFirst(name.utf8.count)
      switch name {
      case "i", "em": kind = .italic
      case "b", "strong": kind = .bold
      case "u": kind = .underline
      case "s", "strike", "del": kind = .strikethrough
      case "font": kind = .font
      default: return nil
      }
      guard rest.first.map(Bytes.isSpace) ?? true || kind == .font else { return nil }
      length = end - start + 1
      if kind == .font { color = Self.color(rest) }
    }

    private static func color(_ attributes: ArraySlice<UInt8>) -> String {
      let text = String(decoding: attributes, as: UTF8.self)
      guard let range = text.lowercased().byteRange(of: "color=") else { return "" }
      let value = text.utf8.dropFirst(text.lowercased().utf8.distance(from: text.startIndex, to: range.upperBound))
      let quote = value.first.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
      let body = value.dropFirst(quote == nil ? 0 : 1).prefix { byte in quote.map { byte != $0 } ?? !Bytes.isSpace(byte) }
      return String(decoding: body, as: UTF8.self)
    }
  }

  /// Removes codes of the form `{\…}`; applies the alignment of `\an1` to `\an9`.
  static func withoutPosition(_ bytes: [UInt8], _ settings: inout CueSettings) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "{"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\\"),
        let end = bytes[at...].prefix(longestTag).firstIndex(of: UInt8(ascii: "}"))
      {
        align(String(decoding: bytes[(at + 1)..<end], as: UTF8.self), &settings)
        at = end + 1
        continue
      }
      result.append(bytes[at])
      at += 1
    }
    return result
  }

  private static func align(_ code: String, _ settings: inout CueSettings) {
    guard let range = code.byteRange(of: "\\an"), let digit = code[range.upperBound...].first?.wholeNumberValue, digit >= 1 else { return }
    settings.alignment = [.left, .center, .right][(digit - 1) % 3]
    if digit >= 7 { (settings.line, settings.snapsToLines) = (0, true) }
    if (4...6).contains(digit) { (settings.line, settings.snapsToLines, settings.lineAlignment) = (50, false, .center) }
  }
}
