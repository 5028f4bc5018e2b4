internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender
internal import TextPlugin

/// An editable text as displayed by its node: value, state and inherited values. A value.
struct EditingField {
  var text: EditableText
  var interaction: EditableTextState.Interaction
  /// Direction around the field, used for paragraphs without a letter.
  let direction: LayoutDirection
  /// Size of letters, logical units.
  let letterSize: Double
  private var colors: EditingColors
  private let layouts: EditingLayoutCache
  let matchCache: TextMatchCache

  init(
    _ text: EditableText, _ interaction: EditableTextState.Interaction, in environment: EnvironmentValues, _ storage: EditableTextStorage
  ) {
    (self.text, self.interaction, layouts, matchCache) = (text, interaction, storage.layouts, storage.matches)
    (direction, colors) = (environment.direction, EditingColors(text))
    let isThemed = text.followsBodySize && text.hasThemedBox(storage)
    letterSize = (isThemed ? environment.theme[.body].size : text.font.size) * environment.textScale
  }

  init(_ text: EditableText, in environment: EnvironmentValues, _ storage: EditableTextStorage) {
    self.init(text, storage.interaction, in: environment, storage)
  }

  /// Uses the colors of an environment for drawing, and returns them.
  mutating func adoptColors(of environment: EnvironmentValues) -> EditingColors {
    colors = EditingColors(text, in: environment)
    return colors
  }

  init(_ node: Node<EditableText>) { self.init(node.value, in: node.environmentValues, node.storage) }

  static let dot = "•"
  /// Width of the caret, logical units.
  static let caretWidth = 2.0

  /// Whether every character is displayed as a dot.
  var isHidden: Bool { text.isSecure && !interaction.isRevealed }

  /// Displayed characters: dots for secure text, and spaces for line breaks in a single line.
  var shownString: String {
    if isHidden { return String(repeating: Self.dot, count: text.string.count) }
    if let mask = text.fieldMask { return mask.shown(text.string) }
    if text.isMultiline || !text.string.unicodeScalars.contains(where: \.properties.isLineBreak) { return text.string }
    // Each line break is replaced by a space of the same length in bytes, so that positions do not change.
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

  /// Returns the position in the displayed text of a position in the string.
  func shownOffset(_ offset: Int) -> Int {
    guard isHidden else {
      guard let mask = text.fieldMask else { return offset }
      let end = text.string.utf8.index(text.string.startIndex, offsetBy: text.editing.boundary(at: offset))
      return mask.shown(text.string[..<end]).utf8.count
    }
    return text.string[..<text.string.utf8.index(text.string.startIndex, offsetBy: text.editing.boundary(at: offset))].count
      * Self.dot.utf8.count
  }

  /// Returns the position in the string of a position in the displayed text.
  func offset(shown: Int) -> Int {
    guard isHidden else {
      guard let mask = text.fieldMask else { return text.editing.boundary(at: shown) }
      return text.string.prefix(mask.count(before: shown, in: text.string)).utf8.count
    }
    let characters = min(text.string.count, max(0, shown) / Self.dot.utf8.count)
    return text.string.utf8.distance(from: text.string.startIndex, to: text.string.index(text.string.startIndex, offsetBy: characters))
  }

  /// Whether text without a letter is right-to-left.
  var readsRightToLeft: Bool { text.baseDirection == .rightToLeft || text.baseDirection == .automatic && direction == .rtl }

  private var paragraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = text.alignment
    style.truncation = .none
    style.direction = text.baseDirection
    style.neutralsReadRightToLeft = direction == .rtl
    // The caret of an empty field is at the start of the box, whose direction is that of the surroundings, as in texts.
    if style.direction == .automatic { style.alignmentDirection = direction == .rtl ? .rightToLeft : .leftToRight }
    return style
  }

  /// Returns the lines of the text in a box of `width`. A longer single line is laid out without a limit, and scrolls.
  func textLayout(width: Double) -> TextLayout {
    // Looks of parts belong to the characters of the string.
    let styles = text.isSecure || text.fieldMask != nil ? [] : text.editing.styles.runs
    return layout(of: shownString, color: colors.letters.color, width: width, paragraph, styles)
  }

