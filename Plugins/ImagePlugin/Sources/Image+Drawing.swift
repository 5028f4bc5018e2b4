public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Decodes at the size needed (or takes the picture from the cache) and draws it.
  ///
  /// - Throws: ``ImageError``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    guard let (picture, placement) = try prepare(context), !context.isCancelled else { return }
    draw(picture, placement, in: canvas, box: Rect(size: context.size))
  }

  /// The picture at the size needed and where it goes; nil where nothing is to be seen or nobody wants it any more.
  private func prepare(_ context: DrawContext) throws(ImageError) -> (PixelBuffer, Placement)? {
    guard let source, context.size.isFinite else { return nil }
    let info = try PictureStore.shared.info(of: source)
    guard !context.size.isEmpty, let placement = Placement(self, info, context) else { return nil }
    do {
      let picture = try PictureStore.shared.picture(
        of: source, info, width: placement.width, height: placement.height, treatment: treatment(context),
        isCancelled: { context.isCancelled })
      return (picture, placement)
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
    frame = Rect(pixels, scale: context.scale)
    let isFull = image.quality == .nearest || image.ninePatch != nil
    width = isFull ? info.width : min(info.width, pixels.width)
    height = isFull ? info.height : min(info.height, pixels.height)
    isExact = width == pixels.width && height == pixels.height
  }
}
