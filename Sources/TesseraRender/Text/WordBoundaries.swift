internal import CRender

/// Where words begin and end.
public enum WordBoundaries {
  /// The boundaries of `text`: UTF-8 offsets in order, the first 0 and the last its length; just 0 for no text.
  ///
  /// A word, a run of spaces or a sign lies between two neighbours. Scripts that are written without spaces get a boundary at each letter.
  ///
  /// Any thread.
  /// - Complexity: O(n).
  /// - Source: UAX #29, section 4, of Unicode 15.0.
  public static func offsets(in text: some StringProtocol) -> [Int] {
    let points = text.unicodeScalars.map(\.value)
    var flags = [UInt8](repeating: 0, count: points.count)
    cr_unicode_word_boundaries(points, points.count, &flags)
    var offsets = [0]
    var at = 0
    for (scalar, flag) in zip(text.unicodeScalars, flags) {
      if flag != 0, at > 0 { offsets.append(at) }
      at += UTF8.width(scalar)
    }
    if at > 0 { offsets.append(at) }
    return offsets
  }
}
