public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Lays out, draws and presents a tree of nodes: a root node, a framebuffer, input, a clock and workers.
///
/// Nodes are changed from any thread. The stage's loop (``run(framesPerSecond:)``, or the caller of ``frame()`` or ``settle(limit:)``) is
/// one thread at a time. It takes input, commits finished work, composites the damage and presents. It never measures, shapes, decodes or
/// draws content (except nodes that `drawsDirectly`), and never waits for a draw.
public final class Stage: @unchecked Sendable {
  // @unchecked: `loop` and `observation` are only touched by the thread that turns the loop; what other threads may touch is in `shared`.
  let link: StageLink
  let inbox = StageInbox()
  let workers: WorkerPool
  let clock: any StageClock
  let buffers: BufferPool
  let shared: Locked<Shared>
  let ownership = LoopOwnership()
  /// Orders changes of the root: the old root is detached and the new one attached before the next change begins. It guards no value,
  /// because the root is read while a change visits a large tree. Acquired before every other lock.
  private let rootChange = Locked(())
  /// Orders changes of the environment. Acquired before every other lock except `rootChange`.
  let environmentChange = Locked(())
  var loop: Loop
  /// Pending notifications of node observers. Frame loop only.
  var observation = ObservationQueue()

  /// State that other threads may read and set.
  struct Shared {
    var root: AnyNode
    var size: Size
    var scale: Double
    var direction: LayoutDirection
    var reducesMotion = false
    var textAntialiasing: TextAntialiasing?
    /// Requirements of the display.
    var displayTextAntialiasing = TextAntialiasing.grayscale
    var colorDepth: ColorDepth?
    var displayColorDepth = ColorDepth.full
    var safeAreaInsets = Insets.zero
    /// Environment set by the program for the whole tree.
    var ownEnvironment: EnvironmentStorage?
    /// Height of the panel of the input method; 0 without one.
    var panelHeight = 0.0
    /// Insets of the uncovered part of the screen.
    var coveredInsets: Insets {
      var insets = safeAreaInsets
      insets.bottom += panelHeight
      return insets
    }
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
    /// Whether the display is off, according to the program.
    var isDisplayAsleep = false
    /// Sleep of the display: idle time before it, requests since the last frame, and whether it sleeps.
    var displaySleepDelay: Double?
    var powerRequest: DisplayPower.Request?
    var displaySleeps = false
    /// Current memory pressure.
    var pressure = MemoryPressure.none
    var watchesPressure = true
    var memoryBudget: Int
    var nodeLimit = Stage.defaultNodeLimit
    /// Changes since the last frame.
    var needsLayout = true
    var needsRepaint = true
  }

  /// State of the loop: the newest tree, and the parts that decide about it. Each part owns its state; its methods receive facts, and the
  /// extensions of the stage carry out the results.
  struct Loop {
    /// Tree of the newest layout; nil before the first.
    var tree: PaintTree?
    var input = FrameInput()
    var surface: FrameSurface
    var jobs = LoopJobs()
    var animations = LoopAnimations()
    var schedule = LoopSchedule()
    var looks = ObservableLooks<AnyNode>()
    var pointing = Pointing()
    var focus = FocusState()
    var overlays = OverlayStack()
    var textInput = TextInputRecord()
    var accessibility = Accessibility()
    var pressure = PressurePolicy()
    var frames = FrameTiming()
  }

  /// Maximum side of a framebuffer, pixels.
  public static let maximumSide = 16_384

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - size: size of the screen, logical units; may be zero, in which case nothing is painted.
  ///   - scale: device pixels in a logical unit, above 0 and at most 64.
  ///   - root: root node; fills the screen unless its style specifies otherwise.
  ///   - clock: clock of ticks and fades.
  ///   - workers: worker pool; nil means the shared pool of the process.
  ///   - background: color behind the root. If it is not opaque, the frame is translucent.
  ///   - direction: layout direction of text and rows.
  /// - Throws: `RenderError` for a size or scale out of range.
  public init(
    size: Size, scale: Double = 1, root: AnyNode = BoxNode(), clock: any StageClock = RealClock(), workers: WorkerPool? = nil,
    background: Color = .theme(.ground), direction: LayoutDirection = .ltr
  ) throws(RenderError) {
    let pixels = try Stage.pixelSize(size, scale)
    let inbox = self.inbox
    self.workers = workers ?? .shared
    link = StageLink(loop: inbox, workers: self.workers)
    self.clock = clock
    // Sufficient for a second screen of content in the pool.
    buffers = BufferPool(limit: max(4 << 20, pixels.width * pixels.height * 8))
    shared = Locked(
      Shared(
        root: root, size: size, scale: scale, direction: direction, background: background,
        memoryBudget: Stage.defaultBudget(pixels: pixels.width * pixels.height)))
    loop = Loop(surface: try FrameSurface(width: pixels.width, height: pixels.height))
    link.setSurroundings(surroundings)
    root.removeFromSupernode()
    root.attach(to: link).run()
  }

