internal import CTesseraSound
internal import TesseraBase

/// Microphone of ALSA. libasound is loaded when the device is opened first. Two channels become their mean.
public final class AlsaCaptureDevice: CaptureDevice {
  public let name: String
  private let state = Locked(State())

  private struct State: @unchecked Sendable {
    // C permits any thread, one at a time; the lock ensures that.
    var pointer: OpaquePointer?
    var overruns: Int32 = 0
  }

  /// Creates a closed device.
  ///
  /// - Parameter name: name of ALSA, such as `default`, `hw:1` or `plughw:CARD=Device`.
  public init(_ name: String = "default") { self.name = name }

  deinit { close() }

  /// Number of overruns since the device was created: moments in which sound was lost.
  public var overrunCount: Int { state.withLock { Int($0.overruns) } }

  public func open(rate: Int) throws(SoundError) -> Int {
    close()
    let rate = Int32(clamping: max(1, rate))
    // A tenth of a second.
    var format = so_format(rate: rate, channels: 1, period: 0, buffer: max(64, rate / 10))
    var (pointer, message) = (OpaquePointer?.none, [CChar](repeating: 0, count: Int(SO_MESSAGE_SIZE)))
    let status = message.withUnsafeMutableBufferPointer { so_alsa_open_capture(name, &format, &pointer, $0.baseAddress) }
    guard status == SO_OK, let pointer else {
      if status == SO_NO_MEMORY { throw .outOfMemory(source: name) }
      let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .noDevice(name: name, reason: reason)
    }
    state.withLock { $0.pointer = pointer }
    return Int(format.rate)
  }

  public func read(into samples: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int {
    let isRead = state.withLock { state in
      guard let pointer = state.pointer else { return false }
      return so_alsa_read(pointer, samples.baseAddress, Int32(clamping: samples.count), &state.overruns) == SO_OK
    }
    guard isRead else { throw .lostDevice(name: name) }
    return samples.count
  }

  public func close() {
    state.withLock {
      so_alsa_close($0.pointer)
      $0.pointer = nil
    }
  }
}
