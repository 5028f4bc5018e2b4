// CONTRACT (replaced by the real files)
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Time of a stage, seconds since some fixed moment.
public protocol StageClock: AnyObject, Sendable {
  var now: Double { get }
}
/// The machine's monotonic clock.
public final class RealClock: StageClock {
  public init() {}
  public var now: Double { fatalError() }
}
/// A clock that only moves when told: tests, offline rendering.
public final class ManualClock: StageClock, @unchecked Sendable {
  public init(now: Double = 0) { fatalError() }
  public var now: Double { fatalError() }
  public func advance(by seconds: Double) { fatalError() }
}
/// Threads that lay out, draw and composite. `threads: 0` is manual: jobs run when `runOne()`/`runAll()` is called (tests).
public final class WorkerPool: @unchecked Sendable {
  public init(threads: Int) { fatalError() }
  public var threadCount: Int { fatalError() }
  @discardableResult public func runOne() -> Bool { fatalError() }
  @discardableResult public func runAll() -> Int { fatalError() }
}
/// What went wrong off the caller's path: reported, never thrown at a frame.
public struct StageError: Error, Sendable, CustomStringConvertible {
  public var description: String { fatalError() }
}
/// Counts since the stage was made; see docs/passes.md.
public struct FrameStatistics: Sendable, Hashable {
  public var frames = 0, layouts = 0, measures = 0, draws = 0, drawsDropped = 0, drawsCancelled = 0, compositedPixels = 0, damageRects = 0,
    presents = 0, wakeups = 0
  public var contentsBytes = 0, pooledBytes = 0, nodes = 0
}
/// Where finished frames go (a device, a file). Frame loop thread.
public protocol Display: AnyObject {
  /// Shows the frame; `damage` lists the pixels that changed since the last call.
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws
}
/// A root node, a framebuffer, input, a clock and workers.
public final class Stage: @unchecked Sendable {
  public init(
    size: Size, scale: Double = 1, root: AnyNode = BoxNode(), clock: any StageClock = RealClock(), workers: WorkerPool? = nil,
    background: Color = .white, direction: LayoutDirection = .ltr
  ) throws { fatalError() }
  public var root: AnyNode {
    get { fatalError() }
    set { fatalError() }
  }
  public var size: Size {
    get { fatalError() }
    set { fatalError() }
  }
  public var statistics: FrameStatistics { fatalError() }
  /// Reports errors of draws and layouts; any thread. Default: printed to standard error once per message.
  public var onError: (@Sendable (StageError) -> Void)? {
    get { fatalError() }
    set { fatalError() }
  }
  public var display: (any Display)? {
    get { fatalError() }
    set { fatalError() }
  }
  public var focusedNode: AnyNode? {
    get { fatalError() }
    set { fatalError() }
  }
  /// Queues an event for the next frame. Any thread.
  public func send(_ event: Event) { fatalError() }
  /// One turn of the loop: input, ticks, commit, composite, present. Never waits. Returns whether anything was painted.
  @discardableResult public func frame() throws -> Bool { fatalError() }
  /// Frames until nothing is pending (time does not move); helps the manual workers. Throws after `limit` frames.
  public func settle(limit: Int = 1000) throws { fatalError() }
  /// The frame as it stands.
  public var framebuffer: PixelBuffer { fatalError() }
  /// Settles, then converts the frame into raw memory.
  public func render(
    into pointer: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat, rotation: Rotation = .none
  ) throws { fatalError() }
  /// The loop on the real clock until `stop()`; sleeps when idle.
  public func run() throws { fatalError() }
  public func stop() { fatalError() }
  public func hitTest(_ p: Point) -> AnyNode? { fatalError() }
}
extension AnyNode {
  /// Renders the tree headless.
  public func rendered(size: Size, scale: Double = 1, background: Color = .clear, threads: Int = 1) async throws -> PixelBuffer {
    fatalError()
  }
}
