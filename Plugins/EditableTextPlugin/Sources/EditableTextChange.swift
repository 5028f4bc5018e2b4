public import Tessera

/// Change of a field by the user, before it happens. A value.
public struct EditableTextChange: Sendable, Hashable {
  /// Text before the change.
  public let string: String
  /// Replaced range in ``string``, UTF-8 bytes on boundaries of characters; empty for an insertion.
  public let range: Range<Int>
  /// Text in place of the range; empty for a deletion.
  public let replacement: String

  /// Decision of the program about a change.
  public enum Decision: Sendable, Hashable {
    /// The change happens.
    case accept
    /// The text and the selection stay.
    case reject
    /// The range is replaced by another text.
    case replace(String)
  }

  /// Text after the change.
  public var result: String {
    let (start, end) = (
      string.utf8.index(string.startIndex, offsetBy: range.lowerBound), string.utf8.index(string.startIndex, offsetBy: range.upperBound)
    )
    return string[..<start] + replacement + string[end...]
  }

  /// Describes the difference of two texts as one change: the shortest range on boundaries of characters. O(n).
  ///
  /// - Returns: nil if the texts have the same bytes.
  init?(from old: String, to new: String) {
    guard !old.utf8.elementsEqual(new.utf8) else { return nil }
    var (start, other) = (old.startIndex, new.startIndex)
    while start < old.endIndex, other < new.endIndex, old[start] == new[other] {
      start = old.index(after: start)
      other = new.index(after: other)
    }
    var (end, otherEnd) = (old.endIndex, new.endIndex)
    while end > start, otherEnd > other, old[old.index(before: end)] == new[new.index(before: otherEnd)] {
      end = old.index(before: end)
      otherEnd = new.index(before: otherEnd)
    }
    string = old
    range = old.utf8.distance(from: old.startIndex, to: start)..<old.utf8.distance(from: old.startIndex, to: end)
    replacement = String(new[other..<otherEnd])
  }
}

/// Decisions of the program about a field. Any thread.
struct EditableTextPolicy: Sendable {
  var begins: (@Sendable () -> Bool)?
  var changes: (@Sendable (EditableTextChange) -> EditableTextChange.Decision)?
}

extension Node where Value == EditableText {
  /// Decides whether a touch or a key may begin editing; nil allows it. Called on the frame loop, without a lock. `becomeFocused()` does not ask.
  ///
  /// Any thread.
  public var shouldBegin: (@Sendable () -> Bool)? {
    get { storage.policy.withLock { $0.begins } }
    set { storage.policy.withLock { $0.begins = newValue } }
  }

  /// Decides about each change by the user: keys, input methods, cut and paste, completions; nil accepts all. Called on the frame loop, without a lock,
  /// after ``EditableText/characters``, the mask and the maximum length were applied. Undo, redo and text that is not committed are not asked about.
  ///
  /// ```swift
  /// field.shouldChange = { change in change.result.utf8.count <= 32 ? .accept : .reject }
  /// ```
  ///
  /// Any thread.
  public var shouldChange: (@Sendable (EditableTextChange) -> EditableTextChange.Decision)? {
    get { storage.policy.withLock { $0.changes } }
    set { storage.policy.withLock { $0.changes = newValue } }
  }

  /// Whether a touch may edit: the field is focused, or may become so.
  var mayBegin: Bool { storage.interaction.isFocused || shouldBegin?() ?? true }

  /// Asks the program about the change that `change` would make. Returns another edit to make instead; nil for no edit.
  func decided(_ change: @escaping (inout EditingField) -> Void) -> ((inout EditingField) -> Void)? {
    guard let decide = shouldChange else { return change }
    var field = EditingField(self)
    let before = field.text.editing
    change(&field)
    guard let difference = EditableTextChange(from: before.string, to: field.text.string) else { return change }
    switch decide(difference) {
    case .accept: return change
    case .reject: return nil
    case .replace(let other):
      return { field in
        field.text.editing.select(difference.range)
        if other.isEmpty { field.text.editing.delete(.backward) } else { field.text.editing.insert(other) }
      }
    }
  }
}
