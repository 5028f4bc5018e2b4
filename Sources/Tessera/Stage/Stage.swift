public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// A root node, a framebuffer, input, a clock and workers: what turns a tree of nodes into pictures.
///
/// Nodes are changed from any thread. The stage's own loop (``run(framesPerSecond:)``, or whoever calls ``frame()`` or ``settle(limit:)``)
/// is one thread at a time; it takes input, commits finished work, composites the damage and presents. It never measures, shapes, decodes
/// or draws content (nodes that `drawsDirectly` excepted) and never waits for a draw.
public final class Stage: @unchecked Sendable {
  // @unchecked: `loop` and `observation` are only touched by the thread that turns the loop; what other threads may touch is in `shared`.
  let link: StageLink
  let inbox = StageInbox()
  let workers: WorkerPool
  let clock: any StageClock
  let buffers: BufferPool
  let shared: Locked<Shared>
  let ownership = LoopOwnership()
  /// Orders changes of the root: one detaches the old root and attaches the new one before the next begins. Guards no value, because the root is
  /// read while a change walks a large tree. Taken before every other lock.
  private let rootChange = Locked(())
  /// Orders changes of the environment. Taken before every other lock but `rootChange`.
  let environmentChange = Locked(())
  var loop: Loop
  /// What observers of nodes are still to be told. Frame loop only.
  var observation = ObservationQueue()

  /// What other threads may set and read.
  struct Shared {
    var root: AnyNode
    var size: Size
    var scale: Double
    var direction: LayoutDirection
    var reducesMotion = false
    var textAntialiasing: TextAntialiasing?
    /// What the display asks for.
    var displayTextAntialiasing = TextAntialiasing.grayscale
    var colorDepth: ColorDepth?
    var displayColorDepth = ColorDepth.full
    var safeAreaInsets = Insets.zero
    /// What the program said for the whole tree.
    var ownEnvironment: EnvironmentStorage?
    var background: Color
    var onError: (@Sendable (StageError) -> Void)?
    var drawLimit = 5.0
    var isStopped = false
    var statistics = FrameStatistics()
    var history: FrameHistory?
    var tracer: Tracer?
    var focused: AnyNode?
    var focusVisibility = FocusVisibility.automatic
    var toldPressure = MemoryPressure.none
    /// What holds now.
    var pressure = MemoryPressure.none
    var watchesPressure = true
    var memoryBudget: Int
    /// What was set since the last frame.
    var needsLayout = true
    var needsRepaint = true
  }

  /// What belongs to the loop: the newest tree, and the parts that decide what happens to it. Each part owns its state; it is told facts, and what it
  /// returns is done by the extensions of the stage.
  struct Loop {
    /// The newest layout; nil before the first.
    var tree: SceneTree?
    var input = FrameInput()
    var screen: Screen
    var layouts = LayoutScheduler()
    var draws = DrawQueue<AnyNode>()
    var supervisor = JobSupervisor()
    var groups = DisplayGroups<AnyNode>()
    var transitions = Transitions()
    var motions = PropertyMotions()
    var ticks = TickSchedule<AnyNode>()
    var looks = ObservableLooks<AnyNode>()
    var touches = TouchRouter()
    var focus = FocusState()
    var hover = HoverState()
    var overlays = OverlayStack()
    var semantics = SemanticsRecords<AnyNode>()
    var pressure = PressurePolicy()
    var pacing = FramePacing()
    var recorder = FrameRecorder()
  }

