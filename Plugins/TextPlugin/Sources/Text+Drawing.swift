public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Text {
  /// How lines are set.
  var paragraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = alignment
    style.lineLimit = max(0, lineLimit)
    style.truncation = truncation
    style.truncationToken = truncationToken
    style.lineHeightMultiple = lineHeight
    style.lineSpacing = lineSpacing
    style.direction = direction
    return style
  }

  /// Returns the lines as they stand in a box of `width` and `height` logical units; at least one line. Any thread.
  ///
  /// Shaping is shared: text that was laid out at one width is only broken anew for another.
  public func textLayout(width: Double = .infinity, height: Double = .infinity, scale: Double = 1) -> TextLayout {
    textLayout(of: attributedText, width: width, height: height, scale: scale)
  }

  private func textLayout(of text: AttributedText, width: Double, height: Double, scale: Double) -> TextLayout {
    let style = paragraph
    let all = TextLayout(text, paragraph: style, width: width)
    // Half a pixel of mercy: what was measured and then snapped to pixels still fits.
    guard truncation != .none, height.isFinite, all.size.height > height + 0.5 / scale, all.lines.count > 1 else { return all }
    return TextLayout(text, paragraph: style, width: width, height: max(height, all.lines[0].frame.maxY))
  }

  /// The size of the lines within the range, rounded up to whole device pixels; for a maximum width of 0 that of the longest word.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let scale = context.environment.scale
    var width = range.max.width
    if width <= 0 { width = Text.roundUp(textLayout().minimumContentWidth, scale) }
    let layout = textLayout(width: width)
    let used = range.max.width <= 0 ? max(width, layout.size.width) : layout.size.width
    return Size(Text.roundUp(used, scale), Text.roundUp(layout.size.height, scale))
  }

  /// The first and last line's baseline, logical units from the top.
  public func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)? {
    let layout = textLayout(width: size.width, height: size.height, scale: context.environment.scale)
    return layout.lines.isEmpty ? nil : (layout.firstBaseline, layout.lastBaseline)
  }

  /// Coverage and a colour where one colour does, else pixels; nothing for no text.
  public func contents(in context: DrawContext) -> ContentsKind {
    let layout = layout(in: context)
    if layout.inkBounds.isEmpty { return .none }
    // The letters' own alpha is in the coverage already.
    if textShadow == nil, let color = layout.singleColor {
      return .coverage(Color(red: color.red, green: color.green, blue: color.blue))
    }
    return .pixels
  }

  /// The box, and where letters or their shadow reach beyond it: at most 2,048 device pixels on each side.
  public func drawingBounds(in context: DrawContext) -> Rect {
    let reach = Rect(size: context.size).inset(by: -2048 / max(context.scale, 1e-3))
    return unlimitedBounds(in: context).intersection(reach)
  }

  private func unlimitedBounds(in context: DrawContext) -> Rect {
    let ink = layout(in: context).inkBounds
    let place = context.contentRect.origin
    var bounds = Rect(size: context.size).union(ink.offset(by: place))
    if let shadow = textShadow, ink.isFinite { bounds = bounds.union(Text.reach(of: shadow, around: ink).offset(by: place)) }
    return bounds.isFinite ? bounds : Rect(size: context.size)
  }

  /// Draws the shadow, then the lines.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    let layout = layout(in: context)
    if let shadow = textShadow { try draw(shadow, of: layout, in: canvas, context: context) }
    if !context.isCancelled { canvas.draw(layout, at: context.contentRect.origin) }
  }

  func layout(in context: DrawContext) -> TextLayout {
    textLayout(width: context.contentRect.width, height: context.contentRect.height, scale: context.scale)
  }

  /// Draws the letters' coverage into a mask of whole device pixels, blurs it and paints it in the shadow's colour.
  private func draw(_ shadow: Shadow, of layout: TextLayout, in canvas: borrowing Canvas, context: DrawContext) throws {
    let scale = context.scale
    let place = context.contentRect.origin
    let ink = layout.inkBounds.offset(by: place)
    guard !ink.isEmpty, ink.isFinite, shadow.offset.isFinite, shadow.radius >= 0, scale > 0 else { return }
    let pad = shadow.radius * 1.5 + 1 / scale
    let area = ink.inset(by: -pad)
    let left = (area.minX * scale).rounded(.down)
    let top = (area.minY * scale).rounded(.down)
    let width = (area.maxX * scale).rounded(.up) - left
    let height = (area.maxY * scale).rounded(.up) - top
    guard width < 32_768, height < 32_768 else { return }
    var letters = attributedText
    letters.update(0..<letters.string.utf8.count) {
      $0.color = .black
      $0.background = nil
    }
    let box = context.contentRect.size
    let opaque = textLayout(of: letters, width: box.width, height: box.height, scale: scale)
    let mask = try PixelBuffer(width: Int(width), height: Int(height), format: .coverage8)
    let origin = Point(left / scale, top / scale)
    do {
      let inner = try Canvas(mask, scale: scale, origin: origin)
      inner.draw(opaque, at: place)
    }
    if context.isCancelled { return }
    if shadow.radius > 0 { try mask.blur(sigma: shadow.radius / 2 * scale) }
    let target = Rect(origin: origin + shadow.offset, size: Size(width / scale, height / scale))
    canvas.draw(mask, in: target, quality: .bilinear, tint: shadow.color)
  }

  /// Where the shadow of letters within `ink` may fall.
  static func reach(of shadow: Shadow, around ink: Rect) -> Rect {
    guard shadow.offset.isFinite, shadow.radius.isFinite else { return ink }
    return ink.inset(by: -(max(0, shadow.radius) * 1.5 + 2)).offset(by: shadow.offset)
  }

  /// Returns the least whole number of device pixels that holds `length`, in logical units.
  static func roundUp(_ length: Double, _ scale: Double) -> Double {
    guard length.isFinite, scale > 0 else { return 0 }
    return (length * scale - 0.001).rounded(.up) / scale
  }
}
