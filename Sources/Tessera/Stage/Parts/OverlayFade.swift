/// How much of an overlay is seen while it comes and goes: a function of time. A value.
struct OverlayFade: Equatable {
  /// What is seen of one that has just come: more than nothing, so that its nodes count as seen.
  private static let least = 1.0 / 255

  private let motion: StandardMotion
  private let (from, to): (Double, Double)
  private let start: Double
  private var isOver: Bool

  /// Comes, beginning at `now`, seconds of the stage's clock.
  /// - Parameter share: how much of it is seen then: of one that was just going.
  init(comingAt now: Double, from share: Double = 0, atOnce isOver: Bool) {
    (motion, from, to, start, self.isOver) = (.overlay, max(Self.least, share), 1, now, isOver)
  }

  /// Goes, beginning at `now`.
  /// - Parameter share: how much of it is seen then.
  init(goingAt now: Double, from share: Double) {
    (motion, from, to, start, isOver) = (.overlayRemoval, share, 0, now, false)
  }

  /// Whether it is on its way at `now`.
  func isRunning(at now: Double) -> Bool { !isOver && now - start < motion.seconds }

  /// How much of it is seen, 0...1.
  func opacity(at now: Double) -> Double {
    guard isRunning(at: now) else { return to }
    let share = max(0, (now - start) / motion.seconds)
    return from + (to - from) * (motion.motion.easing?.value(at: share) ?? share)
  }

  /// Has it be there, or gone, as if its time were over.
  mutating func finish() { isOver = true }
}
