public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Decodes at the size needed (or takes the picture from the cache) and draws it.
  ///
  /// - Throws: ``ImageError``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    guard let need = try need(context), let picture = try picture(need, context), !context.isCancelled else { return }
    draw(picture, need.placement, in: canvas, box: Rect(size: context.size))
  }

  /// The decoded picture itself, where each of its pixels is one of the screen's and nothing cuts any of them off.
  ///
  /// - Throws: ``ImageError``.
  public func finishedContents(in context: DrawContext) throws -> FinishedContents? {
    guard rounding.isZero, ninePatch == nil, let need = try need(context), need.placement.isExact,
      Rect(size: context.size).contains(need.placement.frame), let picture = try picture(need, context), picture.format == .argb8888,
      !context.isCancelled
    else { return nil }
    return FinishedContents(picture, x: need.placement.pixels.x, y: need.placement.pixels.y)
  }

  public static var preparesDraws: Bool { true }

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

  /// The box; a unit where there is neither a box nor a picture: without a size of its own a broken picture would be left out in silence,
  /// so that `draw` runs and says what is wrong.
  public func drawingBounds(in context: DrawContext) -> Rect {
    let box = Rect(size: context.size)
    guard box.isEmpty, let source, (try? PictureStore.shared.info(of: source)) == nil else { return box }
    return Rect(0, 0, 1, 1)
  }

  /// Opaque where the picture is, covers the box, and nothing done to it brings transparency in.
  public func contents(in context: DrawContext) -> ContentsKind {
    guard let source, let info = try? PictureStore.shared.info(of: source) else { return source == nil ? .none : .pixels }
    guard info.isOpaque, tint?.isOpaque ?? true, rounding.isZero, ninePatch == nil, modification?.keepsOpaque ?? true,
      let placement = Placement(self, info, context), placement.frame.contains(Rect(size: context.size))
    else { return .pixels }
    func isWhole(_ v: Double) -> Bool { abs(v * context.scale - (v * context.scale).rounded()) < 1e-6 }
    return isWhole(context.size.width) && isWhole(context.size.height) ? .opaquePixels : .pixels
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
