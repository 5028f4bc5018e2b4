public import Tessera
internal import TesseraLayout
public import TesseraRender

/// Where lines stand in a box that is higher than they are.
public enum VerticalTextAlignment: String, Sendable, CaseIterable, Hashable {
  /// At its top.
  case top
  /// In its middle.
  case center
  /// At its bottom.
  case bottom
}

/// What a text node shows: a string in one font and colour, a list of spans, or attributed text; and how its lines are set.
///
/// The node is as large as its lines, rounded up to whole device pixels. It wraps where its width is limited; its smallest width is that of
/// its longest word. In a box too low for its lines it shows those that fit and truncates the last.
public struct Text: NodeType {
  /// The last layouts of the text, and what fingers and keys left behind.
  public typealias Storage = TextLayoutCache

  /// Where the text comes from.
  enum Content: Sendable, Equatable {
    case plain(String)
    case spans([TextSpan])
    case attributed(AttributedText)
    /// Written as the text's format says.
    case number(Double)

    /// Equal in every byte: strings that Unicode calls equivalent have other clusters.
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

  /// While a transition resizes the box, letters keep their size.
  public static let traits: NodeTraits = .keepsContentSize
  /// The name in scene files.
  public static let typeName = "text"
  /// One line of help.
  public static let summary = "Text in one or more fonts and colours, wrapped, aligned and truncated."

  var content = Content.plain("")
  var extrasBox: TextExtras.Box?
  var selected = TextSelection()
  /// Where lines start around the text: that of paragraphs without a letter. Only copies have it that are laid out (``surrounded(by:)``).
  var surrounding = LayoutDirection.ltr
  /// What copies that are laid out take from the environment; nil: nothing.
  var inherited: TextInheritance?
  /// The font of text that does not bring its own.
  public var font = Font.body
  /// The colour of text that does not bring its own.
  public var color = Color.black
  /// Whether text that does not bring its own colour has that of the environment's tint, where there is one.
  public var followsTint = false
  /// Added after each cluster, logical units; for text that does not bring its own.
  public var letterSpacing = 0.0
  /// A line beneath; for text that does not bring its own.
  public var underline = false
  /// How the line beneath is drawn; a style that is set shows it. nil: a single line, where `underline` shows it.
  public var underlineStyle: TextLineStyle?
  /// Colour of the line beneath; nil: that of the letters.
  public var underlineColor: Color?
  /// A line through the middle; for text that does not bring its own.
  public var strikethrough = false
  /// How the line through the middle is drawn; a style that is set shows it. nil: a single line, where `strikethrough` shows it.
  public var strikethroughStyle: TextLineStyle?
  /// Colour of the line through the middle; nil: that of the letters.
  public var strikethroughColor: Color?
  /// Colour of a rim around the letters, for text that does not bring its own; nil: none.
  public var outlineColor: Color?
  /// How far the rim reaches, logical units.
  public var outlineWidth = 1.0
  /// Where lines stand in the width of the box.
  public var alignment = TextAlignment.start
  /// Where lines may break for want of room.
  public var wrapping = TextWrapping.words
  /// The most lines shown; 0: all.
  public var lineLimit = 0
  /// Where lines stand in a box that is higher than they are.
  public var verticalAlignment = VerticalTextAlignment.top
  /// The least factor that text is made smaller by to fit its box and line limit without being truncated; 1: it keeps its size.
  public var minimumScale = 1.0
  /// Where text that does not fit is cut.
  ///
  /// `none` lets it run out of the box.
  public var truncation = Truncation.end
  /// Whether text is cut between words where it can be, and without the signs that end a clause.
  public var truncatesAtWords = false
  /// Whether a touch on what stands where text was cut sends `truncationTap` where there is no message.
  public var isTruncationTappable = false
  /// Whether a person can select and copy the text.
  ///
  /// A long press selects a word and shows handles at its ends, which are dragged; dragging selects, a second touch takes the word, a third
  /// everything. The text then has the focus: shift with arrows, home and end moves the end, control with A and C selects all and
  /// copies to `Clipboard.shared`, escape selects nothing. Each change sends `selectionChanged`; losing the focus selects nothing.
  public var isSelectable = false
  /// Colour behind selected letters.
  public var selectionColor = Color(red: 0.20, green: 0.48, blue: 0.95, alpha: 0.30)
  /// UTF-8 bytes over which `highlightColor` is laid, as over a touched link; nil: none.
  public var highlightedRange: Range<Int>?
  /// The colour of links that do not bring their own, and of the truncation message; the default one gives way to the environment's tint.
  public var linkColor = Text.defaultLinkColor
  /// What is laid over a link while it is touched.
  public var highlightColor = Color(white: 0, alpha: 0.11)
  /// Whether what is laid over a touched link comes within 0.10 s and goes within 0.15 s, rather than at once; off for screens that are slow.
  public var fadesHighlight = true
  /// Height of lines as a multiple of the fonts' own.
  public var lineHeight = 1.0
  /// Added between lines, logical units.
  public var lineSpacing = 0.0
  /// The least height of a line, logical units; 0: none.
  public var lineHeightMinimum = 0.0
  /// The greatest height of a line, logical units; 0: none.
  public var lineHeightMaximum = 0.0
  /// Added below each paragraph but the last, logical units.
  public var paragraphSpacing = 0.0
  /// How far a paragraph's first line stands from the edge where lines start, logical units.
  public var firstLineIndent = 0.0
  /// How far a paragraph's other lines stand from the edge where lines start, logical units.
  public var indent = 0.0
  /// Whether a paragraph of at most 12 lines is broken into lines of about the same width.
  public var isBalanced = false
  /// Added after each space, logical units; for text that does not bring its own.
  public var wordSpacing = 0.0
  /// Where words may be parted at the end of a line, with a hyphen; `auto` goes by `language`.
  public var hyphenation = Hyphenation.manual
  /// Whether quotes at the start of lines, and stops, hyphens and quotes at their end stand outside of their width.
  public var hangsPunctuation = false
  /// Which way lines run; automatic: by the first letter of each paragraph, and where it has none as around the text.
  public var baseDirection = BaseDirection.automatic
  /// A shadow of the letters (the node's own `shadow` is that of its box).
  ///
  /// Its `spread` does not apply.
  public var textShadow: Shadow?

