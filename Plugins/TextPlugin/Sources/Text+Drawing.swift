public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

extension Text {
  /// Paragraph style, scaled with the environment's text size.
  var paragraph: ParagraphStyle {
    guard let scale = inherited?.scale, scale != 1 else { return ownParagraph }
    return ownParagraph.scaled(by: scale)
  }

  /// Paragraph style without the environment's scale.
  private var ownParagraph: ParagraphStyle {
    var style = ParagraphStyle()
    style.alignment = alignment
    style.wrapping = wrapping
    style.lineLimit = max(0, lineLimit)
    style.truncation = truncation
    style.lineHeightMultiple = lineHeight
    style.lineSpacing = lineSpacing
    style.direction = baseDirection
    style.neutralsReadRightToLeft = surrounding == .rtl
    // Alignment to the start follows the direction around the box, not that of a paragraph. Source: CSS Text 3, section 6.1, `start`.
    style.alignmentDirection = baseDirection != .automatic ? baseDirection : surrounding == .rtl ? .rightToLeft : .leftToRight
    style.truncatesAtWords = truncatesAtWords
    style.lineHeightMinimum = lineHeightMinimum
    style.lineHeightMaximum = lineHeightMaximum
    if lineHeightMinimum > 0 || lineHeightMaximum > 0 {
      if case .attributed = content {} else { style.strut = font }
    }
    style.paragraphSpacing = paragraphSpacing
    style.firstLineIndent = firstLineIndent
    style.indent = indent
    style.isBalanced = isBalanced
    style.hyphenation = hyphenation
    style.hangsPunctuation = hangsPunctuation
    if case .number = content { (style.wrapping, style.truncation) = (.none, .none) }
    // Texts without extras have the style's defaults.
    guard let extras = extrasBox?.extras else { return style }
    style.truncationToken = extras.truncationToken
    style.truncationText = extras.attributedTruncationToken
    style.tabStops = extras.tabStops
    style.exclusions = extras.exclusions
    if let message = extras.attributedTruncationMessage {
      style.truncationMessage = message
    } else if !extras.truncationMessage.isEmpty {
      var attributes = ownAttributes
      attributes.color = shownLinkColor
      style.truncationMessage = AttributedText(extras.truncationMessage, attributes: attributes)
    }
    return style
  }

  /// Returns the lines as laid out in a box of `width` and `height` logical units; at least one line.
  ///
  /// Any thread.
  ///
  /// Words that were shaped before are not shaped again. A node caches its last layouts: if there is one, use
  /// ``Tessera/Node/textLayout(width:height:scale:)``.
  ///
  /// - Parameters:
  ///   - width: width of the box.
  ///   - height: height of the box.
  ///   - scale: device pixels per logical unit.
  ///   - direction: direction around the text, `AnyNode.effectiveDirection` of its node; it applies to paragraphs without a letter.
  public func textLayout(
    width: Double = .infinity, height: Double = .infinity, scale: Double = 1, direction: LayoutDirection = .ltr
  ) -> TextLayout {
    surrounded(by: direction).lines(width: width, height: height, scale: scale, TextLayoutCache())
  }

  /// Returns a copy for a surrounding `direction`.
  func surrounded(by direction: LayoutDirection) -> Text {
    guard direction != surrounding else { return self }
    var text = self
    text.surrounding = direction
    return text
  }

  /// Returns the lines in a box, for the direction `surrounding`.
  func lines(width: Double = .infinity, height: Double = .infinity, scale: Double = 1, _ cache: TextLayoutCache) -> TextLayout {
    let style = paragraph
    guard !shrinks, string.utf8.count <= Self.long else {
      return cache.layout(key(style, width, height, scale)) {
        makeLayout(of: attributedText, style: style, width: width, height: height, scale: scale, cache)
      }
    }
    // In a box of the measured size, the lines are those measured in a wider box.
    var wanted = key(style, width, height, scale)
    if height.isFinite, let measured = cache.layout(wanted, measuring: Size(width, height)), measured.isBoundLeft { return measured }
    // If nothing is truncated, the measured layout is the one that is drawn.
    (wanted.height, wanted.scale) = (.infinity, 1)
    let whole = cache.layout(wanted) {
      cache.relative(of: wanted)?.relaid(paragraph: style, width: width) ?? TextLayout(attributedText, paragraph: style, width: width)
    }
    guard truncation != .none, height.isFinite, whole.size.height > height + 0.5 / scale, whole.lineCount > 1 else { return whole }
    (wanted.height, wanted.scale) = (height, scale)
    return cache.layout(wanted) {
      whole.relaid(paragraph: style, width: width, height: max(height, whole.lines[0].frame.maxY))
    }
  }