  /// Largest side of a framebuffer, pixels.
  public static let maximumSide = 16_384

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - size: of the screen, logical units; may be zero, then nothing is painted.
  ///   - scale: device pixels a logical unit, above 0 and at most 64.
  ///   - root: fills the screen unless its style says otherwise.
  ///   - clock: what ticks and fades go by.
  ///   - workers: nil takes the process's shared pool.
  ///   - background: what is under everything. One that is not opaque leaves the frame translucent.
  ///   - direction: where text and rows start.
  /// - Throws: `RenderError` for a size or scale out of range.
  public init(
    size: Size, scale: Double = 1, root: AnyNode = BoxNode(), clock: any StageClock = RealClock(), workers: WorkerPool? = nil,
    background: Color = .white, direction: LayoutDirection = .ltr
  ) throws(RenderError) {
    let pixels = try Stage.pixelSize(size, scale)
    let inbox = self.inbox
    self.workers = workers ?? .shared
    link = StageLink(loop: inbox, workers: self.workers)
    self.clock = clock
    // Enough for a second screen of content in the pool.
    buffers = BufferPool(limit: max(4 << 20, pixels.width * pixels.height * 8))
    shared = Locked(
      Shared(
        root: root, size: size, scale: scale, direction: direction, background: background,
        memoryBudget: Stage.defaultBudget(pixels: pixels.width * pixels.height)))
    loop = Loop(screen: try Screen(width: pixels.width, height: pixels.height))
    link.setSurroundings(surroundings)
    root.removeFromSupernode()
    root.attach(to: link).run()
  }

  deinit {
    shared.withLock { $0.root }.detach(from: link)
    dismissAll()
    for overlay in loop.overlays.drop(from: link) { overlay.end(tellingStage: false) }
  }

  static func pixelSize(_ size: Size, _ scale: Double) throws(RenderError) -> (width: Int, height: Int) {
    guard scale > 0, scale <= 64 else { throw .badArgument("a stage's scale must be above 0 and at most 64 (got \(scale))") }
    let (w, h) = (size.width * scale, size.height * scale)
    guard w >= 0, h >= 0, w <= Double(maximumSide), h <= Double(maximumSide) else {
      throw .badArgument("a stage must have 0 to \(maximumSide) pixels a side (got \(size.width) x \(size.height) units at scale \(scale))")
    }
    return (Int(w.rounded()), Int(h.rounded()))
  }

  /// The node that fills the screen. Any thread. Setting one takes it out of its parent.
  public var root: AnyNode {
    get { shared.withLock { $0.root } }
    set {
      // Let go of after the locks, as it may be the last that holds the node.
      let (old, effects) = rootChange.withLock { _ in
        let old = shared.withLock {
          let old = $0.root
          $0.root = newValue
          $0.needsLayout = true
          return old
        }
        guard old !== newValue else { return (old, TreeEffects()) }
        newValue.removeFromSupernode()
        old.detach(from: link)
        return (old, newValue.attach(to: link))
      }
      effects.run()
      if old !== newValue { inbox.wake() }
    }
  }

  /// Size of the screen, logical units. Any thread.
  public var size: Size { shared.withLock { $0.size } }

  /// Device pixels a logical unit. Any thread.
  public var scale: Double { shared.withLock { $0.scale } }

  /// Changes size and scale; the next frame is painted anew. Any thread.
  /// - Throws: `RenderError` for a size or scale out of range; nothing is changed then.
  public func resize(to size: Size, scale: Double) throws(RenderError) {
    _ = try Stage.pixelSize(size, scale)
    shared.withLock {
      $0.size = size
      $0.scale = scale
      $0.needsLayout = true
      $0.needsRepaint = true
    }
    surroundingsDidChange()
    inbox.wake()
  }

  /// Color under everything; one made with `light-dark()` follows the color scheme of the root. Any thread.
  public var background: Color {
    get { shared.withLock { $0.background } }
    set {
      shared.withLock {
        $0.background = newValue
        $0.needsRepaint = true
      }
      inbox.wake()
    }
  }

