internal import Tessera
internal import TesseraVideo

#if Sound
  internal import TesseraSound

  /// Sound of a session of a live stream, in a stream of the output. The session's thread adds it, and the loop reads its time. Any thread.
  ///
  /// Playing begins with ``lead`` seconds, and again after the sound ran out. A server that sends sound as it is captured is followed: sound that is
  /// older than ``mostBehind`` is dropped.
  final class LiveSoundtrack: Sendable {
    /// Seconds that are buffered before the sound is heard.
    static let lead = 0.2
    /// Seconds beyond the buffer of the stream after which the sound of a server that does not wait is behind.
    static let mostBehind = 0.25
    /// Maximum seconds beyond the buffer of the stream.
    static let mostWaiting = 4.0

    /// Used by the session's thread.
    private struct Input: @unchecked Sendable {
      // The converter is used with the lock held, which serializes its calls.
      var converter: SampleRateConverter?
      var rate = 0
      var timing = LiveSoundTiming()
    }

    private struct State: Sendable {
      var stream = SoundStream()
      /// Time of the first frame of the stream.
      var start = 0.0
      /// Identifier of the voice; 0 before it is started.
      var voice: UInt64 = 0
      var volume: Double
      /// Whether the next part begins a new time line.
      var restarts = true
      /// Whether the voice waits for ``LiveSoundtrack/lead``.
      var isBuffering = true
      /// Converted samples that did not fit into the stream.
      var rest: [Float] = []
      var hasEnded = false
      var isStopped = false

      /// Frames that are not mixed yet.
      var buffered: Int { stream.writtenFrames - stream.consumedFrames + rest.count / 2 }
    }

    private let output: SoundOutput
    private let input = Locked(Input())
    private let state: Locked<State>

    /// Creates the sound of a session that plays on an output.
    init(volume: Double, output: SoundOutput) {
      (self.output, state) = (output, Locked(State(volume: volume)))
    }

    deinit { stop() }

    /// Whether a stream that can wait should be read further.
    var hasRoom: Bool { state.withLock { $0.rest.isEmpty && $0.stream.space > SoundStream.capacity / 4 } }

    /// Adds a part. `isPushed`: the server sends sound as it is captured.
    func add(_ sound: LiveSound, isPushed: Bool) {
      let (isStopped, restarts) = state.withLock { state in
        defer { state.restarts = false }
        return (state.isStopped, state.restarts)
      }
      guard !isStopped, sound.rate > 0, sound.time.isFinite else { return }
      var (samples, start) = ([Float](), Double?.none)
      input.withLock { input in
        if restarts || input.rate != sound.rate { input.timing.reset() }
        let rate = Double(sound.rate)
        switch input.timing.place(time: sound.time, duration: Double(sound.samples.count / 2) / rate) {
        case .restart:
          (input.converter, input.rate) = (SampleRateConverter(from: rate, to: Double(SoundFormat.mixerRate)), sound.rate)
          (samples, start) = (sound.samples, sound.time)
        case .append(let silence, let dropped):
          samples = [Float](repeating: 0, count: Int((silence * rate).rounded()) * 2)
          samples += sound.samples.dropFirst(Int((dropped * rate).rounded()) * 2)
        }
        samples = input.converter?.convert(samples, isLast: false) ?? []
      }
      state.withLock { state in
        if let start { begin(at: start, &state) }
        state.rest += samples
        pour(&state)
        let most = isPushed ? Self.mostBehind : Self.mostWaiting
        if Double(state.rest.count / 2) > most * Double(SoundFormat.mixerRate) { skip(&state) }
      }
    }

    /// Passes waiting samples on, and starts the voice if there are enough. The loop, at each tick.
    func pump() { state.withLock { pour(&$0) } }

    /// A new connection begins: its times are others.
    func reset() { state.withLock { $0.restarts = true } }

    /// No parts follow.
    func finish() {
      state.withLock { state in
        state.hasEnded = true
        pour(&state)
      }
    }

    /// State for the clock of the pictures.
    var heard: VideoPlayback.Sound {
      state.withLock { state in
        if state.isStopped || state.hasEnded && state.stream.isFinished { return .none }
        if !state.isBuffering, state.buffered == 0, !state.hasEnded {
          state.isBuffering = true
          output.setPaused(true, state.voice)
        }
        guard !state.isBuffering, let seconds = state.stream.heardTime(at: output.now) else { return .pending }
        return .heard(state.start + seconds)
      }
    }

    /// Changes the volume, 0...1.
    func setVolume(_ volume: Double) {
      let voice = state.withLock { state in
        defer { state.volume = volume }
        return state.volume == volume ? 0 : state.voice
      }
      if voice != 0 { output.setVolume(volume, of: voice, over: 0.02) }
    }

    /// Ends the voice until the next part, which begins a new time line.
    func silence() {
      state.withLock { state in
        guard state.voice != 0 || !state.rest.isEmpty else { return }
        begin(at: 0, &state)
        state.restarts = true
      }
    }

    /// Ends the sound.
    func stop() {
      state.withLock { state in
        state.isStopped = true
        end(&state)
        state.rest = []
      }
    }

    // MARK: stream

    private func end(_ state: inout State) {
      if state.voice != 0 { output.setVolume(0, of: state.voice, stops: true) }
      state.voice = 0
    }

    private func begin(at time: Double, _ state: inout State) {
      end(&state)
      if state.stream.writtenFrames > 0 { state.stream = SoundStream() }
      (state.start, state.isBuffering, state.rest) = (time, true, [])
    }

    /// Continues with the newest samples.
    private func skip(_ state: inout State) {
      let newest = Array(state.rest.suffix(Int(Self.lead * Double(SoundFormat.mixerRate)) * 2))
      let time = state.start + Double(state.stream.writtenFrames + (state.rest.count - newest.count) / 2) / Double(SoundFormat.mixerRate)
      begin(at: time, &state)
      state.rest = newest
      pour(&state)
    }

    private func pour(_ state: inout State) {
      guard !state.isStopped else { return }
      let count = state.rest.withUnsafeBufferPointer { state.stream.write($0) }
      state.rest.removeFirst(count * 2)
      if state.hasEnded, state.rest.isEmpty { state.stream.finish() }
      let wanted = state.hasEnded ? 1 : Int(Self.lead * Double(SoundFormat.mixerRate))
      guard state.isBuffering, state.buffered >= wanted else { return }
      if state.voice == 0 {
        state.voice = output.start(state.stream, SoundOptions(volume: state.volume))
      } else {
        output.setPaused(false, state.voice)
      }
      // Without an output the pictures do not wait.
      (state.isBuffering, state.isStopped) = (false, state.voice == 0)
    }
  }
#else
  /// Builds without the part `sound` play pictures only.
  final class LiveSoundtrack: Sendable {
    let hasRoom = false
    let heard = VideoPlayback.Sound.none

    func add(_ sound: LiveSound, isPushed: Bool) {}
    func pump() {}
    func reset() {}
    func finish() {}
    func setVolume(_ volume: Double) {}
    func silence() {}
    func stop() {}
  }
#endif
