internal import CRender

/// Word boundaries of text.
public enum WordBoundaries {
  /// Returns the boundaries of `text`: UTF-8 offsets in order, from 0 to its length; only 0 for empty text.
  ///
  /// A word, a run of spaces or a sign is between two adjacent boundaries. Scripts without spaces have a boundary at each letter.
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