  /// Returns the placeholder's lines in a box of `width`.
  func placeholderLayout(width: Double) -> TextLayout {
    layout(of: text.placeholderText, color: colors.placeholder.color, width: width, paragraph)
  }

  private func layout(
    of string: String, color: Color, width: Double, _ paragraph: ParagraphStyle, _ styles: [EditingStyles.Run] = []
  ) -> TextLayout {
    var letters = AttributedText(string, attributes: attributes(color))
    for run in styles { letters.update(run.range) { run.style.apply(to: &$0) } }
    func lines(_ width: Double) -> TextLayout { layouts.layout(EditingLayoutCache.Key(text: letters, style: paragraph, width: width)) }
    if text.isMultiline { return lines(max(0, width - Self.caretWidth)) }
    let line = lines(.infinity)
    guard width.isFinite, line.size.width + Self.caretWidth <= width else { return line }
    return lines(width - Self.caretWidth)
  }

  private func attributes(_ color: Color) -> TextAttributes { TextAttributes(font: font, color: color) }

  /// Font in its displayed size.
  var font: Font {
    var font = text.font
    font.size = letterSize
    return font
  }

  /// Lines of sample letters.
  var sampleLayout: TextLayout { TextLayout(AttributedText("Ag", attributes: attributes(colors.letters.color))) }

  /// Height of a line, also of an empty text, logical units.
  var lineHeight: Double { sampleLayout.size.height }

  /// Returns the caret's rectangle, relative to the text before scrolling.
  func caretRect(in layout: TextLayout, width: Double) -> Rect { caretRect(at: text.editing.caretPosition, in: layout, width: width) }

