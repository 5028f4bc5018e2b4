internal import TesseraBase

/// Effect in memory, ready to be played any number of times. A value; any thread.
///
/// ```swift
/// Sound.play("click.wav", SoundOptions(volume: 0.5))
///
/// let alarm = try Sound("alarm.ogg")
/// let playing = alarm.play(SoundOptions(loops: true, ducks: true))
/// playing.stop(fade: 0.5)
/// ```
///
/// WAV files need no library; Ogg, Opus, MP3, FLAC and other formats need FFmpeg's. Sounds are played by ``SoundOutput/shared``.
public struct Sound: Sendable {
  /// Frames of the sound.
  public let clip: SoundClip

  /// Creates a sound from frames.
  public init(_ clip: SoundClip) { self.clip = clip }

  /// Reads a file, or loads an http or https URL. Not for the thread of a frame loop.
  public init(_ path: String) throws(SoundError) { clip = try SoundLibrary.shared.clip(path) }

  /// Seconds of the sound.
  public var duration: Double { clip.duration }

  /// Plays the sound.
  @discardableResult public func play(_ options: SoundOptions = SoundOptions(), on output: SoundOutput = .shared) -> SoundPlayback {
    SoundPlayback(output: output, id: output.start(.clip(clip), options))
  }

  /// Plays a file, or an http or https URL. The first time it is read on a thread of its own, later from memory. Returns immediately; with an
  /// output of a manual pace, after the sound was read.
  ///
  /// A URL is loaded by `DataLoader.shared`, with its cache on disk. If the server's answer is not fresh, it is asked again while the known sound
  /// plays.
  ///
  /// - Parameters:
  ///   - path: the path of the file, or its URL.
  ///   - options: volume, place, repetition and fade.
  ///   - output: the output that plays it.
  ///   - onProblem: called if the file cannot be played; on any thread.
  public static func play(
    _ path: String, _ options: SoundOptions = SoundOptions(), on output: SoundOutput = .shared,
    onProblem: @escaping @Sendable (SoundError) -> Void = { _ in }
  ) {
    play(path, options, on: output, from: .shared, onProblem)
  }

  static func play(
    _ path: String, _ options: SoundOptions, on output: SoundOutput, from library: SoundLibrary,
    _ onProblem: @escaping @Sendable (SoundError) -> Void
  ) {
    if case .manual = output.pace {
      // A clock of its own: the moment of the sound must not depend on a thread.
      do throws(SoundError) { _ = output.start(.clip(try library.clip(path)), options, name: path) } catch { onProblem(error) }
      return
    }
    guard !output.isSilent else { return }
    if let clip = library.knownClip(path) {
      _ = output.start(.clip(clip), options, name: path)
      library.refresh(path)
    } else {
      library.load(path) { result in
        switch result {
        case .success(let clip): _ = output.start(.clip(clip), options, name: path)
        case .failure(let error): onProblem(error)
        }
      }
    }
  }
}

extension Sound {
  /// Fades all sounds out that ``play(_:_:on:onProblem:)`` has started with a path.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - fade: seconds, 0.005 or more.
  ///   - output: the output that plays it.
  public static func stop(_ path: String, fade: Double = 0.005, on output: SoundOutput = .shared) {
    SoundLibrary.shared.cancel(path)
    output.stop(named: path, fade: fade)
  }
}

/// Sound that plays, or that has ended. A value; any thread.
public struct SoundPlayback: Sendable {
  let output: SoundOutput
  let id: UInt64

  /// Whether it plays.
  public var isPlaying: Bool { id != 0 && output.isPlaying(id) }

  /// Fades out and stops.
  ///
  /// - Parameter fade: seconds, 0.005 or more.
  public func stop(fade: Double = 0.005) { if id != 0 { output.setVolume(0, of: id, over: max(0.005, fade), stops: true) } }

  /// Changes the volume, 0...1, over seconds.
  public func setVolume(_ volume: Double, over seconds: Double = 0.005) { if id != 0 { output.setVolume(volume, of: id, over: seconds) } }

  /// Pauses or continues.
  public func setPaused(_ isPaused: Bool) { if id != 0 { output.setPaused(isPaused, id) } }
}
