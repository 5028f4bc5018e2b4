public import Tessera
internal import TesseraLayout
public import TesseraRender

/// Vertical alignment of the lines in a taller box.
public enum VerticalTextAlignment: String, Sendable, CaseIterable, Hashable {
  /// At its top.
  case top
  /// In its middle.
  case center
  /// At its bottom.
  case bottom
}

/// Value of a text node: a string in one font and colour, a list of spans, or attributed text; with its paragraph style.
///
/// The node's size is that of its lines, rounded up to whole device pixels. It wraps at a limited width; its minimum width is that of its
/// longest word. If the box is too low, it shows the lines that fit and truncates the last.
public struct Text: FontStyledType {
  /// Last layouts of the text, and its interaction state.
  public typealias Storage = TextLayoutCache

  /// Source of the string.
  enum Content: Sendable, Equatable {
    case plain(String)
    case spans([TextSpan])
    case attributed(AttributedText)
    /// Number, written in the text's format.
    case number(Double)

    /// Compares bytes: strings that Unicode treats as equivalent may have different clusters.
    static func == (a: Content, b: Content) -> Bool {
      switch (a, b) {
      case (.plain(let a), .plain(let b)): a.hasBytes(of: b)
      case (.spans(let a), .spans(let b)): a == b
      case (.attributed(let a), .attributed(let b)): a == b
      case (.number(let a), .number(let b)): a == b
      default: false
      }
    }
  }

  /// While a transition resizes the box, the size of letters stays.
  public static let traits: NodeTraits = [.keepsContentSize, .takesRowPadding]
  /// Type name in scene files.
  public static let typeName = "text"
  /// One line of help.
  public static let summary = "Text in one or more fonts and colors, wrapped, aligned and truncated."

  var content = Content.plain("")
  var extrasBox: TextExtras.Box?
  var selected = TextSelection()
  /// Direction around the text, used for paragraphs without a letter. Set only in copies for layout (``surrounded(by:)``).
  var surrounding = LayoutDirection.ltr
  /// Values from the environment in copies for layout; nil if all are the defaults.
  var inherited: TextInheritance?
  /// Font of text without its own.
  public var font = Font.body
  /// Colour of text without its own.
  public var color = Text.defaultColor
  /// Whether text without its own colour has the environment's tint, if there is one.
  public var followsTint = false
  /// Space added after each cluster, logical units; for text without its own.
  public var letterSpacing = 0.0
  /// Whether text is underlined; for text without its own setting.
  public var underline = false
  /// Style of the underline; setting a style shows it. nil means a single line if `underline` is set.
  public var underlineStyle: TextLineStyle?
  /// Colour of the underline; nil means that of the letters.
  public var underlineColor: Color?
  /// Whether text is struck through; for text without its own setting.
  public var strikethrough = false
  /// Style of the strikethrough; setting a style shows it. nil means a single line if `strikethrough` is set.
  public var strikethroughStyle: TextLineStyle?
  /// Colour of the strikethrough; nil means that of the letters.
  public var strikethroughColor: Color?
  /// Colour of an outline around the letters, for text without its own; nil means no outline.
  public var outlineColor: Color?
  /// Width of the outline, logical units.
  public var outlineWidth = 1.0
  /// Horizontal alignment of the lines in the box.
  public var alignment = TextAlignment.start
  /// Line-breaking mode.
  public var wrapping = TextWrapping.words
  /// Maximum number of lines; 0 means unlimited.
  public var lineLimit = 0
  /// Vertical alignment of the lines in a taller box.
  public var verticalAlignment = VerticalTextAlignment.top
  /// Minimum factor by which text is scaled down to fit its box and line limit without truncation; 1 keeps its size.
  public var minimumScale = 1.0
  /// Position of the truncation in text that does not fit.
  ///
  /// `none` lets it overflow the box.
  public var truncation = Truncation.end
  /// Whether text is truncated between words if possible, without punctuation at the end of the clause.
  public var truncatesAtWords = false
  /// Whether a touch on the truncation token sends `truncationTap` if the text has no truncation message.
  public var isTruncationTappable = false
  /// Whether the user can select and copy the text.
  ///
  /// A long press selects a word and shows handles at its ends, which can be dragged. Dragging selects; a double tap selects the word, a
  /// triple tap everything. The text then has the focus: Shift with arrows, Home and End moves the end, Control with A and C selects all
  /// and copies to `Clipboard.shared`, Escape clears the selection. Each change sends `selectionChange`; losing the focus clears the
  /// selection.
  public var isSelectable = false
  /// Colour behind selected letters.
  public var selectionColor = Text.defaultSelectionColor
  /// UTF-8 bytes highlighted with `highlightColor`, like a touched link; nil means none.
  public var highlightedRange: Range<Int>?
  /// Colour of the truncation message and of links without their own; the environment's tint overrides the default colour.
  public var linkColor = Text.defaultLinkColor
  /// Highlight colour of a touched link.
  public var highlightColor = Text.defaultColor.opacity(0.12)
  /// Whether the highlight of a touched link fades in within 0.10 s and out within 0.15 s; if false, it changes immediately. Disable it on
  /// slow screens.
  public var fadesHighlight = true
  /// Line height as a multiple of the fonts' own.
  public var lineHeight = 1.0
  /// Space added between lines, logical units.
  public var lineSpacing = 0.0
  /// Minimum height of a line, logical units; 0 means none.
  public var lineHeightMinimum = 0.0
  /// Maximum height of a line, logical units; 0 means none.
  public var lineHeightMaximum = 0.0
  /// Space added below each paragraph except the last, logical units.
  public var paragraphSpacing = 0.0
  /// Indent of a paragraph's first line from the start edge, logical units.
  public var firstLineIndent = 0.0
  /// Indent of a paragraph's other lines from the start edge, logical units.
  public var indent = 0.0
  /// Whether a paragraph of at most 12 lines is broken into lines of similar width.
  public var isBalanced = false
  /// Space added after each space, logical units; for text without its own.
  public var wordSpacing = 0.0
  /// Hyphenation of words at the end of a line; `auto` follows `language`.
  public var hyphenation = Hyphenation.manual
  /// Whether quotes at the start of lines, and stops, hyphens and quotes at their end hang outside of the line width.
  public var hangsPunctuation = false
  /// Direction of lines; automatic means by the first letter of each paragraph, or by the surroundings if the paragraph has no letter.
  public var baseDirection = BaseDirection.automatic
  /// Shadow of the letters (the node's own `shadow` is that of its box).
  ///
  /// Its `spread` does not apply.
  public var textShadow: Shadow?

