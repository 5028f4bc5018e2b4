import Tessera
import TextPlugin

extension EditableText {
  /// Keeps string, caret and selection of the user, unless the program has changed the string since.
  ///
  /// A layout may be older than the user's last letter. A bound field therefore compares with the current string of the binding.
  public static func reconciled(_ described: EditableText, with current: EditableText) -> EditableText {
    var new = described
    new.isAhead = current.isAhead
    let wanted = described.binding?.wrappedValue ?? described.given
    let isSame = described.binding == nil && described.given.utf8.elementsEqual(current.given.utf8)
    guard isSame || current.isAhead || wanted.utf8.elementsEqual(current.string.utf8) else {
      if !wanted.utf8.elementsEqual(described.given.utf8) { new.string = wanted }
      return new
    }
    new.editing = current.editing
    new.editing.isMultiline = described.editing.isMultiline
    new.editing.maximumLength = described.editing.maximumLength
    return new
  }
}
