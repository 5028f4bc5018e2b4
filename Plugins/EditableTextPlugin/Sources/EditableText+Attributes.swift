public import Tessera
internal import TesseraRender
internal import TextPlugin

extension EditableText {
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
      NodeAttribute(
        "characters", kind: .text,
        help: "Characters that the user can enter, such as 0-9A-F; ^ at the start: all others. Empty: all.",
        get: { .text($0.characters) },
        set: { field, new in
          let pattern = new.text ?? ""
          guard pattern.isEmpty || CharacterFilter(pattern) != nil else {
            throw AttributeError(
              attribute: "characters",
              reason: "must be characters and ranges such as 0-9A-F, at most \(CharacterFilter.limit), got `\(pattern.prefix(40))`")
          }
          field.characters = pattern
        }),
      .choice("letterCase", \.letterCase, help: "Conversion of typed letters to capital or small ones."),
      .integer("minimumLines", \.minimumLines, in: 1...1000, help: "Minimum height of a field with several lines, in lines."),
      .integer(
        "maximumLines", \.maximumLines, in: 0...1000,
        help: "Maximum height of a field with several lines, in lines; longer text scrolls. 0 means unlimited."),
      .boolean("secure", \.isSecure, help: "Whether every character is displayed as a dot."),
      .boolean("revealable", \.isRevealable, help: "Whether a secure field has a button that makes its text readable."),
      .text("searchText", \.searchText, help: "Words whose occurrences are marked in the text; empty means none."),
      .integer(
        "match", \.match, affects: [],
        help: "Number of the occurrence of searchText that is selected and shown; larger numbers continue at the start, 0: none."),
      NodeAttribute(
        "completions", \.completions, kind: .list(.text), affects: [],
        help: "Texts that complete the word before the caret: a list shows those that begin with it.",
        get: { .list($0.completions.map(AttributeValue.text)) }, set: { $0.completions = ($1.list ?? []).compactMap(\.text) }),
      .boolean(
        "allowsStyles", \.allowsStyles, affects: [], help: "Whether Control with B, I and U makes letters bold, italic and underlined."),
      .boolean("checksSpelling", \.checksSpelling, help: "Whether unknown words are underlined, and a touch of one shows corrections."),
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
