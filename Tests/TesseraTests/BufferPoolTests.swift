import Testing
@testable import Tessera
import TesseraRender

@Suite struct BufferPoolTests {
  /// Takes a buffer of 64-byte rows: 16 pixels.
  private func acquire(_ pool: BufferPool, _ height: Int) throws -> PixelBuffer {
    try pool.acquire(width: 16, height: height, format: .argb8888)
  }

  @Test func aReturnedBufferIsReusedAndTransparent() throws {
    let pool = BufferPool(limit: 1 << 20)
    let first = try acquire(pool, 4)
    first.clear(.black)
    pool.release(first)
    #expect(pool.byteCount == 256)
    let second = try acquire(pool, 4)
    #expect(second === first)
    #expect(second.color(x: 3, y: 3).alpha == 0)
    #expect(pool.byteCount == 0 && pool.usedByteCount == 256)
  }

  @Test func unusedSizesAreEvictedFirst() throws {
    let pool = BufferPool(limit: 1024)
    // Fills the pool with a size that is not requested again.
    for buffer in try (0..<4).map({ _ in try acquire(pool, 4) }) { pool.release(buffer) }
    #expect(pool.byteCount == 1024)
    let buffers = try (0..<2).map { _ in try acquire(pool, 8) }
    for buffer in buffers { pool.release(buffer) }
    #expect(pool.byteCount == 1024)
    let again = try (0..<2).map { _ in try acquire(pool, 8) }
    #expect(Set(again.map(ObjectIdentifier.init)) == Set(buffers.map(ObjectIdentifier.init)))
    #expect(pool.byteCount == 0)
  }

  @Test func moreOfOneSizeThanThereIsRoomForIsNotKept() throws {
    let pool = BufferPool(limit: 1024)
    for buffer in try (0..<6).map({ _ in try acquire(pool, 4) }) { pool.release(buffer) }
    #expect(pool.byteCount == 1024 && pool.usedByteCount == 0)
    pool.release(try acquire(pool, 17))
    #expect(pool.byteCount == 1024)
  }

  @Test func theNumberOfSizesIsBounded() throws {
    let pool = BufferPool(limit: 1 << 30)
    for height in 1...BufferPool.sizeLimit + 10 { pool.release(try acquire(pool, height)) }
    // The first ten sizes were removed.
    #expect(pool.byteCount == (11...BufferPool.sizeLimit + 10).reduce(0) { $0 + $1 * 64 })
    _ = try acquire(pool, BufferPool.sizeLimit + 10)
    #expect(pool.byteCount == (11..<BufferPool.sizeLimit + 10).reduce(0) { $0 + $1 * 64 })
  }
}
