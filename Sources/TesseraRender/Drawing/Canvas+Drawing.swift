internal import CRender
public import TesseraGeometry

extension Canvas {
  /// Fills a rectangle; edges at fractional pixels are anti-aliased.
  public func fill(_ rect: Rect, _ paint: Paint, blend: BlendMode = .normal) {
    resolved(paint).withC { cr_canvas_fill_rect(handle, rect.asC, $0, blend.code) }
  }

  /// Fills a rounded rectangle.
  public func fill(_ rounded: RoundedRect, _ paint: Paint) {
    var r = rounded.asC
    resolved(paint).withC { cr_canvas_fill_rrect(handle, &r, $0) }
  }

  /// Fills a path; open subpaths are closed.
  public func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) {
    path.withC { path in resolved(paint).withC { cr_canvas_fill_path(handle, path, $0, rule == .evenOdd) } }
  }

  /// Strokes a path; the transform applies to the pen.
  public func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle = StrokeStyle()) {
    path.withC { path in style.withC { style in resolved(paint).withC { cr_canvas_stroke_path(handle, path, $0, style) } } }
  }

  /// Draws a border inside the edge of a shape. A dotted one takes time in proportion to its pixels.
  ///
  /// - Parameters:
  ///   - border: widths, color and style.
  ///   - rounded: the shape.
  ///   - fillsCorners: whether the outer edge is that of the rectangle, if ``withCorners(of:_:)`` clips the corners.
  public func drawBorder(_ border: Border, of rounded: RoundedRect, fillsCorners: Bool = false) {
    if border.style == .dotted { return drawDots(border, of: rounded) }
    var r = rounded.asC
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { w in
      w[0] = border.width.top
      w[1] = border.width.right
      w[2] = border.width.bottom
      w[3] = border.width.left
      cr_canvas_draw_border(handle, &r, w.baseAddress, resolved(border.color).asC, fillsCorners)
    }
  }

  private func drawDots(_ border: Border, of rounded: RoundedRect) {
    let width = border.width
    guard max(width.top, width.right, width.bottom, width.left) > 0 else { return }
    let placed = transform
    let isUpright = placed.b == 0 && placed.c == 0 && placed.a > 0 && placed.a == placed.d
    fill(DottedOutline(rounded, scale: isUpright ? placed.a : scale).path, .color(border.color))
  }

  /// Draws a shadow only outside a shape, as CSS's box-shadow.
  public func drawShadow(_ shadow: Shadow, of rounded: RoundedRect) {
    var r = rounded.asC
    cr_canvas_draw_shadow(handle, &r, resolved(shadow.color).asC, shadow.offset.asC, shadow.radius, shadow.spread)
  }

  /// Draws an image, or its part `source` (in image pixels), into `rect` under any transform.
  ///
  /// coverage8 images are drawn as a mask with `tint` (default: white). For other images, a tint replaces the colour and keeps the alpha.
  public func draw(
    _ image: PixelBuffer, in rect: Rect, source: Rect? = nil, quality: ImageQuality = .bilinear, opacity: Double = 1, tint: Color? = nil,
    blend: BlendMode = .normal
  ) {
    var options = cr_image_options(
      quality: quality.code, opacity: opacity, blend: blend.code, opaque: false, has_tint: tint != nil, tint: resolved(tint ?? .white).asC,
      is_letters: false)
    let part = source ?? Rect(0, 0, Double(image.width), Double(image.height))
    cr_canvas_draw_image(handle, image.surface, part.asC, rect.asC, &options)
  }

  /// Draws one image pixel per device pixel with the top left at (`x`, `y`) device pixels, clipped by the clip stack. Used by the
  /// compositor.
  ///
  /// `opaque`: all pixels of the image have alpha 1, so rows are copied. coverage8 images get their colour from `tint`.
  /// `letters`: a coverage8 image has only text, drawn in black or white if the canvas's ``textAntialiasing`` is bilevel.
  public func draw(
    _ image: PixelBuffer, atPixel x: Int, _ y: Int, opacity: Double = 1, tint: Color? = nil, opaque: Bool = false,
    blend: BlendMode = .normal, letters: Bool = false
  ) {
    var options = cr_image_options(
      quality: CR_NEAREST, opacity: opacity, blend: blend.code, opaque: opaque, has_tint: tint != nil, tint: resolved(tint ?? .white).asC,
      is_letters: letters)
    cr_canvas_draw_image_at(handle, image.surface, Int64(x), Int64(y), &options)
  }

  /// Draws a picture of video into `rect` under any transform. Its rows are converted as they are drawn, unless it is turned, or shrunk with
  /// `ImageQuality.good`. Bilinear quality skips pixels of a picture that is shrunk to less than half.
  public func draw(_ image: PlanarPixels, in rect: Rect, quality: ImageQuality = .bilinear, opacity: Double = 1, blend: BlendMode = .normal)
  {
    var options = cr_image_options(
      quality: quality.code, opacity: opacity, blend: blend.code, opaque: true, has_tint: false, tint: resolved(Color.white).asC,
      is_letters: false)
    image.withPlanes { cr_canvas_draw_planes(handle, &$0, rect.asC, &options) }
  }

  /// Draws a nine-patch image: corners keep their size, edges and the middle stretch.
  ///
  /// `center`: insets in image pixels. Corners are that many pixels / `imageScale` logical units large, smaller if they don't fit.
  public func drawNinePatch(_ image: PixelBuffer, center: Insets, in rect: Rect, imageScale: Double = 1) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { w in
      w[0] = center.top
      w[1] = center.right
      w[2] = center.bottom
      w[3] = center.left
      cr_canvas_draw_nine_patch(handle, image.surface, w.baseAddress, rect.asC, imageScale)
    }
  }

  /// Blurs the content already drawn inside the clip and the shape (frosted glass); `sigma` in logical units.
  ///
  /// Reads the target up to three times sigma beyond the clip, and clamps at the target's edges.
  public func blurBackdrop(in rounded: RoundedRect, sigma: Double) {
    var r = rounded.asC
    cr_canvas_blur_backdrop(handle, &r, sigma)
  }
}
