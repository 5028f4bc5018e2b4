public import Tessera
public import TesseraRender
public import TextPlugin

// Members of ``EditableText`` as modifiers.
extension TypedElement where ElementType == EditableText {
  /// Text shown while the string is empty.
  public func placeholderText(_ placeholderText: String) -> Self { with { $0.placeholderText = placeholderText } }
  /// Font of text and placeholder.
  public func font(_ font: Font) -> Self { with { $0.font = font } }
  /// Pattern of the text, such as `### ### ####`: `#` is a place for a digit, `A` for a letter, `*` for any character, and all others are shown between
  /// them. The string has only the characters of the places; others cannot be typed. Empty: no pattern.
  public func mask(_ mask: String) -> Self { with { $0.mask = mask } }
  /// Characters that the user can enter: ranges and single characters, such as `0-9A-F`. `^` at the start means all others. Empty: all.
  public func characters(_ characters: String) -> Self { with { $0.characters = characters } }
  /// Conversion of typed letters.
  public func letterCase(_ letterCase: EditableText.LetterCase) -> Self { with { $0.letterCase = letterCase } }
  /// Whether a secure field has a button that makes its text readable.
  public func revealable(_ isRevealable: Bool = true) -> Self { with { $0.isRevealable = isRevealable } }
  /// Minimum height of a field with several lines, in lines of its font.
  public func minimumLines(_ minimumLines: Int) -> Self { with { $0.minimumLines = minimumLines } }
  /// Maximum height of a field with several lines, in lines of its font; longer text scrolls. 0 means unlimited.
  public func maximumLines(_ maximumLines: Int) -> Self { with { $0.maximumLines = maximumLines } }
  /// Words whose occurrences are marked in the text, regardless of case; empty means none.
  public func searchText(_ searchText: String) -> Self { with { $0.searchText = searchText } }
  /// Number of the occurrence of the searched words that is selected and shown; larger numbers continue at the start, 0 means none.
  public func match(_ match: Int) -> Self { with { $0.match = match } }
  /// Texts that complete the word before the caret. A list below the field shows those that begin with it, regardless of case.
  public func completions(_ completions: [String]) -> Self { with { $0.completions = completions } }
  /// Whether the user can change the look of letters: Control with B, I and U.
  public func allowsStyles(_ allowsStyles: Bool = true) -> Self { with { $0.allowsStyles = allowsStyles } }
  /// Whether unknown words are underlined, and a touch of one shows corrections.
  public func checksSpelling(_ checksSpelling: Bool = true) -> Self { with { $0.checksSpelling = checksSpelling } }
  /// Colour of the letters.
  public func color(_ color: Color) -> Self { with { $0.color = color } }
  /// Colour of the placeholder; nil means the theme's if the letters have its colour, and otherwise the colour of the letters at 45 %.
  public func placeholderColor(_ placeholderColor: Color?) -> Self { with { $0.placeholderColor = placeholderColor } }
  /// Background colour of selected letters.
  public func selectionColor(_ selectionColor: Color) -> Self { with { $0.selectionColor = selectionColor } }
  /// Colour of the caret; nil means the theme's accent if the letters have its colour, and otherwise the colour of the letters.
  public func caretColor(_ caretColor: Color?) -> Self { with { $0.caretColor = caretColor } }
  /// Titles of the menu's commands.
  public func menuTitles(_ menuTitles: EditMenuTitles) -> Self { with { $0.menuTitles = menuTitles } }
  /// Whether every character is displayed as a dot; copying and cutting then have no effect.
  public func secure(_ isSecure: Bool = true) -> Self { with { $0.isSecure = isSecure } }
  /// Frame around the field.
  public func kind(_ kind: EditableText.Kind) -> Self { with { $0.kind = kind } }
  /// Whether the text is not valid: a framed field has an edge of the color `danger`.
  public func invalid(_ isInvalid: Bool = true) -> Self { with { $0.isInvalid = isInvalid } }
  /// Whether the user can change the text. A read-only text can still be selected and copied.
  public func editable(_ isEditable: Bool = true) -> Self { with { $0.isEditable = isEditable } }
  /// Alignment of lines in the box.
  public func alignment(_ alignment: TextAlignment) -> Self { with { $0.alignment = alignment } }
  /// Direction of lines; automatic means by the first letter of each paragraph, or by the surroundings if the paragraph has no letter.
  public func baseDirection(_ baseDirection: BaseDirection) -> Self { with { $0.baseDirection = baseDirection } }
  /// Kind of text, for on-screen keyboards.
  public func purpose(_ purpose: TextInputPurpose) -> Self { with { $0.purpose = purpose } }
  /// Effect of Enter in a single line, for on-screen keyboards: they show it on their key. `next` moves the focus, after the signal `submit`.
  public func enterAction(_ enterAction: TextInputAction) -> Self { with { $0.enterAction = enterAction } }
  /// Whether the field takes the focus when it is first visible.
  public func autofocus(_ autofocus: Bool = true) -> Self { with { $0.autofocus = autofocus } }
  /// Initial selection for `autofocus`, in UTF-8 bytes; nil means the caret at the end.
  public func initialSelection(_ initialSelection: Range<Int>?) -> Self { with { $0.initialSelection = initialSelection } }
  /// Whether the field has several lines, so that Enter inserts a line break.
  public func multiline(_ isMultiline: Bool = true) -> Self { with { $0.isMultiline = isMultiline } }
  /// Maximum number of graphemes that the user can enter; 0 means unlimited.
  public func maximumLength(_ maximumLength: Int) -> Self { with { $0.maximumLength = maximumLength } }
}
