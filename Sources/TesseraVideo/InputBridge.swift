internal import CVideoDecoder
internal import TesseraBase

/// Input as C reads it. Must outlive the reader.
final class InputBridge: Sendable {
  let bytes: any VideoInput
  let isCancelled = Locked(false)

  init(_ bytes: any VideoInput) { self.bytes = bytes }

  /// Ends the current call, also where it waits for data, and later ones.
  func cancel() {
    isCancelled.withLock { $0 = true }
    bytes.cancel()
  }

  /// Returns functions and context for C.
  func makeInput() -> vd_input {
    var input = vd_input()
    // Unretained: the owner of the reader keeps the bridge.
    input.context = Unmanaged.passUnretained(self).toOpaque()
    input.size = Int64(bytes.byteCount)
    input.read = { context, offset, buffer, count in
      guard let context, let buffer, count > 0 else { return 0 }
      let bridge = Unmanaged<InputBridge>.fromOpaque(context).takeUnretainedValue()
      return Int32(clamping: bridge.bytes.read(at: Int(offset), into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
    }
    input.is_cancelled = { context in
      guard let context else { return 0 }
      return Unmanaged<InputBridge>.fromOpaque(context).takeUnretainedValue().isCancelled.withLock { $0 ? 1 : 0 }
    }
    return input
  }
}
