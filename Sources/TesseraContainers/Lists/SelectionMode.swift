/// Number of rows or items of a list that may be selected.
public enum SelectionMode: String, Sendable, CaseIterable, Hashable {
  /// None; rows and items ignore taps unless the list has a handler for them.
  case none
  /// At most one.
  case single
  /// Any number; tapping a selected one deselects it.
  case multiple
}
