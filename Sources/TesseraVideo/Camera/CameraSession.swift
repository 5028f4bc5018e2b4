internal import Glibc
internal import TesseraBase

/// Running camera, on a thread of its own.
///
/// The receiver gets the newest picture; those that arrive while it runs are dropped. A camera that fails or is unplugged is opened again when a
/// device is plugged in, and after pauses that grow from half a second to 30 s.
///
/// ```swift
/// let session = try CameraSession(CameraRequest()) { event in
///   if case .picture(let picture) = event, let pixels = try? picture.pixels(FrameConversion()) { … }
/// }
/// ```
public final class CameraSession: LiveSession {
  /// Seconds without a picture after which a camera counts as broken.
  static let patience = 3.0

  private let request: CameraRequest
  private let system: any CameraSystem
  private let waiter: any CameraWaiter
  private let receive: @Sendable (LiveEvent) -> Void
  private let controls: Locked<[String: Int]?>

  /// Opens a camera and reports its pictures.
  ///
  /// - Parameters:
  ///   - request: the camera, and the size and rate of its pictures.
  ///   - receive: called on the session's thread.
  /// - Throws: `VideoFileError.outOfMemory` if no thread can be started.
  public convenience init(_ request: CameraRequest, receive: @escaping @Sendable (LiveEvent) -> Void) throws(VideoFileError) {
    self.init(request, KernelCameras(), KernelWaiter(), receive: receive)
    let hasThread = DetachedThread.start(stackSize: 512 << 10) { self.run() }
    if !hasThread { throw .outOfMemory(source: LiveSource.camera(request.name).shownName) }
  }

  /// Creates a session that runs in ``run()``.
  init(
    _ request: CameraRequest, _ system: any CameraSystem, _ waiter: any CameraWaiter, receive: @escaping @Sendable (LiveEvent) -> Void
  ) {
    (self.request, self.system, self.waiter, self.receive, controls) = (request, system, waiter, receive, Locked(nil))
  }

  public func stop() { waiter.stop() }

  public func setControls(_ values: [String: Int]) { controls.withLock { $0 = values } }

  /// Captures until it is stopped.
  func run() {
    var retry = LiveRetry()
    while true {
      do throws(VideoFileError) {
        return try capture(&retry)
      } catch { receive(.failed(error)) }
      if waiter.wait(for: nil, seconds: retry.pause()).contains(.stop) { return }
    }
  }

  /// Captures until a stop, or throws.
  private func capture(_ retry: inout LiveRetry) throws(VideoFileError) {
    let source = LiveSource.camera(request.name).shownName
    let (path, port) = try Cameras.open(request.name, system)
    guard CameraLease.acquire(path) else { throw .noSignal(source: source, reason: "another node of this program uses it") }
    defer { CameraLease.end(path) }
    var request = request
    if let newer = controls.withLock({ $0 }) { request.controls = newer }
    let capture = try CameraCapture(port, request)
    defer { capture.stop() }
    receive(.started(capture.info))
    while true {
      let wake = waiter.wait(for: port, seconds: Self.patience)
      if wake.contains(.stop) { return }
      if let values = controls.withLock({ values in
        defer { values = nil }
        return values
      }) {
        capture.setControls(values)
      }
      if wake.isEmpty { throw .noSignal(source: source, reason: "no picture for \(Int(Self.patience)) s") }
      guard !wake.isDisjoint(with: [.picture, .error]) else { continue }
      let hasPicture = try capture.newest { receive(.picture($0)) }
      if hasPicture { retry.reset() }
      // The next wait would end immediately.
      if wake.contains(.error), !hasPicture { throw .noSignal(source: source, reason: "it was unplugged, or its driver failed") }
    }
  }
}

/// Cameras in use by sessions of this process. A device has one user; a session that ends still uses it for a moment.
private enum CameraLease {
  private static let paths = Monitor<Set<String>>([])

  /// Seconds to wait for the end of another session.
  private static let patience = 2.0

  static func acquire(_ path: String) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let deadline = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 + patience
    return paths.wait(deadline: deadline) { $0.insert(path).inserted ? true : nil } == true
  }

  static func end(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
    paths.broadcast()
  }
}
