internal import TesseraBase

/// Position in a video file, with exact seeks. Times are in seconds from the start of the file, so that the first frame of most files has time 0.
/// One thread at a time.
public final class VideoCursor: Sendable {
  /// The file.
  public let source: any VideoSource
  /// Time of the file's start in its own time stamps.
  public let origin: Double

  private struct State: Sendable {
    /// Frames that were decoded and not returned yet, at most two.
    var decoded: [any DecodedFrame] = []
    /// End of the last frame of the file, if it was reached.
    var end: Double?
    var last: (time: Double, duration: Double)?
  }
  private let state = Locked(State())

  /// Tolerance of times in seconds; less than the rounding of a time base of 1 ms.
  private static let tolerance = 2e-4

  /// Begins at the first frame.
  public init(_ source: any VideoSource) {
    self.source = source
    let start = source.info.start
    origin = start.isFinite ? max(0, start) : 0
  }

  /// Seconds from the start to the end: as decoded, or as the file's header has it; nil if neither is known.
  public var duration: Double? { state.withLock { $0.end } ?? source.info.duration }

  /// Seconds from the start to the end of the last frame; nil until it was decoded.
  public var decodedEnd: Double? { state.withLock { $0.end } }

  /// Returns the time of a frame.
  public func time(of frame: any DecodedFrame) -> Double { frame.facts.time - origin }

  /// Returns the next frame in order of presentation; nil at the end.
  public func next() throws(VideoFileError) -> (any DecodedFrame)? {
    if let frame = state.withLock({ $0.decoded.isEmpty ? nil : $0.decoded.removeFirst() }) { return frame }
    return try decode()
  }

  /// Continues at `time`.
  ///
  /// - Parameters:
  ///   - time: seconds from the start; the nearest valid time if it is outside of the file.
  ///   - isExact: true: the next frame is the one shown at `time`, after decoding of all frames since the key frame. False: it is that key frame.
  ///   - isCancelled: polled between frames.
  public func seek(to time: Double, isExact: Bool, isCancelled: () -> Bool = { false }) throws(VideoFileError) {
    let target = (time.isFinite ? max(0, time) : 0) + origin
    state.withLock { ($0.decoded, $0.last) = ([], nil) }
    // Frames before a key frame in time may need the one before it; a container may have no index.
    for back in [0, 1, 4, 16, Double.infinity] {
      let isLast = back == .infinity || target - back <= origin
      try source.seek(to: isLast ? -1e9 : target - back)
      guard let first = try decode(), first.facts.time <= target + Self.tolerance || isLast else {
        if isLast { return }
        continue
      }
      state.withLock { $0.decoded = [first] }
      if isExact { try skip(to: target, isCancelled) }
      return
    }
  }

  /// Drops frames until the next one is the last that begins at or before `target`.
  private func skip(to target: Double, _ isCancelled: () -> Bool) throws(VideoFileError) {
    while !isCancelled(), let next = try decode() {
      if next.facts.time > target + Self.tolerance {
        state.withLock { $0.decoded.append(next) }
        return
      }
      state.withLock { $0.decoded = [next] }
    }
  }

  private func decode() throws(VideoFileError) -> (any DecodedFrame)? {
    let frame = try source.next()
    state.withLock { state in
      if let facts = frame?.facts {
        state.last = (facts.time, facts.duration)
      } else if let last = state.last {
        state.end = max(0, last.time + last.duration - origin)
      }
    }
    return frame
  }
}
