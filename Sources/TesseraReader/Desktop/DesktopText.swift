internal import Tessera

/// Text as AT-SPI counts it, in code points, with a caret and a selection. A value.
struct DesktopText: Sendable {
  let text: String
  /// Code points; caret and selection count them.
  private let scalars: [Unicode.Scalar]
  let caret: Int
  let selection: Range<Int>

  /// - Parameters:
  ///   - text: whole text.
  ///   - state: caret and selection of the field, UTF-8 bytes; nil means none.
  init(_ text: String, _ state: TextInputState?) {
    self.text = text
    scalars = Array(text.unicodeScalars)
    let range = state?.selection ?? 0..<0
    selection = Self.place(of: range.lowerBound, scalars)..<Self.place(of: range.upperBound, scalars)
    caret = state == nil ? -1 : selection.upperBound
  }

  /// Code points before an offset of UTF-8 bytes.
  private static func place(of offset: Int, _ scalars: [Unicode.Scalar]) -> Int {
    var (bytes, count) = (0, 0)
    for scalar in scalars {
      if bytes >= offset { break }
      bytes += UTF8.width(scalar)
      count += 1
    }
    return count
  }

  var count: Int { scalars.count }

  /// Returns the code points of a range of UTF-8 bytes; nil if it is not inside of the text.
  func codePoints(of bytes: Range<Int>) -> Range<Int>? {
    guard bytes.lowerBound >= 0, bytes.upperBound <= text.utf8.count else { return nil }
    return Self.place(of: bytes.lowerBound, scalars)..<Self.place(of: bytes.upperBound, scalars)
  }

  /// Returns a valid range; -1 as the end means the end of the text.
  func range(_ start: Int, _ end: Int) -> Range<Int> {
    let low = min(max(0, start), count)
    return low..<max(low, end < 0 ? count : min(end, count))
  }

  subscript(range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// Code point at an offset; 0 outside of the text.
  func code(at offset: Int) -> Int { scalars.indices.contains(offset) ? Int(scalars[offset].value) : 0 }

  /// Range of UTF-8 bytes of a range of code points.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = scalars[..<range.lowerBound].reduce(0) { $0 + UTF8.width($1) }
    return start..<scalars[range].reduce(start) { $0 + UTF8.width($1) }
  }

  /// Returns the unit of text around an offset.
  ///
  /// - Parameters:
  ///   - offset: offset.
  ///   - granularity: 0 character, 1 word, 2 sentence, 3 line, 4 paragraph (`AtspiTextGranularity`); the last three are the row up to a line break.
  func unit(at offset: Int, granularity: Int) -> Range<Int> {
    let at = min(max(0, offset), count)
    guard count > 0 else { return 0..<0 }
    func isBreak(_ scalar: Unicode.Scalar) -> Bool {
      granularity == 1 ? scalar.properties.isWhitespace : scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
    if granularity == 0 { return at..<min(at + 1, count) }
    var (low, high) = (at, at)
    while low > 0, !isBreak(scalars[low - 1]) { low -= 1 }
    while high < count, !isBreak(scalars[high]) { high += 1 }
    // The break belongs to the unit before it.
    while high < count, isBreak(scalars[high]) {
      high += 1
      if granularity != 1 { break }
    }
    return low..<high
  }
}
