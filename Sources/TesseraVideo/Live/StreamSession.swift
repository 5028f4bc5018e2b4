internal import Glibc
internal import TesseraBase

/// Live stream on the network: RTSP, HLS, or MPEG-TS over HTTP, read by FFmpeg's libraries on a thread of its own.
///
/// A broken stream is opened again, after pauses that grow from half a second to 30 s. The receiver delays the stream while its call runs.
public final class StreamSession: LiveSession {
  /// Seconds after which opening a stream fails.
  static let openPatience = 15.0
  /// Seconds without data after which a stream counts as broken.
  static let readPatience = 10.0

  /// Result of an attempt to open the stream.
  typealias Opener = @Sendable (InputBridge) throws(VideoFileError) -> any VideoSource

  private struct State: Sendable {
    var isStopped = false
    var bridge: InputBridge?
  }

  private let name: String
  private let open: Opener
  private let receive: @Sendable (LiveEvent) -> Void
  private let state = Monitor(State())

  /// Opens a stream and reports its pictures.
  ///
  /// - Parameters:
  ///   - url: an rtsp, rtsps, http or https URL.
  ///   - receive: called on the session's thread.
  /// - Throws: `VideoFileError.outOfMemory` if no thread can be started.
  public convenience init(_ url: String, receive: @escaping @Sendable (LiveEvent) -> Void) throws(VideoFileError) {
    let source = LiveSource.stream(url)
    self.init(named: source.shownName, receive: receive) { bridge throws(VideoFileError) in
      try LibavSource(stream: url, bridge, VideoOptions())
    }
    // The libraries decode on this thread.
    let hasThread = DetachedThread.start(stackSize: 2 << 20) { self.run { self.pause($0) } }
    if !hasThread { throw .outOfMemory(source: name) }
  }

  /// Creates a session that runs in ``run(pause:)``.
  init(named name: String, receive: @escaping @Sendable (LiveEvent) -> Void, open: @escaping Opener) {
    (self.name, self.receive, self.open) = (name, receive, open)
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
    while !isStopped, let frame = try source.next() {
      receive(.picture(frame))
      retry.reset()
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
