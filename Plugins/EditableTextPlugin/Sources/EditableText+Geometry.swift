internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender
internal import TextPlugin

/// An editable text as its node shows it: the value, what the node keeps beside it, and where lines start around it. A value.
struct EditingField {
  var text: EditableText
  var interaction: EditableTextState.Interaction
  /// Where lines start around the field: that of paragraphs without a letter.
  let direction: LayoutDirection
  private let layouts: EditingLayoutCache

  init(_ text: EditableText, _ interaction: EditableTextState.Interaction, _ direction: LayoutDirection, _ layouts: EditingLayoutCache) {
    (self.text, self.interaction, self.direction, self.layouts) = (text, interaction, direction, layouts)
  }

  init(_ text: EditableText, _ direction: LayoutDirection, _ storage: EditableTextStorage) {
    self.init(text, storage.interaction, direction, storage.layouts)
  }

  static let dot = "•"
  /// Width of the caret, logical units.
  static let caretWidth = 2.0

  /// The characters that are drawn: dots for what is secure, and spaces for line breaks in a single line.
  var shownString: String {
    if text.isSecure { return String(repeating: Self.dot, count: text.string.count) }
    if text.isMultiline || !text.string.unicodeScalars.contains(where: \.properties.isLineBreak) { return text.string }
    // Each is replaced by a space that takes as many bytes, so that positions stay.
    var out = String.UnicodeScalarView()
    for scalar in text.string.unicodeScalars {
      switch scalar.value {
      case 0x0A...0x0D: out.append(" ")
      case 0x85: out.append("\u{A0}")
      case 0x2028, 0x2029: out.append("\u{2003}")
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// Position in what is shown for a position in the string.
  func shownOffset(_ offset: Int) -> Int {
    guard text.isSecure else { return offset }
    return text.string[..<text.string.utf8.index(text.string.startIndex, offsetBy: text.editing.boundary(at: offset))].count
      * Self.dot.utf8.count
  }

  /// Position in the string for a position in what is shown.
  func offset(shown: Int) -> Int {
    guard text.isSecure else { return text.editing.boundary(at: shown) }
    let characters = min(text.string.count, max(0, shown) / Self.dot.utf8.count)
    return text.string.utf8.distance(from: text.string.startIndex, to: text.string.index(text.string.startIndex, offsetBy: characters))
  }

  private var paragraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = text.alignment
    style.truncation = .none
    style.direction = text.baseDirection
    style.neutralsReadRightToLeft = direction == .rtl
    // Where the caret of an empty field is, whatever the letters: the start of a box is that of what is around it, as in texts.
    if style.direction == .automatic { style.alignmentDirection = direction == .rtl ? .rightToLeft : .leftToRight }
    return style
  }

  /// The lines of the text in a box of `width`; a single line that is longer is laid out without a limit, and scrolls.
  func textLayout(width: Double) -> TextLayout { layout(of: shownString, color: text.color, width: width, paragraph) }

  /// The placeholder's lines in a box of `width`.
  func placeholderLayout(width: Double) -> TextLayout {
    layout(of: text.placeholderText, color: text.placeholderColor ?? text.color.opacity(0.45), width: width, paragraph)
  }

  private func layout(of string: String, color: Color, width: Double, _ paragraph: ParagraphStyle) -> TextLayout {
    let letters = AttributedText(string, attributes: TextAttributes(font: text.font, color: color))
    func lines(_ width: Double) -> TextLayout { layouts.layout(EditingLayoutCache.Key(text: letters, style: paragraph, width: width)) }
    if text.isMultiline { return lines(max(0, width - Self.caretWidth)) }
    let line = lines(.infinity)
    guard width.isFinite, line.size.width + Self.caretWidth <= width else { return line }
    return lines(width - Self.caretWidth)
  }

  /// Height of a line, logical units, also where there is no text.
  var lineHeight: Double {
    TextLayout(AttributedText("Ag", attributes: TextAttributes(font: text.font, color: text.color)), paragraph: ParagraphStyle()).size
      .height
  }

  /// The caret's rectangle for a position in the string, relative to the text before scrolling.
  func caretRect(at offset: Int, in layout: TextLayout, width: Double) -> Rect {
    if text.string.isEmpty {
      let room = max(0, width - Self.caretWidth)
      let startsAtTheRight = text.baseDirection == .rightToLeft || (text.baseDirection == .automatic && direction == .rtl)
      let x: Double =
        switch text.alignment {
        case .center: room / 2
        case .right: room
        case .end: startsAtTheRight ? 0 : room
        case .left: 0
        case .start, .justify: startsAtTheRight ? room : 0
        }
      return Rect(x, 0, Self.caretWidth, lineHeight)
    }
    let found = layout.caret(at: shownOffset(offset))
    return Rect(max(0, found.minX), found.minY, Self.caretWidth, found.height > 0 ? found.height : lineHeight)
  }

  /// How far the text is moved to show the caret in a box of `size`, moving as little as possible from where it was.
  func scroll(in size: Size) -> Point {
    let layout = textLayout(width: size.width)
    let guess = caretRect(at: text.editing.caret, in: layout, width: size.width)
    // What may be shown around the caret is laid out, so that nothing there moves when it is drawn.
    if text.isMultiline, size.height.isFinite { _ = layout.lines(from: guess.minY - size.height, to: guess.maxY + size.height) }
    let caret = caretRect(at: text.editing.caret, in: layout, width: size.width)
    func fit(_ old: Double, _ low: Double, _ high: Double, content: Double, box: Double) -> Double {
      guard content > box else { return 0 }
      var s = interaction.isFocused ? old : 0
      if interaction.isFocused {
        if low < s { s = low }
        if high > s + box { s = high - box }
      }
      return max(0, min(s, content - box))
    }
    let end = caretRect(at: text.editing.end, in: layout, width: size.width).maxX
    let contentWidth = max(layout.size.width + Self.caretWidth, caret.maxX, end)
    let x = text.isMultiline ? 0 : fit(interaction.scroll.x, caret.minX, caret.maxX, content: contentWidth, box: size.width)
    let y = text.isMultiline ? fit(interaction.scroll.y, caret.minY, caret.maxY, content: layout.size.height, box: size.height) : 0
    return Point(x, y)
  }

  /// Distance from the top of the box to the top of the text: a single line stands in the middle.
  func top(of layout: TextLayout, in size: Size) -> Double {
    let height = text.string.isEmpty ? lineHeight : layout.size.height
    return text.isMultiline ? 0 : max(0, ((size.height - height) / 2).rounded(.down))
  }

  /// Position in the string nearest to a point of the content box.
  func offset(at point: Point, in size: Size) -> Int {
    guard !text.string.isEmpty, point.isFinite else { return 0 }
    return offset(shown: textLayout(width: size.width).offset(at: shownPoint(point, in: size)))
  }

  /// A point of the content box, relative to the text before scrolling.
  func shownPoint(_ point: Point, in size: Size) -> Point {
    let scroll = scroll(in: size)
    return Point(point.x + scroll.x, point.y + scroll.y - top(of: textLayout(width: size.width), in: size))
  }

  /// Position one line (or `lines`) above or below the caret, at `x`; nil at the first or last line.
  func offset(movingLines lines: Int, x: Double, in size: Size) -> Int? {
    let layout = textLayout(width: size.width)
    let caret = caretRect(at: text.editing.caret, in: layout, width: size.width)
    let reach = Double(abs(lines) + 1) * max(lineHeight, caret.height) * 2
    let near = layout.lines(from: caret.minY - (lines < 0 ? reach : 0), to: caret.maxY + (lines > 0 ? reach : 0))
    guard !near.isEmpty else { return nil }
    let place = caretRect(at: text.editing.caret, in: layout, width: size.width)
    let target = (near.lastIndex { $0.frame.minY <= place.midY } ?? 0) + lines
    let isCut =
      near[0].range.lowerBound > 0 && target < 0
      || near[near.count - 1].range.upperBound < shownOffset(text.editing.end) && target >= near.count
    if target < 0 || target >= near.count, !isCut {
      return abs(lines) > 1 ? (lines < 0 ? 0 : text.editing.end) : nil
    }
    return offset(shown: layout.offset(at: Point(x, near[max(0, min(target, near.count - 1))].frame.midY)))
  }

  /// Where the line that holds the caret starts and ends, as it is wrapped.
  func visualLine(in size: Size) -> Range<Int>? {
    guard text.isMultiline, !text.string.isEmpty else { return nil }
    let layout = textLayout(width: size.width)
    let caret = caretRect(at: text.editing.caret, in: layout, width: size.width)
    guard let line = layout.lines(from: caret.minY - 1, to: caret.maxY).last(where: { $0.frame.minY <= caret.midY }) else { return nil }
    let start = offset(shown: line.range.lowerBound)
    var end = offset(shown: line.range.upperBound)
    // The end of a line that is broken lies before its line break or the space at which it wraps.
    let isLast = line.range.upperBound >= shownOffset(text.editing.end)
    if end > start, !isLast || text.string.hasSuffix("\n") && end == text.editing.end {
      let before = text.editing.target(of: .backward, from: end)
      let last = text.string[text.string.utf8.index(text.string.startIndex, offsetBy: before)]
      if last.isNewline || last.isWhitespace { end = before }
    }
    return start..<max(start, end)
  }
}

extension Unicode.Scalar.Properties {
  /// Whether a scalar ends a line wherever it stands.
  fileprivate var isLineBreak: Bool {
    switch generalCategory {
    case .lineSeparator, .paragraphSeparator: true
    case .control: isWhitespace
    default: false
    }
  }
}
