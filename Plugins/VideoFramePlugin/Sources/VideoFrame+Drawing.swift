public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension VideoFrame {
  /// Reads the frame if it is from a file. `PlanarPixels` inside the box are painted from their planes. Other frames are converted at the required size and
  /// drawn, as are those shrunk to less than half, whose samples are averaged.
  ///
  /// - Throws: ``VideoError``, also for an empty box: a broken video has no intrinsic size, and its error must still be reported.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let own = try ownSizeOrError()?.get(), let placement = Placement(self, own, context), !context.size.isEmpty else {
      return .nothing
    }
    if let plan = try planarPlan(placement, in: context) { return plan }
    let (box, storage) = (Rect(size: context.size), context.storage(of: VideoFrame.self))
    func isWhole(_ v: Double) -> Bool { abs(v * context.scale - (v * context.scale).rounded()) < 1e-6 }
    let isOpaque = placement.frame.contains(box) && isWhole(box.width) && isWhole(box.height)
    return .pixels(isOpaque: isOpaque) { canvas in
      guard let picture = try currentPicture(storage), !context.isCancelled else { return }
      let pixels = try picture.pixels(
        width: min(picture.width, placement.pixels.width), height: min(picture.height, placement.pixels.height), matrix: matrix,
        range: range)
      canvas.save()
      if !box.contains(placement.frame) { canvas.clip(box) }
      canvas.draw(pixels, in: placement.frame, quality: .bilinear)
      canvas.restore()
    }
  }

  /// Returns the plan for a frame that needs no converted copy.
  private func planarPlan(_ placement: Placement, in context: DrawContext) throws(VideoError) -> DrawPlan? {
    let box = Rect(size: context.size).snapped(scale: context.scale)
    guard box.contains(placement.pixels), let picture = try currentPicture(context.storage(of: VideoFrame.self)),
      2 * placement.pixels.width >= picture.width, 2 * placement.pixels.height >= picture.height,
      let planar = picture.planar(matrix: matrix, range: range)
    else { return nil }
    return .planar(planar, in: placement.pixels)
  }

  /// Draws the frame; see ``drawPlan(in:)``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }

  private func ownSizeOrError() -> Result<Size, VideoError>? {
    if let picture { return .success(Size(Double(picture.width), Double(picture.height))) }
    guard let source else { return nil }
    return Result { () throws(VideoError) in try Y4MStore.shared.open(source) }
      .map { Size(Double($0.header.width), Double($0.header.height)) }
  }

  private func currentPicture(_ storage: VideoFrameStorage) throws(VideoError) -> VideoPicture? {
    if let picture { return picture }
    guard let source else { return nil }
    return try Y4MStore.shared.open(source).picture(at: storage.position(in: source) ?? startFrame)
  }
}

/// Placement of a frame.
private struct Placement {
  /// In logical units, with edges on device pixels.
  var frame: Rect
  /// In device pixels.
  var pixels: PixelRect

  /// Returns nil if nothing is visible.
  init?(_ video: VideoFrame, _ own: Size, _ context: DrawContext) {
    let exact = video.contentMode.frame(of: own, in: context.size, focus: video.focus)
    guard !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return nil }
    pixels = exact.snapped(scale: context.scale)
    pixels.width = max(1, pixels.width)
    pixels.height = max(1, pixels.height)
    frame = Rect(pixels, scale: context.scale)
  }
}
