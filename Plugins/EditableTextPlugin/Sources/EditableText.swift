public import Tessera
public import TesseraRender
public import TextPlugin

/// Text that a person edits: one line that scrolls sideways, or several that wrap.
///
/// Sends `change` after every change that a person made and `submit` on enter in a single line. A touch gives it the focus and places
/// the caret; dragging selects, a second touch takes the word, a third everything. A finger then finds handles, which it drags under a magnifying glass,
/// and a menu to cut, copy, paste and select everything; a finger that rests selects a word or moves the caret. Keys: arrows, home and end (with shift: selecting; with
/// control: words, start and end of everything), page up and down as up and down by what is seen, control with A, C, X, V, Z, Y.
/// Left and right move in reading order, also in right-to-left text. The caret blinks only while the node is focused and visible.
public struct EditableText: NodeType {
  /// Focus, caret, what can be undone, and the last layouts.
  public typealias Storage = EditableTextStorage
  /// While a transition resizes the box, letters keep their size.
  public static let traits: NodeTraits = .keepsContentSize
  /// The name in scene files.
  public static let typeName = "editable-text"
  /// One line of help.
  public static let summary = "Text that a person edits, in one line or several."

  /// The string with its selection; changed here, it is no edit of a person, as setting ``string``.
  public var editing = EditingState()
  /// Shown while the string is empty.
  public var placeholderText = ""
  /// The font.
  public var font = Font.body
  /// Colour of the letters.
  public var color = Color.black
  /// Colour of the placeholder; nil: the letters' at 45 %.
  public var placeholderColor: Color?
  /// Colour behind selected letters.
  public var selectionColor = Color(red: 0.20, green: 0.48, blue: 0.95, alpha: 0.30)
  /// Colour of the caret; nil: the letters'.
  public var caretColor: Color?
  /// What the commands of the menu are called.
  public var menuTitles = EditMenuTitles()
  /// Whether every character shows as a dot; copying and cutting then do nothing.
  public var isSecure = false
  /// Whether a person can change the text; where not, it can still be selected and copied.
  public var isEditable = true
  /// Where lines stand in the width of the box.
  public var alignment = TextAlignment.start
  /// Which way lines run; automatic: by the first letter of each paragraph, and where it has none as around the field.
  public var baseDirection = BaseDirection.automatic
  /// Whether it takes the focus when it comes into view for the first time.
  public var autofocus = false
  /// What is selected when it takes the focus by itself, in UTF-8 bytes; nil: nothing, the caret stands at the end.
  public var initialSelection: Range<Int>?
  /// The string that the program gave.
  var given = ""

  /// Makes an empty field.
  public init() {}

  /// Makes a field with the caret at the end of `string`.
  public init(_ string: String, placeholderText: String = "", font: Font = .body, color: Color = .black) {
    editing = EditingState(string)
    given = editing.string
    self.placeholderText = placeholderText
    self.font = font
    self.color = color
  }

  /// The text.
  ///
  /// Setting is not an edit: it sends no signal, and what was edited before cannot be undone any more.
  public var string: String {
    get { editing.string }
    set {
      editing.setString(newValue)
      given = editing.string
    }
  }

  /// The selected range in UTF-8 bytes, on grapheme boundaries; empty: the caret.
  ///
  /// Setting moves it outwards to boundaries.
  public var selection: Range<Int> {
    get { editing.selection }
    set { editing.select(newValue) }
  }

  /// Whether there are several lines, so that enter breaks the line.
  public var isMultiline: Bool {
    get { editing.isMultiline }
    set { editing.isMultiline = newValue }
  }

  /// The most graphemes that a person can enter; 0: no limit.
  public var maximumLength: Int {
    get { editing.maximumLength }
    set { editing.maximumLength = max(0, newValue) }
  }

