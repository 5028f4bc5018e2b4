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
    let isLive = liveTarget != nil
    guard source != nil else { return .nothing }
    let (shown, info) =
      isLive
      ? try storage.live.withLock { live in
        if let failure = live.reportedFailure { throw failure }
        return (live.shown, live.info)
      }
      : try storage.playback.withLock { playback in
        if let failure = playback.failure { throw failure }
        return (playback.shown, playback.info)
      }
    // A live source that fails or is paused has nothing to show yet, and may have later.
    guard let shown, let info else { return isLive && !storage.live.withLock { $0.isPending } ? .nothing : .pending }
    let own = Size(info.displaySize.width, info.displaySize.height)
    let exact = contentMode.frame(of: own, in: context.size, focus: focus)
    guard !context.size.isEmpty, !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return .nothing }
    var pixels = exact.snapped(scale: context.scale)
    (pixels.width, pixels.height) = (max(1, pixels.width), max(1, pixels.height))
    let place = (pixels.width, pixels.height)
    if isLive { storage.live.withLock { $0.place = place } } else { storage.playback.withLock { $0.target = place } }
    let (frame, box) = (Rect(pixels, scale: context.scale), Rect(size: context.size))
    func isWhole(_ v: Double) -> Bool { abs(v * context.scale - (v * context.scale).rounded()) < 1e-6 }
    let isOpaque = frame.contains(box) && isWhole(box.width) && isWhole(box.height)
    // A picture that is larger than the box is cut.
    let visible = frame.intersection(box)
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let captions = storage.captions.withLock { $0.captions(in: visible, lower: min(captionInset, visible.height / 2)) }
    if captions == nil, (shown.pixels.width, shown.pixels.height) == place, box.contains(frame) {
      // Each pixel of the frame is one of the screen: the compositor reads it where the decoder put it.
      return .shared(SharedPixels(shown.pixels, x: pixels.x, y: pixels.y, isOpaque: true))
    }
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
