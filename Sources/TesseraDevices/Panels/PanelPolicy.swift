/// Policy for choosing a panel's waveforms. A value.
public struct PanelPolicy: Sendable, Hashable {
  /// Number of updates after which a full one removes ghosting; 0: only on demand. It is delayed until nothing moves, but at most
  /// for half as many updates again.
  public var fullEvery = 24
  /// Maximum interval between frames that count as motion, seconds. The panel shows motion in black and white if it is fast that way.
  public var motionInterval = 0.35
  /// Time without changes after which the picture is drawn in full quality, seconds.
  public var settleTime = 0.5
  /// Whether still pictures are dithered by error diffusion rather than by an ordered pattern.
  public var diffusesStills = true
  /// Gray level, 0...255, up to which pixels are black: keeps the edges of letters and pale backgrounds clean.
  public var blackPoint = 24
  /// Gray level from which on pixels are white.
  public var whitePoint = 231

  /// Creates the default policy.
  public init() {}
}

/// Chooses the next update by a policy. Pure; times are passed in.
struct PanelPlan {
  let policy: PanelPolicy
  /// Number of updates since the last full one.
  private(set) var updates = 0
  private(set) var lastFrame = -Double.infinity
  /// End of the previous update.
  private var freeSince = -Double.infinity
  /// Whether the panel has areas of fast updates.
  private(set) var isRough = false
  private var wantsFull = true

  init(_ policy: PanelPolicy) { self.policy = policy }

  /// Whether an update is pending until nothing moves.
  var waitsForRest: Bool { isRough || policy.fullEvery > 0 && updates >= policy.fullEvery }
  /// Time of that update; nil if none is pending.
  var restAt: Double? { waitsForRest ? lastFrame + policy.settleTime : nil }

  /// Records that the panel accepts updates again.
  mutating func becameFree(at time: Double) { freeSince = time }

  /// Makes the next update a full one.
  mutating func demandFull() { wantsFull = true }

  /// Returns the waveform for a frame presented at `time`.
  mutating func waveform(forFrameAt time: Double, isPartial: Bool) -> PanelWaveform {
    // Frames that waited for a busy panel are shown as soon as it is free: the waiting time must not count as a pause.
    let moves = time - max(lastFrame, freeSince) < policy.motionInterval
    lastFrame = time
    if wantsFull || policy.fullEvery > 0 && updates >= policy.fullEvery + policy.fullEvery / 2 { return .full }
    return moves && isPartial ? .fast : .grays
  }

  /// Returns the waveform once nothing has moved for long enough; nil: no update.
  func waveform(atRest time: Double) -> PanelWaveform? {
    guard let restAt, time >= restAt - 1e-6 else { return nil }
    return policy.fullEvery > 0 && updates >= policy.fullEvery ? .full : .grays
  }

  /// Records the start of an update.
  mutating func recordUpdate(_ waveform: PanelWaveform, isAtRest: Bool) {
    switch waveform {
    case .full: (updates, isRough, wantsFull) = (0, false, false)
    case .grays:
      updates += 1
      if isAtRest { isRough = false }
    case .fast:
      updates += 1
      isRough = true
    }
  }
}
