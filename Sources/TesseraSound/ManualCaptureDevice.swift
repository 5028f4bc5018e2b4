internal import TesseraBase

/// Microphone in memory for tests, whose samples the test supplies. Any thread.
public final class ManualCaptureDevice: CaptureDevice {
  public let name = "manual"
  private let rate: Int
  private let state = Locked(State())

  private struct State {
    var isMissing = false
    var isOpen = false
    var openings = 0
    var samples: [Float] = []
  }

  /// Creates a closed device with a rate in frames a second.
  public init(rate: Int = 48_000) { self.rate = rate }

  /// Whether the device is open.
  public var isOpen: Bool { state.withLock { $0.isOpen } }
  /// Number of times that the device was opened.
  public var openingCount: Int { state.withLock { $0.openings } }

  /// Adds samples of one channel, which the next reads return.
  public func supply(_ samples: [Float]) { state.withLock { $0.samples += samples } }

  /// Removes the device, or connects it again.
  public func setMissing(_ isMissing: Bool) { state.withLock { $0.isMissing = isMissing } }

  public func open(rate wanted: Int) throws(SoundError) -> Int {
    let isOpen = state.withLock { state in
      guard !state.isMissing else { return false }
      (state.isOpen, state.openings) = (true, state.openings + 1)
      return true
    }
    guard isOpen else { throw .noDevice(name: name, reason: "it is not connected") }
    return rate
  }

  public func read(into samples: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int {
    let count = state.withLock { state -> Int? in
      guard state.isOpen, !state.isMissing else { return nil }
      let count = min(samples.count, state.samples.count)
      for at in 0..<count { samples[at] = state.samples[at] }
      state.samples.removeFirst(count)
      return count
    }
    guard let count else { throw .lostDevice(name: name) }
    return count
  }

  public func close() { state.withLock { $0.isOpen = false } }
}
