internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// Memory pressure according to the program, for example from a cgroup or a test. The kernel's reports count too; the higher level is
  /// used. Any thread.
  public var memoryPressure: MemoryPressure {
    get { shared.withLock { $0.toldPressure } }
    set {
      shared.withLock { $0.toldPressure = newValue }
      inbox.wake()
    }
  }

  /// Whether ``run(framesPerSecond:)`` monitors the kernel's memory pressure (`/proc/pressure/memory`); no effect if the kernel does not
  /// support it. Any thread; read when the loop starts.
  public var watchesMemoryPressure: Bool {
    get { shared.withLock { $0.watchesPressure } }
    set { shared.withLock { $0.watchesPressure = newValue } }
  }

  /// Maximum bytes of node contents, buffers kept for reuse and the process's caches together, without the framebuffer.
  ///
  /// Above it, buffers kept for reuse are dropped first, then least recently used cache entries, then contents of invisible nodes. Visible
  /// contents are never released. Any thread.
  public var memoryBudget: Int {
    get { shared.withLock { $0.memoryBudget } }
    set {
      shared.withLock { $0.memoryBudget = max(0, newValue) }
      inbox.wake()
    }
  }

  /// Default of ``nodeLimit``: about 40 MB of boxes, or 110 MB of short texts.
  static let defaultNodeLimit = 12_000

  /// Maximum number of nodes that a layout contains, 12,000 by default. Further ones are not laid out, and ``onError`` reports that once.
  ///
  /// It protects a device from scenes and data that make far more nodes than a screen shows. A `Table` or `ItemCollection` of any length has nodes only
  /// near the viewport. Any thread; a change takes effect with the next layout.
  public var nodeLimit: Int {
    get { shared.withLock { $0.nodeLimit } }
    set {
      shared.withLock {
        $0.nodeLimit = max(1, newValue)
        $0.needsLayout = true
      }
      inbox.wake()
    }
  }

  /// Memory by holder. Any thread; costs one call for each cache.
  public var memoryUse: MemoryUse {
    let (budget, pressure, size, scale) = shared.withLock { ($0.memoryBudget, $0.pressure, $0.size, $0.scale) }
    let pixels = (try? Stage.pixelSize(size, scale)) ?? (width: 0, height: 0)
    let own = [
      MemoryUse.Share(name: "framebuffer", bytes: pixels.width * pixels.height * 4, isShared: false),
      MemoryUse.Share(name: "contents", bytes: buffers.usedByteCount, isShared: false),
      MemoryUse.Share(name: "spare buffers", bytes: buffers.byteCount, isShared: false),
    ]
    let caches = MemoryHolder.all.map { MemoryUse.Share(name: $0.name, bytes: $0.bytes(), isShared: true) }
    return MemoryUse(shares: own + caches, budget: budget, pressure: pressure)
  }

  /// Returns the default budget of a stage with a framebuffer of this many pixels: ten screens of contents and at least 64 MB. It is at
  /// most a third of the process's memory limit, if that is known.
  static func defaultBudget(pixels: Int, limit: MemoryLimit = .process) -> Int {
    limit.capped(max(64 << 20, pixels * 4 * 10), share: 1 / 3)
  }

  /// Whether the display is off, according to the program. Scrolling containers then keep only visible items ready, and load nothing ahead; they extend
  /// their ranges again after a reset to false. The same applies while the display itself reports it (``Display/isAsleep``), and while it sleeps (``sleepDisplay()``). Any thread; takes effect with
  /// the next frame.
  public var isDisplayAsleep: Bool {
    get { shared.withLock { $0.isDisplayAsleep } }
    set {
      shared.withLock { $0.isDisplayAsleep = newValue }
      inbox.wake()
    }
  }

  // MARK: Loop

  /// Applies a change of the display's power state since the last frame.
  func adoptDisplaySleep() {
    let isAsleep = isDisplayAsleep || loop.surface.power.isAsleep || loop.surface.display?.isAsleep ?? false
    guard isAsleep != link.isDisplayAsleep else { return }
    link.setDisplayAsleep(isAsleep)
    if let tree = loop.tree { updateAllRanges(tree) }
  }

  /// Applies changes of memory pressure since the last frame.
  func adoptPressure() {
    let now = clock.now
    if let watch = loop.input.memoryWatch, watch.isTold || loop.pressure.shouldCheckKernel(at: now) {
      loop.pressure.recordKernel(watch.dequeue(), at: now, duration: MemoryWatch.duration)
    }
    guard let change = loop.pressure.update(program: memoryPressure, at: now) else { return }
    shared.withLock { $0.pressure = change.pressure }
    link.setMemoryPressure(change.pressure)
    buffers.keepSpare(share: change.spareShare)
    if let share = change.cacheShare {
      for holder in MemoryHolder.all { holder.trim(Int(Double(holder.bytes()) * share)) }
    }
    if let tree = loop.tree { updateAllRanges(tree) }
  }

  /// Pass: enforces the budget after each painted frame.
  func keepBudget() {
    let budget = memoryBudget
    let contents = buffers.usedByteCount
    let holders = MemoryHolder.all
    let held = holders.map { $0.bytes() }
    if let trim = PressurePolicy.trim(contents: contents, spare: buffers.byteCount, caches: held, budget: budget) {
      buffers.dropSpare(to: trim.spare)
      if let caches = trim.caches {
        for (number, holder) in holders.enumerated() where held[number] > 0 { holder.trim(caches[number]) }
      }
    }
    if loop.pressure.recordContents(contents, budget: budget, at: clock.now) { inbox.wake() }
  }
}

extension AnyNode {
  /// Memory pressure of the node's stage; none outside of a stage. It determines how much content containers keep ready. Any thread.
  public var memoryPressure: MemoryPressure { lock.withLock { state.link }?.memoryPressure ?? .none }

  /// Whether the display of the node's stage is off (``Stage/isDisplayAsleep``, ``Stage/displaySleeps``, ``Display/isAsleep``); false outside of a stage. Any thread.
  public var isDisplayAsleep: Bool { lock.withLock { state.link }?.isDisplayAsleep ?? false }
}