  /// Makes an empty text.
  public init() {}

  /// Makes a text in one font and colour.
  public init(_ string: String, font: Font = .body, color: Color = .black) {
    content = .plain(string)
    self.font = font
    self.color = color
  }

  /// Makes a text of several fonts and colours.
  public init(_ text: AttributedText) { content = .attributed(text) }

  /// The characters.
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

  /// The parts of a text of several fonts and colours, each with what it changes; empty where there are none.
  ///
  /// Setting replaces the string.
  public var spans: [TextSpan] {
    get { if case .spans(let spans) = content { spans } else { [] } }
    set { replace(with: .spans(newValue)) }
  }

  /// The text with all its attributes.
  ///
  /// Setting replaces the string; `font`, `color` and their like then do not apply.
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

  /// The number that the text shows in ``numberFormat``, in one line; nil: it shows something else.
  ///
  /// Where a change is seen as motion, the text counts through the numbers in between, in the box of the new one. Setting replaces the string; nil and what is
  /// not finite leave it as it is.
  public var number: Double? {
    // Inlined into the table of attributes it is more than the optimizer of Swift 6.3 can take.
    @inline(never) get { if case .number(let number) = content { number } else { nil } }
    set { if let newValue, newValue.isFinite { replace(with: .number(newValue)) } }
  }

  /// Whether all of it is one string in the font and colour of the text.
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

  /// What text has that does not bring its own.
  var baseAttributes: TextAttributes { inherited?.resolved(ownAttributes) ?? ownAttributes }

  /// The same without what it inherits.
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

  /// As the attributes declare. The selection and the marked range have none: they draw again, but which end of the selection moves is not seen.
  public static func invalidation(from old: Text, to new: Text) -> Invalidation {
    // Changes most often, and is quickly compared.
    if old.content != new.content { return [.layout, .display] }
    var rest = old
    rest.selected = new.selected
    rest.highlightedRange = new.highlightedRange
    let isSeen = old.selection != new.selection || old.highlightedRange != new.highlightedRange
    let own: Invalidation = isSeen ? .display : []
    return rest == new ? own : attributeInvalidation(from: rest, to: new).union(own)
  }
}
