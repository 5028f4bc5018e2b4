public import Tessera
public import TesseraGeometry
public import TesseraRender
internal import TextPlugin

extension EditableText {
  /// Returns the size. A single line is as wide as its text or placeholder, and its minimum is a few letters; several lines wrap.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (field, scale) = (EditingField(self, in: context.environment, context.storage(of: EditableText.self)), context.environment.scale)
    func up(_ v: Double) -> Double { v.isFinite && scale > 0 ? (v * scale - 0.001).rounded(.up) / scale : 0 }
    let narrow = range.max.width <= 0
    let width =
      narrow ? (isMultiline ? field.textLayout(width: .infinity).minimumContentWidth + EditingField.caretWidth : 0) : range.max.width
    let layout = field.textLayout(width: isMultiline ? width : .infinity)
    let hint = field.placeholderLayout(width: isMultiline ? width : .infinity)
    let shown = string.isEmpty ? hint.size.height : layout.size.height
    let height = up(field.height(of: max(field.lineHeight, shown)))
    if narrow { return Size(up(isMultiline ? width : min(field.letterSize * 2, 64)), height) }
    return Size(min(up(max(layout.size.width, hint.size.width) + EditingField.caretWidth), max(0, width)), height)
  }

  /// Returns the first and last line's baseline, logical units from the top.
  public func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)? {
    let field = EditingField(self, in: context.environment, context.storage(of: EditableText.self))
    let layout =
      !string.isEmpty
      ? field.textLayout(width: size.width)
      : placeholderText.isEmpty ? field.sampleLayout : field.placeholderLayout(width: size.width)
    guard layout.size.height > 0 else { return nil }
    let shift =
      string.isEmpty && !isMultiline ? max(0, ((size.height - field.lineHeight) / 2).rounded(.down)) : field.top(of: layout, in: size)
    return (shift + layout.firstBaseline, shift + layout.lastBaseline)
  }

  /// Returns a plan of pixels. On 1-bit displays it draws into the frame directly, because letters depend on the pixels below them.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let draw: DrawPlan.Drawing = { try self.draw(in: $0, context: context) }
    return context.environment.textAntialiasing == .bilevel ? .direct(draw) : .pixels(draw)
  }

  /// Draws selection, text or placeholder, and the caret, clipped to the content box.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    var field = EditingField(self, in: context.environment, context.storage(of: EditableText.self))
    let colors = field.adoptColors(of: context.environment)
    field.draw(colors, in: canvas, context: context)
  }
}

extension EditingField {
  /// Returns the height of a box for lines of a height, by the minimum and maximum number of lines.
  fileprivate func height(of lines: Double) -> Double {
    guard text.isMultiline else { return lines }
    let least = lineHeight * Double(max(1, text.minimumLines))
    let most = text.maximumLines > 0 ? lineHeight * Double(max(text.minimumLines, text.maximumLines)) : .infinity
    return min(max(lines, least), most)
  }

  /// Draws selection, text or placeholder, and the caret.
  fileprivate func draw(_ colors: EditingColors, in canvas: borrowing Canvas, context: DrawContext) {
    let box = context.contentRect
    guard !box.isEmpty else { return }
    let layout = textLayout(width: box.width)
    let scroll = scroll(in: box.size)
    let origin = Point(box.minX - scroll.x, box.minY - scroll.y + top(of: layout, in: box.size))
    canvas.save()
    canvas.clip(box)
    if text.string.isEmpty {
      colors.placeholder.draw(placeholderLayout(width: box.width), at: origin, in: canvas)
    } else {
      drawMatches(layout, at: origin, scrolledBy: scroll, context, in: canvas)
      if interaction.isFocused, !text.editing.isCaretOnly {
        let range = shownOffset(text.editing.selection.lowerBound)..<shownOffset(text.editing.selection.upperBound)
        let shown = Rect(scroll.x, scroll.y, box.width, box.height)
        for rect in layout.selectionRects(range, in: shown) { canvas.fill(rect.offset(by: origin), .color(colors.selection)) }
      }
      colors.letters.draw(layout, at: origin, in: canvas)
      drawSpelling(layout, at: origin, scrolledBy: scroll, context, in: canvas)
      drawPreedit(layout, at: origin, colors.caret, scale: context.scale, in: canvas)
    }
    if showsCaret {
      let caret = caretRect(in: layout, width: box.width).offset(by: origin)
      // On whole pixels, so that the caret is equally sharp at every position.
      let x = (caret.minX * context.scale).rounded() / context.scale
      let place = Rect(min(x, box.maxX - Self.caretWidth), caret.minY, Self.caretWidth, caret.height)
      let isSmooth = context.environment.textAntialiasing == .grayscale
      if isSmooth || !drawAsLetter(place, colors.caret, in: canvas) { canvas.fill(place, .color(colors.caret)) }
    }
    canvas.restore()
    if text.hasEye {
      let square = EditableText.eye(nextTo: box, in: context.environment)
      EyeDrawing.draw(isCrossed: interaction.isRevealed, in: square, context.environment.theme.inkSoft, in: canvas)
    }
  }

  /// Draws the marks of searched words that are visible: a ground, and lines below the letters on 1-bit displays.
  private func drawMatches(
    _ layout: TextLayout, at origin: Point, scrolledBy scroll: Point, _ context: DrawContext, in canvas: borrowing Canvas
  ) {
    let (ranges, size) = (matches, context.contentRect.size)
    guard !ranges.isEmpty else { return }
    let shown = Rect(scroll.x, scroll.y, size.width, size.height)
    let lines = layout.lines(from: shown.minY, to: shown.maxY)
    guard let first = lines.first?.range.lowerBound, let last = lines.last?.range.upperBound else { return }
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let color = isBilevel ? context.environment.theme.ink : context.environment.theme.warnWash
    for range in ranges where range.upperBound > first && range.lowerBound < last {
      let isChosen = range == text.selection && !interaction.isFocused
      for rect in layout.selectionRects(range, in: shown) {
        let mark = isBilevel ? Rect(rect.minX, rect.maxY - 2, rect.width, 2) : rect
        canvas.fill(mark.offset(by: origin), .color(color))
        // The selection is not drawn while another node has the focus, such as a field with the searched words.
        if isChosen { canvas.drawBorder(Border(width: 2, color: context.environment.theme.warn), of: RoundedRect(rect.offset(by: origin))) }
      }
    }
  }

  /// Draws the caret like letters on a 1-bit display, in contrast to the pixels below it. Returns whether that was possible.
  private func drawAsLetter(_ caret: Rect, _ color: Color, in canvas: borrowing Canvas) -> Bool {
    let map = canvas.transform
    let area = map.apply(caret).covering(scale: 1).intersection(canvas.clipBounds)
    guard map.b == 0, map.c == 0, !area.isEmpty else { return area.isEmpty }
    guard let mask = try? PixelBuffer(width: area.width, height: area.height, format: .coverage8) else { return false }
    mask.clear(.black)
    canvas.draw(mask, atPixel: area.x, area.y, tint: color, letters: true)
    return true
  }

  private var showsCaret: Bool { interaction.isFocused && interaction.isCaretLit && text.isEditable && text.editing.isCaretOnly }
}
