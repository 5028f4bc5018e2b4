/// Which items of a list are selected, which a finger is on, and which keys are for. A value.
struct ItemChoice {
  var selected: Set<ListIndex> = []
  /// The item that keys are for.
  var cursor: ListIndex?
  /// The item that a finger is on, and whether it still is.
  var pressed: ListIndex?
  var isFingerDown = false
  /// The item that a pointer is over.
  var hovered: ListIndex?
  /// Whether the data lost the item that the finger was on: it is on no other then.
  var isPressLost = false
  /// Whether that is still to be told.
  var tellsLoss = false

  /// Takes what is known of items to where these are.
  mutating func follow(_ diff: ListDiff) {
    selected = Set(selected.compactMap { diff.newIndex(of: $0) })
    cursor = cursor.flatMap { diff.newIndex(of: $0) ?? diff.successor(of: $0) }
    hovered = hovered.flatMap { diff.newIndex(of: $0) }
    guard let before = pressed else { return }
    pressed = diff.newIndex(of: before)
    if pressed == nil { (isPressLost, tellsLoss) = (true, true) }
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

extension ListDiff {
  /// The item that took the place of one that is gone: the next after the item before it in its section, which is the last where there is none; the
  /// first where no item before it stayed. Nil where its section is gone or empty, or all of its items are others.
  fileprivate func successor(of old: ListIndex) -> ListIndex? {
    let kept = (0..<old.item).reversed().lazy.compactMap { newIndex(of: ListIndex(old.section, $0)) }.first
    if let kept { return ListIndex(kept.section, min(kept.item + 1, newCounts[kept.section] - 1)) }
    guard oldCounts.indices.contains(old.section), let section = newSection(of: old.section), newCounts[section] > 0 else { return nil }
    guard (old.item + 1..<max(old.item + 1, oldCounts[old.section])).contains(where: { newIndex(of: ListIndex(old.section, $0)) != nil })
    else { return nil }
    return ListIndex(section, 0)
  }
}
