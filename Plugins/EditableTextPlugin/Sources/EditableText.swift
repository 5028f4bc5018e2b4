public import Tessera
public import TesseraRender
public import TextPlugin

/// Text field: one line that scrolls horizontally, or several lines that wrap.
///
/// A field without background and border has the frame of the theme (``kind``).
///
/// Sends `change` after each change by the user, and `submit` on Enter in a single line.
///
/// A touch focuses the field and places the caret. Dragging selects, a second touch selects a word, a third one the whole text. Then
/// handles, which are dragged under a magnifier, and a menu with cut, copy, paste and select all are shown. A long press selects a word or
/// moves the caret.
///
/// Keys: arrows, Home, End, Page Up and Page Down. Shift selects; Control moves by words, and to start and end of the text. Control with A, C, X, V,
/// Z and Y selects all, copies, cuts, pastes, undoes and redoes. Left and Right move in display order, also in right-to-left text. The caret blinks
/// only while the node is focused and visible.
public struct EditableText: ReconcilingType, ChangeSendingType {
  /// Focus, caret, undo history, and the last layouts.
  public typealias Storage = EditableTextStorage
  /// Letters keep their size while a transition resizes the box.
  public static let traits: NodeTraits = .keepsContentSize
  /// Type name in scene files.
  public static let typeName = "editable-text"
  /// One line of help.
  public static let summary = "Text field with one or several lines."

  /// String with its selection. Changing it is not an edit by the user, as with ``string``.
  public var editing = EditingState()
  /// Text shown while the string is empty.
  public var placeholderText = ""
  /// Font of text and placeholder. Until it is set, letters have the size of the theme's `body`, which follows the density, unless the program
  /// draws the box.
  public var font = Font.body { didSet { followsBodySize = false } }
  /// Whether letters have the size of the theme's `body` in a box of the theme, because the program has set no font.
  var followsBodySize = true
  /// Colour of the letters.
  public var color = Text.defaultColor
  /// Colour of the placeholder; nil means the theme's if the letters have its colour, and otherwise the colour of the letters at 45 %.
  public var placeholderColor: Color?
  /// Background colour of selected letters.
  public var selectionColor = Text.defaultSelectionColor
  /// Colour of the caret; nil means the theme's accent if the letters have its colour, and otherwise the colour of the letters.
  public var caretColor: Color?
  /// Titles of the menu's commands.
  public var menuTitles = EditMenuTitles()
  /// Whether every character is displayed as a dot; copying and cutting then have no effect.
  public var isSecure = false
  /// Frame around the field.
  public var kind = Kind.automatic
  /// Whether the text is not valid: a framed field has an edge of the color `danger`.
  public var isInvalid = false
  /// Whether the user can change the text. A read-only text can still be selected and copied.
  public var isEditable = true
  /// Pattern of the text, such as `### ### ####`: `#` is a place for a digit, `A` for a letter, `*` for any character, and all others are shown between
  /// them. The string has only the characters of the places; others cannot be typed. Empty: no pattern.
  public var mask = ""
  /// Alignment of lines in the box.
  public var alignment = TextAlignment.start
  /// Direction of lines; automatic means by the first letter of each paragraph, or by the surroundings if the paragraph has no letter.
  public var baseDirection = BaseDirection.automatic
  /// Kind of text, for on-screen keyboards.
  public var purpose = TextInputPurpose.text
  /// Effect of Enter in a single line, for on-screen keyboards: they show it on their key. `next` moves the focus, after the signal `submit`.
  public var enterAction = TextInputAction.done
  /// Whether the field takes the focus when it is first visible.
  public var autofocus = false
  /// Initial selection for `autofocus`, in UTF-8 bytes; nil means the caret at the end.
  public var initialSelection: Range<Int>?
  /// String set by the program.
  var given = ""
  /// String of the program that the field follows and changes.
  var binding: Binding<String>?
  /// Whether the user has changed the string, and ``binding`` does not have it yet.
  var isAhead = false

  /// Creates an empty field.
  public init() {}

  /// Creates a field with the caret at the end of `string`.
  public init(_ string: String, placeholderText: String = "", font: Font = .body, color: Color = Text.defaultColor) {
    editing = EditingState(string)
    given = editing.string
    self.placeholderText = placeholderText
    self.font = font
    followsBodySize = font == .body
    self.color = color
  }

  /// Creates a field that follows a string of the program and changes it.
  public init(_ string: Binding<String>, placeholderText: String = "", font: Font = .body, color: Color = Text.defaultColor) {
    self.init(string.wrappedValue, placeholderText: placeholderText, font: font, color: color)
    binding = string
  }

  /// Renamed: `placeholderText`. A node's `placeholder` is shown until its content is drawn.
  @available(*, unavailable, renamed: "init(_:placeholderText:font:color:)")
  public init(_ string: Binding<String>, placeholder: String) { self.init(string, placeholderText: placeholder) }

  /// String of the field.
  ///
  /// Setting it is not an edit: it sends no signal, and clears the undo history.
  public var string: String {
    get { editing.string }
    set {
      editing.setString(newValue)
      given = editing.string
    }
  }

  /// Selected range in UTF-8 bytes, on grapheme boundaries; empty means the caret.
  ///
  /// Setting extends it to boundaries.
  public var selection: Range<Int> {
    get { editing.selection }
    set { editing.select(newValue) }
  }

  /// Whether the field has several lines, so that Enter inserts a line break.
  public var isMultiline: Bool {
    get { editing.isMultiline }
    set { editing.isMultiline = newValue }
  }

  /// Maximum number of graphemes that the user can enter; 0 means unlimited.
  public var maximumLength: Int {
    get { editing.maximumLength }
    set { editing.maximumLength = max(0, newValue) }
  }

