/// Parser of a cue's text: tokens and the tree of spans. Source: W3C WebVTT, sections 6.4 and 6.5.
struct CueTextReader {
  private let bytes: [UInt8]
  private var at = 0
  private var builder = SpanBuilder()

  static func read(_ text: [UInt8]) -> [CueContent] {
    // Like browsers: an empty text is one empty part.
    if text.isEmpty { return [.text("")] }
    var reader = CueTextReader(bytes: text)
    return reader.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() -> [CueContent] {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "<"):
        at += 1
        readTag()
      default: builder.append(text(until: UInt8(ascii: "<")))
      }
    }
    return builder.finish()
  }

  /// Reads characters and references up to `end`.
  private mutating func text(until end: UInt8) -> String {
    var result: [UInt8] = []
    while at < bytes.count, bytes[at] != end {
      if bytes[at] == UInt8(ascii: "&") {
        result += Array(reference(end).utf8)
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func reference(_ end: UInt8) -> String {
    at += 1
    guard at < bytes.count else { return "&" }
    if bytes[at] == UInt8(ascii: "#") { return numericReference() }
    guard let match = EntityNames.match(bytes[at...]) else { return "&" }
    at += match.length
    return match.text
  }

  private mutating func numericReference() -> String {
    let start = at
    at += 1
    let isHexadecimal = at < bytes.count && bytes[at] | 32 == UInt8(ascii: "x")
    if isHexadecimal { at += 1 }
    let first = at
    var code: UInt32 = 0
    while at < bytes.count, let digit = Character(UnicodeScalar(bytes[at])).hexDigitValue, isHexadecimal || digit < 10 {
      code = min(0x110000, code * (isHexadecimal ? 16 : 10) + UInt32(digit))
      at += 1
    }
    guard at > first else {
      at = start
      return "&"
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ";") { at += 1 }
    if code >= 0x80, code < 0xA0 { code = EntityNames.windows1252[Int(code) - 0x80] }
    return String(Character(code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"))
  }

  private mutating func readTag() {
    guard at < bytes.count else { return }
    switch bytes[at] {
    case UInt8(ascii: "/"):
      at += 1
      let name = bytes[at...].prefix { $0 != UInt8(ascii: ">") }
      at += name.count
      skipEnd()
      endSpan(String(decoding: name, as: UTF8.self))
    case let byte where Bytes.isDigit(byte):
      var time = bytes[at...].prefix { $0 != UInt8(ascii: ">") }
      at += time.count
      skipEnd()
      // Ignores text after the time, like browsers and unlike the standard.
      if let seconds = CueTimes.time(&time) { builder.append(.time(seconds)) }
    default:
      let name = part { Bytes.isSpace($0) || $0 == UInt8(ascii: ".") }
      var classes: [String] = []
      while at < bytes.count, bytes[at] == UInt8(ascii: ".") {
        at += 1
        let name = part { Bytes.isSpace($0) || $0 == UInt8(ascii: ".") }
        if !name.isEmpty { classes.append(name) }
      }
      let annotation = at < bytes.count && Bytes.isSpace(bytes[at]) ? text(until: UInt8(ascii: ">")) : ""
      skipEnd()
      beginSpan(name, classes, Self.collapsed(annotation))
    }
  }

  private mutating func skipEnd() { if at < bytes.count { at += 1 } }

  /// Reads a name up to a byte that ends it, or to the end of the tag.
  private mutating func part(_ isEnd: (UInt8) -> Bool) -> String {
    let name = bytes[at...].prefix { !isEnd($0) && $0 != UInt8(ascii: ">") }
    at += name.count
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns an annotation without white space at its ends, with single spaces inside.
  private static func collapsed(_ text: String) -> String {
    text.utf8.split(whereSeparator: Bytes.isSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private static let kinds: [String: CueSpan.Kind] = [
    "c": .classes, "i": .italic, "b": .bold, "u": .underline, "ruby": .ruby, "rt": .rubyText, "v": .voice, "lang": .language,
  ]

  private mutating func beginSpan(_ name: String, _ classes: [String], _ annotation: String) {
    guard let kind = Self.kinds[name], builder.hasRoom else { return }
    if kind == .rubyText, builder.current != .ruby { return }
    var span = CueSpan(kind)
    span.classes = classes
    if kind == .voice || kind == .language { span.annotation = annotation }
    builder.begin(span)
  }

  private mutating func endSpan(_ name: String) {
    guard let kind = Self.kinds[name], let current = builder.current else { return }
    if kind == current {
      builder.end()
    } else if kind == .ruby, current == .rubyText {
      builder.end()
      builder.end()
    }
  }
}
