internal import CRender
public import TesseraGeometry

extension Canvas {
  /// Draws a text layout with the top left of its box at `p`.
  ///
  /// On coverage8 targets only coverage is drawn.
  ///
  /// If the transform is only the canvas's scale and a translation, glyphs come from the shared cache, with baselines on whole device
  /// pixels and letters on quarters of one. Under other transforms, and above 128 device pixels per em, their outlines are filled. Dynamic
  /// colors are those of ``colorScheme``. The same text at the same position gives the same pixels, whatever the clip and the thread.
  /// Allocation failures are reported by `failure`.
  ///
  /// Of a long text, only the paragraphs inside the clip are laid out and drawn.
  public func draw(_ text: TextLayout, at p: Point) {
    if let blocks = text.blocks { return draw(blocks, at: p) }
    guard let layout = text.handle else { return }
    if textAntialiasing == .bilevel, !isMask, drawAsMask(text, at: p) { return }
    // The canvas keeps the status; all drawing calls report through it.
    _ = cr_layout_draw(layout, handle, p.x, p.y, scale, isDark(for: text))
    for (range, attachment) in text.attachments {
      guard let image = attachment.image else { continue }
      for place in text.attachmentRects(in: range, attachment) { draw(image, in: place.offset(by: p)) }
    }
  }
  /// Distance of the plain ground around black or white letters on a pattern, device pixels.
  package static var groundReach: Int { Int(CR_GROUND_REACH) }

  /// Draws a text through its coverage: if letters touch, each pixel's black or white depends on the content below all of them.
  /// Returns whether it did.
  private func drawAsMask(_ text: TextLayout, at p: Point) -> Bool {
    let map = transform
    guard let given = text.letterColor, map.b == 0, map.c == 0, map.a == scale, map.d == scale else { return false }
    let color = resolved(given)
    let ink = text.inkBounds.offset(by: p)
    guard ink.isFinite else { return false }
    // The plain ground depends on the letters around it, which the clip may exclude.
    let reach = Self.groundReach
    let whole = map.apply(ink).covering(scale: 1).grown(by: reach)
    var area = whole.intersection(clipBounds.grown(by: reach))
    guard !area.isEmpty else { return true }
    // The pattern of faint letters starts at the mask's corner, regardless of the clip.
    if (area.x - whole.x + area.y - whole.y) % 2 != 0 {
      area.x -= 1
      area.width += 1
    }
    let origin = Point((Double(area.x) - map.tx) / scale, (Double(area.y) - map.ty) / scale)
    guard let mask = try? PixelBuffer(width: area.width, height: area.height, format: .coverage8) else { return false }
    do {
      guard let inner = try? Canvas(mask, scale: scale, origin: origin, textAntialiasing: textAntialiasing) else { return false }
      inner.colorScheme = colorScheme
      inner.draw(text, at: p)
      if inner.failure != nil { return false }
    }
    draw(mask, atPixel: area.x, area.y, tint: Color(red: color.red, green: color.green, blue: color.blue), letters: true)
    return true
  }
  private func draw(_ blocks: TextBlocks, at p: Point) {
    let clip = clipBounds
    guard p.isFinite, !clip.isEmpty, let inverse = transform.inverse else { return }
    let shown = inverse.apply(Rect(clip))
    guard shown.isFinite else { return }
    for block in blocks.placed(from: shown.minY - p.y - blocks.overhang, to: shown.maxY - p.y + blocks.overhang) {
      draw(block.layout, at: Point(p.x, p.y + block.top))
    }
  }
}
