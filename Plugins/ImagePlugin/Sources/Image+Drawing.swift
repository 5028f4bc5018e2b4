public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Image: PreparingType {
  /// The decoded picture itself, where each of its pixels is one of the screen's and nothing cuts any of them off; else the picture drawn. Its file is looked
  /// at once.
  ///
  /// - Throws: ``ImageError``.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let need = try need(context), let picture = try picture(need, context), !context.isCancelled else { return .nothing }
    let (placement, box) = (need.placement, Rect(size: context.size))
    let isOpaque = covers(box, need, scale: context.scale)
    if rounding.isZero, ninePatch == nil, placement.isExact, box.contains(placement.frame), picture.format == .argb8888 {
      return .shared(SharedPixels(picture, x: placement.pixels.x, y: placement.pixels.y, isOpaque: isOpaque))
    }
    return .pixels(isOpaque: isOpaque) { draw(picture, placement, in: $0, box: box) }
  }

  /// Decodes at the size needed (or takes the picture from the cache) and draws it.
  ///
  /// - Throws: ``ImageError``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }

  /// Decodes for the first draw.
  public func prepare(in context: DrawContext) { if let need = try? need(context) { _ = try? picture(need, context) } }

  private typealias Need = (source: ImageSource, info: PictureInfo, placement: Placement)

  /// Of which picture how many pixels are needed, and where they go; nil where nothing is to be seen.
  private func need(_ context: DrawContext) throws(ImageError) -> Need? {
    guard let source, context.size.isFinite else { return nil }
    let info = try PictureStore.shared.info(of: source)
    guard !context.size.isEmpty, let placement = Placement(self, info, context) else { return nil }
    return (source, info, placement)
  }

  /// The picture at the size needed; nil where nobody wants it any more.
  private func picture(_ need: Need, _ context: DrawContext) throws(ImageError) -> PixelBuffer? {
    do {
      return try PictureStore.shared.picture(
        of: need.source, need.info, width: need.placement.width, height: need.placement.height, treatment: treatment(context),
        isCancelled: { context.isCancelled })
    } catch {
      if case .cancelled = error { return nil }
      throw error
    }
  }

  private func draw(_ picture: PixelBuffer, _ placement: Placement, in canvas: borrowing Canvas, box: Rect) {
    canvas.save()
    defer { canvas.restore() }
    let visible = ninePatch == nil ? placement.frame.intersection(box) : box
    if !rounding.isZero {
      canvas.clip(RoundedRect(visible, radii: rounding.fitted(to: visible.size)))
    } else if !box.contains(placement.frame) {
      canvas.clip(box)
    }
    if let ninePatch {
      canvas.drawNinePatch(picture, center: ninePatch, in: box, imageScale: imageScale)
    } else {
      canvas.draw(
        picture, in: placement.frame, quality: placement.isExact && quality == .good ? .bilinear : quality,
        tint: picture.format == .coverage8 ? tint ?? .black : nil)
    }
  }

  /// Whether the picture covers the box with alpha 1: nothing done to it brings transparency in, and the box has no part of a pixel.
  private func covers(_ box: Rect, _ need: Need, scale: Double) -> Bool {
    guard need.info.isOpaque, tint?.isOpaque ?? true, rounding.isZero, ninePatch == nil, modification?.keepsOpaque ?? true,
      need.placement.frame.contains(box)
    else { return false }
    func isWhole(_ v: Double) -> Bool { abs(v * scale - (v * scale).rounded()) < 1e-6 }
    return isWhole(box.width) && isWhole(box.height)
  }

  private func treatment(_ context: DrawContext) -> Treatment {
    let sigma = blur * context.scale
    return Treatment(modification: modification, blur: sigma > 0 && sigma.isFinite ? sigma : 0, tint: tint)
  }
}

/// Where a picture is drawn, and at how many pixels it is decoded for that.
private struct Placement {
  /// In logical units, its edges on device pixels.
  var frame: Rect
  /// The same in device pixels.
  var pixels: PixelRect
  var width: Int
  var height: Int
  /// Whether a decoded pixel is a device pixel.
  var isExact: Bool

  /// Nil where nothing is to be seen.
  init?(_ image: Image, _ info: PictureInfo, _ context: DrawContext) {
    let own = info.logicalSize(image.imageScale)
    let exact = image.contentMode.frame(of: own, in: context.size, focus: image.focus)
    guard !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return nil }
    var pixels = exact.snapped(scale: context.scale)
    pixels.width = max(1, pixels.width)
    pixels.height = max(1, pixels.height)
    self.pixels = pixels
    frame = Rect(pixels, scale: context.scale)
    let isFull = image.quality == .nearest || image.ninePatch != nil
    width = isFull ? info.width : min(info.width, pixels.width)
    height = isFull ? info.height : min(info.height, pixels.height)
    isExact = width == pixels.width && height == pixels.height
  }
}
