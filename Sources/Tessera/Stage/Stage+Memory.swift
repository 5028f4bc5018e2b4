internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// How short memory is as the program says: from a cgroup, a battery of tests, a person. What the kernel tells counts as well, and the worse
  /// of the two. Any thread.
  public var memoryPressure: MemoryPressure {
    get { shared.withLock { $0.toldPressure } }
    set {
      shared.withLock { $0.toldPressure = newValue }
      inbox.wake()
    }
  }

  /// Whether ``run(framesPerSecond:)`` listens to what the kernel says about memory (`/proc/pressure/memory`). Where it says nothing, nothing
  /// happens. Any thread; read when the loop begins to run.
  public var watchesMemoryPressure: Bool {
    get { shared.withLock { $0.watchesPressure } }
    set { shared.withLock { $0.watchesPressure = newValue } }
  }

  /// The most bytes that contents of nodes, buffers kept for later and the process's caches may hold together; the framebuffer does not count.
  ///
  /// Beyond it buffers kept for later go first, then what caches used longest ago, then contents of what is not seen. What is seen is never given
  /// up. Any thread.
  public var memoryBudget: Int {
    get { shared.withLock { $0.memoryBudget } }
    set {
      shared.withLock { $0.memoryBudget = max(0, newValue) }
      inbox.wake()
    }
  }

  /// Who holds what. Any thread; costs a look at each cache.
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

  /// Default budget of a stage with a framebuffer of so many pixels: ten screens of pictures and at least 64 MB, but no more than a third of the memory that
  /// the process may have, where that is known.
  static func defaultBudget(pixels: Int, limit: MemoryLimit = .process) -> Int {
    limit.capped(max(64 << 20, pixels * 4 * 10), share: 1 / 3)
  }

  // MARK: Loop

  /// Adopts what was said about memory since the last frame.
  func adoptPressure() {
    let now = clock.now
    if let watch = loop.input.memoryWatch, watch.isTold || loop.pressure.shouldCheckKernel(at: now) {
      loop.pressure.noteKernel(watch.take(), at: now, duration: MemoryWatch.duration)
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

  /// Pass: keeps to the budget; with every frame that was painted.
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
    if loop.pressure.noteContents(contents, budget: budget, at: clock.now) { inbox.wake() }
  }
}

extension AnyNode {
  /// How short memory is for the node's stage; none outside of a stage. What containers keep ready goes by it. Any thread.
  public var memoryPressure: MemoryPressure { lock.withLock { state.link }?.memoryPressure ?? .none }
}
