/// Undo history of a text: the last hundred states as whole strings, which share storage if they are equal. A value.
///
/// It belongs to one text: if the string differs from the last recorded one, the history is cleared.
public struct EditingHistory: Sendable {
  /// Consecutive edits of one kind are undone together.
  private enum Kind { case typing, deleting, other }

  private struct Snapshot: Sendable {
    var string: String
    var styles: EditingStyles
    var anchor: Int
    var caret: Int

    init(_ state: EditingState) { (string, styles, anchor, caret) = (state.string, state.styles, state.anchor, state.caret) }
  }

  private static let limit = 100
  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastKind = Kind.other
  /// State after the last edit or undo; nil before the first.
  private var present: Snapshot?
  /// Open groups, and whether the outermost one has an edit.
  private var (groups, groupHasEdit) = (0, false)

  /// Creates an empty history.
  public init() { registerGlyphPainter() }

  /// Records an insertion, deletion or caret move from `old` to `new`. O(n) in the length of the string if it changed.
  public mutating func record(_ old: EditingState, _ new: EditingState) {
    reconcile(old)
    defer { present = Snapshot(new) }
    let isSameText = old.string.hasBytes(of: new.string)
    if isSameText, old.styles == new.styles {
      if old.selection != new.selection || old.typingStyle != new.typingStyle { endTyping() }
      return
    }
    future.removeAll()
    let kind = isSameText ? .other : Self.kind(old, new)
    let isContinued = groups > 0 ? groupHasEdit : kind != .other && kind == lastKind
    if !isContinued || past.isEmpty {
      if past.count == Self.limit { past.removeFirst() }
      past.append(Snapshot(old))
    }
    groupHasEdit = groups > 0
    lastKind = groups > 0 ? .other : kind
  }

  /// Begins a group: its edits are undone together. Groups nest; an undo ends all of them.
  public mutating func beginGroup() {
    if groups == 0 { groupHasEdit = false }
    groups += 1
    endTyping()
  }

  /// Ends the innermost group.
  public mutating func endGroup() {
    groups = max(0, groups - 1)
    endTyping()
  }

  /// Whether there is an edit to undo in a text, and one to redo.
  public func isAvailable(in state: EditingState) -> (undo: Bool, redo: Bool) {
    let isOwn = present?.string.hasBytes(of: state.string) ?? true
    return (isOwn && !past.isEmpty, isOwn && !future.isEmpty)
  }

  /// Ends a run of typing, so that the next edit is undone separately.
  public mutating func endTyping() { lastKind = .other }

  /// Undoes one edit in `state`. Returns whether there was an edit to undo.
  @discardableResult
  public mutating func undo(_ state: inout EditingState) -> Bool {
    reconcile(state)
    guard let last = past.popLast() else { return false }
    future.append(Snapshot(state))
    restore(last, in: &state)
    return true
  }

  /// Redoes the last undone edit in `state`. Returns whether there was an edit to redo.
  @discardableResult
  public mutating func redo(_ state: inout EditingState) -> Bool {
    reconcile(state)
    guard let next = future.popLast() else { return false }
    past.append(Snapshot(state))
    restore(next, in: &state)
    return true
  }

  private mutating func restore(_ snapshot: Snapshot, in state: inout EditingState) {
    state.restore(snapshot.string, snapshot.styles, anchor: snapshot.anchor, caret: snapshot.caret)
    (lastKind, groups) = (.other, 0)
    present = snapshot
  }

  /// Clears the history if the string was changed without it; ends a run of typing if the caret was moved without it.
  private mutating func reconcile(_ state: EditingState) {
    guard let present else { return }
    if !present.string.hasBytes(of: state.string) {
      self = EditingHistory()
    } else if present.anchor != state.anchor || present.caret != state.caret {
      endTyping()
    }
  }

  /// Returns the kind of the edit from `old` to `new`, whose strings differ.
  private static func kind(_ old: EditingState, _ new: EditingState) -> Kind {
    let added = new.end - old.end
    guard old.isCaretOnly, added != 0 else { return .other }
    if added < 0 { return .deleting }
    return new.string[new.index(old.caret)..<new.index(old.caret + added)].count == 1 ? .typing : .other
  }
}
