/// State of a checkbox, switch or radio button.
public enum CheckedState: String, Sendable, CaseIterable, Hashable { case off, on, mixed }

/// Whether changes of an element are announced.
public enum LiveRegion: String, Sendable, CaseIterable, Hashable {
  /// Not announced.
  case off
  /// After the current announcement.
  case polite
  /// Interrupts the current announcement.
  case assertive
}

/// Reading of the contents of an element.
public enum SemanticsGrouping: String, Sendable, CaseIterable, Hashable {
  /// As separate elements.
  case separate
  /// Merged into it: their labels become its label; interactive ones remain elements.
  case merged
}
