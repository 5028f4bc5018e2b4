public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// A stage without a screen: time moves when told, jobs run when told, and every frame can be looked at.
///
/// ```swift
/// let h = try HeadlessStage(width: 200, height: 100) { ButtonNode(Button(title: "Go")) }
/// try h.tap(at: Point(100, 50))
/// try expectGolden(h.framebuffer, "button_after_tap")
/// ```
///
/// One thread at a time. Fonts of the machine are switched off for the process, see ``TestFonts``. What goes wrong inside (a draw that
/// throws) is collected in ``errors`` and thrown by ``settle()``.
public final class HeadlessStage {
  /// The stage itself.
  public let stage: Stage
  /// Its clock.
  public let clock: ManualClock
  /// Its workers; without threads of their own unless asked for.
  public let workers: WorkerPool
  private let log = ErrorLog()

  /// Makes a stage of `width` x `height` logical units around `root` and settles it, so that ``framebuffer`` holds the first picture.
  ///
  /// - Parameters:
  ///   - width: Of the stage, logical units.
  ///   - height: Of the stage, logical units.
  ///   - scale: Device pixels a logical unit.
  ///   - background: What is under everything.
  ///   - direction: Where text and rows start.
  ///   - threads: Worker threads; 0: jobs run in ``settle()`` on the caller's thread, in order, or one by one through `workers.runOne()`.
  ///   - settled: Whether to settle at once; false, to look at what happens before that.
  ///   - root: Makes the root node.
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

  /// The root node.
  public var root: AnyNode { stage.root }

  /// The frame as it stands.
  public var framebuffer: PixelBuffer { stage.framebuffer }

  /// A copy of the frame as it stands, which later frames do not change.
  public func snapshot() throws -> PixelBuffer { try stage.framebuffer.copy() }

  /// What went wrong in draws and layouts so far.
  public var errors: [StageError] { log.all }

  /// Runs frames until nothing is pending; time stands still.
  ///
  /// Throws the first error that the stage has reported since the last call.
  public func settle() throws {
    try stage.settle()
    if let error = log.takeNew() { throw TestFailure("the stage reported: \(error)") }
  }

  /// Moves time on in steps, a settled frame after each.
  public func advance(by seconds: Double, step: Double = 1.0 / 60) throws {
    var left = seconds
    while left > 1e-9 {
      let now = min(left, step)
      clock.advance(by: now)
      try settle()
      left -= now
    }
  }

  /// The node with this id; throws where there is none.
  public func node(_ id: String) throws -> AnyNode {
    guard let node = root.find(id) else { throw TestFailure("no node has the id `\(id)`") }
    return node
  }

  /// The box of the node with this id in the stage's coordinates as it was laid out: transforms and scrolling left out.
  public func frame(of id: String) throws -> Rect { try frame(of: node(id)) }

  /// The box of `node` in the stage's coordinates, transforms of it and above it left out.
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

/// What a stage reported; any thread.
private final class ErrorLog: Sendable {
  private struct State {
    var errors: [StageError] = []
    var taken = 0
  }

  private let state = Locked(State())

  func append(_ error: StageError) { state.withLock { $0.errors.append(error) } }

  var all: [StageError] { state.withLock { $0.errors } }

  func takeNew() -> StageError? {
    state.withLock { state in
      defer { state.taken = state.errors.count }
      return state.taken < state.errors.count ? state.errors[state.taken] : nil
    }
  }
}
