internal import TesseraBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Captured sound. A value.
public struct CapturedSound: Sendable, Hashable {
  /// Samples of one channel, -1...1.
  public var samples: [Float]
  /// Frames a second.
  public var rate: Int
  /// Loudness for a meter: 0 is -60 dB of full scale or less, 1 is full scale. It rises immediately and falls by 30 dB a second.
  public var level: Double
}

/// Event of a capture. Sent on its thread, one after the other.
public enum MicrophoneEvent: Sendable, Equatable {
  /// Sound, in parts of a twentieth of a second.
  case sound(CapturedSound)
  /// The capture has failed; no event follows.
  case failed(SoundError)
  /// The capture was stopped or has reached its limit; no event follows.
  case ended
}

/// Microphone that captures on request. Its device is open only meanwhile. Any thread.
public final class Microphone: Sendable {
  private static let current = Locked(Microphone(AlsaCaptureDevice()))

  /// Microphone of the process, which scenes use; default: ALSA's device `default`.
  public static var shared: Microphone {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Parts a second.
  static let partsPerSecond = 20
  /// Maximum seconds of a capture.
  public static let longest = 3600.0

  /// Capture, used by its thread.
  private struct Capture: @unchecked Sendable {
    // The converter is used by one thread at a time: that of the capture, or with the lock of manual ones held.
    let number: UInt64
    let wanted: Int
    let limit: Int
    let receive: @Sendable (MicrophoneEvent) -> Void
    var rate = 0
    var converter: SampleRateConverter?
    var meter = LevelMeter()
    var captured = 0
  }

  private struct State: Sendable {
    /// Number of the last capture, and of the one that runs; 0: none.
    var number: UInt64 = 0
    var running: UInt64 = 0
    var level = 0.0
  }

  /// Result of a step.
  private enum Step {
    case more, idle
    case over(MicrophoneEvent)
  }

  private let device: any CaptureDevice
  private let isManual: Bool
  private let state = Locked(State())
  /// Held by the thread that uses the device.
  private let use = Locked(false)
  /// Capture of a manual microphone.
  private let manual = Locked<Capture?>(nil)

  /// Creates a microphone with a closed device.
  ///
  /// - Parameters:
  ///   - device: source of the sound.
  ///   - isManual: whether no thread is started, and ``step()`` captures. For tests.
  public init(_ device: any CaptureDevice, isManual: Bool = false) { (self.device, self.isManual) = (device, isManual) }

  /// Loudness as of ``CapturedSound/level``; 0 while nothing is captured.
  public var level: Double { state.withLock { $0.level } }

  /// Whether a capture runs.
  public var isRunning: Bool { state.withLock { $0.running != 0 } }

  /// Opens the device and captures. A capture that runs is stopped.
  ///
  /// - Parameters:
  ///   - rate: frames a second of the sound that is sent, 4,000...192,000.
  ///   - limit: seconds after which the capture ends, at most ``longest``.
  ///   - receive: called on a separate thread. While it waits, the device loses sound.
  public func start(rate: Int = 16_000, limit: Double = 600, receive: @escaping @Sendable (MicrophoneEvent) -> Void) {
    let rate = min(max(rate, 4000), 192_000)
    let seconds = limit.isFinite ? min(max(limit, 0), Self.longest) : Self.longest
    stop()
    let number = state.withLock { state in
      state.number += 1
      (state.running, state.level) = (state.number, 0)
      return state.number
    }
    let capture = Capture(number: number, wanted: rate, limit: Int(seconds * Double(rate)), receive: receive)
    if isManual { return manual.withLock { $0 = capture } }
    let hasThread = DetachedThread.start(stackSize: 512 << 10) { [self] in
      // A former capture closes the device first.
      use.withLock { _ in
        var capture = capture
        while true { if case .over(let event) = step(&capture) { return finish(capture, event) } }
      }
    }
    if !hasThread { finish(capture, .failed(.outOfMemory(source: device.name))) }
  }

  /// Stops the capture. Its thread closes the device, and sends the last event.
  public func stop() {
    state.withLock { ($0.running, $0.level) = (0, 0) }
    if isManual { step() }
  }

  /// Captures the sound that the device has now. For microphones that are manual.
  public func step() {
    guard var capture = manual.withLock({ $0 }) else { return }
    while true {
      switch step(&capture) {
      case .more: break
      case .idle: return manual.withLock { $0 = capture }
      case .over(let event):
        manual.withLock { $0 = nil }
        return finish(capture, event)
      }
    }
  }

  private func finish(_ capture: Capture, _ event: MicrophoneEvent) {
    device.close()
    state.withLock { state in if state.running == capture.number { (state.running, state.level) = (0, 0) } }
    capture.receive(event)
  }

  /// Reads a part, and sends it.
  private func step(_ capture: inout Capture) -> Step {
    guard state.withLock({ $0.running }) == capture.number else { return .over(.ended) }
    do throws(SoundError) {
      if capture.rate == 0 {
        capture.rate = try device.open(rate: capture.wanted)
        capture.converter = SampleRateConverter(from: Double(capture.rate), to: Double(capture.wanted))
        if capture.converter == nil { throw .outOfMemory(source: device.name) }
      }
      let samples = try read(max(1, capture.rate / Self.partsPerSecond))
      guard !samples.isEmpty else { return .idle }
      let converted = Self.convert(samples, capture.converter).prefix(max(0, capture.limit - capture.captured))
      capture.captured += converted.count
      let level = capture.meter.add(samples, rate: capture.rate)
      state.withLock { state in if state.running == capture.number { state.level = level } }
      if !converted.isEmpty { capture.receive(.sound(CapturedSound(samples: Array(converted), rate: capture.wanted, level: level))) }
      return capture.captured < capture.limit ? .more : .over(.ended)
    } catch { return .over(.failed(error)) }
  }

  private func read(_ count: Int) throws(SoundError) -> [Float] {
    var failure: SoundError?
    let samples = [Float](unsafeUninitializedCapacity: count) { buffer, used in
      // Only samples that were read are used.
      buffer.initialize(repeating: 0)
      do throws(SoundError) { used = min(count, try device.read(into: buffer)) } catch { (used, failure) = (0, error) }
    }
    if let failure { throw failure }
    return samples
  }

  /// Converts samples of one channel.
  private static func convert(_ samples: [Float], _ converter: SampleRateConverter?) -> [Float] {
    guard let converter else { return samples }
    let stereo = converter.convert(samples.flatMap { [$0, $0] }, isLast: false)
    return stride(from: 0, to: stereo.count, by: 2).map { stereo[$0] }
  }
}

/// Meter of loudness. A value.
struct LevelMeter: Sendable, Hashable {
  /// Decibels below full scale at which the meter is 0, and by which it falls in a second.
  static let range = 60.0
  static let fall = 30.0

  private(set) var level = 0.0

  /// Returns the level after some samples: that of their peak, or the former one that has fallen.
  mutating func add(_ samples: [Float], rate: Int) -> Double {
    let peak = Double(samples.reduce(0) { max($0, abs($1)) })
    let loudness = peak > 0 ? 1 + 20 * log10(peak) / Self.range : 0
    let seconds = Double(samples.count) / Double(max(1, rate))
    level = min(1, max(loudness, level - Self.fall / Self.range * seconds, 0))
    return level
  }
}
