/// When a panel is driven how. A value.
public struct PanelPolicy: Sendable, Hashable {
  /// After so many updates without one, a full one clears what they left behind; 0: only on demand. It waits for a moment in which nothing
  /// moves, but not longer than for half as many updates again.
  public var fullEvery = 24
  /// Frames that come sooner than this after one another move: the panel shows them in black and white where it is fast that way, seconds.
  public var motionInterval = 0.35
  /// How long nothing has to change until the picture is drawn with all care, seconds.
  public var settleTime = 0.5
  /// Whether pictures that stand still are dithered by spreading errors rather than by an ordered pattern.
  public var diffusesStills = true
  /// Levels, 0...255, up to which gray is black and from which on it is white: the edges of letters and pale backgrounds stay clean.
  public var blackPoint = 24
  /// The level from which on gray is white.
  public var whitePoint = 231

  /// Makes the usual policy.
  public init() {}
}

/// Decides by a policy what to update next. Pure; times are given.
struct PanelPlan {
  let policy: PanelPolicy
  /// Updates since the last full one.
  private(set) var updates = 0
  private(set) var lastFrame = -Double.infinity
  /// When the panel was done with the update before.
  private var freeSince = -Double.infinity
  /// Whether something on the panel was drawn in a hurry.
  private(set) var isRough = false
  private var wantsFull = true

  init(_ policy: PanelPolicy) { self.policy = policy }

  /// What waits to be done once nothing moves any more.
  var waitsForRest: Bool { isRough || policy.fullEvery > 0 && updates >= policy.fullEvery }
  /// When that moment comes; nil where nothing waits.
  var restAt: Double? { waitsForRest ? lastFrame + policy.settleTime : nil }

  /// The panel takes updates again.
  mutating func becameFree(at time: Double) { freeSince = time }

  /// Has the next update be a full one.
  mutating func demandFull() { wantsFull = true }

  /// The way to show a frame that came at `time`.
  mutating func waveform(forFrameAt time: Double, isPartial: Bool) -> PanelWaveform {
    // What came while the panel was busy is shown as soon as it is not: how long that took says nothing.
    let moves = time - max(lastFrame, freeSince) < policy.motionInterval
    lastFrame = time
    if wantsFull || policy.fullEvery > 0 && updates >= policy.fullEvery + policy.fullEvery / 2 { return .full }
    return moves && isPartial ? .fast : .grays
  }

  /// What to do once nothing has moved for long enough; nil: nothing.
  func waveform(atRest time: Double) -> PanelWaveform? {
    guard let restAt, time >= restAt - 1e-6 else { return nil }
    return policy.fullEvery > 0 && updates >= policy.fullEvery ? .full : .grays
  }

  /// An update has begun.
  mutating func note(_ waveform: PanelWaveform, isAtRest: Bool) {
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