  /// Creates an empty text.
  public init() {}

  /// Creates a text in one font and colour.
  public init(_ string: String, font: Font = .body, color: Color = Text.defaultColor) {
    content = .plain(string)
    self.font = font
    self.color = color
  }

  /// Creates a text with several fonts and colours.
  public init(_ text: AttributedText) { content = .attributed(text) }

  /// Characters of the text.
  ///
  /// Setting replaces spans and attributed text.
  public var string: String {
    get {
      switch content {
      case .plain(let string): string
      case .spans(let spans): spans.map(\.text).joined()
      case .attributed(let text): text.string
      case .number(let number): (numberFormat ?? .whole).string(number)
      }
    }
    set { replace(with: .plain(newValue)) }
  }

  /// Parts of a text with several fonts and colours, each with its changes; empty for a text of one style.
  ///
  /// Setting replaces the string.
  public var spans: [TextSpan] {
    get { if case .spans(let spans) = content { spans } else { [] } }
    set { replace(with: .spans(newValue)) }
  }

  /// Text with all its attributes.
  ///
  /// Setting replaces the string; `font`, `color` and similar properties then do not apply.
  public var attributedText: AttributedText {
    get {
      switch content {
      case .plain, .number: return AttributedText(string, attributes: baseAttributes)
      case .attributed(let text): return inherited?.resolved(text) ?? text
      case .spans(let spans):
        var text = AttributedText("", attributes: ownAttributes)
        for span in spans { text.append(span.text, attributes: span.attributes(over: ownAttributes, linkColor: shownLinkColor)) }
        return inherited?.resolved(text) ?? text
      }
    }
    set { replace(with: .attributed(newValue)) }
  }

  /// Number that the text shows in ``numberFormat``, in one line; nil if it shows something else.
  ///
  /// An animated change counts through the intermediate numbers, in the box of the final one. Setting replaces the string; nil and
  /// non-finite values are ignored.
  public var number: Double? {
    // Not inlined: the optimizer of Swift 6.3 cannot handle it within the table of attributes.
    @inline(never) get { if case .number(let number) = content { number } else { nil } }
    set { if let newValue, newValue.isFinite { replace(with: .number(newValue)) } }
  }

  /// Whether the text is one string in its own font and colour.
  var isPlain: Bool {
    switch content {
    case .plain, .number: true
    case .spans, .attributed: false
    }
  }

  private mutating func replace(with new: Content) {
    let before = selection.isEmpty ? "" : string
    content = new
    if !selection.isEmpty, !before.hasBytes(of: string) { selected = TextSelection() }
  }

  /// Default attributes of letters, with inherited values.
  var baseAttributes: TextAttributes { inherited?.resolved(ownAttributes) ?? ownAttributes }

  /// Default attributes of letters, without inherited values.
  var ownAttributes: TextAttributes {
    var attributes = TextAttributes(font: font, color: color)
    attributes.letterSpacing = letterSpacing
    attributes.wordSpacing = wordSpacing
    attributes.underline = underline || underlineStyle != nil
    attributes.underlineStyle = underlineStyle ?? .single
    attributes.underlineColor = underlineColor
    attributes.strikethrough = strikethrough || strikethroughStyle != nil
    attributes.strikethroughStyle = strikethroughStyle ?? .single
    attributes.strikethroughColor = strikethroughColor
    if let outlineColor { attributes.outline = TextOutline(width: outlineWidth, color: outlineColor) }
    if !language.isEmpty { attributes.language = language }
    return attributes
  }

  /// By hand: the string changes most often and is compared first. The selection and the highlighted range cause a redraw, but the
  /// moving end of the selection is not visible. The attributes declare the rest.
  public static func invalidation(from old: Text, to new: Text) -> Invalidation {
    // Compared first, because it changes most often and the comparison is fast.
    if old.content != new.content { return [.layout, .display] }
    var rest = old
    rest.selected = new.selected
    rest.highlightedRange = new.highlightedRange
    let isSeen = old.selection != new.selection || old.highlightedRange != new.highlightedRange
    let own: Invalidation = isSeen ? .display : []
    return rest == new ? own : attributeInvalidation(from: rest, to: new).union(own)
  }
}
