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
public struct EditableText: ReconcilingType, ChangeSendingType, FontStyledType {
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
  /// Characters that the user can enter: ranges and single characters, such as `0-9A-F`. `^` at the start means all others; a backslash before a
  /// character takes its meaning away. Empty: all.
  public var characters = ""
  /// Conversion of typed letters.
  public var letterCase = LetterCase.typed
  /// Whether a secure field has a button that makes its text readable.
  public var isRevealable = false
  /// Minimum height of a field with several lines, in lines of its font.
  public var minimumLines = 1
  /// Maximum height of a field with several lines, in lines of its font; longer text scrolls. 0 means unlimited.
  public var maximumLines = 0
  /// Words whose occurrences are marked in the text, regardless of case; empty means none. See ``Tessera/Node/selectNextMatch(backwards:)``.
  public var searchText = ""
  /// Number of the occurrence of ``searchText`` that is selected and shown, from 1 on; larger numbers continue at the start, 0 means none.
  public var match = 0
  /// Texts that complete the word before the caret. A list below the field shows those that begin with it, regardless of case.
  public var completions: [String] = []
  /// Whether the user can change the look of letters: Control with B, I and U makes the selection bold, italic and underlined, or the letters that are
  /// typed next.
  public var allowsStyles = false
  /// Whether words that the ``SpellChecker`` does not know are underlined. A touch of one shows corrections.
  public var checksSpelling = false
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

  /// By hand: some changes of the string and of other members have the same size.
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
    same.characters = new.characters
    same.letterCase = new.letterCase
    same.completions = new.completions
    same.match = new.match
    same.allowsStyles = new.allowsStyles
    same.isInvalid = new.isInvalid
    return same == new ? [] : .display
  }

  private func hasSameSize(as other: EditableText) -> Bool {
    string.utf8.elementsEqual(other.string.utf8) && editing.styles == other.editing.styles && font == other.font
      && followsBodySize == other.followsBodySize && mask == other.mask
      && placeholderText == other.placeholderText && minimumLines == other.minimumLines && maximumLines == other.maximumLines
      && isRevealable == other.isRevealable
      && kind == other.kind && isSecure == other.isSecure && isMultiline == other.isMultiline && baseDirection == other.baseDirection
  }
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

  /// Focuses the field; the part is the button that makes a secure text readable.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<EditableText>) -> Bool {
    guard action == .activate else { return false }
    if part != nil {
      guard node.value.hasEye else { return false }
      reveal(!node.isRevealed, node)
    } else {
      node.becomeFocused()
    }
    return true
  }
}
