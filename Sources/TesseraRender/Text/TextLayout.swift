internal import CRender
public import TesseraGeometry

/// Shaped, broken and placed lines of a text.
///
/// Any thread. A long text without a limit of height or lines is laid out in blocks of paragraphs, on demand. Its `size` is an
/// estimate that improves; visible content keeps its position. Other layouts are immutable.
///
/// All measures are logical units at scale 1, without hinting, so that a layout is the same on every screen. Lines break at the
/// opportunities of UAX #14, or between clusters if a word is too wide. White space at the end of a line hangs beyond its edge.
///
/// `@unchecked Sendable`: the C layout is immutable except for its glyph list, which the C side locks; blocks have their own lock.
public final class TextLayout: @unchecked Sendable {
  /// One line.
  public struct Line: Sendable, Hashable {
    /// UTF-8 bytes of the string, including the line break.
    public var range: Range<Int>
    /// Line box, relative to the layout's box.
    public var frame: Rect
    /// Baseline from the top of the layout's box.
    public var baseline: Double
    /// Advance without trailing spaces.
    public var width: Double
  }

  /// Keeps the library alive; nil: the shared one, which is never freed, so that threads don't contend for its reference count.
  private let library: FontLibrary?
  private let shaped: ShapedText?
  /// The text, for ``relaid(paragraph:width:height:)``; nil for long texts, whose blocks have it, and for those blocks.
  private let text: AttributedText?
  /// Parameters of `shaped` besides the text.
  private let shaping: (direction: cr_direction, hyphenates: Bool, fonts: UInt32)
  let handle: OpaquePointer?
  /// The blocks of a long text, in place of `handle`.
  let blocks: TextBlocks?
  private let length: Int
  /// Attachments in the lines, with their ranges in the string.
  public let attachments: [(range: Range<Int>, attachment: TextAttachment)]
  let tokenLength: Int
  let hasMessage: Bool
  /// Whether the text was too long to be laid out as a whole, so that its end is missing.
  private let isCut: Bool

  /// Lays out `text`, and shapes it unless it is in the cache.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - paragraph: Style of its paragraphs.
  ///   - width: The wrapping width; infinite or NaN: a line per paragraph; negative: 0.
  ///   - height: Lines that don't fit are cut, except the first; infinite or NaN: all are kept.
  ///   - previous: A layout of an earlier version of the text, in the same style and width. Of a long text, only the paragraphs around the
  ///     difference are laid out again.
  /// - Complexity: O(n) in code points; about the time of HarfBuzz alone. More than 32 kB without a limit: a scan of some of the bytes, and
  ///   the layout of a few paragraphs. Paragraphs of more than 64 kB are laid out in parts, each beginning a line. A text that has to be
  ///   laid out as a whole (balanced lines, exclusions, or truncation in the middle) is cut after 1 MiB, with an ellipsis.
  /// - Source: UAX #9, #14, #24 and #29, UTS #51.
  public convenience init(
    _ text: AttributedText, paragraph: ParagraphStyle = ParagraphStyle(), width: Double = .infinity, height: Double = .infinity,
    reusing previous: TextLayout? = nil
  ) {
    self.init(text, paragraph: paragraph, width: width, height: height, library: .shared, reusing: previous)
  }

  convenience init(
    _ text: AttributedText, paragraph: ParagraphStyle, width: Double, height: Double, library: FontLibrary,
    reusing previous: TextLayout? = nil
  ) {
    if TextLayout.isLaidOutByBlocks(text, paragraph, width: width, height: height) {
      self.init(TextBlocks(text, paragraph: paragraph, width: width, library: library, reusing: previous?.blocks))
    } else {
      self.init(whole: text, paragraph: paragraph, width: width, height: height, library: library)
    }
  }

