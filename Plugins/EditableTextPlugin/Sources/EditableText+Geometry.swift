internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender
internal import TextPlugin

extension EditableText {
  static let dot = "•"
  /// Width of the caret, logical units.
  static let caretWidth = 2.0

  /// The characters that are drawn: dots for what is secure, and spaces for line breaks in a single line.
  var shownString: String {
    if isSecure { return String(repeating: Self.dot, count: string.count) }
    if isMultiline || !string.unicodeScalars.contains(where: \.properties.isLineBreak) { return string }
    // Each is replaced by a space that takes as many bytes, so that positions stay.
    var out = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
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
    guard isSecure else { return offset }
    return string[..<string.utf8.index(string.startIndex, offsetBy: editing.boundary(at: offset))].count * Self.dot.utf8.count
  }

  /// Position in the string for a position in what is shown.
  func offset(shown: Int) -> Int {
    guard isSecure else { return editing.boundary(at: shown) }
    let characters = min(string.count, max(0, shown) / Self.dot.utf8.count)
    return string.utf8.distance(from: string.startIndex, to: string.index(string.startIndex, offsetBy: characters))
  }

  /// The same where lines start from `direction`.
  func surrounded(by direction: LayoutDirection) -> EditableText {
    guard direction != surrounding else { return self }
    var text = self
    text.surrounding = direction
    return text
  }

  /// Has what is asked of the value of `node` lie where it was drawn: the node knows where its lines start.
  static func orient(_ node: Node<EditableText>) {
    let direction = node.effectiveDirection
    if node.surrounding != direction { node.update { $0.surrounding = direction } }
  }

