/// Selected and pressed items of a list, and its keyboard cursor. A value.
struct ItemChoice {
  var selected: Set<ListIndex> = []
  /// Item of the keyboard cursor.
  var cursor: ListIndex?
  /// Item that is or was pressed, and whether the finger is still down.
  var pressed: ListIndex?
  var isFingerDown = false
  /// Item under the pointer.
  var hovered: ListIndex?
  /// Whether the pressed item was deleted; the finger then presses no other item.
  var isPressLost = false
  /// Whether the deletion is still to be signalled.
  var tellsLoss = false

  /// Moves the state of items to their new places.
  mutating func apply(_ diff: ListDiff) {
    selected = Set(selected.compactMap { diff.newIndex(of: $0) })
    cursor = cursor.flatMap { diff.newIndex(of: $0) ?? diff.successor(of: $0) }
    hovered = hovered.flatMap { diff.newIndex(of: $0) }
    guard let before = pressed else { return }
    pressed = diff.newIndex(of: before)
    if pressed == nil { (isPressLost, tellsLoss) = (true, true) }
  }
}

/// Rules of the program for the user's selection. A value.
struct ItemChoiceRules {
  var shouldHighlight: (@Sendable (ListIndex) -> Bool)?
  var shouldSelect: (@Sendable (ListIndex) -> Bool)?
  var shouldDeselect: (@Sendable (ListIndex) -> Bool)?
  var activate: (@Sendable (ListIndex) -> Void)?
  /// Whether the list is in editing mode, in which only selectable items can be activated.
  var isEditing = false
  /// Whether items can be selected in editing mode.
  var allowsSelectionWhileEditing = false

  /// Whether items can be pressed and selected now.
  var isOpen: Bool { !isEditing || allowsSelectionWhileEditing }
}

extension ListDiff {
  /// Item that replaces a deleted one: the item after the closest kept one before it in its section, or that one if it is the last. If no
  /// item before it was kept, the first. nil if its section was deleted, is empty, or has only other items.
  fileprivate func successor(of old: ListIndex) -> ListIndex? {
    let kept = (0..<old.item).reversed().lazy.compactMap { newIndex(of: ListIndex(old.section, $0)) }.first
    if let kept { return ListIndex(kept.section, min(kept.item + 1, newCounts[kept.section] - 1)) }
    guard oldCounts.indices.contains(old.section), let section = newSection(of: old.section), newCounts[section] > 0 else { return nil }
    guard (old.item + 1..<max(old.item + 1, oldCounts[old.section])).contains(where: { newIndex(of: ListIndex(old.section, $0)) != nil })
    else { return nil }
    return ListIndex(section, 0)
  }
}
