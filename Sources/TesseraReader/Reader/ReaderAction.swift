public import Tessera

/// Request of a screen reader. A value.
public enum ReaderAction: Sendable, Hashable {
  /// Speaks a text.
  case speak(Utterance)
  /// Stops speaking, and drops waiting utterances.
  case silence
  /// Performs an action on an element.
  case perform(SemanticsAction, SemanticsID)
  /// Shows the ring at an element and scrolls it into view; nil removes the ring.
  case mark(SemanticsID?)
}
