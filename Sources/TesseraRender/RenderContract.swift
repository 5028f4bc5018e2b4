// CONTRACT (replaced by the real files): the public names of text that the other layers are written against.
public import TesseraGeometry

extension Canvas {
  /// Draws a laid out text with the top left of its box at `p`. On coverage8 targets only coverage is drawn.
  public func draw(_ text: TextLayout, at p: Point) { fatalError() }
}

// MARK: text — Sources/TesseraRender/Text/

public struct FontWeight: Sendable, Hashable, Comparable {
  public var value: Int  // 1...1000, CSS
  public init(_ value: Int) { self.value = value }
  public static let regular = FontWeight(400)
  public static let medium = FontWeight(500)
  public static let semibold = FontWeight(600)
  public static let bold = FontWeight(700)
  public static func < (a: FontWeight, b: FontWeight) -> Bool { a.value < b.value }
}
public enum FontSlant: String, Sendable, CaseIterable, Hashable { case upright, italic }
/// What is asked for; which font files serve it is decided cluster by cluster by the FontLibrary.
public struct Font: Sendable, Hashable {
  /// Family names in order of preference; nil or unknown: the embedded font (named FontLibrary.embeddedFamily).
  public var families: [String]
  public var size: Double  // logical units per em
  public var weight: FontWeight
  public var slant: FontSlant
  public var variations: [String: Double]  // axis tag to value
  public var features: [String: Int]  // OpenType feature tag to value
  public init(_ family: String? = nil, size: Double = 16, weight: FontWeight = .regular, slant: FontSlant = .upright) { fatalError() }
  public static let body = Font(size: 16)
  public static let title = Font(size: 28, weight: .bold)
  public static let caption = Font(size: 12)
}
/// Fonts that text can use; process-wide `shared`. Any thread.
public final class FontLibrary: @unchecked Sendable {
  public static let shared = FontLibrary()
  public static var embeddedFamily: String { fatalError() }
  /// Registers each face of a file; returns its family names. Throws RenderError.badFont naming file and reason.
  @discardableResult public func add(file: String) throws(RenderError) -> [String] { fatalError() }
  @discardableResult public func add(bytes: [UInt8], name: String) throws(RenderError) -> [String] { fatalError() }
  /// Every font file below the directory; files that are no fonts are returned, not thrown.
  @discardableResult public func add(directory: String) throws(RenderError) -> [RenderError] { fatalError() }
  /// Whether fonts of the system (fontconfig where present, else /usr/share/fonts and the like) may be used: default true. Loaded lazily on the first family or character that the registered fonts lack.
  public var usesSystemFonts: Bool { get { fatalError() } set { fatalError() } }
  public var families: [String] { fatalError() }
  /// Bytes held by the glyph cache, its limit, and its hits and misses.
  public var glyphCacheLimit: Int { get { fatalError() } set { fatalError() } }
  public var glyphCacheStatistics: (bytes: Int, glyphs: Int, hits: Int, misses: Int) { fatalError() }
}
public enum TextAlignment: String, Sendable, CaseIterable, Hashable { case start, end, center, left, right, justify }
public enum Truncation: String, Sendable, CaseIterable, Hashable { case none, end, middle, start }
public enum BaseDirection: String, Sendable, CaseIterable, Hashable { case automatic, leftToRight, rightToLeft }
public struct TextAttributes: Sendable, Hashable {
  public var font: Font
  public var color: Color
  public var background: Color?
  public var underline: Bool
  public var strikethrough: Bool
  public var letterSpacing: Double
  public var baselineOffset: Double
  public init(font: Font = .body, color: Color = .black) { fatalError() }
}
public struct ParagraphStyle: Sendable, Hashable {
  public var alignment: TextAlignment
  public var lineLimit: Int  // 0: no limit
  public var truncation: Truncation
  public var truncationToken: String  // "…"
  public var lineHeightMultiple: Double  // 1: the fonts' own
  public var lineSpacing: Double
  public var direction: BaseDirection
  public init() { fatalError() }
}
/// Text and the attributes of its parts; ranges count UTF-8 bytes.
public struct AttributedText: Sendable, Hashable {
  public struct Run: Sendable, Hashable {
    public var range: Range<Int>
    public var attributes: TextAttributes
  }
  public private(set) var string: String
  public private(set) var runs: [Run]
  public init(_ string: String = "", attributes: TextAttributes = TextAttributes()) { fatalError() }
  public mutating func append(_ other: AttributedText) { fatalError() }
  public mutating func append(_ string: String, attributes: TextAttributes) { fatalError() }
  public mutating func update(_ range: Range<Int>, _ change: (inout TextAttributes) -> Void) { fatalError() }
}
/// Shaped, broken, placed lines. Immutable; any thread.
public final class TextLayout: @unchecked Sendable {
  public struct Line: Sendable, Hashable {
    public var range: Range<Int>  // UTF-8 bytes of the string
    public var frame: Rect  // line box, relative to the layout's box
    public var baseline: Double  // from the top of the layout's box
    public var width: Double  // advance without trailing spaces
  }
  /// `width` is the wrapping width (infinite: a line per paragraph); `height` cuts the lines that do not fit (infinite: all).
  public init(_ text: AttributedText, paragraph: ParagraphStyle = ParagraphStyle(), width: Double = .infinity, height: Double = .infinity) { fatalError() }
  public var size: Size { fatalError() }  // width of the longest line, height of all
  public var lines: [Line] { fatalError() }
  public var firstBaseline: Double { fatalError() }
  public var lastBaseline: Double { fatalError() }
  public var isTruncated: Bool { fatalError() }
  public var visibleRange: Range<Int> { fatalError() }
  /// One colour for all, no colour glyph, no background: may be kept as a coverage mask plus that colour.
  public var singleColor: Color? { fatalError() }
  /// Where ink may fall, relative to the box (may reach beyond it).
  public var inkBounds: Rect { fatalError() }
  /// The widest unbreakable piece (min-content width).
  public var minimumContentWidth: Double { fatalError() }
  /// UTF-8 offset of the caret position nearest to `p`.
  public func offset(at p: Point) -> Int { fatalError() }
  /// Caret rectangle (zero width) before the cluster at `offset`.
  public func caret(at offset: Int) -> Rect { fatalError() }
  public func selectionRects(_ range: Range<Int>) -> [Rect] { fatalError() }
}
