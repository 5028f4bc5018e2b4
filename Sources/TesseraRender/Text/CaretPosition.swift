/// Side of a caret between two letters: the letter that it belongs to.
///
/// The sides differ at line wraps and where directions meet.
public enum TextAffinity: String, Sendable, CaseIterable, Hashable {
  /// The letter after the caret: at a wrap the caret is at the start of the lower line.
  case downstream
  /// The letter before the caret: at a wrap the caret is at the end of the upper line.
  case upstream
}

/// Position of a caret in a text.
public struct CaretPosition: Sendable, Hashable {
  /// Number of UTF-8 bytes before the caret.
  public var offset: Int
  /// The letter next to which the caret is shown.
  public var affinity: TextAffinity

  /// Creates a position.
  public init(_ offset: Int, _ affinity: TextAffinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}
