internal import Tessera
internal import TesseraGeometry

/// Selected and pressed items of a list, and its keyboard cursor. A value.
///
/// ``InteractionState`` decides when a press and a hover begin and end, as it does for controls; this value knows the items that they are on.
struct ItemChoice {
  var selected: Set<ListIndex> = []
  /// Item of the keyboard cursor.
  var cursor: ListIndex?
  /// Press and hover, whichever items they are on.
  private var interaction = InteractionState()
  /// Item of the press; nil: none.
  private(set) var pressed: ListIndex?
  /// Item under the pointer.
  private(set) var hovered: ListIndex?
  /// Whether the pressed item was deleted; the finger then presses no other item.
  private(set) var isPressLost = false
  /// Whether the deletion is still to be signalled.
  private(set) var tellsLoss = false

  /// A finger rests on the list. The recognizer has waited, so that the press has lasted long enough when the finger goes up.
  mutating func beginTouch() {
    isPressLost = false
    step(.touch(Touch(phase: .began, location: .zero, time: -InteractionState.minimumPress), isInside: true, delaysPress: false))
  }

  /// The finger went up; the press ends with the next time, unless a tap chooses its item before.
  mutating func endTouch() { step(.touch(Touch(phase: .ended, location: .zero), isInside: true, delaysPress: false)) }

  /// The press is on an item: of a finger that rests, or of a tap.
  mutating func press(_ index: ListIndex) {
    pressed = index
    interaction.isPressed = true
  }

  /// Ends the press. Returns its item; nil: it had none.
  mutating func release() -> ListIndex? {
    step(.release)
    defer { pressed = nil }
    return pressed
  }

  /// Sets the item under the pointer; nil: none. Returns the previous one.
  mutating func hover(over index: ListIndex?) -> ListIndex? {
    step(.hover(index != nil))
    defer { hovered = index }
    return hovered
  }

  /// Time passed. Returns the item whose press has ended by that, and whether the loss of a pressed item is to be signalled, once.
  mutating func pass(_ time: Double) -> (ended: ListIndex?, tellsLoss: Bool) {
    step(.time(time))
    defer { tellsLoss = false }
    guard interaction.touch == nil else { return (nil, tellsLoss) }
    isPressLost = false
    return (interaction.isPressed ? nil : pressed, tellsLoss)
  }

  private mutating func step(_ input: InteractionState.Input) { _ = interaction.step(input, isEnabled: true) }

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
