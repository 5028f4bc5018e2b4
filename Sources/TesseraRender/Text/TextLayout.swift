internal import CRender
public import TesseraGeometry

/// Shaped, broken, placed lines.
///
/// Any thread. A long text without a limit of height or lines is laid out by blocks of paragraphs, each when something asks for it: `size` is an
/// estimate then that grows truer, and what is shown stays where it is. Any other layout is immutable.
///
/// All measures are logical units at scale 1, without hinting, so that a layout is the same on every screen. Lines break at the
/// opportunities of UAX #14, or between clusters where a word is too wide; white space at the end of a line hangs beyond its edge.
///
/// `@unchecked Sendable`: the C layout is immutable but for the list of its glyphs, which the C side locks; blocks have a lock of their own.
public final class TextLayout: @unchecked Sendable {
  /// One line.
  public struct Line: Sendable, Hashable {
    /// UTF-8 bytes of the string, the line's break included.
    public var range: Range<Int>
    /// Line box, relative to the layout's box.
    public var frame: Rect
    /// From the top of the layout's box.
    public var baseline: Double
    /// Advance without trailing spaces.
    public var width: Double
  }

  /// Kept alive; nil: the shared one, which lives as long as the process, and whose count of references threads would otherwise wait for.
  private let library: FontLibrary?
  private let shaped: ShapedText?
  /// What was laid out, for ``relaid(paragraph:width:height:)``; nil for long texts, whose blocks have it, and for those blocks.
  private let text: AttributedText?
  /// What `shaped` was made for beside the text.
  private let shaping: (direction: cr_direction, hyphenates: Bool, fonts: UInt32)
  let handle: OpaquePointer?
  /// The blocks of a long text, in place of `handle`.
  let blocks: TextBlocks?
  private let length: Int
  /// What stands in the lines that is no text, with its place in the string.
  public let attachments: [(range: Range<Int>, attachment: TextAttachment)]
  let tokenLength: Int
  let hasMessage: Bool
  /// Whether the text was too long to be laid out as a whole, so that its end is missing.
  private let isCut: Bool

  /// Lays `text` out, shaping it unless the same text was laid out before.
  ///
  /// - Parameters:
  ///   - text: What is laid out.
  ///   - paragraph: How its lines are set.
  ///   - width: The wrapping width; infinite or NaN: a line per paragraph; negative: 0.
  ///   - height: Lines that do not fit are cut, but for the first; infinite or NaN: all are kept.
  ///   - previous: A layout of an earlier state of the text, in the same style and width: of a long text only the paragraphs around what
  ///     differs are laid out again.
  /// - Complexity: O(n) in code points; about the time of HarfBuzz alone. More than 32 kB without a limit: a look at some of the bytes, and the
  ///   layout of a few paragraphs; of a paragraph of more than 64 kB, of parts of it, each of which begins a line. Of a text that has to be laid out as a
  ///   whole (lines that are balanced, flow around something, or are truncated in the middle) the first 1 MiB is shown, with an ellipsis.
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

  /// The same text in another room or style of paragraphs. What was shaped is used again where direction, hyphenation and the library's fonts are the same.
  ///
  /// - Parameters: Those of the initializer.
  /// - Complexity: O(n) in clusters for a text that is not long; a fraction of what shaping takes.
  public func relaid(paragraph: ParagraphStyle, width: Double = .infinity, height: Double = .infinity) -> TextLayout {
    let library = library ?? .shared
    // A block of a long text has none, and is seen by nobody but the long text.
    guard let text = text ?? blocks?.text else { return self }
    let isSame =
      shaping == (paragraph.cDirection, paragraph.hyphenation == .auto, library.generation) && text.string.utf8.count <= TextLayout.long
    guard isSame, let shaped else {
      return TextLayout(text, paragraph: paragraph, width: width, height: height, library: library, reusing: self)
    }
    return TextLayout(whole: text, paragraph: paragraph, width: width, height: height, library: library, shaped: shaped)
  }

  /// Whether a text is so long that only what is asked for is laid out.
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