  deinit {
    shared.withLock { $0.root }.detach(from: link)
    dismissAll()
    dropOverlays()
  }

  static func pixelSize(_ size: Size, _ scale: Double) throws(RenderError) -> (width: Int, height: Int) {
    guard scale > 0, scale <= 64 else { throw .badArgument("a stage's scale must be above 0 and at most 64 (got \(scale))") }
    let (w, h) = (size.width * scale, size.height * scale)
    guard w >= 0, h >= 0, w <= Double(maximumSide), h <= Double(maximumSide) else {
      throw .badArgument("a stage must have 0 to \(maximumSide) pixels a side (got \(size.width) x \(size.height) units at scale \(scale))")
    }
    return (Int(w.rounded()), Int(h.rounded()))
  }

  /// Node that fills the screen. Any thread. Setting it removes the node from its parent.
  public var root: AnyNode {
    get { shared.withLock { $0.root } }
    set {
      // Released after the locks, because this may be the last reference to the node.
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

  /// Device pixels in a logical unit. Any thread.
  public var scale: Double { shared.withLock { $0.scale } }

  /// Changes size and scale; the next frame is repainted completely. Any thread.
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

  /// Color behind the root node; one made with `light-dark()` follows the color scheme of the root. Any thread.
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

  /// Layout direction of text and rows. Any thread.
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

  /// Whether decorative motion is skipped; transitions then have no duration. Node types read it in ``EnvironmentValues``. Any thread.
  public var reducesMotion: Bool {
    get { shared.withLock { $0.reducesMotion } }
    set {
      shared.withLock {
        $0.reducesMotion = newValue
        $0.needsLayout = true
        // Nodes inherit it and are notified, as of all environment values of the stage.
        var own = EnvironmentValues().inheriting($0.ownEnvironment)
        own.reducesMotion = newValue
        $0.ownEnvironment = own.storage
      }
      surroundingsDidChange()
      inbox.wake()
    }
  }

  /// Color depth of flat paint; nil, the default, means that of the display (``Display/colorDepth``), or full without one. Any thread.
  ///
  /// If you convert the ``framebuffer`` to another format without a display, set the depth of that format.
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

  /// Antialiasing of text; nil, the default, means that of the display (``Display/textAntialiasing``), or grayscale without one. Any
  /// thread.
  ///
  /// If you convert the ``framebuffer`` to one bit a pixel without a display, set `bilevel`.
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

  /// Insets of the screen that are covered by round corners, a cut-out or a bezel, logical units; negative and non-finite values are
  /// treated as 0.
  ///
  /// Nodes have the overlap with their boxes in ``AnyNode/safeAreaInsets`` and can be padded by it (``AnyNode/safeAreaPadding``,
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

  /// Handler for errors of layout, drawing and presenting. Called on the loop. Without it errors are printed to standard error.
  public var onError: (@Sendable (StageError) -> Void)? {
    get { shared.withLock { $0.onError } }
    set {
      // Released after the lock: deinitializers of captured objects may access the stage.
      let former = shared.withLock { shared in
        defer { shared.onError = newValue }
        return shared.onError
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Counters of the last frame. Any thread.
  public var statistics: FrameStatistics { shared.withLock { $0.statistics } }

  /// Node that receives key and text events. Any thread; takes effect in the next frame.
  public var focusedNode: AnyNode? {
    get { shared.withLock { $0.focused } }
    set {
      if let newValue { link.requestFocus(newValue) } else { link.clearFocus() }
    }
  }

  /// Visibility of the focus ring. Any thread.
  public var focusVisibility: FocusVisibility {
    get { shared.withLock { $0.focusVisibility } }
    set {
      shared.withLock { $0.focusVisibility = newValue }
      inbox.wake()
    }
  }

  /// Display of finished frames, in addition to the framebuffer. Loop thread; set it before the loop runs.
  public var display: (any Display)? {
    get {
      checkLoop()
      return loop.surface.display
    }
    set {
      checkLoop()
      loop.surface.attach(newValue)
      if loop.surface.power.isAsleep { loop.surface.needsBlack = newValue?.setPower(false) == false }
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

  /// Repaints everything in the next frame. Any thread.
  public func setNeedsRepaint() {
    shared.withLock { $0.needsRepaint = true }
    inbox.wake()
  }

  /// Current frame: premultiplied ARGB. Loop thread; pixels written into it stay until the area is damaged.
  public var framebuffer: PixelBuffer {
    checkLoop()
    return loop.surface.framebuffer
  }

  func report(_ error: StageError) {
    if let onError { onError(error) } else { standardError("tessera: \(error)\n") }
  }
}
