#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Synchronization
internal import TesseraBase

/// Sound of a process: a mixer, the device that plays it, and the thread between them. Any thread.
///
/// ```swift
/// SoundOutput.shared = SoundOutput(AlsaDevice())
/// Sound.play("click.wav")
/// ```
///
/// The device is opened with the first sound, and closed after ten seconds of silence. A device that is missing or removed is tried again every
/// second; sounds meanwhile pass unheard, so that videos keep their time.
public final class SoundOutput: Sendable {
  /// Source of the time, and of the moments at which frames are mixed.
  public enum Pace: Sendable {
    /// A thread of the output mixes in real time.
    case realTime
    /// The program calls ``SoundOutput/advance(to:)``; for tests, and for recordings with a clock of their own. The closure returns seconds.
    case manual(@Sendable () -> Double)
  }

  /// Frames mixed in a step: 5 ms.
  static let periodFrames = 240
  /// Silence after which the device is closed, in frames.
  static let idleFrames = 10 * SoundFormat.mixerRate
  /// Frames after which a missing device is tried again.
  static let retryFrames = SoundFormat.mixerRate
  /// Commands that wait for the mixer; more are dropped.
  static let maximumCommands = 256

  /// Number of sources above which those of ended voices are released.
  static let keptSources = 8

  /// Changes that wait for the mixer, and sounds that must outlive it.
  private struct Inbox {
    var commands: [SoundCommand] = []
    var nextID: UInt64 = 1
    /// Sources of voices: released here, never by the mixing thread.
    var sources: [UInt64: (source: SoundVoice.Source, name: String?)] = [:]
    var volume: Float = 1
    var isMuted = false
    var isStopped = false
  }

  private let inbox = Locked(Inbox())
  /// Identifiers of the playing voices, written by the mixing thread when nobody holds the lock.
  private let playing = Locked<[UInt64]>([])
  /// Number of commands that the mixer has taken.
  private let taken = Atomic(0)
  private let posted = Atomic(0)
  /// Whether a thread runs; it waits here while there is nothing to play.
  private let gate = Monitor(false)
  private let hasThread = Locked(false)
  private let finished = Monitor(false)
  let rendering: Locked<SoundRendering>
  let pace: Pace

  /// Creates an output; opens nothing.
  ///
  /// - Parameters:
  ///   - device: its device; nil: sounds are not played.
  ///   - pace: real time by default.
  ///   - onProblem: called on the mixing thread when the device cannot be opened or is lost, once until it works again.
  public init(_ device: (any SoundDevice)?, pace: Pace = .realTime, onProblem: @escaping @Sendable (SoundError) -> Void = { _ in }) {
    self.pace = pace
    rendering = Locked(SoundRendering(device, onProblem))
    isSilent = device == nil
    inbox.withLock { $0.commands.reserveCapacity(Self.maximumCommands) }
    playing.withLock { $0.reserveCapacity(SoundMixer.maximumVoices * 2) }
  }

  /// The mixing thread holds the output, so it has ended.
  deinit {
    rendering.withLock {
      $0.close()
      $0.free()
    }
  }

  private static let current = Locked(SoundOutput(nil))

  /// Output of effects and videos; silent by default. A player sets it to ALSA's default device.
  public static var shared: SoundOutput {
    get { current.withLock { $0 } }
    set {
      let old = current.withLock { current in
        defer { current = newValue }
        return current
      }
      if old !== newValue { old.stop() }
    }
  }

  /// Whether it has no device, so that no sound needs to be decoded.
  public let isSilent: Bool

  /// Volume of all sounds, 0...1. Changes take 50 ms.
  public var volume: Double {
    get { Double(inbox.withLock { $0.volume }) }
    set {
      inbox.withLock { $0.volume = newValue.isFinite ? Float(min(max(0, newValue), 1)) : 0 }
      setMaster()
    }
  }

  /// Whether all sounds are off.
  public var isMuted: Bool {
    get { inbox.withLock { $0.isMuted } }
    set {
      inbox.withLock { $0.isMuted = newValue }
      setMaster()
    }
  }

  private func setMaster() {
    let gain = inbox.withLock { $0.isMuted ? 0 : $0.volume }
    post(.master(gain, frames: SoundFormat.mixerRate / 20))
  }

  /// Ends the thread and closes the device, which completes a file; later sounds are not played. Waits for the thread, at most a second.
  public func stop() {
    let isFirst = inbox.withLock { inbox in
      defer { inbox.isStopped = true }
      return !inbox.isStopped
    }
    guard isFirst else { return }
    if hasThread.withLock({ $0 }) { wake() }
    if case .manual = pace { return rendering.withLock { $0.close() } }
    guard hasThread.withLock({ $0 }) else { return }
    _ = finished.wait(deadline: Double(Self.monotonicTime()) * 1e-9 + 1) { $0 ? true : nil }
  }

  /// Returns the time of the output in nanoseconds, as ``SoundStream/heardTime(at:)`` takes it.
  public var now: Int64 {
    switch pace {
    case .realTime: Self.monotonicTime()
    case .manual(let clock): Int64(min(max(0, clock()), 9e9) * 1e9)
    }
  }

  static func monotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: voices

