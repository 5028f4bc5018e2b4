internal import TesseraRender

/// Pool of reusable pixel buffers, which avoids page faults in steady state. Any thread.
///
/// The size of free buffers is limited in bytes; those of least recently used sizes are dropped first.
final class BufferPool: Sendable {
  private struct Key: Hashable {
    let width: Int
    let height: Int
    let format: PixelFormat
  }

  /// Free buffers of one size.
  private struct Shelf {
    var buffers: [PixelBuffer] = []
    /// Time of the last use; larger is later.
    var lastUse: UInt64 = 0
  }

  private struct State {
    var free: [Key: Shelf] = [:]
    var uses: UInt64 = 0
    var freeBytes = 0
    var usedBytes = 0
    /// Maximum bytes of free buffers; reduced under memory pressure.
    var limit: Int

    /// Removes the least recently used size and returns its buffers. O(sizes).
    mutating func dropOldest(but key: Key, onlyFilled: Bool) -> [PixelBuffer]? {
      var oldest: (key: Key, lastUse: UInt64)?
      for (other, shelf) in free where other != key && !(onlyFilled && shelf.buffers.isEmpty) {
        if shelf.lastUse < oldest?.lastUse ?? .max { oldest = (other, shelf.lastUse) }
      }
      guard let oldest, let shelf = free.removeValue(forKey: oldest.key) else { return nil }
      for buffer in shelf.buffers { freeBytes -= BufferPool.bytes(buffer) }
      return shelf.buffers
    }
  }

  private let state: Locked<State>
  private let fullLimit: Int
  /// Maximum number of sizes.
  static let sizeLimit = 1024

  init(limit: Int) {
    state = Locked(State(limit: limit))
    fullLimit = limit
  }

  /// Bytes of buffers in use, including displayed buffers that are shared with others.
  var usedByteCount: Int { state.withLock { $0.usedBytes } }

  /// Bytes of free buffers.
  var byteCount: Int { state.withLock { $0.freeBytes } }

  /// Returns a transparent buffer of exactly this size.
  func acquire(width: Int, height: Int, format: PixelFormat) throws(RenderError) -> PixelBuffer {
    let key = Key(width: width, height: height, format: format)
    let found: PixelBuffer? = state.withLock {
      $0.uses &+= 1
      guard let buffer = $0.free[key]?.buffers.popLast() else { return nil }
      $0.free[key]?.lastUse = $0.uses
      $0.freeBytes -= Self.bytes(buffer)
      return buffer
    }
    let buffer: PixelBuffer
    if let found {
      found.clear()
      buffer = found
    } else {
      buffer = try PixelBuffer(width: width, height: height, format: format)
    }
    state.withLock { $0.usedBytes += Self.bytes(buffer) }
    return buffer
  }

  /// Returns a buffer to the pool; the caller must not use it any more.
  func release(_ buffer: PixelBuffer) {
    let bytes = Self.bytes(buffer)
    let key = Key(width: buffer.width, height: buffer.height, format: buffer.format)
    // Dropped after the lock, because freeing may take long.
    var dropped: [[PixelBuffer]] = []
    state.withLock {
      $0.usedBytes -= bytes
      $0.uses &+= 1
      guard bytes <= $0.limit else { return }
      while $0.freeBytes + bytes > $0.limit, let shelf = $0.dropOldest(but: key, onlyFilled: true) { dropped.append(shelf) }
      // If only buffers of this size are left, there are enough of them.
      guard $0.freeBytes + bytes <= $0.limit else { return }
      if $0.free[key] == nil, $0.free.count >= Self.sizeLimit, let shelf = $0.dropOldest(but: key, onlyFilled: false) {
        dropped.append(shelf)
      }
      $0.free[key, default: Shelf()].buffers.append(buffer)
      $0.free[key]?.lastUse = $0.uses
      $0.freeBytes += bytes
    }
    withExtendedLifetime(dropped) {}
  }

  /// Counts the bytes of displayed pixels that do not belong to the pool.
  func recordShared(_ bytes: Int) { state.withLock { $0.usedBytes += bytes } }

  /// Stops counting them.
  func recordUnshared(_ bytes: Int) { state.withLock { $0.usedBytes -= bytes } }

  /// Limits free buffers to this fraction of the normal limit.
  func keepSpare(share: Double) {
    let limit = Int(Double(fullLimit) * min(1, max(0, share)))
    state.withLock { $0.limit = limit }
    dropSpare(to: limit)
  }

  /// Drops free buffers down to `bytes`, those of least recently used sizes first.
  func dropSpare(to bytes: Int = 0) {
    var dropped: [[PixelBuffer]] = []
    state.withLock {
      let nobody = Key(width: -1, height: -1, format: .argb8888)
      while $0.freeBytes > bytes, let shelf = $0.dropOldest(but: nobody, onlyFilled: true) { dropped.append(shelf) }
    }
    withExtendedLifetime(dropped) {}
  }

  private static func bytes(_ buffer: PixelBuffer) -> Int { buffer.stride * buffer.height }
}
