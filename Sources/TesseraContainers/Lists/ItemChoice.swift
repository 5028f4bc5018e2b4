/// Which items of a list are selected, which a finger is on, and which keys are for. A value.
struct ItemChoice {
  var selected: Set<ListIndex> = []
  /// The item that keys are for.
  var cursor: ListIndex?
  /// The item that a finger is on, and whether it still is.
  var pressed: ListIndex?
  var isFingerDown = false
  /// The item that the newest signal is about.
  var changed: ListIndex?

  /// Takes what is known of items to where these are.
  mutating func follow(_ diff: ListDiff) {
    selected = Set(selected.compactMap { diff.newIndex(of: $0) })
    cursor = cursor.flatMap { diff.newIndex(of: $0) }
    pressed = pressed.flatMap { diff.newIndex(of: $0) }
  }
}

/// What a program says about choices of a person. A value.
struct ItemChoiceRules {
  var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  var activate: (@Sendable (ListIndex) -> Void)?
  /// Whether the list is edited: then nothing is activated that cannot be selected.
  var isEditing = false
  /// Whether items can be chosen while it is.
  var allowsSelectionWhileEditing = false

  /// Whether items can be pressed and selected now.
  var isOpen: Bool { !isEditing || allowsSelectionWhileEditing }
}
