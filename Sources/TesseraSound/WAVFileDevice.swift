internal import CTesseraSound
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

// Members of the device have the names of these functions.
private func openDescriptor(_ path: String, _ isNew: Bool) -> Int32 {
  open(path, O_RDWR | O_CREAT | O_CLOEXEC | (isNew ? O_TRUNC : 0), 0o644)
}
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(descriptor, bytes, count) }

/// Device that writes a WAV file: 16 bits, stereo, 48 kHz. For recordings, and for machines without sound.
public final class WAVFileDevice: SoundDevice {
  public let name: String
  public let waits = false
  private let state = Locked(State())

  private struct State {
    var descriptor: Int32 = -1
    var byteCount = 0
    var bytes: [UInt8] = []
  }

  /// Maximum bytes of samples in a file; later sound is left out. The format has 32-bit sizes.
  public static let maximumByteCount = Int(UInt32.max) - 64

  /// Creates a device that replaces the file `path` when it is opened.
  public init(_ path: String) { name = path }

  deinit { close() }

  public func open(_ wanted: SoundFormat) throws(SoundError) -> SoundFormat {
    close()
    // Opened again after an idle time, the device continues its file.
    let isNew = state.withLock { $0.byteCount == 0 }
    let descriptor = openDescriptor(name, isNew)
    guard descriptor >= 0 else { throw .noDevice(name: name, reason: String(cString: strerror(errno))) }
    state.withLock { state in
      state.descriptor = descriptor
      if isNew { Self.writeHeader(descriptor, 0) } else { lseek(descriptor, 0, SEEK_END) }
    }
    return SoundFormat(bufferFrames: 0)
  }

  public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundError) {
    let isWritten = state.withLock { state in
      guard state.descriptor >= 0 else { return false }
      let count = samples.count * 2
      guard state.byteCount + count <= Self.maximumByteCount else { return true }
      if state.bytes.count != count { state.bytes = [UInt8](repeating: 0, count: count) }
      state.bytes.withUnsafeMutableBufferPointer { so_to_s16($0.baseAddress, samples.baseAddress, Int64(samples.count)) }
      state.byteCount += count
      return Self.writeAll(state.descriptor, state.bytes)
    }
    if !isWritten { throw .lostDevice(name: name) }
  }

  public var delay: Int { 0 }

  /// Completes the file.
  public func close() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      lseek(state.descriptor, 0, SEEK_SET)
      Self.writeHeader(state.descriptor, state.byteCount)
      closeDescriptor(state.descriptor)
      state.descriptor = -1
    }
  }

  @discardableResult private static func writeHeader(_ descriptor: Int32, _ byteCount: Int) -> Bool {
    writeAll(descriptor, header(byteCount: byteCount))
  }

  /// Returns the 44 bytes before the samples of 16 bits.
  static func header(byteCount: Int, rate: Int = SoundFormat.mixerRate, channelCount: Int = 2) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return Array("RIFF".utf8) + number(byteCount + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
      + number(channelCount, 2) + number(rate, 4) + number(rate * channelCount * 2, 4) + number(channelCount * 2, 2) + number(16, 2)
      + Array("data".utf8)
      + number(byteCount, 4)
  }

  private static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = writeBytes(descriptor, buffer.baseAddress! + done, buffer.count - done)  // not empty: done < count
        if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
      }
      return true
    }
  }
}
