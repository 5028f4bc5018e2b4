extension VideoPlayback {
  /// Sound that is heard, as the clock of the video. Times in seconds since the first loop began.
  enum Sound: Sendable, Hashable {
    /// There is none: the video follows the clock of the stage.
    case none
    /// The file is being opened, or the first frames are on their way: the video waits.
    case pending
    /// Time of the sound that is heard now.
    case heard(Double)
  }

  /// Place in a file from which sound is played. A value.
  struct SoundStart: Sendable, Hashable {
    var path: String
    /// Number of the source or seek.
    var generation: Int
    /// Seconds of the file for each second.
    var rate: Double
    /// Time since the first loop began, and the time in the file.
    var time: Double
    var position: Double

    /// Whether a track that began at another place continues to be the wanted one.
    func isSame(as other: Self) -> Bool { path == other.path && generation == other.generation && rate == other.rate }
  }

  /// Rates at which sound is played, with another pitch; it is silent at others.
  static let soundRates = 0.5...2.0
  /// Seconds for which a video waits for its sound.
  static let soundPatience = 1.0
  /// Seconds between the ticks that refill the sound.
  static let soundInterval = 0.1

  /// Returns the sound that a video in this state has; nil for none.
  func wantedSound(_ settings: Settings) -> SoundStart? {
    guard settings.hasSound, isVisible, !hasEnded, shown != nil, !isAwaitingFrame, let feed, feed.info.audioTrackCount > 0,
      Self.soundRates.contains(settings.rate)
    else { return nil }
    return SoundStart(path: feed.path, generation: generation, rate: settings.rate, time: soundTime, position: position)
  }
}