  /// Returns the same text laid out in another size or paragraph style. The shaped text is reused if direction, hyphenation and fonts are
  /// the same.
  ///
  /// - Parameters: Those of the initializer.
  /// - Complexity: O(n) in clusters for a text that is not long; a fraction of the time for shaping.
  public func relaid(paragraph: ParagraphStyle, width: Double = .infinity, height: Double = .infinity) -> TextLayout {
    let library = library ?? .shared
    // A block of a long text has no text, and is only visible to the long text.
    guard let text = text ?? blocks?.text else { return self }
    let isSame =
      shaping == (paragraph.cDirection, paragraph.hyphenation == .auto, library.generation) && text.string.utf8.count <= TextLayout.long
    guard isSame, let shaped else {
      return TextLayout(text, paragraph: paragraph, width: width, height: height, library: library, reusing: self)
    }
    return TextLayout(whole: text, paragraph: paragraph, width: width, height: height, library: library, shaped: shaped)
  }

  /// Whether a text is laid out in blocks on demand.
  private static func isLaidOutByBlocks(_ text: AttributedText, _ paragraph: ParagraphStyle, width: Double, height: Double) -> Bool {
    text.string.utf8.count > long && paragraph.lineLimit == 0 && !(height < 1e9) && (paragraph.exclusions.isEmpty || !width.isFinite)
  }

  private init(_ blocks: TextBlocks) {
    self.blocks = blocks
    library = nil  // the blocks keep it
    shaped = nil
    text = nil
    shaping = (CR_DIRECTION_AUTO, false, 0)
    handle = nil
    length = blocks.text.string.utf8.count
    attachments = blocks.text.runs.compactMap { run in run.attributes.attachment.map { (run.range, $0) } }
    tokenLength = 0
    hasMessage = false
    isCut = false
  }

  /// A block of a long text.
  convenience init(_ text: AttributedText, paragraph: ParagraphStyle, width: Double, library: FontLibrary) {
    self.init(whole: text, paragraph: paragraph, width: width, height: .infinity, library: library, keepsText: false)
  }

  /// - Parameter known: The text, shaped for the same direction and hyphenation.
  private init(
    whole text: AttributedText, paragraph: ParagraphStyle, width: Double, height: Double, library: FontLibrary, keepsText: Bool = true,
    shaped known: ShapedText? = nil
  ) {
    blocks = nil
    self.text = keepsText ? text : nil
    shaping = (paragraph.cDirection, paragraph.hyphenation == .auto, library.generation)
    self.library = library === FontLibrary.shared ? nil : library
    length = text.string.utf8.count
    attachments = text.runs.compactMap { run in run.attributes.attachment.map { (run.range, $0) } }
    let token = TextLayout.token(for: text, in: paragraph)
    tokenLength = token?.length ?? 0
    hasMessage = paragraph.truncationMessage != nil
    // The token has the direction of its paragraph, which is only known when lines are built.
    let shapedToken = token.flatMap { ShapedText.make($0.text, direction: CR_DIRECTION_LTR, library: library) }
    let shapedTokenRTL = token.flatMap {
      paragraph.mayRunRightToLeft(text.string) ? ShapedText.make($0.text, direction: CR_DIRECTION_RTL, library: library) : nil
    }
    let strut = TextLayout.strut(for: text, in: paragraph, library: library)
    func make(_ text: AttributedText) -> (shaped: ShapedText, handle: OpaquePointer)? {
      guard
        let shaped = known
          ?? ShapedText.make(text, direction: paragraph.cDirection, hyphenates: paragraph.hyphenation == .auto, library: library)
      else { return nil }
      return paragraph.withC(token: (shapedToken?.handle, shapedTokenRTL?.handle), strut: strut) { style in
        var made: OpaquePointer?
        let status = cr_layout_create(library.handle, shaped.handle, style, width, height, &made)
        return status == CR_OK ? made.map { (shaped, $0) } : nil
      }
    }
    // Without memory the layout stays empty.
    var made = TextLayout.startThatShows(of: text, paragraph: paragraph, height: height, make: make)
    isCut = made == nil && text.string.utf8.count > TextLayout.longest
    if made == nil { made = make(isCut ? text.cut(to: TextLayout.longest) : text) }
    shaped = made?.shaped
    handle = made?.handle
  }

