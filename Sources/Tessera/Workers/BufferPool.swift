internal import TesseraRender

/// Pixel buffers that were used and will be used again: no page faults in steady state. Any thread.
///
/// What is kept is bounded in bytes; sizes that were asked for longest ago go first.
final class BufferPool: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
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

  private let lock = Lock()
  private var free: [Key: Shelf] = [:]
  private var uses: UInt64 = 0
  private var freeBytes = 0
  private var usedBytes = 0
  /// Bytes kept for later at most; less while memory is short.
  private var limit: Int
  private let fullLimit: Int
  /// Most sizes that are remembered.
  static let sizeLimit = 1024

  init(limit: Int) {
    self.limit = limit
    fullLimit = limit
  }

  /// Bytes of buffers taken and not given back, and of those that are shown and shared with others.
  var usedByteCount: Int { lock.withLock { usedBytes } }

  /// Bytes kept for later.
  var byteCount: Int { lock.withLock { freeBytes } }

  /// Sizes that are remembered, with buffers or without.
  var sizeCount: Int { lock.withLock { free.count } }

  /// Returns a transparent buffer of exactly this size.
  func take(width: Int, height: Int, format: PixelFormat) throws(RenderError) -> PixelBuffer {
    let key = Key(width: width, height: height, format: format)
    let found: PixelBuffer? = lock.withLock {
      uses &+= 1
      guard let buffer = free[key]?.buffers.popLast() else { return nil }
      free[key]?.lastUse = uses
      freeBytes -= Self.bytes(buffer)
      return buffer
    }
    let buffer: PixelBuffer
    if let found {
      found.clear()
      buffer = found
    } else {
      buffer = try PixelBuffer(width: width, height: height, format: format)
    }
    lock.withLock { usedBytes += Self.bytes(buffer) }
    return buffer
  }

  /// Gives a buffer back; nobody may use it any more.
  func give(_ buffer: PixelBuffer) {
    let bytes = Self.bytes(buffer)
    let key = Key(width: buffer.width, height: buffer.height, format: buffer.format)
    // Dropped after the lock: freeing takes as long as it takes.
    var dropped: [[PixelBuffer]] = []
    lock.withLock {
      usedBytes -= bytes
      uses &+= 1
      guard bytes <= limit else { return }
      while freeBytes + bytes > limit, let shelf = dropOldest(but: key, onlyFilled: true) { dropped.append(shelf) }
      // Only buffers of this very size are left: there are enough of them.
      guard freeBytes + bytes <= limit else { return }
      if free[key] == nil, free.count >= Self.sizeLimit, let shelf = dropOldest(but: key, onlyFilled: false) { dropped.append(shelf) }
      free[key, default: Shelf()].buffers.append(buffer)
      free[key]?.lastUse = uses
      freeBytes += bytes
    }
    withExtendedLifetime(dropped) {}
  }

  /// Counts a buffer that is shown and not of the pool.
  func noteShared(_ buffer: PixelBuffer) { lock.withLock { usedBytes += Self.bytes(buffer) } }

  /// Counts it no longer.
  func noteUnshared(_ buffer: PixelBuffer) { lock.withLock { usedBytes -= Self.bytes(buffer) } }

  /// Keeps for later no more than this share of the usual, from now on.
  func keepSpare(share: Double) {
    let limit = Int(Double(fullLimit) * min(1, max(0, share)))
    lock.withLock { self.limit = limit }
    dropSpare(to: limit)
  }

  /// Lets go of buffers kept for later until they take no more than `bytes`, those of sizes used longest ago first.
  func dropSpare(to bytes: Int = 0) {
    var dropped: [[PixelBuffer]] = []
    lock.withLock {
      let nobody = Key(width: -1, height: -1, format: .argb8888)
      while freeBytes > bytes, let shelf = dropOldest(but: nobody, onlyFilled: true) { dropped.append(shelf) }
    }
    withExtendedLifetime(dropped) {}
  }

  /// Forgets the size that was used longest ago and returns its buffers; lock held. O(sizes).
  private func dropOldest(but key: Key, onlyFilled: Bool) -> [PixelBuffer]? {
    var oldest: (key: Key, lastUse: UInt64)?
    for (other, shelf) in free where other != key && !(onlyFilled && shelf.buffers.isEmpty) {
      if shelf.lastUse < oldest?.lastUse ?? .max { oldest = (other, shelf.lastUse) }
    }
    guard let oldest, let shelf = free.removeValue(forKey: oldest.key) else { return nil }
    for buffer in shelf.buffers { freeBytes -= Self.bytes(buffer) }
    return shelf.buffers
  }

  private static func bytes(_ buffer: PixelBuffer) -> Int { buffer.stride * buffer.height }
}
