public import TesseraGeometry
public import TesseraRender

extension PixelBuffer {
  /// Returns the pixels scaled down to the requested size, which is not larger. Each pixel is the average of the pixels that it covers.
  public func shrunk(to request: PictureRequest, name: String) throws(PictureError) -> PixelBuffer {
    let target = try request.makeBuffer(for: name)
    let rows = try PictureRows(sourceWidth: width, sourceHeight: height, into: target, name: name)
    for y in 0..<height {
      if y % 16 == 0, request.isCancelled() { throw .cancelled(source: name) }
      withUnsafeBytes { pixels in
        rows.write { UnsafeMutableRawPointer($0).copyMemory(from: pixels.baseAddress! + y * stride, byteCount: width * 4) }
      }
    }
    return target
  }

  /// Returns a copy of a part, clipped to the pixels.
  ///
  /// - Throws: `PictureError.unsupported` if the clipped part is empty, or if pixels are not whole bytes; `outOfMemory`.
  public func cut(_ part: PixelRect, name: String) throws(PictureError) -> PixelBuffer {
    let part = part.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    guard !part.isEmpty, let bytes = format.minimumStride(width: 1), format.minimumStride(width: 8) == bytes * 8 else {
      throw .unsupported(source: name, reason: "the crop leaves no pixels of \(width) x \(height)")
    }
    let target: PixelBuffer
    do { target = try PixelBuffer(width: part.width, height: part.height, format: format) } catch { throw .outOfMemory(source: name) }
    let (stride, targetStride) = (stride, target.stride)
    target.withUnsafeMutableBytes { to in
      withUnsafeBytes { from in
        for row in 0..<part.height {
          let start = (part.y + row) * stride + part.x * bytes
          UnsafeMutableRawBufferPointer(rebasing: to[row * targetStride..<row * targetStride + part.width * bytes])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<start + part.width * bytes]))
        }
      }
    }
    return target
  }

  /// Copies all pixels of `source`, of the same 32-bit format, to a position; clipped.
  public func put(_ source: PixelBuffer, x: Int, y: Int) {
    guard source.format == format else { return }
    rows(of: source, x: x, y: y) { to, from in to.copyMemory(from: from) }
  }

  /// Draws premultiplied pixels over those of this buffer, both `argb8888`: each channel is source + target * (255 - alpha) / 255, rounded.
  /// Clipped.
  public func blend(_ source: PixelBuffer, x: Int, y: Int) {
    guard source.format == .argb8888, format == .argb8888 else { return }
    rows(of: source, x: x, y: y) { to, from in
      for i in Swift.stride(from: 0, to: from.count, by: 4) {
        let clear = 255 - UInt32(from[i + 3])
        if clear == 255 { continue }
        for channel in i..<i + 4 {
          let product = UInt32(to[channel]) * clear + 128
          // Premultiplied values sum to 255 at most; the clamp is for invalid files.
          to[channel] = UInt8(min(255, UInt32(from[channel]) + (product + product >> 8) >> 8))
        }
      }
    }
  }

  /// Calls `body` with the bytes of each row that is in both buffers.
  private func rows(
    of source: PixelBuffer, x: Int, y: Int, _ body: (UnsafeMutableRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let count = min(source.width, width - x) * 4
    withUnsafeMutableBytes { to in
      source.withUnsafeBytes { from in
        for row in 0..<min(source.height, height - y) {
          let (start, sourceStart) = ((y + row) * stride + x * 4, row * source.stride)
          body(
            UnsafeMutableRawBufferPointer(rebasing: to[start..<start + count]),
            UnsafeRawBufferPointer(rebasing: from[sourceStart..<sourceStart + count]))
        }
      }
    }
  }
}
