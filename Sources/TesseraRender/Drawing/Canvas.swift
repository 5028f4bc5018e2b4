internal import CRender
public import TesseraGeometry

/// Number of open states and groups of a canvas.
public struct CanvasMark: Sendable {
  let mark: cr_canvas_mark
}

/// Draws into a pixel buffer.
///
/// Use a canvas on one thread at a time.
///
/// Coordinates are logical; the canvas maps them by its current transform. Nothing traps; shapes with NaN or infinity are not drawn. A
/// pixel's value depends on the drawing and the pixel's position, never on the clip rectangle, so drawing in parts gives the same bytes.
/// argb8888, xrgb8888 and coverage8 are drawn into directly. Other formats use an argb8888 copy. ``flush()`` and the end of the canvas's
/// life convert it back, dithered.
public struct Canvas: ~Copyable {
  /// The C canvas; freed with this value.
  let handle: OpaquePointer
  private let target: PixelBuffer
  private let stage: PixelBuffer?

  /// Device pixels per logical unit.
  public let scale: Double

  /// Antialiasing mode of letters.
  public let textAntialiasing: TextAntialiasing

  /// Color depth that flat paint is rounded to.
  public let colorDepth: ColorDepth

  /// Creates a canvas over `target`: `scale` device pixels per logical unit, `origin` the logical point at the buffer's top left pixel.
  ///
  /// `textAntialiasing`: antialiasing mode of letters; nil: bilevel if the target is mono1, else grayscale. `colorDepth`: depth that the
  /// pixels are later converted to; nil: that of the target.
  ///
  /// Throws `badArgument` unless scale is positive and finite and origin finite, and `outOfMemory`.
  public init(
    _ target: PixelBuffer, scale: Double = 1, origin: Point = .zero, textAntialiasing: TextAntialiasing? = nil,
    colorDepth: ColorDepth? = nil
  ) throws(RenderError) {
    guard scale > 0, scale.isFinite else { throw .badArgument("the scale of a canvas must be positive and finite, got \(scale)") }
    guard origin.isFinite else { throw .badArgument("the origin of a canvas must be finite, got (\(origin.x), \(origin.y))") }
    let isDirect = target.format == .argb8888 || target.format == .xrgb8888 || target.format == .coverage8
    let stage = isDirect ? nil : try target.converted(to: .argb8888)
    let base = cr_transform(a: scale, b: 0, c: 0, d: scale, tx: -origin.x * scale, ty: -origin.y * scale)
    var handle: OpaquePointer?
    let status = cr_canvas_create((stage ?? target).surface, base, &handle)
    guard status == CR_OK, let handle else {
      throw RenderError(status, doing: "making a canvas", width: target.width, height: target.height, format: target.format)
    }
    self.handle = handle
    self.target = target
    self.stage = stage
    self.scale = scale
    self.textAntialiasing = textAntialiasing ?? (target.format == .mono1 ? .bilevel : .grayscale)
    self.colorDepth = colorDepth ?? ColorDepth(target.format)
    cr_canvas_set_bilevel(handle, self.textAntialiasing == .bilevel)
    if self.colorDepth != .full { cr_canvas_set_depth(handle, self.colorDepth.asC) }
  }

  /// Whether the coverage of letters was drawn since the canvas was created.
  public var hasLetters: Bool { cr_canvas_drew_letters(handle) }

  /// Whether letters or thin lines in ``TextAntialiasing/bilevel`` kept their colour since the canvas was created, because the target lacks
  /// the content below them.
  public var needsBackdrop: Bool { cr_canvas_needs_backdrop(handle) }

  /// Whether the canvas draws coverage only.
  var isMask: Bool { target.format == .coverage8 }

  deinit {
    flush()
    cr_canvas_destroy(handle)
  }

  /// Writes the drawing to the target now; only needed for formats that are not drawn into directly.
  public func flush() {
    guard let stage else { return }
    let drawn = PixelRect(cr_canvas_drawn_bounds(handle))
    // The sizes are equal by construction. Only the memory for one row can fail, and `failure` could not report that at this point.
    if !drawn.isEmpty { try? stage.convert(into: target, area: drawn) }
  }

