internal import CTesseraSound
internal import TesseraBase

/// Device of ALSA. libasound is loaded when the device is opened first.
public final class AlsaDevice: SoundDevice {
  public let name: String
  public let waits = true
  private let state = Locked(State())

  private struct State: @unchecked Sendable {
    // C permits any thread, one at a time; the lock ensures that.
    var pointer: OpaquePointer?
    var channelCount = 2
    var underruns: Int32 = 0
  }

  /// Creates a closed device.
  ///
  /// - Parameter name: name of ALSA, such as `default`, `hw:1` or `plughw:CARD=Device`.
  public init(_ name: String = "default") { self.name = name }

  deinit { close() }

  /// Number of underruns since the device was created: moments in which its buffer was empty.
  public var underrunCount: Int { state.withLock { Int($0.underruns) } }

  public func open(_ wanted: SoundFormat) throws(SoundError) -> SoundFormat {
    close()
    var format = so_format(
      rate: Int32(clamping: max(1, wanted.rate)), channels: Int32(clamping: wanted.channelCount), period: 0,
      buffer: Int32(clamping: max(64, wanted.bufferFrames)))
    var (pointer, message) = (OpaquePointer?.none, [CChar](repeating: 0, count: Int(SO_MESSAGE_SIZE)))
    let status = message.withUnsafeMutableBufferPointer { so_alsa_open(name, &format, &pointer, $0.baseAddress) }
    guard status == SO_OK, let pointer else {
      if status == SO_NO_MEMORY { throw .outOfMemory(source: name) }
      let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .noDevice(name: name, reason: reason)
    }
    state.withLock { ($0.pointer, $0.channelCount) = (pointer, Int(format.channels)) }
    return SoundFormat(rate: Int(format.rate), channelCount: Int(format.channels), bufferFrames: Int(format.buffer))
  }

  public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundError) {
    let isWritten = state.withLock { state in
      guard let pointer = state.pointer else { return false }
      return so_alsa_write(pointer, samples.baseAddress, Int32(clamping: samples.count / state.channelCount), &state.underruns) == SO_OK
    }
    if !isWritten { throw .lostDevice(name: name) }
  }

  public var delay: Int { state.withLock { $0.pointer.map { Int(so_alsa_delay($0)) } ?? 0 } }

  public func close() {
    state.withLock {
      so_alsa_close($0.pointer)
      $0.pointer = nil
    }
  }
}