  /// - Parameter known: The text as it was shaped for the same direction and hyphenation.
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
    // It runs as the paragraph does that it stands in, which is known when lines are made.
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
    // Without memory the layout stays empty: text that cannot be made is not shown.
    var made = TextLayout.startThatShows(of: text, paragraph: paragraph, height: height, make: make)
    isCut = made == nil && text.string.utf8.count > TextLayout.longest
    if made == nil { made = make(isCut ? text.cut(to: TextLayout.longest) : text) }
    shaped = made?.shaped
    handle = made?.handle
  }

  /// Bytes of a text that is long: where only its start can show, the rest is not looked at.
  static let long = 32_768

  /// Bytes of a text that are laid out as a whole at most: 80 MB of memory.
  static let longest = 1 << 20

  /// The layout of a start of a long `text` that shows all that the whole would; nil where that takes the whole.
  ///
  /// A start that is truncated well before its end shows what the whole shows: lines depend on nothing that follows them.
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

  /// What is shown where text is left out, and how much of it is the token, where it has attributes of its own.
  private static func token(for text: AttributedText, in paragraph: ParagraphStyle) -> (text: AttributedText, length: Int)? {
    guard paragraph.truncation != .none, paragraph.truncationText != nil || paragraph.truncationMessage != nil else { return nil }
    var token = paragraph.truncationText ?? AttributedText(paragraph.truncationToken, attributes: text.runs[text.runs.count - 1].attributes)
    let length = token.string.utf8.count
    if let message = paragraph.truncationMessage { token.append(message) }
    return (token, length)
  }

  /// What lines whose height is given stand by; nil where none is given, or where memory is short.
  private static func strut(
    for text: AttributedText, in paragraph: ParagraphStyle, library: FontLibrary
  ) -> (style: OpaquePointer, size: Double)? {
    guard paragraph.lineHeightMinimum > 0 || paragraph.lineHeightMaximum > 0 else { return nil }
    let font = paragraph.strut ?? text.runs[0].attributes.font
    return library.style(for: font).map { ($0, font.size) }
  }

  deinit { cr_layout_destroy(handle) }

  /// Width of the longest line, without the spaces at its end, and height of all lines.
  ///
  /// Of a long text: the wrapping width, and for the height of what was not laid out yet an estimate; where nothing wraps, the longest
  /// line of what was laid out, which is that of the paragraphs that are longest in bytes to begin with.
  public var size: Size {
    if let blocks { return Size(blocks.isWrapped ? max(0, blocks.width) : blocks.widest, blocks.height) }
    return handle.map { Size(cr_layout_width($0), cr_layout_height($0)) } ?? .zero
  }

  /// The number of lines that are shown.
  ///
  /// Empty text has one. Lays all of a long text out.
  public var lineCount: Int {
    if let blocks { return blocks.lineCount }
    return handle.map { cr_layout_line_count($0) } ?? 0
  }

  /// The lines that are shown, from the top.
  ///
  /// Lays all of a long text out; ``lines(from:to:)`` does not.
  public var lines: [Line] { blocks?.lines ?? (0..<lineCount).map(line) }

  func line(_ index: Int) -> Line {
    guard let handle else { return Line(range: 0..<0, frame: .zero, baseline: 0, width: 0) }
    let l = cr_layout_line_at(handle, index)
    return Line(
      range: Int(l.start)..<max(Int(l.start), Int(l.end)), frame: Rect(l.x, l.y, l.width, l.height), baseline: l.baseline, width: l.width)
  }

  /// Of the first line, from the top; 0 where there is no line.
  public var firstBaseline: Double { blocks?.firstBaseline ?? (lineCount > 0 ? line(0).baseline : 0) }

  /// Of the last line that is shown, from the top; 0 where there is no line.
  public var lastBaseline: Double { blocks?.lastBaseline ?? (lineCount > 0 ? line(lineCount - 1).baseline : 0) }

  /// Whether the line limit or the height left out something that has ink, or the text was too long to be laid out as a whole.
  public var isTruncated: Bool { isCut || handle.map { cr_layout_is_truncated($0) } ?? false }

  /// Whether the lines begin at the left edge, so that they stand the same in any box that is as wide as they are: text from left to right,
  /// aligned at its start, with nothing that it flows around. False for a long text.
  public var isBoundLeft: Bool { handle.map { cr_layout_is_left_bound($0) } ?? false }

  /// UTF-8 bytes of the string that are shown; with truncation in the middle, from the first to the last that is.
  public var visibleRange: Range<Int> {
    if blocks != nil { return 0..<length }
    guard let handle else { return 0..<0 }
    let start = Int(cr_layout_visible_start(handle))
    return start..<max(start, Int(cr_layout_visible_end(handle)))
  }

  /// Whether a color follows the color scheme; a canvas draws it as its own scheme has it.
  ///
  /// - Complexity: O(runs of attributes).
  public var isDynamic: Bool {
    if let blocks { return blocks.text.runs.contains { $0.attributes.isDynamic } }
    return handle.map { cr_layout_is_dynamic($0) } ?? false
  }

  /// One colour for all, no colour glyph, no background: may be kept as a coverage mask plus that colour.
  ///
  /// It follows the color scheme if the letters do. Nil for a long text, whose glyphs are not all known.
  public var singleColor: Color? { color(cr_layout_single_color) }

  /// The colour that the text begins with, where there is nothing but letters and lines of whatever colours: no colour glyph, no background, no
  /// rim, no attachment. Drawn black and white it may be kept as a coverage mask. Nil for a long text.
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

  /// Where ink may fall, relative to the box (may reach beyond it); one unit wider than the outlines on each side, for snapping and
  /// antialiasing at scale 1 or more.
  ///
  /// Exact to 4,096 glyphs, by the fonts' own bounds above; of a long text the box and twice the largest font size around it.
  public var inkBounds: Rect {
    if let blocks { return Rect(size: size).inset(by: -blocks.overhang) }
    return handle.map { Rect(cr_layout_ink_bounds($0)) } ?? .zero
  }

  /// Whether any ink falls: whether ``inkBounds`` is not empty, without looking at all letters. Any thread.
  public var hasInk: Bool {
    if blocks != nil { return !inkBounds.isEmpty }
    return handle.map { cr_layout_has_ink($0) } ?? false
  }

  /// The widest piece that the style does not let lines break in: CSS min-content.
  ///
  /// Of a long text: in what was laid out so far.
  public var minimumContentWidth: Double { blocks?.widestWord ?? handle.map { cr_layout_minimum_width($0) } ?? 0 }

  /// Memory that the layout holds, bytes, with its shaped text, which others may share.
  public var bytes: Int { blocks?.bytes ?? (handle.map { cr_layout_bytes($0) } ?? 0) + (shaped?.bytes ?? 0) }

  /// Whether the text is long, and laid out by blocks where something asks for it.
  public var isLaidOutByBlocks: Bool { blocks != nil }

  /// Bytes of the string that were laid out, counted each time: all of them, but for a long text.
  public var bytesLaidOut: Int { blocks?.bytesLaidOut ?? length }
}

extension Rect {
  /// From the C side's value.
  init(_ r: cr_rect) { self.init(r.x, r.y, r.width, r.height) }
}