  private var paragraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = alignment
    style.truncation = .none
    style.direction = baseDirection
    style.neutralsReadRightToLeft = surrounding == .rtl
    return style
  }

  /// The lines of the text in a box of `width`; a single line that is longer is laid out without a limit, and scrolls.
  func textLayout(width: Double, _ cache: EditingLayoutCache) -> TextLayout { layout(of: shownString, color: color, width: width, cache) }

  /// The placeholder's lines in a box of `width`.
  func placeholderLayout(width: Double, _ cache: EditingLayoutCache) -> TextLayout {
    layout(of: placeholderText, color: placeholderColor ?? color.opacity(0.45), width: width, cache)
  }

  private func layout(of string: String, color: Color, width: Double, _ cache: EditingLayoutCache) -> TextLayout {
    let text = AttributedText(string, attributes: TextAttributes(font: font, color: color))
    func lines(_ width: Double) -> TextLayout { cache.layout(EditingLayoutCache.Key(text: text, style: paragraph, width: width)) }
    if isMultiline { return lines(max(0, width - Self.caretWidth)) }
    let line = lines(.infinity)
    guard width.isFinite, line.size.width + Self.caretWidth <= width else { return line }
    return lines(width - Self.caretWidth)
  }

  /// Height of a line, logical units, also where there is no text.
  var lineHeight: Double {
    TextLayout(AttributedText("Ag", attributes: TextAttributes(font: font, color: color)), paragraph: ParagraphStyle()).size.height
  }

  /// The caret's rectangle for a position in the string, relative to the text before scrolling.
  func caretRect(at offset: Int, in layout: TextLayout, width: Double) -> Rect {
    if string.isEmpty {
      let room = max(0, width - Self.caretWidth)
      let startsAtTheRight = baseDirection == .rightToLeft || (baseDirection == .automatic && surrounding == .rtl)
      let x: Double =
        switch alignment {
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
  func scroll(in size: Size, _ cache: EditingLayoutCache) -> Point {
    let layout = textLayout(width: size.width, cache)
    let guess = caretRect(at: editing.caret, in: layout, width: size.width)
    // What may be shown around the caret is laid out, so that nothing there moves when it is drawn.
    if isMultiline, size.height.isFinite { _ = layout.lines(from: guess.minY - size.height, to: guess.maxY + size.height) }
    let caret = caretRect(at: editing.caret, in: layout, width: size.width)
    func fit(_ old: Double, _ low: Double, _ high: Double, content: Double, box: Double) -> Double {
      guard content > box else { return 0 }
      var s = interaction.isFocused ? old : 0
      if interaction.isFocused {
        if low < s { s = low }
        if high > s + box { s = high - box }
      }
      return max(0, min(s, content - box))
    }
    let end = caretRect(at: editing.end, in: layout, width: size.width).maxX
    let contentWidth = max(layout.size.width + Self.caretWidth, caret.maxX, end)
    let x = isMultiline ? 0 : fit(interaction.scroll.x, caret.minX, caret.maxX, content: contentWidth, box: size.width)
    let y = isMultiline ? fit(interaction.scroll.y, caret.minY, caret.maxY, content: layout.size.height, box: size.height) : 0
    return Point(x, y)
  }

  /// Distance from the top of the box to the top of the text: a single line stands in the middle.
  func top(of layout: TextLayout, in size: Size) -> Double {
    let height = string.isEmpty ? lineHeight : layout.size.height
    return isMultiline ? 0 : max(0, ((size.height - height) / 2).rounded(.down))
  }

  /// Position in the string nearest to a point of the content box.
  func offset(at point: Point, in size: Size, _ cache: EditingLayoutCache) -> Int {
    guard !string.isEmpty, point.isFinite else { return 0 }
    let layout = textLayout(width: size.width, cache)
    let scroll = scroll(in: size, cache)
    return offset(shown: layout.offset(at: Point(point.x + scroll.x, point.y + scroll.y - top(of: layout, in: size))))
  }

  /// Position one line (or `lines`) above or below the caret, at `x`; nil at the first or last line.
  func offset(movingLines lines: Int, x: Double, in size: Size, _ cache: EditingLayoutCache) -> Int? {
    let layout = textLayout(width: size.width, cache)
    let caret = caretRect(at: editing.caret, in: layout, width: size.width)
    let reach = Double(abs(lines) + 1) * max(lineHeight, caret.height) * 2
    let near = layout.lines(from: caret.minY - (lines < 0 ? reach : 0), to: caret.maxY + (lines > 0 ? reach : 0))
    guard !near.isEmpty else { return nil }
    let place = caretRect(at: editing.caret, in: layout, width: size.width)
    let target = (near.lastIndex { $0.frame.minY <= place.midY } ?? 0) + lines
    let isCut =
      near[0].range.lowerBound > 0 && target < 0 || near[near.count - 1].range.upperBound < shownOffset(editing.end) && target >= near.count
    if target < 0 || target >= near.count, !isCut {
      return abs(lines) > 1 ? (lines < 0 ? 0 : editing.end) : nil
    }
    return offset(shown: layout.offset(at: Point(x, near[max(0, min(target, near.count - 1))].frame.midY)))
  }

  /// Where the line that holds the caret starts and ends, as it is wrapped.
  func visualLine(in size: Size, _ cache: EditingLayoutCache) -> Range<Int>? {
    guard isMultiline, !string.isEmpty else { return nil }
    let layout = textLayout(width: size.width, cache)
    let caret = caretRect(at: editing.caret, in: layout, width: size.width)
    guard let line = layout.lines(from: caret.minY - 1, to: caret.maxY).last(where: { $0.frame.minY <= caret.midY }) else { return nil }
    let start = offset(shown: line.range.lowerBound)
    var end = offset(shown: line.range.upperBound)
    // The end of a line that is broken lies before its line break or the space at which it wraps.
    let isLast = line.range.upperBound >= shownOffset(editing.end)
    if end > start, !isLast || string.hasSuffix("\n") && end == editing.end {
      let before = editing.target(of: .backward, from: end)
      let last = string[string.utf8.index(string.startIndex, offsetBy: before)]
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
