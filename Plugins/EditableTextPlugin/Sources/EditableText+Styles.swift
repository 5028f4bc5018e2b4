public import Tessera
public import TesseraRender
public import TextPlugin

// Looks of parts of a text.

extension EditableText {
  /// Text with the looks of its parts, in the font and color of the field. Setting it takes bold and italic letters, lines and colors; it is not an edit by
  /// the user.
  public var attributedText: AttributedText {
    get {
      var text = AttributedText(string, attributes: TextAttributes(font: font, color: color))
      for run in editing.styles.runs { text.update(run.range) { run.style.apply(to: &$0) } }
      return text
    }
    set {
      string = newValue.string
      var styles = EditingStyles()
      for run in newValue.runs {
        styles.update(run.range) { style in
          let given = run.attributes
          style.isBold = given.font.weight.value >= FontWeight.semibold.value
          style.isItalic = given.font.slant != .upright
          (style.isUnderlined, style.isStruckThrough) = (given.underline, given.strikethrough)
          style.color = given.color == color || given.color == .letters ? nil : given.color
          style.background = given.background
        }
      }
      editing.styles = styles
    }
  }

  /// Toggles a property of the selection, or of the letters that are typed next, as one edit.
  static func toggle(_ property: WritableKeyPath<EditingStyle, Bool> & Sendable, _ node: Node<EditableText>) {
    edit(node) { field in
      let editing = field.text.editing
      let isOn =
        editing.isCaretOnly
        ? editing.insertedStyle[keyPath: property] : editing.styles.all(in: editing.selection) { $0[keyPath: property] }
      field.text.editing.style { $0[keyPath: property] = !isOn }
    }
  }

  /// Handles Control with a letter that changes looks. Returns whether it does.
  static func style(_ character: Character, _ node: Node<EditableText>) -> Bool {
    let value = node.value
    guard value.allowsStyles, node.canBeEdited, !value.isSecure else { return false }
    switch character.lowercased() {
    case "b": toggle(\.isBold, node)
    case "i": toggle(\.isItalic, node)
    case "u": toggle(\.isUnderlined, node)
    default: return false
    }
    return true
  }
}

extension Node where Value == EditableText {
  /// Text with the looks of its parts. See ``EditableText/attributedText``. Any thread.
  public var attributedText: AttributedText {
    get { value.attributedText }
    set { update { $0.attributedText = newValue } }
  }

  /// Changes the look of the selection, or of the letters that are typed next, as one edit that the user can undo. Sends no signal. Any thread.
  public func styleSelection(_ change: (inout EditingStyle) -> Void) { performEdit { $0.style(change) } }
}
