internal import CRender
public import TesseraGeometry

extension PixelBuffer {
  /// Converts `area` (in the source's pixels; nil: all; clipped to the source) to its rotated position in `target`.
  ///
  /// `target` has the rotated size of this buffer, any format, and separate memory. If depth is lost, an ordered dither by target pixel is
  /// applied, so converting in parts gives the same result as converting all. Throws `badSize` and `outOfMemory`. O(pixels of the area).
  public func convert(into target: PixelBuffer, area: PixelRect? = nil, rotation: Rotation = .none, dither: Bool = true) throws(RenderError)
  {
    let w = rotation.swapsAxes ? height : width
    let h = rotation.swapsAxes ? width : height
    guard target.width == w, target.height == h else {
      throw .badSize(width: target.width, height: target.height, reason: "the target of this conversion must be \(w) x \(h)")
    }
    let turns = Int32(rotation.rawValue / 90)
    let status: cr_status
    if var part = area?.clamped {
      status = cr_surface_convert(surface, target.surface, &part, turns, dither)
    } else {
      status = cr_surface_convert(surface, target.surface, nil, turns, dither)
    }
    if status != CR_OK { throw RenderError(status, doing: "converting pixels", width: width, height: height, format: target.format) }
  }

  /// Returns a converted copy; see ``convert(into:area:rotation:dither:)``.
  public func converted(to format: PixelFormat, rotation: Rotation = .none, dither: Bool = true) throws(RenderError) -> PixelBuffer {
    let target = try PixelBuffer(
      width: rotation.swapsAxes ? height : width, height: rotation.swapsAxes ? width : height, format: format)
    try convert(into: target, rotation: rotation, dither: dither)
    return target
  }

  /// Makes the kernel allocate the memory of all pixels now, for a buffer that is about to be drawn completely. Takes half the time of
  /// touching its pages one by one. A hint that changes no pixel, for buffers of 1 MiB and more. It cannot be cancelled. Call it on the
  /// writing thread.
  public func populate() { cr_surface_populate(surface) }

  /// Sets every pixel of `area` (nil: all) to `color`, without blending.
  public func clear(_ color: Color = .clear, in area: PixelRect? = nil) {
    if var part = area?.clamped {
      cr_surface_clear(surface, color.asC, &part)
    } else {
      cr_surface_clear(surface, color.asC, nil)
    }
  }

  /// Returns a copy of `area` (nil: all; clipped to the buffer), in the same format.
  public func copy(of area: PixelRect? = nil) throws(RenderError) -> PixelBuffer {
    let part = area.map { PixelRect($0.clamped).intersection(bounds) } ?? bounds
    let target = try PixelBuffer(width: part.width, height: part.height, format: format)
    let status = cr_surface_copy_area(surface, part.clamped, target.surface)
    if status != CR_OK { throw RenderError(status, doing: "copying pixels", width: part.width, height: part.height, format: format) }
    return target
  }

  /// Moves the pixels of `area` by (`dx`, `dy`) within the buffer (scrolling), clipped on both ends; source and target may overlap.
  public func move(_ area: PixelRect, dx: Int, dy: Int) { cr_surface_move(surface, area.clamped, Int64(dx), Int64(dy)) }

  /// Blurs in place like a Gaussian of standard deviation `sigma` pixels (three boxes, as SVG's feGaussianBlur), edges clamped.
  ///
  /// argb8888, xrgb8888 and coverage8. Below 0.25 nothing changes; sigma is clamped to 250. Time does not depend on sigma.
  public func blur(sigma: Double) throws(RenderError) {
    guard sigma.isFinite, sigma >= 0 else { throw .badArgument("blur: sigma must be a number of at least 0, got \(sigma)") }
    let status = cr_surface_blur(surface, sigma)
    if status != CR_OK { throw RenderError(status, doing: "blur", width: width, height: height, format: format) }
  }

  /// Blurs as ``blur(sigma:)``, and polls `isCancelled` several times per millisecond. After cancellation it returns soon, with undefined
  /// pixels.
  /// - Throws: `RenderError` as ``blur(sigma:)``.
  public func blur(sigma: Double, isCancelled: () -> Bool) throws(RenderError) {
    guard sigma.isFinite, sigma >= 0 else { throw .badArgument("blur: sigma must be a number of at least 0, got \(sigma)") }
    let status = withoutActuallyEscaping(isCancelled) { isCancelled in
      // The C function calls back on this thread before it returns, and keeps no reference.
      var question = isCancelled
      return withUnsafeMutablePointer(to: &question) { pointer in
        cr_surface_blur_polling(
          surface, sigma, { context in context?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? false }, pointer)
      }
    }
    if status != CR_OK { throw RenderError(status, doing: "blur", width: width, height: height, format: format) }
  }

  /// Returns all pixels resampled to another size, in the same format.
  ///
  /// `good` weights every source pixel when shrinking (a triangle as wide as two target pixels): no aliasing. Throws if only one of the two
  /// buffers is empty.
  public func resized(width: Int, height: Int, quality: ImageQuality = .good) throws(RenderError) -> PixelBuffer {
    let target = try PixelBuffer(width: width, height: height, format: format)
    let status = cr_surface_resize(surface, target.surface, quality.code)
    if status == CR_BAD_SIZE {
      throw .badSize(width: self.width, height: self.height, reason: "an empty buffer cannot be resized to \(width) x \(height)")
    }
    if status != CR_OK { throw RenderError(status, doing: "resizing", width: width, height: height, format: format) }
    return target
  }

  /// Returns an argb8888 copy with the same alpha (or coverage) and the colour of `color`, whose alpha is multiplied in.
  public func tinted(_ color: Color) throws(RenderError) -> PixelBuffer {
    let target = try PixelBuffer(width: width, height: height, format: .argb8888)
    let status = cr_surface_tint(surface, color.asC, target.surface)
    if status != CR_OK { throw RenderError(status, doing: "tinting", width: width, height: height, format: format) }
    return target
  }
}
