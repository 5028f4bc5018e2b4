internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// How short memory is as the program says: from a cgroup, a battery of tests, a person. What the kernel tells counts as well, and the worse
  /// of the two. Any thread.
  public var memoryPressure: MemoryPressure {
    get { lock.withLock { shared.toldPressure } }
    set {
      lock.withLock { shared.toldPressure = newValue }
      inbox.wake()
    }
  }

  /// Whether ``run(framesPerSecond:)`` listens to what the kernel says about memory (`/proc/pressure/memory`). Where it says nothing, nothing
  /// happens. Any thread; read when the loop begins to run.
  public var watchesMemoryPressure: Bool {
    get { lock.withLock { shared.watchesPressure } }
    set { lock.withLock { shared.watchesPressure = newValue } }
  }

  /// The most bytes that contents of nodes, buffers kept for later and the process's caches may hold together; the framebuffer does not count.
  ///
  /// Beyond it buffers kept for later go first, then what caches used longest ago, then contents of what is not seen. What is seen is never given
  /// up. Any thread.
  public var memoryBudget: Int {
    get { lock.withLock { shared.memoryBudget } }
    set {
      lock.withLock { shared.memoryBudget = max(0, newValue) }
      inbox.wake()
    }
  }

  /// Who holds what. Any thread; costs a look at each cache.
  public var memoryUse: MemoryUse {
    let (budget, pressure, size, scale) = lock.withLock { (shared.memoryBudget, shared.pressure, shared.size, shared.scale) }
    let pixels = (try? Stage.pixelSize(size, scale)) ?? (width: 0, height: 0)
    let own = [
      MemoryUse.Share(name: "framebuffer", bytes: pixels.width * pixels.height * 4, isShared: false),
      MemoryUse.Share(name: "contents", bytes: buffers.usedByteCount, isShared: false),
      MemoryUse.Share(name: "spare buffers", bytes: buffers.byteCount, isShared: false),
    ]
    let caches = MemoryHolder.all.map { MemoryUse.Share(name: $0.name, bytes: $0.bytes(), isShared: true) }
    return MemoryUse(shares: own + caches, budget: budget, pressure: pressure)
  }

  /// What a stage with a framebuffer of so many pixels may hold where nobody says otherwise: ten screens of pictures, 64 MB at least.
  static func defaultBudget(pixels: Int) -> Int { max(64 << 20, pixels * 4 * 10) }

  // MARK: Loop

  /// Takes what was said about memory since the last frame. Loop.
  func adoptPressure() {
    if let watch = loop.memoryWatch, watch.isTold || clock.now - loop.memoryLook >= 0.5 || loop.memoryLook > clock.now {
      loop.memoryLook = clock.now
      if let told = watch.take() {
        loop.kernelPressure = told
        loop.kernelPressureEnd = clock.now + MemoryWatch.duration
      } else if clock.now >= loop.kernelPressureEnd {
        loop.kernelPressure = .none
      }
    }
    if let start = loop.reliefStart, clock.now - start >= Self.relief || clock.now < start {
      (loop.ownPressure, loop.reliefStart) = (.none, nil)
    }
    let told = lock.withLock { shared.toldPressure }
    let pressure = max(told, loop.kernelPressure, loop.ownPressure)
    guard pressure != loop.pressure else { return }
    let isWorse = pressure > loop.pressure
    loop.pressure = pressure
    lock.withLock { shared.pressure = pressure }
    link.setMemoryPressure(pressure)
    // What is given up from here on is not kept for later either.
    buffers.keepSpare(share: pressure == .none ? 1 : pressure == .moderate ? 0.25 : 0)
    if isWorse {
      // Whoever is short of memory gets half of what the caches hold, or all of it.
      for holder in MemoryHolder.all { holder.trim(pressure == .critical ? 0 : holder.bytes() / 2) }
    }
    if let tree = loop.tree { updateAllRanges(tree) }
  }

  /// Keeps to the budget. Loop; with every frame that was painted.
  func keepBudget() {
    let budget = lock.withLock { shared.memoryBudget }
    let contents = buffers.usedByteCount
    let holders = MemoryHolder.all
    let held = holders.map { $0.bytes() }
    let caches = held.reduce(0, +)
    if contents + caches + buffers.byteCount > budget {
      buffers.dropSpare(to: max(0, budget - contents - caches))
      if contents + caches > budget, caches > 0 {
        let left = Double(max(0, budget - contents)) / Double(caches)
        for (holder, bytes) in zip(holders, held) where bytes > 0 { holder.trim(Int(Double(bytes) * left)) }
      }
    }
    // Contents alone are too much: what is not seen goes. It comes back where it would be no more than half of the budget,
    // as what is seen is at least a quarter of what a container keeps.
    if contents > budget {
      // Once critical it stays so until it is over: what comes back would bring it about again.
      loop.ownPressure = contents == loop.contentsAtPressure ? .critical : max(loop.ownPressure, .moderate)
      loop.contentsAtPressure = contents
      loop.reliefStart = nil
    } else if loop.ownPressure != .none, contents < budget / 8 {
      // What comes into view may just not be drawn yet.
      if loop.reliefStart == nil { loop.reliefStart = clock.now }
    } else {
      loop.reliefStart = nil
    }
    if max(loop.ownPressure, loop.kernelPressure) > loop.pressure { inbox.wake() }
  }

  /// Seconds that contents have to be little before the stage counts its own memory as enough again.
  private static let relief = 0.5

  /// Whether the loop has to wake without being asked, and when: pressure that the kernel told ends, and so does the stage's own.
  var pressureDeadline: Double? {
    let kernel = loop.kernelPressure == .none ? nil : max(loop.kernelPressureEnd, loop.memoryLook + 0.5)
    let own = loop.reliefStart.map { $0 + Self.relief }
    guard let kernel, let own else { return kernel ?? own }
    return min(kernel, own)
  }
}

extension AnyNode {
  /// How short memory is for the node's stage; none outside of a stage. What containers keep ready goes by it. Any thread.
  public var memoryPressure: MemoryPressure { lock.withLock { state.link }?.memoryPressure ?? .none }
}