  /// Where text and rows start. Any thread.
  public var direction: LayoutDirection {
    get { shared.withLock { $0.direction } }
    set {
      shared.withLock {
        $0.direction = newValue
        $0.needsLayout = true
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// Whether what moves for its looks alone is to be in its new place at once: transitions take no time then. Node types read it in
  /// ``EnvironmentValues``. Any thread.
  public var reducesMotion: Bool {
    get { shared.withLock { $0.reducesMotion } }
    set {
      shared.withLock {
        $0.reducesMotion = newValue
        $0.needsLayout = true
        // Nodes inherit it, and are told, as of everything else that the stage says.
        var own = EnvironmentValues().inheriting($0.ownEnvironment)
        own.reducesMotion = newValue
        $0.ownEnvironment = own.storage
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// The depth whose colors flat paint takes; nil, as from the start: that of the display (``Display/colorDepth``), full without one. Any thread.
  ///
  /// Whoever turns the ``framebuffer`` into another format without a display sets it to that of the format.
  public var colorDepth: ColorDepth? {
    get { shared.withLock { $0.colorDepth } }
    set {
      shared.withLock {
        guard $0.colorDepth != newValue else { return }
        $0.colorDepth = newValue
        $0.needsLayout = true
        $0.needsRepaint = true
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// How letters are drawn; nil, as from the start: as the display asks for (``Display/textAntialiasing``), grayscale without one. Any thread.
  ///
  /// Whoever turns the ``framebuffer`` into one bit a pixel without a display sets it to `bilevel`.
  public var textAntialiasing: TextAntialiasing? {
    get { shared.withLock { $0.textAntialiasing } }
    set {
      shared.withLock {
        guard $0.textAntialiasing != newValue else { return }
        $0.textAntialiasing = newValue
        $0.needsLayout = true
        $0.needsRepaint = true
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// How far a round corner, a cut-out or a bezel reaches into the screen from each side, logical units; negative and not finite count as 0.
  ///
  /// Nodes know what of their boxes lies under it (``AnyNode/safeAreaInsets``) and can be padded by that (``AnyNode/safeAreaPadding``,
  /// ``SafeArea``). Any thread.
  public var safeAreaInsets: Insets {
    get { shared.withLock { $0.safeAreaInsets } }
    set {
      func side(_ length: Double) -> Double { length.isFinite ? max(0, length) : 0 }
      shared.withLock {
        $0.safeAreaInsets = Insets(
          top: side(newValue.top), right: side(newValue.right), bottom: side(newValue.bottom), left: side(newValue.left))
        $0.needsLayout = true
      }
      inbox.wake()
    }
  }

  /// Is told what goes wrong in layout, drawing and presenting; called on the loop. Without it such errors are printed to standard error.
  public var onError: (@Sendable (StageError) -> Void)? {
    get { shared.withLock { $0.onError } }
    set {
      // Let go of after the lock: what the closure holds may reach for the stage when it goes.
      let former = shared.withLock { shared in
        defer { shared.onError = newValue }
        return shared.onError
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Counts as of the last frame. Any thread.
  public var statistics: FrameStatistics { shared.withLock { $0.statistics } }

  /// The node that key and text events go to. Any thread; takes effect with the next frame.
  public var focusedNode: AnyNode? {
    get { shared.withLock { $0.focused } }
    set {
      if let newValue { link.requestFocus(newValue) } else { link.clearFocus() }
    }
  }

  /// When the ring around what has the focus is seen. Any thread.
  public var focusVisibility: FocusVisibility {
    get { shared.withLock { $0.focusVisibility } }
    set {
      shared.withLock { $0.focusVisibility = newValue }
      inbox.wake()
    }
  }

  /// Where finished frames go beside the framebuffer. Loop thread; set it before the loop runs.
  public var display: (any Display)? {
    get {
      checkLoop()
      return loop.screen.display
    }
    set {
      checkLoop()
      loop.screen.attach(newValue)
      let (textAntialiasing, colorDepth) = (newValue?.textAntialiasing ?? .grayscale, newValue?.colorDepth ?? .full)
      shared.withLock {
        $0.needsRepaint = true
        if ($0.displayTextAntialiasing, $0.displayColorDepth) != (textAntialiasing, colorDepth) {
          ($0.displayTextAntialiasing, $0.displayColorDepth) = (textAntialiasing, colorDepth)
          $0.needsLayout = true
        }
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// Queues an event for the next frame. Any thread.
  public func send(_ event: Event) { inbox.post(event) }

  /// Paints everything again with the next frame. Any thread.
  public func setNeedsRepaint() {
    shared.withLock { $0.needsRepaint = true }
    inbox.wake()
  }

  /// The frame as it stands: premultiplied ARGB. Loop thread; what is written into it stays until the area is damaged.
  public var framebuffer: PixelBuffer {
    checkLoop()
    return loop.screen.framebuffer
  }

  func report(_ error: StageError) {
    if let onError { onError(error) } else { standardError("tessera: \(error)\n") }
  }
}
