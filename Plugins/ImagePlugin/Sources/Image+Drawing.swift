public import Tessera
internal import TesseraGeometry
internal import TesseraPictures
public import TesseraRender

extension Image: PreparingType {
  /// Returns the decoded picture itself if its pixels map one to one to device pixels and nothing clips them; otherwise a drawing of it.
  /// Checks the file's stamp. For an animated image, the frame that is due, or the poster frame until frames are decoded.
  ///
  /// - Throws: ``ImageError``.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let plan = try resolved(in: context.environment).plan(in: context)
    guard fade > 0 else { return plan }
    return .fading(ContentFade(id: context.storage(of: Image.self).pictureNumber, seconds: fade), plan)
  }

  /// Returns the image with the variant for the scale of `environment`, in its colour there. Reads the scale only for variants, the tint only for
  /// templates, and the scheme only for dynamic colours.
  private func resolved(in environment: EnvironmentValues) -> Image {
    var image = scaleVariants.isEmpty ? self : variant(for: environment.scale)
    guard isTemplate || tint?.isDynamic ?? false else { return image }
    var color = tint
    if isTemplate, color == nil { color = environment.tint ?? .theme(.ink) }
    image.tint = color?.resolved(in: environment)
    return image
  }

  /// Creates the plan.
  /// - Parameter isSecond: Whether a first picture could not be drawn, so that its replacement is.
  private func plan(in context: DrawContext, isSecond: Bool = false) throws -> DrawPlan {
    guard let need = try need(context) else { return isAwaited(context.storage(of: Image.self)) ? .pending : .nothing }
    if need.info.mayMove {
      let (storage, motion) = (context.storage(of: Image.self), context.environment.reducesMotion)
      if let (track, shot) = storage.recordDraw(
        need.source, stamp: need.info.stamp, mayMove: true, size: need.frameSize, reducesMotion: motion)
      {
        recordDraw(of: need.source, in: context)
        return try plan(of: shot, of: track, need, context, storage)
      }
    } else {
      _ = context.storage(of: Image.self).recordDraw(need.source, stamp: need.info.stamp, mayMove: false, size: nil, reducesMotion: false)
    }
    guard let picture = try picture(need, context), !context.isCancelled else {
      if context.isCancelled { return .nothing }
      // The picture cannot be drawn: draw its replacement.
      if !isSecond { return try plan(in: context, isSecond: true) }
      return isAwaited(context.storage(of: Image.self)) ? .pending : .nothing
    }
    recordDraw(of: need.source, in: context)
    return plan(of: picture, need, context)
  }

  private func plan(of picture: PixelBuffer, _ need: Need, _ context: DrawContext) -> DrawPlan {
    let (placement, box) = (need.placement, Rect(size: context.size))
    if context.environment.textAntialiasing == .bilevel, rounding.isZero, ninePatch == nil, let ink = InkMask(of: picture, need.info, tint)
    {
      return .coverage(ink.color, bounds: placement.frame.intersection(box)) { ink.draw(in: $0, at: placement.frame, box: box) }
    }
    let isOpaque = covers(box, need, scale: context.scale)
    let isExact = picture.width == placement.pixels.width && picture.height == placement.pixels.height
    if rounding.isZero, ninePatch == nil, isExact, box.contains(placement.frame), picture.format == .argb8888 {
      return .shared(SharedPixels(picture, x: placement.pixels.x, y: placement.pixels.y, isOpaque: isOpaque))
    }
    return .pixels(isOpaque: isOpaque) { draw(picture, placement, isExact: isExact, in: $0, box: box) }
  }

  /// Returns the plan of a frame of an animated image, with its difference from the frame drawn before.
  private func plan(
    of shot: FrameTrack.Shot, of track: FrameTrack, _ need: Need, _ context: DrawContext, _ storage: ImageStorage
  ) throws(ImageError) -> DrawPlan {
    let treatment = treatment(context)
    let frame = try need.info.part.map { part throws(ImageError) in try shot.pixels.cut(part, name: need.source.name) } ?? shot.pixels
    let pixels =
      try treatment.name.isEmpty ? frame : treatment.apply(to: frame, name: need.source.name, isCancelled: { context.isCancelled })
    let plan = plan(of: pixels, need, context)
    var image = self
    (image.isPlaying, image.loops) = (true, nil)
    let placed = need.placement.pixels
    let change = storage.change(shot, of: track, image: image, pixels: placed) { part in
      if part.isEmpty { return .zero }
      guard ninePatch == nil, treatment.modification == nil, treatment.blur == 0 else { return nil }
      guard let shown = need.info.part else { return placed.part(part, of: frame) }
      let inside = part.intersection(shown)
      if inside.isEmpty { return .zero }
      return placed.part(
        PixelRect(x: inside.x - shown.x, y: inside.y - shown.y, width: inside.width, height: inside.height), of: frame)
    }
    return .changed(change, plan)
  }

  /// Decodes at the required size (or takes the picture from the cache) and draws it.
  ///
  /// - Throws: ``ImageError``.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }

  /// Decodes in advance for the first draw.
  public func prepare(in context: DrawContext) {
    let image = resolved(in: context.environment)
    if let need = try? image.need(context) { _ = try? image.picture(need, context) }
  }

  private struct Need {
    var source: ImageSource
    var info: SourceInfo
    var placement: Placement
    /// Size in pixels of the frames of an animated vector picture; nil means the file's own.
    var frameSize: FrameSize? {
      info.isVector && info.part == nil ? FrameSize(width: placement.width, height: placement.height) : nil
    }
  }

  /// Returns the picture to draw, its size in pixels and its placement; nil if nothing is visible.
  private func need(_ context: DrawContext) throws(ImageError) -> Need? {
    let need = try newestNeed(context)
    guard let need, case .url(let url) = need.source,
      prefersWhole(to: url, need.info.part, width: need.placement.width, height: need.placement.height, in: context)
    else { return need }
    return try newestNeed(context)
  }

  private func newestNeed(_ context: DrawContext) throws(ImageError) -> Need? {
    let storage = context.storage(of: Image.self)
    guard var source = resolvedSource(storage), context.size.isFinite else { return nil }
    var known = try info(of: source, in: storage)
    if known == nil, let other = resolvedSource(storage) {
      source = other
      known = try info(of: other, in: storage)
    }
    guard let info = known?.cropped(by: crop), !context.size.isEmpty, let placement = Placement(self, info, context) else { return nil }
    return Need(source: source, info: info, placement: placement)
  }

  /// Returns the picture at the required size; nil if the draw is cancelled.
  private func picture(_ need: Need, _ context: DrawContext) throws(ImageError) -> PixelBuffer? {
    do throws(ImageError) {
      if case .url(let url) = need.source {
        return try preview(
          of: url, need.info.part, width: need.placement.width, height: need.placement.height, treatment: treatment(context), in: context)
      }
      return try PictureStore.shared.picture(
        of: need.source, need.info, width: need.placement.width, height: need.placement.height, treatment: treatment(context),
        isCancelled: { context.isCancelled })
    } catch {
      if case .cancelled = error { return nil }
      if recordFailure(error, of: need.source, in: context) { return nil }
      throw error
    }
  }

  private func draw(_ picture: PixelBuffer, _ placement: Placement, isExact: Bool, in canvas: borrowing Canvas, box: Rect) {
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
        picture, in: placement.frame, quality: isExact && quality == .good ? .bilinear : quality,
        tint: picture.format == .coverage8 ? tint ?? .black : nil)
    }
  }

  /// Whether the picture covers the box with alpha 1: nothing applied to it adds transparency, and the box is a whole number of pixels.
  private func covers(_ box: Rect, _ need: Need, scale: Double) -> Bool {
    guard need.info.isOpaque, tint?.isOpaque ?? true, rounding.isZero, ninePatch == nil, modification?.keepsOpaque ?? true,
      need.placement.frame.contains(box)
    else { return false }
    func isWhole(_ v: Double) -> Bool { abs(v * scale - (v * scale).rounded()) < 1e-6 }
    return isWhole(box.width) && isWhole(box.height)
  }

  private func treatment(_ context: DrawContext) -> Treatment {
    let sigma = blur * context.scale
    return Treatment(
      modification: modification, blur: sigma > 0 && sigma.isFinite ? sigma : 0, tint: tint,
      isBilevel: context.environment.textAntialiasing == .bilevel, colorDepth: context.environment.colorDepth)
  }
}

