internal import CRender
public import TesseraGeometry

/// How many states and groups of a canvas are open.
public struct CanvasMark: Sendable {
  let mark: cr_canvas_mark
}

/// Draws into a pixel buffer.
///
/// One thread at a time.
///
/// Coordinates are logical: the canvas maps them by its current transform. Nothing traps; shapes with NaN or infinity are not drawn.
/// A pixel's value depends on what is drawn and on its own place, never on the clip rectangle, so drawing by parts gives the same bytes.
/// argb8888, xrgb8888 and coverage8 are drawn into directly; the other formats through an argb8888 copy that is converted back, dithered,
/// by ``flush()`` and at the end of the canvas's life.
public struct Canvas: ~Copyable {
  /// The C canvas; freed with this value.
  let handle: OpaquePointer
  private let target: PixelBuffer
  private let stage: PixelBuffer?

  /// Device pixels a logical unit, as given.
  public let scale: Double

  /// How letters are drawn.
  public let textAntialiasing: TextAntialiasing

  /// The depth whose colors flat paint takes.
  public let colorDepth: ColorDepth

  /// Makes a canvas over `target`; `scale` device pixels a logical unit, `origin` the logical point at the buffer's top left pixel.
  ///
  /// `textAntialiasing`: how letters are drawn; nil: black and white if the target is mono1, else grayscale. `colorDepth`: what the pixels are
  /// converted to later; nil: that of the target.
  ///
  /// Throws `badArgument` unless scale is positive and finite and origin finite, and `outOfMemory`.
  public init(
    _ target: PixelBuffer, scale: Double = 1, origin: Point = .zero, textAntialiasing: TextAntialiasing? = nil,
    colorDepth: ColorDepth? = nil
  ) throws(RenderError) {
    guard scale > 0, scale.isFinite else { throw .badArgument("a canvas's scale is \(scale), must be positive and finite") }
    guard origin.isFinite else { throw .badArgument("a canvas's origin is (\(origin.x), \(origin.y)), must be finite") }
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
    cr_canvas_set_pure_letters(handle, self.textAntialiasing == .bilevel)
    if self.colorDepth != .full { cr_canvas_set_depth(handle, self.colorDepth.asC) }
  }

  /// Whether the coverage of letters was drawn since the canvas was made.
  public var hasLetters: Bool { cr_canvas_drew_letters(handle) }

  /// Whether letters or thin lines that are to be black or white (``TextAntialiasing/bilevel``) kept their colour since the canvas was made, because the
  /// target does not have what will lie beneath them.
  public var needsBackdrop: Bool { cr_canvas_has_blind_marks(handle) }

  /// Whether nothing but coverage is drawn.
  var isMask: Bool { target.format == .coverage8 }

  deinit {
    flush()
    cr_canvas_destroy(handle)
  }

  /// Brings what was drawn into the target now; needed only for formats that are not drawn into directly.
  public func flush() {
    guard let stage else { return }
    let drawn = PixelRect(cr_canvas_drawn_bounds(handle))
    // The sizes are equal by construction; what can fail is the memory for one row, which `failure` could not report any more either.
    if !drawn.isEmpty { try? stage.convert(into: target, area: drawn) }
  }

  /// The first thing that could not be drawn since the canvas was made (memory was refused), or nil.
  public var failure: RenderError? {
    let status = cr_canvas_status(handle)
    if status == CR_OK { return nil }
    return RenderError(status, doing: "drawing", width: target.width, height: target.height, format: target.format)
  }

  /// Rows of pixels that the edges of all paths so far crossed within their clips, each edge counted as one at least.
  ///
  /// This is the work of fills, strokes and clips apart from the pixels that they paint.
  public var edgeRows: Int { Int(clamping: cr_canvas_edge_rows(handle)) }

  /// The current map from logical units to device pixels.
  public var transform: Transform { Transform(cr_canvas_transform(handle)) }

  /// Bounds of the clip in device pixels.
  public var clipBounds: PixelRect { PixelRect(cr_canvas_clip_bounds(handle)) }

  // MARK: state

  /// Keeps clip and transform for the matching ``restore()``.
  public func save() { cr_canvas_save(handle) }
  /// Brings back clip and transform of the matching ``save()``; does nothing without one in the same group.
  public func restore() { cr_canvas_restore(handle) }
  /// Where the canvas stands now, for ``rewind(to:)``.
  public var mark: CanvasMark { CanvasMark(mark: cr_canvas_mark_get(handle)) }
  /// Ends groups and restores states that were begun since `mark` and are still open: after drawing that somebody else wrote, or that threw.
  public func rewind(to mark: CanvasMark) { cr_canvas_rewind(handle, mark.mark) }
  /// Moves what is drawn from now on by (`x`, `y`) logical units.
  public func translate(_ x: Double, _ y: Double) { concatenate(.translation(x, y)) }
  /// Maps what is drawn from now on by `t` first and by the current transform after it.
  public func concatenate(_ t: Transform) { cr_canvas_concatenate(handle, t.asC) }

  /// Keeps drawing inside of `rect`; anti-aliased where its edges fall between pixels.
  public func clip(_ rect: Rect) { cr_canvas_clip_rect(handle, rect.asC) }
  /// Keeps drawing inside of a rounded rectangle, anti-aliased.
  public func clip(_ rounded: RoundedRect) {
    var r = rounded.asC
    cr_canvas_clip_rrect(handle, &r)
  }
  /// Keeps drawing inside of a path, anti-aliased.
  public func clip(_ path: Path, rule: FillRule = .nonZero) { path.withC { cr_canvas_clip_path(handle, $0, rule == .evenOdd) } }
  /// Keeps drawing inside of device pixels, whatever the transform: what damage repaint uses. Costs next to nothing.
  public func clip(pixels: PixelRect) { cr_canvas_clip_pixels(handle, pixels.clamped) }

  /// Draws inside a rounded rectangle whose edge is anti-aliased once, however many layers `body` paints.
  ///
  /// `body` paints up to the rectangle's corners; they are cut when it returns. Throws `outOfMemory`, and what `body` throws.
  ///
  /// - Parameters:
  ///   - rounded: the shape.
  ///   - body: draws; it leaves as many groups open as there were.
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

  /// Sends drawing until ``endGroup()`` to a transparent layer the size of the clip, which is then composited at once.
  ///
  /// Throws `outOfMemory`, or `badArgument` where opacity is NaN; then no group has begun.
  public func beginGroup(opacity: Double = 1, blend: BlendMode = .normal) throws(RenderError) {
    let status = cr_canvas_begin_group(handle, opacity, blend.code)
    if status == CR_BAD_ARGUMENT { throw .badArgument("a group's opacity is \(opacity), must be a number") }
    if status != CR_OK {
      let clip = clipBounds
      throw RenderError(status, doing: "beginning a group", width: clip.width, height: clip.height, format: .argb8888)
    }
  }
  /// Composites the layer of the last group and goes back to what the clip and the transform were when it began.
  public func endGroup() { cr_canvas_end_group(handle) }
}
