/// Event of a live source. Sent on the thread of its session, one after the other.
public enum LiveEvent: Sendable {
  /// Pictures will follow.
  case started(VideoFileInfo)
  /// Picture, valid during the call. A slow receiver of a camera misses pictures; that of a stream delays it.
  case picture(any VideoPicture)
  /// Sound of a stream, in the order of its times; only if the session's demand includes it.
  case sound(LiveSound)
  /// Message for the developer: the decoder has changed, and pictures follow.
  case notice(String)
  /// The source gives no pictures; it is tried again until the session is stopped.
  case failed(VideoFileError)
  /// The stream is complete. No event follows.
  case ended
}

/// Running camera or live stream, with a thread of its own. Any thread.
public protocol LiveSession: AnyObject, Sendable {
  /// Ends the session. Returns immediately; a call of the receiver that is running is not interrupted, and at most one follows.
  func stop()

  /// Sets controls of a camera by their names; others have none, and ignore it.
  func setControls(_ controls: [String: Int])
}

/// Sound of a live stream. A value.
public struct LiveSound: Sendable, Hashable {
  /// Time of the first frame, in seconds on the scale of the pictures.
  public var time: Double
  /// Frames a second.
  public var rate: Int
  /// Interleaved stereo samples; full scale is 1.
  public var samples: [Float]

  /// Creates a part.
  public init(time: Double, rate: Int, samples: [Float]) { (self.time, self.rate, self.samples) = (time, rate, samples) }
}

/// Parts of a live stream that its receiver takes next. A value.
public struct LiveDemand: Sendable, Hashable {
  /// Whether a picture is taken. Otherwise its data waits while sound behind it in the stream is read.
  public var hasPicture: Bool
  /// Whether sound is decoded. Otherwise it is skipped.
  public var hasSound: Bool

  /// Creates a demand; default: pictures only.
  public init(hasPicture: Bool = true, hasSound: Bool = false) { (self.hasPicture, self.hasSound) = (hasPicture, hasSound) }
}

/// Pauses between attempts, which grow from half a second to 30 s. A value.
struct LiveRetry: Sendable, Hashable {
  private var next = 0.5

  /// Returns the seconds until the next attempt.
  mutating func pause() -> Double {
    defer { next = min(next * 2, 30) }
    return next
  }

  /// A picture arrived.
  mutating func reset() { next = 0.5 }
}