  /// Size in bytes from which a text is long: if only its start is visible, the rest is not read.
  static let long = 32_768

  /// Maximum bytes of a text laid out as a whole: 80 MB of memory.
  static let longest = 1 << 20

  /// Returns the layout of the start of a long `text` that shows the same as the whole; nil if only the whole does.
  ///
  /// A start that is truncated well before its end shows the same as the whole: lines don't depend on the text after them.
  private static func startThatShows(
    of text: AttributedText, paragraph: ParagraphStyle, height: Double,
    make: (AttributedText) -> (shaped: ShapedText, handle: OpaquePointer)?
  ) -> (shaped: ShapedText, handle: OpaquePointer)? {
    guard text.string.utf8.count > long, !paragraph.isBalanced, paragraph.truncation == .end || paragraph.truncation == .none,
      paragraph.lineLimit > 0 || height.isFinite
    else { return nil }
    var size = long / 2
    while size < min(text.string.utf8.count / 2, longest) {
      guard let made = make(text.start(atMost: size)) else { return nil }
      if cr_layout_is_truncated(made.handle), Int(cr_layout_visible_end(made.handle)) <= size - size / 8 { return made }
      cr_layout_destroy(made.handle)
      size *= 4
    }
    return nil
  }

  /// Returns the text in place of omitted text with the length of its token, if it has its own attributes.
  private static func token(for text: AttributedText, in paragraph: ParagraphStyle) -> (text: AttributedText, length: Int)? {
    guard paragraph.truncation != .none, paragraph.truncationText != nil || paragraph.truncationMessage != nil else { return nil }
    var token = paragraph.truncationText ?? AttributedText(paragraph.truncationToken, attributes: text.runs[text.runs.count - 1].attributes)
    let length = token.string.utf8.count
    if let message = paragraph.truncationMessage { token.append(message) }
    return (token, length)
  }

  /// Returns the strut of lines with a limited height; nil if none is limited, or without memory.
  private static func strut(
    for text: AttributedText, in paragraph: ParagraphStyle, library: FontLibrary
  ) -> (style: OpaquePointer, size: Double)? {
    guard paragraph.lineHeightMinimum > 0 || paragraph.lineHeightMaximum > 0 else { return nil }
    let font = paragraph.strut ?? text.runs[0].attributes.font
    return library.style(for: font).map { ($0, font.size) }
  }

  deinit { cr_layout_destroy(handle) }

  /// Width of the longest line, without trailing spaces, and height of all lines.
  ///
  /// For a long text: the wrapping width, and a partly estimated height. Without wrapping: the width of the longest
  /// line laid out so far, initially from the paragraphs with the most bytes.
  public var size: Size {
    if let blocks { return Size(blocks.isWrapped ? max(0, blocks.width) : blocks.widest, blocks.height) }
    return handle.map { Size(cr_layout_width($0), cr_layout_height($0)) } ?? .zero
  }

  /// Number of visible lines.
  ///
  /// Empty text has one. Lays out all of a long text.
  public var lineCount: Int {
    if let blocks { return blocks.lineCount }
    return handle.map { cr_layout_line_count($0) } ?? 0
  }

  /// Visible lines, from the top.
  ///
  /// Lays out all of a long text; ``lines(from:to:)`` does not.
  public var lines: [Line] { blocks?.lines ?? (0..<lineCount).map(line) }

  func line(_ index: Int) -> Line {
    guard let handle else { return Line(range: 0..<0, frame: .zero, baseline: 0, width: 0) }
    let l = cr_layout_line_at(handle, index)
    return Line(
      range: Int(l.start)..<max(Int(l.start), Int(l.end)), frame: Rect(l.x, l.y, l.width, l.height), baseline: l.baseline, width: l.width)
  }

  /// Baseline of the first line, from the top; 0 without lines.
  public var firstBaseline: Double { blocks?.firstBaseline ?? (lineCount > 0 ? line(0).baseline : 0) }

