public import Tessera
internal import TesseraGeometry

/// What was typed, the selection and how far the text is scrolled come back with a field that is made again, unless the program gives it another string
/// than before. What is secure is not kept; nor is what could be undone.
extension EditableText: StatePreserving {
  /// What a person did to the field; nil: nothing, or it is secure.
  public static func preservedState(of node: Node<EditableText>) -> AttributeValue? { node.value.typedState }

  /// Takes over what ``preservedState(of:)`` gave.
  public static func restore(_ state: AttributeValue, in node: Node<EditableText>) { node.update { $0.restore(state) } }

  private var typedState: AttributeValue? {
    let isAsGiven = string == given && selection == editing.end..<editing.end && interaction.scroll == .zero
    guard !isSecure, !isAsGiven else { return nil }
    let numbers = [Double(selection.lowerBound), Double(selection.upperBound), interaction.scroll.x, interaction.scroll.y]
    return .list([.text(given), .text(string)] + numbers.map(AttributeValue.number))
  }

  private mutating func restore(_ state: AttributeValue) {
    guard case .list(let values) = state, values.count == 6, case .text(let given) = values[0], case .text(let typed) = values[1] else {
      return
    }
    let numbers = values[2...].compactMap(\.number)
    guard numbers.count == 4, !isSecure, string == given || string == typed else { return }
    guard let lower = Int(exactly: numbers[0]), let upper = Int(exactly: numbers[1]), lower <= upper else { return }
    if string != typed { editing.setString(typed) }
    editing.select(lower..<upper)
    let scroll = Point(numbers[2], numbers[3])
    if scroll.isFinite { interaction.scroll = scroll }
  }
}
