internal import Glibc
internal import TesseraBase

/// Live stream on the network: RTSP, HLS, or MPEG-TS or sound over HTTP, read by FFmpeg's libraries on a separate thread.
///
/// A broken stream is opened again, after pauses that grow from half a second to 30 s. The receiver delays the stream while its call runs.
public final class StreamSession: LiveSession {
  /// Seconds after which opening a stream fails.
  static let openPatience = 15.0
  /// Seconds without data after which a stream counts as broken.
  static let readPatience = 10.0

  /// Result of an attempt to open the stream.
  typealias Opener = @Sendable (InputBridge) throws(VideoFileError) -> any StreamSource

  private struct State: Sendable {
    var isStopped = false
    var bridge: InputBridge?
  }

  private let name: String
  private let open: Opener
  private let demand: @Sendable (Bool) -> LiveDemand
  private let receive: @Sendable (LiveEvent) -> Void
  private let state = Monitor(State())

  /// Opens a stream and reports its pictures and its sound.
  ///
  /// - Parameters:
  ///   - url: an rtsp, rtsps, http or https URL.
  ///   - demand: returns the parts to read next, on the session's thread, where it may wait until the receiver has room. Its argument is true if
  ///     only a picture can be read. Default: pictures only.
  ///   - receive: called on the session's thread.
  /// - Throws: `VideoFileError.outOfMemory` if no thread can be started.
  public convenience init(
    _ url: String, demand: @escaping @Sendable (Bool) -> LiveDemand = { _ in LiveDemand() },
    receive: @escaping @Sendable (LiveEvent) -> Void
  ) throws(VideoFileError) {
    let source = LiveSource.stream(url)
    self.init(named: source.shownName, demand: demand, receive: receive) { bridge throws(VideoFileError) in
      let options = VideoOptions()
      return HardwareSource.wrap(try LibavSource(stream: url, bridge, options), options, .kernel)
    }
    // The libraries decode on this thread.
    let hasThread = DetachedThread.start(stackSize: 2 << 20) { self.run { self.pause($0) } }
    if !hasThread { throw .outOfMemory(source: name) }
  }

  /// Creates a session that runs in ``run(pause:)``.
  init(
    named name: String, demand: @escaping @Sendable (Bool) -> LiveDemand = { _ in LiveDemand() },
    receive: @escaping @Sendable (LiveEvent) -> Void, open: @escaping Opener
  ) {
    (self.name, self.demand, self.receive, self.open) = (name, demand, receive, open)
  }

  public func stop() {
    let bridge = state.withLock { state in
      state.isStopped = true
      return state.bridge
    }
    state.broadcast()
    bridge?.cancel()
  }

  public func setControls(_ controls: [String: Int]) {}

  /// Reads until the end of the stream or a stop.
  ///
  /// - Parameter pause: waits for seconds; returns false after a stop.
  func run(pause: (Double) -> Bool) {
    var retry = LiveRetry()
    while true {
      do throws(VideoFileError) {
        let isComplete = try read(&retry)
        if isStopped { return }
        if isComplete { return receive(.ended) }
        receive(.failed(.noSignal(source: name, reason: "the stream ended")))
      } catch {
        if isStopped { return }
        receive(.failed(Self.failure(error, name)))
      }
      if !pause(retry.pause()) { return }
    }
  }

  /// Reads a connection to its end. Returns whether the stream is complete: one of known length that was read to its end.
  private func read(_ retry: inout LiveRetry) throws(VideoFileError) -> Bool {
    let bridge = InputBridge(VideoDataInput([], name: name))
    state.withLock { $0.bridge = bridge }
    defer { state.withLock { $0.bridge = nil } }
    if isStopped { return false }
    let source = try open(bridge)
    receive(.started(source.info))
    var (isBlocked, hasNotice) = (false, false)
    while !isStopped, let part = try source.next(demand(isBlocked)) {
      isBlocked = false
      switch part {
      case .picture(let frame):
        receive(.picture(frame))
        retry.reset()
      case .sound(let sound):
        receive(.sound(sound))
        if !source.info.hasPictures { retry.reset() }
      case .blocked: isBlocked = true
      }
      if !hasNotice, let failure = source.decoderFailure {
        receive(.notice(failure))
        hasNotice = true
      }
    }
    return source.info.duration != nil
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func pause(_ seconds: Double) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let deadline = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 + seconds
    return state.wait(deadline: deadline) { $0.isStopped ? true : nil } == nil
  }

  /// Returns the error of a stream, whose file-like names would mislead.
  private static func failure(_ error: VideoFileError, _ name: String) -> VideoFileError {
    switch error {
    case .corrupt(_, let reason), .unsupported(_, let reason), .unreadable(_, let reason): .noSignal(source: name, reason: reason)
    default: error
    }
  }
}
