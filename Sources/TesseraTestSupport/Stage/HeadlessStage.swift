public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Stage without a screen. Time and jobs are controlled by the test, and every frame can be examined.
///
/// ```swift
/// let h = try HeadlessStage(width: 200, height: 100) { ButtonNode(Button(title: "Go")) }
/// try h.tap(at: Point(100, 50))
/// try expectGolden(h.framebuffer, "button_after_tap")
/// ```
///
/// One thread at a time. Installed fonts are disabled for the process, see ``TestFonts``. Errors within the stage (a draw that throws) are
/// collected in ``errors`` and thrown by ``settle()``.
public final class HeadlessStage {
  /// The stage.
  public let stage: Stage
  /// Clock of the stage.
  public let clock: ManualClock
  /// Workers of the stage; without threads by default.
  public let workers: WorkerPool
  private let log = ErrorLog()

  /// Creates a stage of `width` x `height` logical units with `root` and settles it, so that ``framebuffer`` contains the first picture.
  ///
  /// - Parameters:
  ///   - width: Width of the stage in logical units.
  ///   - height: Height of the stage in logical units.
  ///   - scale: Device pixels per logical unit.
  ///   - background: Colour behind the root node.
  ///   - direction: Direction of text and rows.
  ///   - threads: Number of worker threads. With 0, jobs run in ``settle()`` on the caller's thread, in order, or one by one through
  ///     `workers.runOne()`.
  ///   - settled: Whether to settle immediately; false to examine the state before that.
  ///   - root: Creates the root node.
  public init(
    width: Double, height: Double, scale: Double = 1, background: Color = .white, direction: LayoutDirection = .ltr, threads: Int = 0,
    settled: Bool = true, _ root: () throws -> AnyNode
  ) throws {
    TestFonts.useNoSystemFonts()
    clock = ManualClock()
    workers = WorkerPool(threads: threads)
    stage = try Stage(
      size: Size(width, height), scale: scale, root: try root(), clock: clock, workers: workers, background: background,
      direction: direction)
    stage.onError = { [log] in log.append($0) }
    if settled { try settle() }
  }

  /// Root node.
  public var root: AnyNode { stage.root }

  /// Current frame.
  public var framebuffer: PixelBuffer { stage.framebuffer }

  /// Returns a copy of the current frame, which later frames do not change.
  public func snapshot() throws -> PixelBuffer { try stage.framebuffer.copy() }

  /// Errors of draws and layouts so far.
  public var errors: [StageError] { log.all }

  /// Runs frames until nothing is pending. Time does not advance.
  ///
  /// Throws the first error that the stage has reported since the last call.
  public func settle() throws {
    try stage.settle()
    if let error = log.dequeueNew() { throw TestFailure("the stage reported: \(error)") }
  }

  /// Advances the time in steps, with a settled frame after each.
  public func advance(by seconds: Double, step: Double = 1.0 / 60) throws {
    var left = seconds
    while left > 1e-9 {
      let now = min(left, step)
      clock.advance(by: now)
      try settle()
      left -= now
    }
  }

  /// Returns the node with this id; throws if there is none.
  public func node(_ id: String) throws -> AnyNode {
    guard let node = root.find(id) else { throw TestFailure("no node has the id `\(id)`") }
    return node
  }

  /// Returns the layout frame of the node with this id in the stage's coordinates, without transforms and scrolling.
  public func frame(of id: String) throws -> Rect { try frame(of: node(id)) }

  /// Returns the layout frame of `node` in the stage's coordinates, without the transforms of it and its ancestors.
  public func frame(of node: AnyNode) -> Rect {
    var frame = node.frame
    var above = node.supernode
    while let parent = above {
      frame.origin = Point(frame.origin.x + parent.frame.minX, frame.origin.y + parent.frame.minY)
      above = parent.supernode
    }
    return frame
  }
}

/// Errors reported by a stage; any thread.
private final class ErrorLog: Sendable {
  private struct State {
    var errors: [StageError] = []
    var taken = 0
  }

  private let state = Locked(State())

  func append(_ error: StageError) { state.withLock { $0.errors.append(error) } }

  var all: [StageError] { state.withLock { $0.errors } }

  func dequeueNew() -> StageError? {
    state.withLock { state in
      defer { state.taken = state.errors.count }
      return state.taken < state.errors.count ? state.errors[state.taken] : nil
    }
  }
}
