internal import TesseraRender

/// Dithers gray to the few levels of a panel. One thread.
///
/// Moving content uses the ordered pattern of all other displays: a pixel depends only on its own value and position, so an updated
/// part fits the rest. Still content may use error diffusion (Floyd and Steinberg, "An Adaptive Algorithm for
/// Spatial Greyscale", 1976; rows alternately to the left and to the right). It is finer, but any change would change all later pixels.
enum GrayDither {
  /// Returns the tone curve applied before quantization: black up to one point, white from another on, linear between.
  static func tones(black: Int, white: Int) -> [UInt8] {
    let low = min(254, max(0, black))
    let high = min(255, max(low + 1, white))
    return (0..<256).map { UInt8(min(255, max(0, ($0 - low) * 255 / (high - low)))) }
  }

  /// Applies `tones` to the pixels of an area of a gray8 buffer, into another of the same size.
  static func apply(_ tones: [UInt8], from source: PixelBuffer, to target: PixelBuffer, rows: Range<Int>, columns: Range<Int>) {
    source.withUnsafeBytes { from in
      target.withUnsafeMutableBytes { to in
        for y in rows {
          for x in columns { to[y * target.stride + x] = tones[Int(from[y * source.stride + x])] }
        }
      }
    }
  }

  /// Sets edge pixels to black or white, whichever is nearer, so that no pattern frays letters. Edge pixels are those around which the
  /// lightness in `source` differs by more than 110 of 255 within one pixel. A pixel depends only on its neighbours.
  static func crispen(_ target: PixelBuffer, as source: PixelBuffer, rows: Range<Int>, columns: Range<Int>) {
    let (width, height) = (source.width, source.height)
    source.withUnsafeBytes { from in
      target.withUnsafeMutableBytes { to in
        for y in rows {
          for x in columns {
            var (low, high) = (UInt8.max, UInt8.min)
            for v in max(0, y - 1)...min(height - 1, y + 1) {
              for u in max(0, x - 1)...min(width - 1, x + 1) {
                let light = from[v * source.stride + u]
                (low, high) = (min(low, light), max(high, light))
              }
            }
            guard high - low > 110 else { continue }
            to[y * target.stride + x] = Int(from[y * source.stride + x]) * 2 < Int(low) + Int(high) ? 0 : 255
          }
        }
      }
    }
  }

  /// Quantizes a gray8 buffer to `levels` evenly spaced levels by error diffusion. O(pixels).
  static func diffuse(_ buffer: PixelBuffer, levels: Int) {
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    guard width > 0, height > 0, levels > 1, levels < 256 else { return }
    // Errors in sixteenths, with a pixel of padding on either side.
    var current = [Int32](repeating: 0, count: width + 2)
    var next = current
    let steps = Int32(levels - 1)
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        let forward = y % 2 == 0
        for i in 0..<width {
          let x = forward ? i : width - 1 - i
          let wanted = min(255, max(0, Int32(bytes[y * stride + x]) + (current[x + 1] + 8) >> 4))
          let level = (wanted * steps + 127) / 255
          let shown = level * 255 / steps
          bytes[y * stride + x] = UInt8(shown)
          let error = wanted - shown
          let ahead = forward ? 1 : -1
          current[x + 1 + ahead] += error * 7
          next[x + 1 - ahead] += error * 3
          next[x + 1] += error * 5
          next[x + 1 + ahead] += error
        }
        swap(&current, &next)
        for i in next.indices { next[i] = 0 }
      }
    }
  }

  /// Quantizes an area of a gray8 buffer to `levels` levels by the ordered pattern.
  static func order(_ buffer: PixelBuffer, levels: Int, rows: Range<Int>, columns: Range<Int>) {
    guard levels > 1, levels < 256 else { return }
    let steps = levels - 1
    buffer.withUnsafeMutableBytes { bytes in
      for y in rows {
        for x in columns {
          let level = (Int(bytes[y * buffer.stride + x]) * steps * 64 + bayer(x, y) * 255 + 127) / (255 * 64)
          bytes[y * buffer.stride + x] = UInt8(min(steps, level) * 255 / steps)
        }
      }
    }
  }

  /// Returns the threshold 0...63 of a position: bits of x and x ^ y, interleaved from the lowest to the highest. Source: Bayer, 1973.
  static func bayer(_ x: Int, _ y: Int) -> Int {
    let v = x ^ y
    return (v & 1) << 5 | (y & 1) << 4 | (v & 2) << 2 | (y & 2) << 1 | (v & 4) >> 1 | (y & 4) >> 2
  }
}
