internal import TesseraRender

/// Pixel buffers that were used and will be used again: no page faults in steady state. Any thread.
///
/// What is kept is bounded in bytes; sizes that were asked for longest ago go first.
final class BufferPool: Sendable {
  private struct Key: Hashable {
    let width: Int
    let height: Int
    let format: PixelFormat
  }

  /// The free buffers of one size.
  private struct Shelf {
    var buffers: [PixelBuffer] = []
    /// When one was last taken or given: larger is later.
    var lastUse: UInt64 = 0
  }

  private struct State {
    var free: [Key: Shelf] = [:]
    var uses: UInt64 = 0
    var freeBytes = 0
    var usedBytes = 0
    /// Bytes kept for later at most; less while memory is short.
    var limit: Int

    /// Forgets the size that was used longest ago and returns its buffers. O(sizes).
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
  /// Most sizes that are remembered.
  static let sizeLimit = 1024

  init(limit: Int) {
    state = Locked(State(limit: limit))
    fullLimit = limit
  }

  /// Bytes of buffers taken and not given back, and of those that are shown and shared with others.
  var usedByteCount: Int { state.withLock { $0.usedBytes } }

  /// Bytes kept for later.
  var byteCount: Int { state.withLock { $0.freeBytes } }

  /// Returns a transparent buffer of exactly this size.
  func take(width: Int, height: Int, format: PixelFormat) throws(RenderError) -> PixelBuffer {
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

  /// Gives a buffer back; nobody may use it any more.
  func give(_ buffer: PixelBuffer) {
    let bytes = Self.bytes(buffer)
    let key = Key(width: buffer.width, height: buffer.height, format: buffer.format)
    // Dropped after the lock: freeing takes as long as it takes.
    var dropped: [[PixelBuffer]] = []
    state.withLock {
      $0.usedBytes -= bytes
      $0.uses &+= 1
      guard bytes <= $0.limit else { return }
      while $0.freeBytes + bytes > $0.limit, let shelf = $0.dropOldest(but: key, onlyFilled: true) { dropped.append(shelf) }
      // Only buffers of this very size are left: there are enough of them.
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

  /// Counts a buffer that is shown and not of the pool.
  func noteShared(_ buffer: PixelBuffer) { state.withLock { $0.usedBytes += Self.bytes(buffer) } }

  /// Counts it no longer.
  func noteUnshared(_ buffer: PixelBuffer) { state.withLock { $0.usedBytes -= Self.bytes(buffer) } }

  /// Keeps for later no more than this share of the usual, from now on.
  func keepSpare(share: Double) {
    let limit = Int(Double(fullLimit) * min(1, max(0, share)))
    state.withLock { $0.limit = limit }
    dropSpare(to: limit)
  }

  /// Lets go of buffers kept for later until they take no more than `bytes`, those of sizes used longest ago first.
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
