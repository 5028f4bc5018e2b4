/// Edits of a text that can be undone and done again: whole strings, which share their storage where nothing changed; the last hundred. A value.
///
/// It belongs to one text: where the string is another than the last one noted, nothing can be undone any more.
public struct EditingHistory: Sendable {
  /// Edits of one kind that follow one another are undone together.
  private enum Kind { case typing, deleting, other }

  private struct Snapshot: Sendable {
    var string: String
    var anchor: Int
    var caret: Int

    init(_ state: EditingState) { (string, anchor, caret) = (state.string, state.anchor, state.caret) }
  }

  private static let limit = 100
  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastKind = Kind.other
  /// What the last edit or undo left; nil: there was none.
  private var present: Snapshot?

  /// Makes a history without edits.
  public init() { registerGlyphPainter() }

  /// Notes that one insertion, deletion or move of the caret led from `old` to `new`. Costs O(length of the string) where the string changed.
  public mutating func note(_ old: EditingState, _ new: EditingState) {
    follow(old)
    defer { present = Snapshot(new) }
    if old.string.hasBytes(of: new.string) {
      if old.selection != new.selection { endTyping() }
      return
    }
    future.removeAll()
    let kind = Self.kind(old, new)
    if kind == .other || kind != lastKind || past.isEmpty {
      if past.count == Self.limit { past.removeFirst() }
      past.append(Snapshot(old))
    }
    lastKind = kind
  }

  /// Ends a run of typing: the next edit is undone on its own.
  public mutating func endTyping() { lastKind = .other }

  /// Takes `state` back by one edit. Returns whether there was one.
  @discardableResult
  public mutating func undo(_ state: inout EditingState) -> Bool {
    follow(state)
    guard let last = past.popLast() else { return false }
    future.append(Snapshot(state))
    restore(last, in: &state)
    return true
  }

  /// Does again in `state` what was undone last. Returns whether there was anything.
  @discardableResult
  public mutating func redo(_ state: inout EditingState) -> Bool {
    follow(state)
    guard let next = future.popLast() else { return false }
    past.append(Snapshot(state))
    restore(next, in: &state)
    return true
  }

  private mutating func restore(_ snapshot: Snapshot, in state: inout EditingState) {
    state.restore(snapshot.string, anchor: snapshot.anchor, caret: snapshot.caret)
    lastKind = .other
    present = snapshot
  }

  /// Forgets everything where somebody else changed the string; ends a run of typing where somebody else moved the caret.
  private mutating func follow(_ state: EditingState) {
    guard let present else { return }
    if !present.string.hasBytes(of: state.string) {
      self = EditingHistory()
    } else if present.anchor != state.anchor || present.caret != state.caret {
      endTyping()
    }
  }

  /// What led from `old` to `new`, whose strings differ.
  private static func kind(_ old: EditingState, _ new: EditingState) -> Kind {
    let added = new.end - old.end
    guard old.isCaretOnly, added != 0 else { return .other }
    if added < 0 { return .deleting }
    return new.string[new.index(old.caret)..<new.index(old.caret + added)].count == 1 ? .typing : .other
  }
}
