internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Place to which a carried row would move: drawn as a frame at the indent of its new level. A value.
struct TreeMark: Sendable, Hashable {
  /// Row of the place.
  var row: Int
  /// New level of the entry.
  var level: Int
  /// Id of the entry that would contain it; nil: it would be at the top level.
  var parent: String?

  /// Returns the frame of the mark in a tree of `width`, logical units.
  func frame(width: Double, rowHeight: Double, scrolledBy offset: Double, isRightToLeft: Bool) -> Rect {
    let start = min(8 + Double(level) * TreeRow.indent, max(0, width / 2))
    let length = max(0, width - start - 8)
    return Rect(isRightToLeft ? width - start - length : start, Double(row) * rowHeight - offset + 2, length, max(0, rowHeight - 4))
  }
}

/// Closed entry below which a carried row rests, until it opens. A value.
struct TreeRest: Sendable, Hashable {
  let id: String
  /// Time at which it opens, seconds of the clock; nil until the first tick.
  var due: Double?

  /// Seconds after which an entry opens.
  static let delay = 0.8
}
