internal import TesseraBase

/// Bytes of a file, read in blocks. One thread at a time.
final class InputWindow {
  private let input: any VideoInput
  private var block: [UInt8] = []
  private var start = 0
  /// Bytes that are read at once where little is needed.
  private static let blockSize = 32 << 10

  init(_ input: any VideoInput) { self.input = input }

  var byteCount: Int { max(0, input.byteCount) }

  /// Returns `count` bytes at `offset`, fewer at the end of the file. `count` must be within the caller's limits.
  func bytes(at offset: Int, _ count: Int) throws(ContainerProblem) -> [UInt8] {
    guard offset >= 0, count > 0, offset < byteCount else { return [] }
    let wanted = min(count, byteCount - offset)
    if offset >= start, offset - start <= block.count, wanted <= block.count - (offset - start) {
      return Array(block[offset - start..<offset - start + wanted])
    }
    guard wanted < Self.blockSize else { return try read(at: offset, wanted) }
    block = try read(at: offset, min(Self.blockSize, byteCount - offset))
    start = offset
    return Array(block.prefix(wanted))
  }

  /// Reads in steps, because the size of an input may be false.
  private func read(at offset: Int, _ count: Int) throws(ContainerProblem) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < count {
      let step = min(count - result.count, 1 << 20)
      var got = 0
      let part = [UInt8](unsafeUninitializedCapacity: step) { buffer, filled in
        got = input.read(at: offset + result.count, into: UnsafeMutableRawBufferPointer(buffer))
        filled = max(0, min(got, step))
      }
      guard got >= 0 else { throw .unreadable("its bytes from \(offset + result.count) cannot be read") }
      if part.count == count { return part }
      result += part
      if part.count < step { break }
    }
    return result
  }
}
