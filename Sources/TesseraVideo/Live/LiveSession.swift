/// Event of a live source. Sent on the thread of its session, one after the other.
public enum LiveEvent: Sendable {
  /// Pictures will follow.
  case started(VideoFileInfo)
  /// Picture, valid during the call. A slow receiver of a camera misses pictures; that of a stream delays it.
  case picture(any VideoPicture)
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
