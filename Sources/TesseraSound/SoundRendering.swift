/// State of the mixing thread: the mixer, the device, and the pace. One thread at a time.
struct SoundRendering {
  var mixer = SoundMixer()
  private let device: (any SoundDevice)?
  private let onProblem: @Sendable (SoundError) -> Void
  /// Format of the open device; nil while it is closed.
  private(set) var format: SoundFormat?
  private var converter: SampleRateConverter?
  private let mixed = UnsafeMutableBufferPointer<Float>.allocate(capacity: SoundOutput.periodFrames * 2)
  private let converted = UnsafeMutableBufferPointer<Float>.allocate(capacity: SoundOutput.periodFrames * 2 * 8)
  /// Frames until a missing device is tried again.
  private var untilRetry = 0
  private var hasProblem = false
  private var silentFrames = 0
  /// Frames mixed since the start of the pace, and that start in nanoseconds.
  private var written = 0
  private var start: Int64?

  /// Lives as long as its output, which may live as long as the process.
  init(_ device: (any SoundDevice)?, _ onProblem: @escaping @Sendable (SoundError) -> Void) {
    (self.device, self.onProblem) = (device, onProblem)
    mixed.initialize(repeating: 0)
    converted.initialize(repeating: 0)
  }

  /// Whether nothing was played for so long that the device is closed.
  var isIdle: Bool { mixer.isIdle && silentFrames >= SoundOutput.idleFrames }

  /// Frees the buffers; the value must not be used again.
  func free() {
    mixed.deallocate()
    converted.deallocate()
  }

  /// Mixes a period and writes it. `clock` returns nanoseconds.
  mutating func render(at now: Int64, _ clock: () -> Int64) {
    if start == nil { (start, written) = (now, 0) }
    silentFrames = mixer.isIdle ? min(silentFrames + SoundOutput.periodFrames, SoundOutput.idleFrames) : 0
    // A recording begins with its clock, a device of hardware with the first sound.
    if format == nil, !mixer.isIdle || device?.waits == false { openIfDue() }
    guard let samples = mixed.baseAddress else { return }
    mixer.mix(into: samples, count: SoundOutput.periodFrames)
    written += SoundOutput.periodFrames
    var delay = 0.0
    if let format, let device {
      do throws(SoundError) {
        try write(to: device, format)
        delay = Double(device.delay) / Double(format.rate)
      } catch {
        lose(error)
      }
    }
    let (time, waiting) = (clock(), Int64(delay * 1e9))
    mixer.forEach { if case .stream(let stream) = $0.pointee.source { stream.publish(now: time, delay: waiting) } }
  }

  private mutating func openIfDue() {
    untilRetry -= SoundOutput.periodFrames
    guard untilRetry <= 0, let device else { return }
    do throws(SoundError) {
      let new = try device.open(SoundFormat())
      (format, hasProblem) = (new, false)
      converter = new.rate == SoundFormat.mixerRate ? nil : SampleRateConverter(from: Double(SoundFormat.mixerRate), to: Double(new.rate))
    } catch {
      lose(error)
    }
  }

  /// Without a device, frames pass at the pace of the clock until it is tried again.
  private mutating func lose(_ error: SoundError) {
    device?.close()
    format = nil
    untilRetry = SoundOutput.retryFrames
    start = nil
    if !hasProblem { onProblem(error) }
    hasProblem = true
  }

  private func write(to device: any SoundDevice, _ format: SoundFormat) throws(SoundError) {
    guard let converter else { return try write(UnsafeMutableBufferPointer(rebasing: mixed[...]), to: device, format) }
    var at = 0
    while true {
      let (used, made) = converter.run(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(mixed)[at...]), into: converted)
      at += used * 2
      if made > 0 { try write(UnsafeMutableBufferPointer(rebasing: converted[..<(made * 2)]), to: device, format) }
      if used == 0, made == 0 { return }
    }
  }

  private func write(_ stereo: UnsafeMutableBufferPointer<Float>, to device: any SoundDevice, _ format: SoundFormat) throws(SoundError) {
    guard format.channelCount == 1 else { return try device.write(UnsafeBufferPointer(stereo)) }
    for frame in 0..<stereo.count / 2 { stereo[frame] = (stereo[2 * frame] + stereo[2 * frame + 1]) / 2 }
    try device.write(UnsafeBufferPointer(rebasing: stereo[..<(stereo.count / 2)]))
  }

  /// Closes the device.
  mutating func close() {
    device?.close()
    (format, start, untilRetry) = (nil, nil, 0)
  }

  // MARK: pace

  /// Frames that may be mixed ahead: the buffer of the device.
  private var lead: Int { format.map { $0.bufferFrames * SoundFormat.mixerRate / max(1, $0.rate) } ?? 0 }

  /// Nanoseconds by which the mixed frames are ahead of the time and of the buffer; at most 0 if the device waits itself.
  func nanosecondsAhead(at now: Int64) -> Int64 {
    // A device that waits is still limited to a buffer more than it has: ALSA's `null` device never waits.
    let frames = format != nil && device?.waits == true ? lead * 2 + SoundFormat.mixerRate / 10 : lead
    guard let start else { return 0 }
    return Int64(written - frames) * 1_000_000_000 / Int64(SoundFormat.mixerRate) - (now - start)
  }

  /// Whether frames are missing for a time of a manual clock and the buffer. The first call begins the pace.
  mutating func needsFrames(until seconds: Double) -> Bool {
    let start = start ?? Int64(seconds * 1e9)
    if self.start == nil { (self.start, written) = (start, 0) }
    let wanted = (seconds - Double(start) * 1e-9) * Double(SoundFormat.mixerRate) + Double(lead)
    return Double(written + SoundOutput.periodFrames) <= wanted + 1e-6
  }
}
