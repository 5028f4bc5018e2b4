/// Computes memory pressure from the program's setting, the kernel's reports and the stage's contents. A value without a clock: times are
/// seconds of the stage's clock.
struct PressurePolicy {
  /// Current pressure.
  private(set) var pressure = MemoryPressure.none
  /// Last report of the kernel, and the time until which it is valid.
  private var kernel = MemoryPressure.none
  private var kernelEnd = 0.0
  private var checked = -Double.infinity
  /// Pressure from the stage's contents.
  private var own = MemoryPressure.none
  private var contentsAtPressure = 0
  /// Time since which contents are small again, while they still count as too large.
  private var reliefStart: Double?

  /// Seconds for which contents must be small before the stage's own pressure ends.
  static let relief = 0.5
  /// Seconds between two checks of the kernel's files.
  static let interval = 0.5

  /// Consequences of a change of the pressure.
  struct Change: Equatable {
    let pressure: MemoryPressure
    /// Fraction of the free-buffer limit from now on.
    let spareShare: Double
    /// Fraction of their contents that caches keep; nil means unchanged.
    let cacheShare: Double?
  }

  /// Limits that keep a stage within its budget.
  struct Trim: Equatable {
    /// Maximum bytes of free buffers.
    let spare: Int
    /// Maximum bytes for each cache; nil means unchanged.
    let caches: [Int]?
  }

  // MARK: The kernel

  /// Ignores the kernel's reports from now on.
  mutating func stopListening() { kernel = .none }

  /// Returns whether it is time to check the kernel's reports.
  func shouldCheckKernel(at now: Double) -> Bool { now - checked >= Self.interval || checked > now }

  /// Records the kernel's report since the last check; nil means none.
  /// - Parameter duration: validity in seconds.
  mutating func recordKernel(_ told: MemoryPressure?, at now: Double, duration: Double) {
    checked = now
    if let told {
      (kernel, kernelEnd) = (told, now + duration)
    } else if now >= kernelEnd {
      kernel = .none
    }
  }

  // MARK: The stage

  /// Updates the pressure; returns nil if it is unchanged.
  /// - Parameter program: pressure set by the program.
  mutating func update(program: MemoryPressure, at now: Double) -> Change? {
    if let start = reliefStart, now - start >= Self.relief || now < start { (own, reliefStart) = (.none, nil) }
    let new = max(program, kernel, own)
    guard new != pressure else { return nil }
    let isWorse = new > pressure
    pressure = new
    // Content released from now on is not pooled either. Under pressure, caches drop half of their contents, or all of it.
    return Change(
      pressure: new, spareShare: new == .none ? 1 : new == .moderate ? 0.25 : 0,
      cacheShare: isWorse ? (new == .critical ? 0 : 0.5) : nil)
  }

  /// Records the size of contents after a painted frame. Returns whether a frame is needed to act on it.
  ///
  /// If contents alone exceed the budget, invisible content is released. It is restored once contents are below an eighth of the budget.
  /// Visible content is at least a quarter of what a container keeps, so the restored total is at most half of the budget.
  mutating func recordContents(_ contents: Int, budget: Int, at now: Double) -> Bool {
    if contents > budget {
      // Critical pressure lasts until contents are small again; restored content would cause it again.
      own = contents == contentsAtPressure ? .critical : max(own, .moderate)
      contentsAtPressure = contents
      reliefStart = nil
    } else if own != .none, contents < budget / 8 {
      // Newly visible content may not be drawn yet.
      if reliefStart == nil { reliefStart = now }
    } else {
      reliefStart = nil
    }
    return max(own, kernel) > pressure
  }

  /// Returns the limits with which contents, free buffers and caches are within the budget; nil if they are. Free buffers are dropped
  /// first, then cache contents in proportion.
  static func trim(contents: Int, spare: Int, caches: [Int], budget: Int) -> Trim? {
    let cached = caches.reduce(0, +)
    guard contents + cached + spare > budget else { return nil }
    let left = max(0, budget - contents - cached)
    guard contents + cached > budget, cached > 0 else { return Trim(spare: left, caches: nil) }
    let share = Double(max(0, budget - contents)) / Double(cached)
    return Trim(spare: left, caches: caches.map { Int(Double($0) * share) })
  }

  /// Time at which pressure may end without a notification: the kernel's or the stage's own.
  var deadline: Double? {
    let kernel = kernel == .none ? nil : max(kernelEnd, checked + Self.interval)
    let own = reliefStart.map { $0 + Self.relief }
    guard let kernel, let own else { return kernel ?? own }
    return min(kernel, own)
  }
}
