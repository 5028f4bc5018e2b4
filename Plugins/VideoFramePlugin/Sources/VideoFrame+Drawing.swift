public import Tessera
public import TesseraGeometry
public import TesseraRender

extension VideoFrame {
  /// Reads the frame where it comes from a file, converts it at the size needed and draws it.
  ///
  /// - Throws: ``VideoError``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    guard let own = ownSizeOrError(), let placement = Placement(self, try own.get(), context) else { return }
    guard let picture = try currentPicture(), !context.isCancelled else { return }
    let pixels = try picture.pixels(
      width: min(picture.width, placement.pixels.width), height: min(picture.height, placement.pixels.height), matrix: matrix,
      range: range)
    let box = Rect(size: context.size)
    canvas.save()
    if !box.contains(placement.frame) { canvas.clip(box) }
    canvas.draw(pixels, in: placement.frame, quality: .bilinear)
    canvas.restore()
  }

  /// The box; a unit where there is neither a box nor a frame: without a size of its own a broken video would be left out in silence,
  /// so that `draw` runs and says what is wrong.
  public func drawingBounds(in context: DrawContext) -> Rect {
    let box = Rect(size: context.size)
    return box.isEmpty && source != nil && ownSize == nil ? Rect(0, 0, 1, 1) : box
  }

  /// Opaque where the frame covers the box.
  public func contents(in context: DrawContext) -> ContentsKind {
    if picture == nil, source == nil { return .none }
    guard let own = ownSize, let placement = Placement(self, own, context), placement.frame.contains(Rect(size: context.size)) else {
      return .pixels
    }
    func isWhole(_ v: Double) -> Bool { abs(v * context.scale - (v * context.scale).rounded()) < 1e-6 }
    return isWhole(context.size.width) && isWhole(context.size.height) ? .opaquePixels : .pixels
  }

  private func ownSizeOrError() -> Result<Size, VideoError>? {
    if let picture { return .success(Size(Double(picture.width), Double(picture.height))) }
    guard let source else { return nil }
    return Result { () throws(VideoError) in try Y4MStore.shared.open(source) }
      .map { Size(Double($0.header.width), Double($0.header.height)) }
  }

  private func currentPicture() throws(VideoError) -> VideoPicture? {
    if let picture { return picture }
    guard let source else { return nil }
    return try Y4MStore.shared.open(source).picture(at: playback.position ?? startFrame)
  }
}

/// Where a frame is drawn.
private struct Placement {
  /// In logical units, its edges on device pixels.
  var frame: Rect
  /// In device pixels.
  var pixels: PixelRect

  /// Nil where nothing is to be seen.
  init?(_ video: VideoFrame, _ own: Size, _ context: DrawContext) {
    let exact = video.contentMode.frame(of: own, in: context.size, focus: video.focus)
    guard !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return nil }
    pixels = exact.snapped(scale: context.scale)
    pixels.width = max(1, pixels.width)
    pixels.height = max(1, pixels.height)
    frame = Rect(pixels, scale: context.scale)
  }
}