  private func key(_ style: ParagraphStyle, _ width: Double, _ height: Double, _ scale: Double) -> TextLayoutCache.Key {
    TextLayoutCache.Key(
      content: number == nil ? content : .plain(string), attributes: baseAttributes, inherited: inherited, style: style, width: width,
      height: height, scale: scale,
      factors: shrinks ? factors : [], fonts: FontLibrary.shared.generation)
  }

  private func makeLayout(
    of text: AttributedText, style: ParagraphStyle, width: Double, height: Double, scale: Double, _ cache: TextLayoutCache
  ) -> TextLayout {
    let full = fitted(text, style: style, width: width, height: height, scale: scale, cache)
    guard shrinks, !fits(full, width: width, height: height, scale: scale) else { return full }
    var smaller = full
    for factor in factors {
      let text = text.scaled(by: factor)
      smaller = fitted(text, style: style.scaled(by: factor), width: width, height: height, scale: scale, cache)
      if fits(smaller, width: width, height: height, scale: scale) { return smaller }
    }
    return smaller
  }

  /// Returns whether the layout has no truncation, broken words or overflow.
  private func fits(_ layout: TextLayout, width: Double, height: Double, scale: Double) -> Bool {
    !layout.isTruncated && layout.minimumContentWidth <= width + 0.001 && layout.size.height <= height + 0.5 / scale
  }

  private func fitted(
    _ text: AttributedText, style: ParagraphStyle, width: Double, height: Double, scale: Double, _ cache: TextLayoutCache
  ) -> TextLayout {
    if text.string.utf8.count > Self.long {
      return fittedLong(text, style: style, width: width, height: height.isFinite ? height + 0.5 / scale : height, cache)
    }
    let all = TextLayout(text, paragraph: style, width: width)
    // Tolerance of half a pixel: a measured size that was snapped to pixels still fits.
    guard truncation != .none, height.isFinite, all.size.height > height + 0.5 / scale, all.lineCount > 1 else { return all }
    return TextLayout(text, paragraph: style, width: width, height: max(height, all.lines[0].frame.maxY))
  }