  /// Requires a layout if the size may change: by the string, the font or line breaking. Settings for later use, such as `autofocus`,
  /// require nothing.
  public static func invalidation(from old: EditableText, to new: EditableText) -> Invalidation {
    if !old.hasSameSize(as: new) { return [.layout, .display] }
    var same = old
    same.autofocus = new.autofocus
    same.initialSelection = new.initialSelection
    same.editing.maximumLength = new.editing.maximumLength
    same.given = new.given
    same.binding = new.binding
    same.isAhead = new.isAhead
    same.menuTitles = new.menuTitles
    same.isInvalid = new.isInvalid
    return same == new ? [] : .display
  }

  private func hasSameSize(as other: EditableText) -> Bool {
    string.utf8.elementsEqual(other.string.utf8) && font == other.font && followsBodySize == other.followsBodySize && mask == other.mask
      && placeholderText == other.placeholderText
      && kind == other.kind && isSecure == other.isSecure && isMultiline == other.isMultiline && baseDirection == other.baseDirection
  }

  /// Attributes for scene files.
  public static let attributes: [NodeAttribute<EditableText>] =
    [
      .text("string", \.string, help: "The text."),
      .text("placeholderText", \.placeholderText, help: "Placeholder that is shown while the text is empty."),
    ] + NodeAttribute.font(\.font) + [
      .color("color", \.color, help: "Color of the letters."),
      .color(
        "placeholderColor", \.placeholderColor,
        help: "Color of the placeholder; unset: inkFaint of the theme, or the letters' own color at 45 %."),
      .color("selectionColor", \.selectionColor, help: "Color behind selected letters."),
      .color("caretColor", \.caretColor, help: "Color of the caret; unset: accent of the theme, or the letters' own color."),
      .text("cutTitle", \.menuTitles.cut, help: "Title of the cut command in the menu; unset: the word of the locale's language."),
      .text("copyTitle", \.menuTitles.copy, help: "Title of the copy command in the menu; unset: the word of the locale's language."),
      .text("pasteTitle", \.menuTitles.paste, help: "Title of the paste command in the menu; unset: the word of the locale's language."),
      .text(
        "selectAllTitle", \.menuTitles.selectAll,
        help: "Title of the select-all command in the menu; unset: the word of the locale's language."),
      .choice(
        "kind", \.kind,
        help: "Frame around the field; automatic: framed, unless the node has a background or a border or is in a field of a form."),
      .boolean("invalid", \.isInvalid, help: "Whether the text is not valid: a frame has the color of errors."),
      .boolean("multiline", \.isMultiline, help: "Whether the field has several wrapped lines instead of one that scrolls."),
      NodeAttribute(
        "mask", kind: .text,
        help: "Pattern such as ### ### ####: # is a digit, A a letter, * any character; others are shown between them. Empty: none.",
        get: { .text($0.mask) },
        set: { field, new in
          let mask = new.text ?? ""
          guard mask.isEmpty || FieldMask(mask) != nil else {
            throw AttributeError(
              attribute: "mask", reason: "must have a place (#, A or *) and at most \(FieldMask.limit) characters, got `\(mask.prefix(40))`"
            )
          }
          field.mask = mask
        }),
      .boolean("secure", \.isSecure, help: "Whether every character is displayed as a dot."),
      .boolean("editable", \.isEditable, help: "Whether the user can change the text."),
      .integer(
        "maximumLength", \.maximumLength, in: 0...1_000_000,
        help: "Maximum number of characters that the user can enter; 0 means unlimited."),
      .choice("purpose", \.purpose, help: "Kind of text, which selects the keys of an on-screen keyboard."),
      .choice("enterAction", \.enterAction, help: "Effect of Enter in a single line; next moves the focus to the next field."),
      .boolean("autofocus", \.autofocus, help: "Whether the field takes the focus when it is first visible."),
      NodeAttribute(
        "initialSelection", kind: .list(.integer(0...1_000_000)),
        help: "Selection when the field takes the focus by `autofocus`: start and end, in UTF-8 bytes.",
        get: { $0.initialSelection.map { .list([.number(Double($0.lowerBound)), .number(Double($0.upperBound))]) } },
        set: { field, new in
          guard let n = new.list?.compactMap(\.number).compactMap(Int.init(exactly:)), n.count == 2, n[0] <= n[1] else {
            throw AttributeError(attribute: "initialSelection", reason: "must be two whole numbers, from and to, the smaller first")
          }
          field.initialSelection = n[0]..<n[1]
        }),
      .choice("alignment", \.alignment, help: "Horizontal alignment of lines in the box."),
      .choice(
        "direction", \.baseDirection,
        help: "Direction of lines: left to right, right to left, or automatic, by the first letter of each paragraph."),
    ]
}

extension EditableText: AccessibleType {
  /// The value is the string, unless the field is secure. The placeholder is the default label.
  public static func semantics(of node: Node<EditableText>) -> NodeSemantics {
    let field = node.value
    var semantics = NodeSemantics(field.purpose == .search ? .searchField : .textField, value: field.isSecure ? nil : field.string)
    if !field.placeholderText.isEmpty { semantics.label = field.placeholderText }
    if field.isSecure { semantics.isPassword = true }
    if field.isMultiline { semantics.isMultiline = true }
    if field.isInvalid { semantics.isInvalid = true }
    if !field.isEditable { semantics.isReadOnly = true }
    semantics.actions = [.activate]
    return semantics
  }

  /// Focuses the field.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<EditableText>) -> Bool {
    guard action == .activate, part == nil else { return false }
    node.becomeFocused()
    return true
  }
}
