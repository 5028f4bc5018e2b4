public import Tessera
internal import TesseraGeometry
public import TesseraRender
internal import TesseraVideo

extension Video {
  /// Draws the shown frame in its place. Opaque if the frame covers the box.
  ///
  /// - Throws: `VideoFileError`, also for an empty box: a broken video has no size of its own, and its error must still be reported.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let storage = context.storage(of: Video.self)
    let (shown, info, failure) = storage.playback.withLock { ($0.shown, $0.info, $0.failure) }
    if let failure { throw failure }
    guard source != nil else { return .nothing }
    guard let shown, let info else { return .pending }
    let own = Size(info.displaySize.width, info.displaySize.height)
    let exact = contentMode.frame(of: own, in: context.size, focus: focus)
    guard !context.size.isEmpty, !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return .nothing }
    var pixels = exact.snapped(scale: context.scale)
    (pixels.width, pixels.height) = (max(1, pixels.width), max(1, pixels.height))
    storage.playback.withLock { $0.target = (pixels.width, pixels.height) }
    let (frame, box) = (Rect(pixels, scale: context.scale), Rect(size: context.size))
    func isWhole(_ v: Double) -> Bool { abs(v * context.scale - (v * context.scale).rounded()) < 1e-6 }
    let isOpaque = frame.contains(box) && isWhole(box.width) && isWhole(box.height)
    // A picture that is larger than the box is cut.
    let visible = frame.intersection(box)
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let captions = storage.captions.withLock { $0.captions(in: visible, lower: min(captionInset, visible.height / 2)) }
    return .pixels(isOpaque: isOpaque) { canvas in
      canvas.save()
      if !box.contains(frame) { canvas.clip(box) }
      canvas.draw(shown.pixels, in: frame, quality: .bilinear)
      canvas.restore()
      captions?.draw(in: canvas, isBilevel: isBilevel)
    }
  }

  /// Draws the frame; see ``drawPlan(in:)``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }
}