  /// Baseline of the last visible line, from the top; 0 without lines.
  public var lastBaseline: Double { blocks?.lastBaseline ?? (lineCount > 0 ? line(lineCount - 1).baseline : 0) }

  /// Whether the line limit or the height omitted text with ink, or the text was too long to be laid out as a whole.
  public var isTruncated: Bool { isCut || handle.map { cr_layout_is_truncated($0) } ?? false }

  /// Whether lines have the same positions in any box that is at least as wide: left-to-right text, aligned at its start, without
  /// exclusions. False for a long text.
  public var isBoundLeft: Bool { handle.map { cr_layout_is_left_bound($0) } ?? false }

  /// Visible UTF-8 bytes of the string; with truncation in the middle, from the first to the last visible byte.
  public var visibleRange: Range<Int> {
    if blocks != nil { return 0..<length }
    guard let handle else { return 0..<0 }
    let start = Int(cr_layout_visible_start(handle))
    return start..<max(start, Int(cr_layout_visible_end(handle)))
  }

  /// Whether a color depends on the color scheme; a canvas draws it in its own scheme.
  ///
  /// - Complexity: O(runs of attributes).
  public var isDynamic: Bool {
    if let blocks { return blocks.text.runs.contains { $0.attributes.isDynamic } }
    return handle.map { cr_layout_is_dynamic($0) } ?? false
  }

  /// Single colour of the text if it has no colour glyphs and no background, so that it can be stored as a coverage mask plus that colour.
  ///
  /// Depends on the color scheme if the letters do. Nil for a long text, whose glyphs are not all known.
  public var singleColor: Color? { color(cr_layout_single_color) }

  /// Colour of the start of the text if it has only letters and lines: no colour glyph, no background, no outline, no attachment. Drawn in
  /// black and white it can be stored as a coverage mask. Nil for a long text.
  public var letterColor: Color? { color(cr_layout_letter_color) }

  private func color(_ find: (OpaquePointer?, Bool, UnsafeMutablePointer<cr_color>?) -> Bool) -> Color? {
    func color(dark: Bool) -> Color? {
      var color = cr_color()
      guard let handle, find(handle, dark, &color) else { return nil }
      return Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
    guard let light = color(dark: false), isDynamic else { return color(dark: false) }
    return color(dark: true).map { .dynamic(light: light, dark: $0) }
  }

  /// Bounds of the ink, relative to the box (may extend beyond it). One unit wider than the outlines on each side, for snapping and
  /// antialiasing at scale 1 or more.
  ///
  /// Exact up to 4,096 glyphs, from the fonts' own bounds above that. For a long text: the box extended by twice the largest font size.
  public var inkBounds: Rect {
    if let blocks { return Rect(size: size).inset(by: -blocks.overhang) }
    return handle.map { Rect(cr_layout_ink_bounds($0)) } ?? .zero
  }

  /// Whether the text has ink: whether ``inkBounds`` is not empty, without reading all letters. Any thread.
  public var hasInk: Bool {
    if blocks != nil { return !inkBounds.isEmpty }
    return handle.map { cr_layout_has_ink($0) } ?? false
  }

  /// Width of the widest piece that the style does not let lines break in: CSS min-content.
  ///
  /// For a long text: of the parts laid out so far.
  public var minimumContentWidth: Double { blocks?.widestWord ?? handle.map { cr_layout_minimum_width($0) } ?? 0 }

  /// Bytes of memory held by the layout, including shaped text that may be shared.
  public var bytes: Int { blocks?.bytes ?? (handle.map { cr_layout_bytes($0) } ?? 0) + (shaped?.bytes ?? 0) }

  /// Whether the text is long and laid out in blocks on demand.
  public var isLaidOutByBlocks: Bool { blocks != nil }

  /// Bytes of the string laid out so far, counted each time; for a text that is not long, all of them.
  public var bytesLaidOut: Int { blocks?.bytesLaidOut ?? length }
}

extension Rect {
  /// Converts the C side's value.
  init(_ r: cr_rect) { self.init(r.x, r.y, r.width, r.height) }
}
