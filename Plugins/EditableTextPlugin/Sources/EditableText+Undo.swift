public import Tessera
public import TextPlugin

// Undo history of a field.

extension Node where Value == EditableText {
  /// Undoes one edit by the user, or one group. Sends no signal. Any thread. Returns whether there was an edit to undo.
  @discardableResult
  public func undo() -> Bool { restore { $1.undo(&$0) } }

  /// Redoes the last undone edit. Sends no signal. Any thread. Returns whether there was an edit to redo.
  @discardableResult
  public func redo() -> Bool { restore { $1.redo(&$0) } }

  /// Whether ``undo()`` has an edit to undo. Any thread.
  public var canUndo: Bool { storage.state.withLock { $0.history }.isAvailable(in: value.editing).undo }

  /// Whether ``redo()`` has an edit to redo. Any thread.
  public var canRedo: Bool { storage.state.withLock { $0.history }.isAvailable(in: value.editing).redo }

  /// Begins a group of edits that are undone together; ``endUndoGroup()`` ends it. Groups nest; an undo ends all of them. Any thread.
  public func beginUndoGroup() { updateKeeping { $1.history.beginGroup() } }

  /// Ends the innermost group of edits. Any thread.
  public func endUndoGroup() { updateKeeping { $1.history.endGroup() } }

  /// Changes the text by the program as one edit that the user can undo. Sends no signal; a binding gets the text. Any thread.
  ///
  /// ```swift
  /// field.performEdit { text in
  ///   text.selectAll()
  ///   text.insert(text.selectedText.uppercased())
  /// }
  /// ```
  public func performEdit(_ change: (inout EditingState) -> Void) {
    edit { field, history in
      field.interaction.commitPreedit(field.text.editing, &history)
      let before = field.text.editing
      change(&field.text.editing)
      history.endTyping()
      history.record(before, field.text.editing)
      history.endTyping()
    }
    shareText()
  }

  private func restore(_ step: (inout EditingState, inout EditingHistory) -> Bool) -> Bool {
    guard edit({ step(&$0.text.editing, &$1) }) else { return false }
    shareText()
    return true
  }

  /// Gives the text to the binding.
  private func shareText() {
    let value = value
    if let binding = value.binding { binding.wrappedValue = value.string }
  }
}
