public import Tessera
internal import TesseraGeometry

/// What was typed, the selection and how far the text is scrolled come back with a field that is made again, unless the program gives it another string
/// than before. What is secure is not kept; nor is what could be undone.
extension EditableText: StatePreserving {
  /// What a person did to the field; nil: nothing, or it is secure.
  public static func preservedState(of node: Node<EditableText>) -> AttributeValue? {
    let (value, scroll) = (node.value, node.storage.interaction.scroll)
    let isAsGiven = value.string == value.given && value.selection == value.editing.end..<value.editing.end && scroll == .zero
    guard !value.isSecure, !isAsGiven else { return nil }
    let numbers = [Double(value.selection.lowerBound), Double(value.selection.upperBound), scroll.x, scroll.y]
    return .list([.text(value.given), .text(value.string)] + numbers.map(AttributeValue.number))
  }

  /// Takes over what ``preservedState(of:)`` gave.
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