  /// A change of the string, the font or the way of breaking lines may change the size; one of what counts for later changes nothing.
  public static func invalidation(from old: EditableText, to new: EditableText) -> Invalidation {
    if !old.hasSameSize(as: new) { return [.layout, .display] }
    var same = old
    same.autofocus = new.autofocus
    same.initialSelection = new.initialSelection
    same.editing.maximumLength = new.editing.maximumLength
    same.given = new.given
    same.menuTitles = new.menuTitles
    return same == new ? [] : .display
  }

  private func hasSameSize(as other: EditableText) -> Bool {
    string.utf8.elementsEqual(other.string.utf8) && font == other.font && placeholderText == other.placeholderText
      && isSecure == other.isSecure && isMultiline == other.isMultiline && baseDirection == other.baseDirection
  }

  /// What scene files can set.
  public static let attributes: [NodeAttribute<EditableText>] =
    [
      .text("string", \.string, help: "The text."),
      .text("placeholderText", \.placeholderText, help: "Shown while the text is empty."),
    ] + NodeAttribute.font(\.font) + [
      .color("color", \.color, help: "Colour of the letters."),
      .color("placeholderColor", \.placeholderColor, help: "Colour of the placeholder; unset: the letters' at 45 %."),
      .color("selectionColor", \.selectionColor, help: "Colour behind selected letters."),
      .color("caretColor", \.caretColor, help: "Colour of the caret; unset: the letters'."),
      .text("cutTitle", \.menuTitles.cut, help: "What cutting is called in the menu."),
      .text("copyTitle", \.menuTitles.copy, help: "What copying is called in the menu."),
      .text("pasteTitle", \.menuTitles.paste, help: "What pasting is called in the menu."),
      .text("selectAllTitle", \.menuTitles.selectAll, help: "What selecting everything is called in the menu."),
      .boolean("multiline", \.isMultiline, help: "Several lines that wrap, instead of one that scrolls."),
      .boolean("secure", \.isSecure, help: "Every character shows as a dot."),
      .boolean("editable", \.isEditable, help: "Whether a person can change the text."),
      .integer("maximumLength", \.maximumLength, in: 0...1_000_000, help: "The most characters that can be entered; 0: no limit."),
      .boolean("autofocus", \.autofocus, help: "Takes the focus when it comes into view for the first time."),
      NodeAttribute(
        "initialSelection", kind: .list(.integer(0...1_000_000)),
        help: "What is selected when it takes the focus by itself: from and to, in bytes of UTF-8.",
        get: { $0.initialSelection.map { .list([.number(Double($0.lowerBound)), .number(Double($0.upperBound))]) } },
        set: { field, new in
          guard let n = new.list?.compactMap(\.number).compactMap(Int.init(exactly:)), n.count == 2, n[0] <= n[1] else {
            throw AttributeError(attribute: "initialSelection", reason: "must be two whole numbers, from and to, the smaller first")
          }
          field.initialSelection = n[0]..<n[1]
        }),
      .choice("alignment", \.alignment, help: "Where lines stand in the width of the box."),
      .choice(
        "direction", \.baseDirection, help: "Which way lines run: left to right, right to left, or by each paragraph's first letter."),
    ]
}

extension EditableText: AccessibleType {
  /// The value is the string, unless it is secure. The placeholder is the default label.
  public static func semantics(of node: Node<EditableText>) -> NodeSemantics {
    let field = node.value
    var semantics = NodeSemantics(.textField, value: field.isSecure ? nil : field.string)
    if !field.placeholderText.isEmpty { semantics.label = field.placeholderText }
    if field.isSecure { semantics.isPassword = true }
    if field.isMultiline { semantics.isMultiline = true }
    if !field.isEditable { semantics.isReadOnly = true }
    semantics.actions = [.activate]
    return semantics
  }

  /// Gives the field the focus.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<EditableText>) -> Bool {
    guard action == .activate, part == nil else { return false }
    node.becomeFocused()
    return true
  }
}
