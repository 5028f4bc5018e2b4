/// Edits that can be undone and done again: whole strings, which share their storage where nothing changed; the last hundred.
struct EditingHistory: Sendable {
  /// Edits of one kind that follow one another are undone together.
  enum Kind { case typing, deleting, other }

  struct Snapshot: Sendable {
    var string: String
    var anchor: Int
    var caret: Int

    init(_ state: EditingState) { (string, anchor, caret) = (state.string, state.anchor, state.caret) }
  }

  static let limit = 100
  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastKind = Kind.other

  /// Notes the state before an edit.
  mutating func willEdit(_ state: Snapshot, kind: Kind) {
    future.removeAll()
    if kind == .other || kind != lastKind || past.isEmpty {
      if past.count == Self.limit { past.removeFirst() }
      past.append(state)
    }
    lastKind = kind
  }

  /// Ends a run of typing: the next edit is undone on its own.
  mutating func endTyping() { lastKind = .other }

  mutating func undo(from state: Snapshot) -> Snapshot? {
    guard let last = past.popLast() else { return nil }
    future.append(state)
    lastKind = .other
    return last
  }

  mutating func redo(from state: Snapshot) -> Snapshot? {
    guard let next = future.popLast() else { return nil }
    past.append(state)
    lastKind = .other
    return next
  }
}