  /// Returns the size of the lines within the range, rounded up to whole device pixels; for a maximum width of 0 that of the longest word.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    inheriting(context.environment, colors: false).size(
      thatFits: range, scale: context.environment.scale, context.storage(of: Text.self))
  }

  private func size(thatFits range: SizeRange, scale: Double, _ cache: TextLayoutCache) -> Size {
    var width = range.max.width
    if width <= 0 { width = Text.roundUp(lines(cache).minimumContentWidth, scale) }
    // A long text with a limit of height is laid out only up to that limit, because it needs the full height.
    let isLong = string.utf8.count > Self.long && truncation == .end && range.max.height.isFinite
    let layout = isLong ? lines(width: width, height: range.max.height, scale: scale, cache) : lines(width: width, cache)
    cache.recordHeight(of: layout)
    cache.recordFonts(FontLibrary.shared.generation)
    let used = range.max.width <= 0 ? max(width, layout.size.width) : layout.size.width
    return Size(Text.roundUp(used, scale), Text.roundUp(layout.size.height, scale))
  }

  /// Returns the first and last line's baseline, logical units from the top.
  public func baselines(for size: Size, in context: MeasureContext) -> (first: Double, last: Double)? {
    let (scale, cache) = (context.environment.scale, context.storage(of: Text.self))
    let isPlain = !shrinks && exclusions.isEmpty && string.utf8.count <= Self.long
    let text = inheriting(context.environment, colors: false)
    let measured = isPlain ? cache.layout(text.key(text.paragraph, size.width, size.height, scale), measuring: size) : nil
    let layout = measured ?? text.lines(width: size.width, height: size.height, scale: scale, cache)
    let shift = shift(of: layout, in: size.height)
    return layout.line(holding: 0) == nil ? nil : (shift + layout.firstBaseline, shift + layout.lastBaseline)
  }

  /// Returns a mask and a colour if there is a single colour, otherwise pixels; on 1-bit displays it draws into the frame directly. Returns
  /// `nothing` without ink. Lines are laid out once.
  ///
  /// The area is that of the letters if they have a single colour. Otherwise it is the box, extended to letters and shadows outside of it
  /// by at most 2,048 device pixels.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let cache = context.storage(of: Text.self)
    let kept = cache.interaction
    // Letters of a single colour are a mask that does not depend on the colour, so the measured layout can be used.
    let isMask = isOneColor && hasOnlyLetters(kept) && context.environment.textAntialiasing != .bilevel
    let text = inheriting(context.environment, colors: !isMask)
    return try text.drawPlan(in: context, cache, kept, maskColor: isMask ? shownColor(in: context.environment) : nil)
  }

  /// Returns the plan of a text with inherited values.
  private func drawPlan(
    in context: DrawContext, _ cache: TextLayoutCache, _ kept: TextInteraction?, maskColor shown: Color?
  ) throws -> DrawPlan {
    let layout = layout(in: context, cache)
    guard layout.hasInk else { return .nothing }
    let reach = Rect(size: context.size).inset(by: -2048 / max(context.scale, 1e-3))
    let bounds = inkBounds(of: layout, kept, in: context).intersection(reach)
    let draw: DrawPlan.Drawing = { try self.draw(layout, kept, in: $0, context: context, cache) }
    // The coverage already contains the letters' alpha.
    if hasOnlyLetters(kept), let single = maskColor(of: layout, in: context) {
      let color = shown ?? single
      return .coverage(Color(red: color.red, green: color.green, blue: color.blue), bounds: bounds, draw)
    }
    // On 1-bit displays the colour of letters depends on the pixels below them, which only the frame has.
    return context.environment.textAntialiasing == .bilevel ? .direct(bounds: bounds, draw) : .pixels(bounds: bounds, draw)
  }

  /// Draws the shadow, then the lines, then the highlight of a touched link.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }

  /// Returns the colour of a mask of all letters; nil if a mask is not possible. On 1-bit displays a colour is either black or white.
  private func maskColor(of layout: TextLayout, in context: DrawContext) -> Color? {
    context.environment.textAntialiasing == .bilevel ? layout.letterColor : layout.singleColor
  }

  /// Returns whether nothing except the layout is drawn.
  private func hasOnlyLetters(_ kept: TextInteraction?) -> Bool {
    textShadow == nil && fill == nil && kept?.linkGlow == nil && kept?.rangeGlow == nil && kept?.hoverGlow == nil && selection.isEmpty
      && highlightedRange == nil
  }

  /// Returns the bounds of letters of a single colour; otherwise the box, extended to letters and shadows outside of it.
  private func inkBounds(of layout: TextLayout, _ kept: TextInteraction?, in context: DrawContext) -> Rect {
    let ink = layout.inkBounds
    let place = origin(of: layout, in: context)
    if hasOnlyLetters(kept), maskColor(of: layout, in: context) != nil, ink.isFinite {
      return letterBounds(ink.offset(by: place), in: context)
    }
    var bounds = Rect(size: context.size).union(ink.offset(by: place))
    if let shadow = textShadow, ink.isFinite { bounds = bounds.union(Text.reach(of: shadow, around: ink).offset(by: place)) }
    return bounds.isFinite ? bounds : Rect(size: context.size)
  }

  /// Returns the bounds of the letters, on 1-bit displays with the plain ground around them. The width is rounded up so that texts share
  /// sizes of buffers, but stays within the box if the letters do.
  private func letterBounds(_ ink: Rect, in context: DrawContext) -> Rect {
    let scale = context.scale > 0 ? context.scale : 1
    let box = Rect(size: context.size)
    let step = 64 / scale
    let margin = Double(context.environment.textAntialiasing == .bilevel ? Canvas.groundReach : 1) / scale
    var bounds = ink.inset(by: -margin)
    let wide = (bounds.width / step).rounded(.up) * step
    let spare = min(wide - bounds.width, max(0, box.maxX - bounds.maxX))
    bounds.size.width += max(0, spare)
    return bounds
  }

  private func draw(
    _ layout: TextLayout, _ kept: TextInteraction?, in canvas: borrowing Canvas, context: DrawContext, _ cache: TextLayoutCache
  ) throws {
    let place = origin(of: layout, in: context)
    if let shadow = textShadow { try draw(shadow, of: layout, in: canvas, context: context, cache) }
    if context.isCancelled { return }
    let visible = visible(in: canvas, of: layout, at: place)
    for rect in layout.selectionRects(selection, in: visible) {
      canvas.fill(rect.offset(by: place), .color(selectionColor.resolved(in: context.environment)))
    }
    if let fill, context.environment.textAntialiasing == .bilevel, let color = fill.middleColor {
      canvas.draw(recolored(color, context, cache), at: place)
    } else if let fill {
      let area = layout.inkBounds.offset(by: place)
      try canvas.beginGroup()
      canvas.draw(layout, at: place)
      canvas.fill(area, fill.mapped(to: context.contentRect), blend: .sourceIn)
      canvas.endGroup()
    } else {
      canvas.draw(layout, at: place)
    }
    for glow in [kept?.rangeGlow ?? highlightedRange.map { Glow(.text($0), fades: false) }, kept?.linkGlow, kept?.hoverGlow] {
      guard let glow, glow.level > 0 else { continue }
      let tint = Paint.color(highlightColor.opacity(Float(glow.level * glow.strength)).resolved(in: context.environment))
      for rect in rects(of: glow, in: layout, visible) { canvas.fill(RoundedRect(rect.offset(by: place).inset(by: -1), radius: 3), tint) }
    }
  }

  private func rects(of glow: Glow, in layout: TextLayout, _ visible: Rect?) -> [Rect] {
    switch glow.place {
    case .text(let range): layout.highlightRects(range, in: visible)
    case .truncation: layout.truncationFrame.map { [$0] } ?? []
    }
  }

  /// Returns the distance of the lines from the top of a box of `height`.
  func shift(of layout: TextLayout, in height: Double) -> Double {
    let rest = height - layout.size.height
    guard rest > 0, rest.isFinite, exclusions.isEmpty else { return 0 }
    switch verticalAlignment {
    case .top: return 0
    case .center: return rest / 2
    case .bottom: return rest
    }
  }

  /// Returns the top left of the lines' box. Its distance from the content box's top is a whole number of device pixels.
  func origin(of layout: TextLayout, in context: DrawContext) -> Point {
    let shift = shift(of: layout, in: context.contentRect.height)
    let scale = context.scale > 0 ? context.scale : 1
    return Point(context.contentRect.minX, context.contentRect.minY + (shift * scale).rounded() / scale)
  }

  /// Returns the lines in the content box of a draw.
  func layout(in context: DrawContext, _ cache: TextLayoutCache) -> TextLayout {
    lines(
      width: context.contentRect.width, height: context.contentRect.height, scale: context.scale, cache)
  }

  /// Returns the lines with all letters in one colour and no background.
  private func recolored(_ color: Color, _ context: DrawContext, _ cache: TextLayoutCache) -> TextLayout {
    var letters = attributedText
    letters.update(0..<letters.string.utf8.count) {
      $0.color = color
      $0.background = nil
    }
    let box = context.contentRect.size
    let style = paragraph
    return makeLayout(of: letters, style: style, width: box.width, height: box.height, scale: context.scale, cache)
  }

  /// Draws the letters' coverage into a mask of whole device pixels, blurs it and paints it in the shadow's colour.
  private func draw(
    _ shadow: Shadow, of layout: TextLayout, in canvas: borrowing Canvas, context: DrawContext, _ cache: TextLayoutCache
  ) throws {
    let scale = context.scale
    let place = origin(of: layout, in: context)
    let ink = layout.inkBounds.offset(by: place)
    guard !ink.isEmpty, ink.isFinite, shadow.offset.isFinite, shadow.radius >= 0, scale > 0 else { return }
    let pad = shadow.radius * 1.5 + 1 / scale
    let area = ink.inset(by: -pad)
    let left = (area.minX * scale).rounded(.down)
    let top = (area.minY * scale).rounded(.down)
    let width = (area.maxX * scale).rounded(.up) - left
    let height = (area.maxY * scale).rounded(.up) - top
    guard width < 32_768, height < 32_768 else { return }
    let opaque = recolored(.black, context, cache)
    let mask = try PixelBuffer(width: Int(width), height: Int(height), format: .coverage8)
    let origin = Point(left / scale, top / scale)
    do {
      let inner = try Canvas(mask, scale: scale, origin: origin)
      inner.draw(opaque, at: place)
    }
    if context.isCancelled { return }
    if shadow.radius > 0 { try mask.blur(sigma: shadow.radius / 2 * scale) }
    let target = Rect(origin: origin + shadow.offset, size: Size(width / scale, height / scale))
    canvas.draw(mask, in: target, quality: .bilinear, tint: shadow.color.resolved(in: context.environment))
  }

  /// Returns the area that the shadow of letters within `ink` may cover.
  static func reach(of shadow: Shadow, around ink: Rect) -> Rect {
    guard shadow.offset.isFinite, shadow.radius.isFinite else { return ink }
    return ink.inset(by: -(max(0, shadow.radius) * 1.5 + 2)).offset(by: shadow.offset)
  }

  /// Rounds `length`, in logical units, up to a whole number of device pixels.
  static func roundUp(_ length: Double, _ scale: Double) -> Double {
    guard length.isFinite, scale > 0 else { return 0 }
    return (length * scale - 0.001).rounded(.up) / scale
  }
}

extension Paint {
  /// Replacement where only a single colour is possible; nil if nothing is painted.
  fileprivate var middleColor: Color? {
    switch self {
    case .color(let color): color
    case .gradient(let gradient): gradient.stops.isEmpty ? nil : gradient.stops[gradient.stops.count / 2].color
    }
  }
}

extension Node where Value == Text {
  /// Returns the lines as laid out in a box of `width` and `height` logical units; at least one line. Any thread.
  ///
  /// The node caches its last layouts: for the node's own box this returns the displayed lines.
  ///
  /// - Parameters:
  ///   - width: width of the box.
  ///   - height: height of the box.
  ///   - scale: device pixels per logical unit.
  public func textLayout(width: Double = .infinity, height: Double = .infinity, scale: Double = 1) -> TextLayout {
    oriented.lines(width: width, height: height, scale: scale, storage)
  }
}
