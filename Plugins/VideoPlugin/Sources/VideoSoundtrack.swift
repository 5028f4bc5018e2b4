#if Sound
  internal import Tessera
  internal import TesseraSound
  internal import TesseraVideo

  /// Sound of a playing video from one position on, in a stream of the output. A seek or another rate needs a new one. Any thread; ``fill(loops:length:)``
  /// one at a time.
  final class VideoSoundtrack: Sendable {
    /// Time of the first frame since the first loop began, in seconds.
    let start: VideoPlayback.SoundStart
    private let output: SoundOutput
    private let stream = SoundStream()
    private let reader: SoundTrackReader
    private let state: Locked<State>

    private struct State: @unchecked Sendable {
      // The converter is used with the lock held, which serializes its calls.
      let converter: SampleRateConverter
      /// Identifier of the voice; 0 before it is started.
      var voice: UInt64 = 0
      var isRunning = true
      var volume: Double
      /// Time of the next frame that is converted, since the first loop began.
      var time: Double
      /// Start of the current loop of the reader.
      var loopStart: Double
      /// Converted samples that did not fit into the stream.
      var rest: [Float] = []
      var hasEnded = false
      var isFinished = false
    }

    /// Deviation of time stamps that is not corrected, in seconds.
    private static let tolerance = 0.01
    /// Maximum seconds of silence that are inserted in a step.
    private static let mostSilence = 0.25

    /// Opens the file at the start. Reads it.
    init(_ start: VideoPlayback.SoundStart, volume: Double, output: SoundOutput, opener: VideoOpener) throws(VideoFileError) {
      (self.start, self.output) = (start, output)
      reader = try SoundTrackReader(try opener.open(start.path))
      guard let converter = SampleRateConverter(from: Double(reader.rate) * start.rate, to: Double(SoundFormat.mixerRate)) else {
        throw .outOfMemory(source: start.path)
      }
      state = Locked(State(converter: converter, volume: volume, time: start.time, loopStart: start.time - start.position))
      if start.position > 0 { try reader.seek(to: start.position + reader.start) }
    }

    deinit { stop() }

    /// Whether frames should be decoded.
    var wantsFilling: Bool { stream.space > SoundStream.capacity / 2 && !state.withLock { $0.isFinished } }

    /// State for the clock of the video.
    var heard: VideoPlayback.Sound {
      if stream.isFinished { return .none }
      guard let seconds = stream.heardTime(at: output.now) else { return .pending }
      return .heard(start.time + seconds * start.rate)
    }

    /// Decodes until the stream is full, and starts the voice. Worker.
    ///
    /// - Parameters:
    ///   - loops: whether the track continues at its start.
    ///   - length: seconds of a loop; nil while they are not known.
    func fill(loops: Bool, length: Double?) {
      while pour(), advance(loops, length) {}
      state.withLock { state in
        guard state.voice == 0 else { return }
        var options = SoundOptions(volume: state.volume)
        options.isPaused = !state.isRunning
        state.voice = output.start(stream, options)
      }
    }

    /// Moves converted samples to the stream. Returns whether all fitted.
    private func pour() -> Bool {
      state.withLock { state in
        let count = state.rest.withUnsafeBufferPointer { stream.write($0) }
        state.rest.removeFirst(count * 2)
        return state.rest.isEmpty
      }
    }

    /// Decodes and converts the next part. Returns whether there is more to do now.
    private func advance(_ loops: Bool, _ length: Double?) -> Bool {
      let hasEnded = state.withLock { $0.hasEnded }
      do throws(VideoFileError) {
        if !hasEnded, let part = try reader.next() {
          place(part)
          return true
        }
      } catch {
        // A track that cannot be decoded further is silent from here on.
        finish()
        return false
      }
      return loops ? restart(length) : finish()
    }

    @discardableResult private func finish() -> Bool {
      state.withLock { state in
        guard !state.isFinished else { return false }
        state.rest += state.converter.convert([], isLast: true)
        state.isFinished = true
        state.hasEnded = true
        let count = state.rest.withUnsafeBufferPointer { stream.write($0) }
        state.rest.removeFirst(count * 2)
        stream.finish()
        return false
      }
    }

    /// Continues at the start of the file, after silence until the end of the video's loop.
    private func restart(_ length: Double?) -> Bool {
      let isReady = state.withLock { state in
        state.hasEnded = true
        guard let length, length > 0 else { return false }
        let missing = state.loopStart + length - state.time
        if missing > Self.tolerance {
          addSilence(min(missing, Self.mostSilence), &state)
          return true
        }
        state.loopStart += length
        state.hasEnded = false
        return true
      }
      guard isReady, !state.withLock({ $0.hasEnded }) else { return isReady }
      do throws(VideoFileError) { try reader.seek(to: reader.start) } catch { return finish() }
      return true
    }

    /// Converts a part at its time: a gap before it becomes silence, and what was played already is dropped.
    private func place(_ part: SoundTrackReader.Part) {
      state.withLock { state in
        var samples = part.samples[...]
        let time = state.loopStart + part.time - reader.start
        let rate = Double(reader.rate)
        if time < state.time - Self.tolerance {
          samples = samples.dropFirst(min(samples.count, Int(((state.time - time) * rate).rounded()) * 2))
        }
        // A gap of more than a minute is an error of the file.
        var gap = min(time - state.time, 60)
        while gap > Self.tolerance {
          addSilence(min(gap, Self.mostSilence), &state)
          gap -= Self.mostSilence
        }
        guard !samples.isEmpty else { return }
        state.time += Double(samples.count / 2) / rate
        state.rest += state.converter.convert(Array(samples), isLast: false)
      }
    }

    private func addSilence(_ seconds: Double, _ state: inout State) {
      let count = Int((seconds * Double(reader.rate)).rounded(.up))
      state.time += Double(count) / Double(reader.rate)
      state.rest += state.converter.convert([Float](repeating: 0, count: count * 2), isLast: false)
    }

    /// Pauses or continues.
    func setRunning(_ isRunning: Bool) {
      let voice = state.withLock { state in
        defer { state.isRunning = isRunning }
        return state.isRunning == isRunning ? 0 : state.voice
      }
      if voice != 0 { output.setPaused(!isRunning, voice) }
    }

    /// Changes the volume, 0...1.
    func setVolume(_ volume: Double) {
      let voice = state.withLock { state in
        defer { state.volume = volume }
        return state.volume == volume ? 0 : state.voice
      }
      if voice != 0 { output.setVolume(volume, of: voice, over: 0.02) }
    }

    /// Ends the sound, and the current decoding.
    func stop() {
      reader.cancel()
      let voice = state.withLock { state in
        defer { (state.isFinished, state.voice) = (true, state.voice) }
        return state.voice
      }
      if voice != 0 { output.setVolume(0, of: voice, stops: true) }
    }
  }
#endif
