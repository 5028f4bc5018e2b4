public import Tessera
internal import TesseraGeometry

/// Typed text, selection and scroll offset are restored in a field that is created again, unless the program sets a different string.
/// Secure text and the undo history are not preserved.
extension EditableText: StatePreserving {
  /// Returns the user's changes to the field; nil if there are no changes, or if the field is secure.
  public static func preservedState(of node: Node<EditableText>) -> AttributeValue? {
    let (value, scroll) = (node.value, node.storage.interaction.scroll)
    let isAsGiven = value.string == value.given && value.selection == value.editing.end..<value.editing.end && scroll == .zero
    guard !value.isSecure, !isAsGiven else { return nil }
    let numbers = [Double(value.selection.lowerBound), Double(value.selection.upperBound), scroll.x, scroll.y]
    return .list([.text(value.given), .text(value.string)] + numbers.map(AttributeValue.number))
  }

  /// Restores the result of ``preservedState(of:)``.
  public static func restore(_ state: AttributeValue, in node: Node<EditableText>) {
    guard case .list(let values) = state, values.count == 6, case .text(let given) = values[0], case .text(let typed) = values[1] else {
      return
    }
    let numbers = values[2...].compactMap(\.number)
    guard numbers.count == 4, let lower = Int(exactly: numbers[0]), let upper = Int(exactly: numbers[1]), lower <= upper else { return }
    let scroll = Point(numbers[2], numbers[3])
    node.updateKeeping { value, kept in
      guard !value.isSecure, value.string == given || value.string == typed else { return }
      if value.string != typed { value.editing.setString(typed) }
      value.editing.select(lower..<upper)
      if scroll.isFinite { kept.interaction.scroll = scroll }
    }
  }
}
