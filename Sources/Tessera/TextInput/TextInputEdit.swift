/// Text that an input method shows in a node before it is committed: letters of a syllable, an accent that waits for its letter. A value.
public struct TextPreedit: Sendable, Hashable {
  /// Part of the text with a look of its own.
  public struct Span: Sendable, Hashable {
    /// Look of a part.
    public enum Look: String, Sendable, CaseIterable, Hashable {
      /// Thin underline.
      case entered
      /// Thick underline: the part that the next key converts.
      case target
    }

    /// Range of the text, UTF-8 bytes.
    public var range: Range<Int>
    /// Look of the part.
    public var look: Look

    /// Creates a span.
    public init(_ range: Range<Int>, _ look: Look) { (self.range, self.look) = (range, look) }
  }

  /// The text.
  public var text: String
  /// Parts with a look; parts without one have a thin underline. Ranges outside of the text are clipped.
  public var spans: [Span]
  /// Position of the caret, UTF-8 bytes; nil: the end.
  public var caret: Int?

  /// Creates a text that is not committed.
  public init(_ text: String, spans: [Span] = [], caret: Int? = nil) { (self.text, self.spans, self.caret) = (text, spans, caret) }
}

/// Change of a node's text by an input method.
public enum TextInputEdit: Sendable, Hashable {
  /// Part of the text that a deletion removes if nothing is selected.
  public enum Deletion: String, Sendable, CaseIterable, Hashable {
    /// Grapheme or word before the caret.
    case backward, wordBackward
    /// Grapheme or word after the caret.
    case forward, wordForward
  }

  /// Replaces the selection, or the text that is not committed, by a text.
  case insert(String)
  /// Removes the selection, or a part next to the caret.
  case delete(Deletion)
  /// Replaces a range of the text.
  case replace(Range<Int>, with: String)
  /// Selects a range; empty moves the caret.
  case select(Range<Int>)
  /// Shows a text that is not committed in place of the selection and of the former one.
  case compose(TextPreedit)
  /// Commits the shown text.
  case commit
  /// Presses Enter: the node's action, or a line break.
  case enter
}