  /// The first drawing error since the canvas was created (allocation failure), or nil.
  public var failure: RenderError? {
    let status = cr_canvas_status(handle)
    if status == CR_OK { return nil }
    return RenderError(status, doing: "drawing", width: target.width, height: target.height, format: target.format)
  }

  /// Number of pixel rows that path edges crossed inside their clips so far; each edge counts at least once.
  ///
  /// Measures the work of fills, strokes and clips, without the pixels that they paint.
  public var edgeRows: Int { Int(clamping: cr_canvas_edge_rows(handle)) }

  /// The current transform from logical units to device pixels.
  public var transform: Transform { Transform(cr_canvas_transform(handle)) }

  /// Bounds of the clip in device pixels.
  public var clipBounds: PixelRect { PixelRect(cr_canvas_clip_bounds(handle)) }

  // MARK: state

  /// Saves clip and transform for the matching ``restore()``.
  public func save() { cr_canvas_save(handle) }
  /// Restores clip and transform of the matching ``save()``; does nothing without one in the same group.
  public func restore() { cr_canvas_restore(handle) }
  /// Current nesting of states and groups, for ``rewind(to:)``.
  public var mark: CanvasMark { CanvasMark(mark: cr_canvas_mark_get(handle)) }
  /// Ends groups and restores states that were opened since `mark`: after foreign drawing code, or drawing code that threw.
  public func rewind(to mark: CanvasMark) { cr_canvas_rewind(handle, mark.mark) }
  /// Translates subsequent drawing by (`x`, `y`) logical units.
  public func translate(_ x: Double, _ y: Double) { concatenate(.translation(x, y)) }
  /// Applies `t` to subsequent drawing, before the current transform.
  public func concatenate(_ t: Transform) { cr_canvas_concatenate(handle, t.asC) }

  /// Clips to `rect`; edges at fractional pixels are anti-aliased.
  public func clip(_ rect: Rect) { cr_canvas_clip_rect(handle, rect.asC) }
  /// Clips to a rounded rectangle, anti-aliased.
  public func clip(_ rounded: RoundedRect) {
    var r = rounded.asC
    cr_canvas_clip_rrect(handle, &r)
  }
  /// Clips to a path, anti-aliased.
  public func clip(_ path: Path, rule: FillRule = .nonZero) { path.withC { cr_canvas_clip_path(handle, $0, rule == .evenOdd) } }
  /// Clips to device pixels, regardless of the transform; used to repaint damage. Very cheap.
  public func clip(pixels: PixelRect) { cr_canvas_clip_pixels(handle, pixels.clamped) }

  /// Draws inside a rounded rectangle whose edge is anti-aliased once, regardless of the number of layers that `body` paints.
  ///
  /// `body` paints up to the rectangle's corners; they are clipped when it returns. Throws `outOfMemory`, and errors of `body`.
  ///
  /// - Parameters:
  ///   - rounded: the shape.
  ///   - body: draws; it must end every group that it begins.
  public func withCorners(of rounded: RoundedRect, _ body: () throws -> Void) throws {
    var r = rounded.asC
    var corners: OpaquePointer?
    save()
    defer { restore() }
    let status = cr_canvas_keep_corners(handle, &r, &corners)
    if status != CR_OK {
      let clip = clipBounds
      throw RenderError(status, doing: "keeping corners", width: clip.width, height: clip.height, format: .argb8888)
    }
    defer { cr_canvas_cut_corners(handle, corners) }
    try body()
  }

  /// Redirects drawing until ``endGroup()`` to a transparent layer of the size of the clip, which is then composited as a whole.
  ///
  /// Throws `outOfMemory`, or `badArgument` if opacity is NaN; no group is begun then.
  public func beginGroup(opacity: Double = 1, blend: BlendMode = .normal) throws(RenderError) {
    let status = cr_canvas_begin_group(handle, opacity, blend.code)
    if status == CR_BAD_ARGUMENT { throw .badArgument("the opacity of a group must be a number, got \(opacity)") }
    if status != CR_OK {
      let clip = clipBounds
      throw RenderError(status, doing: "beginning a group", width: clip.width, height: clip.height, format: .argb8888)
    }
  }
  /// Composites the layer of the last group, and restores the clip and transform of its beginning.
  public func endGroup() { cr_canvas_end_group(handle) }
}