  /// Starts a voice. Returns its identifier; 0 if there is no device, or too many sounds wait.
  ///
  /// - Parameter name: name for ``stop(named:fade:)``.
  func start(_ source: SoundVoice.Source, _ options: SoundOptions, name: String? = nil) -> UInt64 {
    guard !isSilent else { return 0 }
    let ended = playing.withLock { Set($0) }
    let isCurrent = taken.load(ordering: .acquiring) == posted.load(ordering: .acquiring)
    let id = inbox.withLock { inbox -> UInt64 in
      guard !inbox.isStopped, inbox.commands.count < Self.maximumCommands else { return 0 }
      // With all commands taken, a source without a voice has ended.
      if isCurrent, inbox.sources.count > Self.keptSources { inbox.sources = inbox.sources.filter { ended.contains($0.key) } }
      let id = inbox.nextID
      inbox.nextID += 1
      var voice = SoundVoice(id: id, source, volume: Float(options.limitedVolume))
      (voice.loops, voice.ducks, voice.isPaused) = (options.loops, options.ducks, options.isPaused)
      voice.pan = Float(options.pan.isFinite ? min(max(-1, options.pan), 1) : 0)
      if options.fadeIn > 0 {
        voice.gain = SoundRamp(0)
        voice.gain.move(to: Float(options.limitedVolume), over: Self.frames(options.fadeIn))
      }
      inbox.sources[id] = (source, name)
      inbox.commands.append(.start(voice))
      posted.add(1, ordering: .releasing)
      return id
    }
    if id != 0 { wake() }
    return id
  }

  /// Starts a stream; its producer fills it. Returns its identifier; 0 if there is no device.
  public func start(_ stream: SoundStream, _ options: SoundOptions = SoundOptions()) -> UInt64 { start(.stream(stream), options) }

  /// Changes the volume of a voice over seconds, and stops it afterwards if `stops`.
  public func setVolume(_ volume: Double, of id: UInt64, over seconds: Double = 0.005, stops: Bool = false) {
    let target = Float(volume.isFinite ? min(max(0, volume), 1) : 0)
    post(.fade(id, to: target, frames: Self.frames(seconds), stops: stops))
  }

  /// Fades all voices of a name out.
  func stop(named name: String, fade: Double) {
    let found = inbox.withLock { inbox in inbox.sources.filter { $0.value.name == name }.map(\.key) }
    for id in found { setVolume(0, of: id, over: max(0.005, fade), stops: true) }
  }

  /// Pauses or continues a voice.
  public func setPaused(_ isPaused: Bool, _ id: UInt64) { post(.pause(id, isPaused)) }

  /// Whether a voice plays or waits for the mixer.
  public func isPlaying(_ id: UInt64) -> Bool {
    let isWaiting = inbox.withLock { inbox in
      inbox.commands.contains { if case .start(let voice) = $0 { voice.id == id } else { false } }
    }
    return isWaiting || playing.withLock { $0.contains(id) }
  }

  static func frames(_ seconds: Double) -> Int {
    seconds.isFinite ? Int(min(max(0, seconds), 3600) * Double(SoundFormat.mixerRate)) : 0
  }

  private func post(_ command: SoundCommand) {
    guard !isSilent else { return }
    inbox.withLock { inbox in
      guard inbox.commands.count < Self.maximumCommands else { return }
      inbox.commands.append(command)
      posted.add(1, ordering: .releasing)
    }
    wake()
  }

  // MARK: mixing

  /// Mixes and writes a period. The only lock that it shares with other threads is taken only if it is free.
  func render() {
    let time = now
    rendering.withLock { rendering in
      _ = inbox.withLockIfAvailable { inbox in
        for command in inbox.commands { rendering.mixer.perform(command) }
        taken.add(inbox.commands.count, ordering: .releasing)
        inbox.commands.removeAll(keepingCapacity: true)
      }
      rendering.render(at: time) { now }
      _ = playing.withLockIfAvailable { playing in
        playing.removeAll(keepingCapacity: true)
        rendering.mixer.forEach { playing.append($0.pointee.id) }
      }
    }
  }

  /// Mixes the frames that a device needs until a time of a manual clock, in seconds: those heard until then and its buffer.
  public func advance(to seconds: Double) {
    guard !isSilent, !inbox.withLock({ $0.isStopped }) else { return }
    while rendering.withLock({ $0.needsFrames(until: seconds) }) { render() }
  }

  private func wake() {
    guard case .realTime = pace, !isSilent else { return }
    let starts = hasThread.withLock { hasThread in
      defer { hasThread = true }
      return !hasThread
    }
    if starts, !DetachedThread.start(stackSize: 256 << 10, run) { hasThread.withLock { $0 = false } }
    gate.withLock { isOpen in
      isOpen = true
      gate.signal()
    }
  }

  /// Body of the mixing thread.
  private func run() {
    while !inbox.withLock({ $0.isStopped }) {
      if rendering.withLock({ $0.isIdle }), inbox.withLock({ $0.commands.isEmpty }) {
        rendering.withLock { $0.close() }
        gate.wait { isOpen -> Void? in
          defer { isOpen = false }
          return isOpen ? () : nil
        }
        // The wake-up may be that of a command that was taken before.
        continue
      }
      render()
      pause()
    }
    rendering.withLock { $0.close() }
    finished.withLock { isFinished in
      isFinished = true
      finished.broadcast()
    }
  }

  /// Waits while the output is ahead of a device that does not wait itself.
  private func pause() {
    let ahead = rendering.withLock { $0.nanosecondsAhead(at: Self.monotonicTime()) }
    guard ahead > 0 else { return }
    var time = timespec(tv_sec: 0, tv_nsec: Int(min(ahead, 100_000_000)))
    nanosleep(&time, nil)
  }
}
