/// Which of the two letters around a caret it belongs to.
///
/// The two differ if a line is broken between the letters, and if directions meet there.
public enum TextAffinity: String, Sendable, CaseIterable, Hashable {
  /// The letter behind the caret: at a wrap the caret is at the start of the lower line.
  case downstream
  /// The letter before the caret: at a wrap the caret is at the end of the upper line.
  case upstream
}

/// A place of a caret in a text.
public struct CaretPosition: Sendable, Hashable {
  /// UTF-8 bytes before the caret.
  public var offset: Int
  /// The letter that the caret is shown at.
  public var affinity: TextAffinity

  /// Makes a position.
  public init(_ offset: Int, _ affinity: TextAffinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}