  /// Returns the rectangle of a caret at a position in the string, relative to the text before scrolling.
  func caretRect(at position: CaretPosition, in layout: TextLayout, width: Double) -> Rect {
    if text.string.isEmpty {
      let room = max(0, width - Self.caretWidth)
      let startsAtTheRight = readsRightToLeft
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
    let found = layout.caret(at: shownOffset(position.offset), affinity: position.affinity)
    return Rect(max(0, found.minX), found.minY, Self.caretWidth, found.height > 0 ? found.height : lineHeight)
  }

  /// Returns the scroll offset that shows the caret in a box of `size` with the least movement.
  func scroll(in size: Size) -> Point {
    let layout = textLayout(width: size.width)
    let guess = caretRect(in: layout, width: size.width)
    // Lay out everything that may be visible around the caret, so that drawing does not move it.
    if text.isMultiline, size.height.isFinite { _ = layout.lines(from: guess.minY - size.height, to: guess.maxY + size.height) }
    let caret = caretRect(in: layout, width: size.width)
    func fit(_ old: Double, _ low: Double, _ high: Double, content: Double, box: Double) -> Double {
      guard content > box else { return 0 }
      // A chosen match is shown without the focus, too.
      let follows = interaction.isFocused || text.match != 0 && !text.searchText.isEmpty
      var s = follows ? old : 0
      if follows {
        if low < s { s = low }
        if high > s + box { s = high - box }
      }
      return max(0, min(s, content - box))
    }
    let end = caretRect(at: CaretPosition(text.editing.end), in: layout, width: size.width).maxX
    let contentWidth = max(layout.size.width + Self.caretWidth, caret.maxX, end)
    let x = text.isMultiline ? 0 : fit(interaction.scroll.x, caret.minX, caret.maxX, content: contentWidth, box: size.width)
    let y = text.isMultiline ? fit(interaction.scroll.y, caret.minY, caret.maxY, content: layout.size.height, box: size.height) : 0
    return Point(x, y)
  }

  /// Returns the distance from the top of the box to the top of the text. A single line is centred.
  func top(of layout: TextLayout, in size: Size) -> Double {
    let height = text.string.isEmpty ? lineHeight : layout.size.height
    return text.isMultiline ? 0 : max(0, ((size.height - height) / 2).rounded(.down))
  }

  /// Returns the position in the string nearest to a point of the content box.
  func position(at point: Point, in size: Size) -> CaretPosition {
    guard !text.string.isEmpty, point.isFinite else { return CaretPosition(0) }
    return position(shown: textLayout(width: size.width).position(at: shownPoint(point, in: size)))
  }

  /// Returns the position in the string of a position in the displayed text.
  private func position(shown: CaretPosition) -> CaretPosition { CaretPosition(offset(shown: shown.offset), shown.affinity) }

  /// Converts a point of the content box to the text before scrolling.
  func shownPoint(_ point: Point, in size: Size) -> Point {
    let scroll = scroll(in: size)
    return Point(point.x + scroll.x, point.y + scroll.y - top(of: textLayout(width: size.width), in: size))
  }

  /// Returns the position `lines` below the caret (negative: above), at `x`. From the first or last line, one step returns nil; a page
  /// stops at the start or end.
  func position(movingLines lines: Int, x: Double, in size: Size) -> CaretPosition? {
    let layout = textLayout(width: size.width)
    let caret = caretRect(in: layout, width: size.width)
    let reach = Double(abs(lines) + 1) * max(lineHeight, caret.height) * 2
    let near = layout.lines(from: caret.minY - (lines < 0 ? reach : 0), to: caret.maxY + (lines > 0 ? reach : 0))
    guard !near.isEmpty else { return nil }
    let place = caretRect(in: layout, width: size.width)
    let target = (near.lastIndex { $0.frame.minY <= place.midY } ?? 0) + lines
    let isCut =
      near[0].range.lowerBound > 0 && target < 0
      || near[near.count - 1].range.upperBound < shownOffset(text.editing.end) && target >= near.count
    if target < 0 || target >= near.count, !isCut {
      return abs(lines) > 1 ? CaretPosition(lines < 0 ? 0 : text.editing.end) : nil
    }
    return position(shown: layout.position(at: Point(x, near[max(0, min(target, near.count - 1))].frame.midY)))
  }

  /// Changes the selection by display order. `change` gets the displayed characters with the selection, and their lines. Returns its
  /// result.
  @discardableResult
  mutating func select<R>(in size: Size, _ change: (inout EditingState, TextLayout) -> R) -> R {
    let layout = textLayout(width: size.width)
    guard isHidden else { return change(&text.editing, layout) }
    var shown = EditingState(shownString)
    shown.moveCaret(to: shownOffset(text.editing.anchor))
    shown.moveCaret(to: CaretPosition(shownOffset(text.editing.caret), text.editing.affinity), extending: true)
    let result = change(&shown, layout)
    text.editing.moveCaret(to: offset(shown: shown.anchor))
    text.editing.moveCaret(to: position(shown: shown.caretPosition), extending: true)
    return result
  }

  /// Places the caret after inserted text on the display.
  mutating func showCaret(afterEditOf before: EditingState, in size: Size) {
    guard text.isMultiline || text.baseDirection == .rightToLeft || direction == .rtl || text.string.utf8.contains(where: { $0 >= 0xD6 })
    else { return }
    guard !isHidden else { return }
    text.editing.showCaret(afterEditOf: before, in: textLayout(width: size.width))
  }

  /// Moves the caret to the left or right. Returns whether it could move.
  mutating func step(_ side: HorizontalSide, by step: EditingState.Step, extending: Bool, in size: Size) -> Bool {
    // Word boundaries of a secure text must not be disclosed.
    let step = isHidden && step == .word ? .all : step
    let readsRightToLeft = readsRightToLeft
    return select(in: size) { $0.step(side, by: step, extending: extending, in: $1, readsRightToLeft: readsRightToLeft) }
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar ends a line in any context.
  fileprivate var isLineBreak: Bool {
    switch generalCategory {
    case .lineSeparator, .paragraphSeparator: true
    case .control: isWhitespace
    default: false
    }
  }
}
