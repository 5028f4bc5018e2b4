/// How short memory is, from what the program says, what the kernel tells and what the stage's own contents make of it. A value without a clock:
/// moments are seconds of the stage's clock.
struct PressurePolicy {
  /// What holds now.
  private(set) var pressure = MemoryPressure.none
  /// What the kernel told last, and until when that counts.
  private var kernel = MemoryPressure.none
  private var kernelEnd = 0.0
  private var checked = -Double.infinity
  /// What the stage's own contents make of it.
  private var own = MemoryPressure.none
  private var contentsAtPressure = 0
  /// Since when contents are little, while they count as too much.
  private var reliefStart: Double?

  /// Seconds that contents have to be little before the stage counts its own memory as enough again.
  static let relief = 0.5
  /// Seconds from one look at the kernel's files to the next.
  static let interval = 0.5

  /// What a change of the pressure asks for.
  struct Change: Equatable {
    let pressure: MemoryPressure
    /// Share of spare buffers that are kept from now on.
    let spareShare: Double
    /// Share that caches keep of what they hold; nil: they are left alone.
    let cacheShare: Double?
  }

  /// What keeps a stage to its budget.
  struct Trim: Equatable {
    /// Most bytes of spare buffers.
    let spare: Int
    /// Most bytes for each cache; nil: they are left alone.
    let caches: [Int]?
  }

  // MARK: The kernel

  /// The kernel is not listened to any more.
  mutating func stopListening() { kernel = .none }

  /// Whether it is time to look what the kernel says.
  func shouldCheckKernel(at now: Double) -> Bool { now - checked >= Self.interval || checked > now }

  /// Takes what the kernel told since the last look; nil: nothing.
  /// - Parameter duration: seconds for which it counts.
  mutating func noteKernel(_ told: MemoryPressure?, at now: Double, duration: Double) {
    checked = now
    if let told {
      (kernel, kernelEnd) = (told, now + duration)
    } else if now >= kernelEnd {
      kernel = .none
    }
  }

  // MARK: The stage

  /// Finds out what holds from now on; nil where that is what held before.
  /// - Parameter program: what the program says.
  mutating func update(program: MemoryPressure, at now: Double) -> Change? {
    if let start = reliefStart, now - start >= Self.relief || now < start { (own, reliefStart) = (.none, nil) }
    let new = max(program, kernel, own)
    guard new != pressure else { return nil }
    let isWorse = new > pressure
    pressure = new
    // What is given up from here on is not kept for later either. Whoever is short of memory gets half of what the caches hold, or all of it.
    return Change(
      pressure: new, spareShare: new == .none ? 1 : new == .moderate ? 0.25 : 0,
      cacheShare: isWorse ? (new == .critical ? 0 : 0.5) : nil)
  }

  /// Takes how much contents hold after a frame that was painted. Returns whether a frame is needed to act on it.
  ///
  /// Where contents alone are too much, what is not seen goes. It comes back where it would be no more than half of the budget, as what is seen is at
  /// least a quarter of what a container keeps.
  mutating func noteContents(_ contents: Int, budget: Int, at now: Double) -> Bool {
    if contents > budget {
      // Once critical it stays so until it is over: what comes back would bring it about again.
      own = contents == contentsAtPressure ? .critical : max(own, .moderate)
      contentsAtPressure = contents
      reliefStart = nil
    } else if own != .none, contents < budget / 8 {
      // What comes into view may just not be drawn yet.
      if reliefStart == nil { reliefStart = now }
    } else {
      reliefStart = nil
    }
    return max(own, kernel) > pressure
  }

  /// Says what goes so that contents, spare buffers and caches hold no more than the budget together; nil: nothing has to. Spare buffers go first,
  /// then what caches hold, each in proportion.
  static func trim(contents: Int, spare: Int, caches: [Int], budget: Int) -> Trim? {
    let cached = caches.reduce(0, +)
    guard contents + cached + spare > budget else { return nil }
    let left = max(0, budget - contents - cached)
    guard contents + cached > budget, cached > 0 else { return Trim(spare: left, caches: nil) }
    let share = Double(max(0, budget - contents)) / Double(cached)
    return Trim(spare: left, caches: caches.map { Int(Double($0) * share) })
  }

  /// Moment at which pressure may end without anybody saying so: what the kernel told, or the stage's own.
  var deadline: Double? {
    let kernel = kernel == .none ? nil : max(kernelEnd, checked + Self.interval)
    let own = reliefStart.map { $0 + Self.relief }
    guard let kernel, let own else { return kernel ?? own }
    return min(kernel, own)
  }
}
