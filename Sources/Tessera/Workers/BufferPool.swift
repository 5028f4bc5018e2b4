internal import TesseraRender

/// Pixel buffers that were used and will be used again: no page faults in steady state. Any thread.
final class BufferPool: @unchecked Sendable {
  // @unchecked: `free` and `freeBytes` are only touched with `lock` held.
  private struct Key: Hashable {
    let width: Int
    let height: Int
    let format: PixelFormat
  }

  private let lock = Lock()
  private var free: [Key: [PixelBuffer]] = [:]
  private var freeBytes = 0
  private var usedBytes = 0
  /// Bytes kept for later at most.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Bytes of buffers taken and not given back.
  var usedByteCount: Int { lock.withLock { usedBytes } }

  /// Bytes kept for later.
  var byteCount: Int { lock.withLock { freeBytes } }

  /// Returns a transparent buffer of exactly this size.
  func take(width: Int, height: Int, format: PixelFormat) throws(RenderError) -> PixelBuffer {
    let key = Key(width: width, height: height, format: format)
    let found: PixelBuffer? = lock.withLock {
      guard let buffer = free[key]?.popLast() else { return nil }
      freeBytes -= buffer.stride * buffer.height
      return buffer
    }
    let buffer: PixelBuffer
    if let found {
      found.clear()
      buffer = found
    } else {
      buffer = try PixelBuffer(width: width, height: height, format: format)
    }
    lock.withLock { usedBytes += buffer.stride * buffer.height }
    return buffer
  }

  /// Gives a buffer back; nobody may use it any more.
  func give(_ buffer: PixelBuffer) {
    let bytes = buffer.stride * buffer.height
    lock.withLock {
      usedBytes -= bytes
      guard freeBytes + bytes <= limit else { return }
      free[Key(width: buffer.width, height: buffer.height, format: buffer.format), default: []].append(buffer)
      freeBytes += bytes
    }
  }
}
