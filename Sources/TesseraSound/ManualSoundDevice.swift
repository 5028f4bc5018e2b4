internal import TesseraBase

/// Device in memory for tests. It keeps the last written samples, and plays at the pace of a clock.
public final class ManualSoundDevice: SoundDevice {
  public let name: String
  public let waits = false
  private let format: SoundFormat
  private let clock: @Sendable () -> Double
  private let limit: Int
  private let state = Locked(State())

  private struct State {
    var isMissing = false
    var openings = 0
    var start = 0.0
    var written = 0
    var samples: [Float] = []
  }

  /// Creates a closed device.
  ///
  /// - Parameters:
  ///   - format: format that the device has.
  ///   - limit: number of samples that it keeps, the newest ones.
  ///   - clock: seconds; frames are heard as it advances.
  public init(_ format: SoundFormat = SoundFormat(), limit: Int = 1 << 20, clock: @escaping @Sendable () -> Double = { 0 }) {
    (self.format, self.limit, self.clock, name) = (format, max(1, limit), clock, "manual")
    state.withLock { $0.samples.reserveCapacity(2 * max(1, limit)) }
  }

  /// The newest samples that were written.
  public var samples: [Float] { state.withLock { $0.samples.count <= limit ? $0.samples : Array($0.samples.suffix(limit)) } }
  /// Number of frames written since the device was opened.
  public var writtenFrames: Int { state.withLock { $0.written } }
  /// Number of times that the device was opened.
  public var openingCount: Int { state.withLock { $0.openings } }

  /// Removes the device, or connects it again.
  public func setMissing(_ isMissing: Bool) { state.withLock { $0.isMissing = isMissing } }

  public func open(_ wanted: SoundFormat) throws(SoundError) -> SoundFormat {
    let now = clock()
    let isOpen = state.withLock { state in
      guard !state.isMissing else { return false }
      (state.openings, state.start, state.written) = (state.openings + 1, now, 0)
      return true
    }
    guard isOpen else { throw .noDevice(name: name, reason: "it is not connected") }
    return format
  }

  public func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundError) {
    let isWritten = state.withLock { state in
      guard !state.isMissing else { return false }
      state.written += samples.count / format.channelCount
      if state.samples.count + samples.count > 2 * limit { state.samples.removeFirst(max(0, state.samples.count - limit)) }
      state.samples.append(contentsOf: samples)
      return true
    }
    if !isWritten { throw .lostDevice(name: name) }
  }

  public var delay: Int {
    let now = clock()
    return state.withLock { max(0, $0.written - Int((now - $0.start) * Double(format.rate))) }
  }

  public func close() {}
}