extension PixelRect {
  /// Returns the pixels of this rectangle, to which all of `picture` is drawn, that a part of the picture affects; resampling reads a
  /// margin.
  fileprivate func part(_ part: PixelRect, of picture: PixelBuffer) -> PixelRect {
    let (x, y) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
    if x == 1, y == 1 { return PixelRect(x: part.x + self.x, y: part.y + self.y, width: part.width, height: part.height) }
    func low(_ at: Int, _ ratio: Double) -> Int { Int((Double(at) * ratio - max(1, ratio) - 1).rounded(.down)) }
    func high(_ at: Int, _ ratio: Double) -> Int { Int((Double(at) * ratio + max(1, ratio) + 1).rounded(.up)) }
    let (left, top) = (low(part.x, x), low(part.y, y))
    return PixelRect(
      x: left + self.x, y: top + self.y, width: high(part.maxX, x) - left, height: high(part.maxY, y) - top
    ).intersection(self)
  }
}

/// Placement of a picture, and the size at which it is decoded.
private struct Placement {
  /// In logical units, with edges on device pixels.
  var frame: Rect
  /// The same in device pixels.
  var pixels: PixelRect
  var width: Int
  var height: Int

  /// Returns nil if nothing is visible.
  init?(_ image: Image, _ info: SourceInfo, _ context: DrawContext) {
    let own = info.logicalSize(image.imageScale)
    let exact = image.contentMode.frame(of: own, in: context.size, focus: image.focus)
    guard !exact.isEmpty, exact.isFinite, context.scale > 0, context.scale.isFinite else { return nil }
    var pixels = exact.snapped(scale: context.scale)
    pixels.width = max(1, pixels.width)
    pixels.height = max(1, pixels.height)
    self.pixels = pixels
    frame = Rect(pixels, scale: context.scale)
    let isFull = image.quality == .nearest || image.ninePatch != nil
    let most = info.isVector && !isFull ? (PictureCodecs.maximumSide, PictureCodecs.maximumSide) : (info.width, info.height)
    (width, height) = isFull ? (info.width, info.height) : (min(most.0, pixels.width), min(most.1, pixels.height))
    if let forced = image.decodeSize, image.ninePatch == nil, forced.isFinite, forced.width >= 1, forced.height >= 1 {
      width = min(most.0, Int(min(forced.width, 1e6)))
      height = min(most.1, Int(min(forced.height, 1e6)))
    }
  }
}
