/// Opacity of an overlay during insertion and removal: a function of time. A value.
struct OverlayFade: Equatable {
  /// Initial opacity; above 0, so that its nodes count as visible.
  private static let least = 1.0 / 255

  private let motion: StandardMotion
  private let (from, to): (Double, Double)
  private let start: Double
  private var isOver: Bool

  /// Fades in, starting at `now`, seconds of the stage's clock.
  /// - Parameter share: initial opacity, for an overlay that was fading out.
  init(comingAt now: Double, from share: Double = 0, atOnce isOver: Bool) {
    (motion, from, to, start, self.isOver) = (.overlay, max(Self.least, share), 1, now, isOver)
  }

  /// Fades out, starting at `now`.
  /// - Parameter share: initial opacity.
  init(goingAt now: Double, from share: Double) {
    (motion, from, to, start, isOver) = (.overlayRemoval, share, 0, now, false)
  }

  /// Slides a panel in, starting at `now`: the opacity is the visible part of it.
  init(slidingInAt now: Double, atOnce isOver: Bool) {
    (motion, from, to, start, self.isOver) = (.screen, Self.least, 1, now, isOver)
  }

  /// Slides a panel out, starting at `now`.
  init(slidingOutAt now: Double) { (motion, from, to, start, isOver) = (.overlayRemoval, 1, 0, now, false) }

  /// Returns whether it is fading at `now`.
  func isRunning(at now: Double) -> Bool { !isOver && now - start < motion.seconds }

  /// Returns the opacity, 0...1.
  func opacity(at now: Double) -> Double {
    guard isRunning(at: now) else { return to }
    let share = max(0, (now - start) / motion.seconds)
    return from + (to - from) * (motion.motion.easing?.value(at: share) ?? share)
  }

  /// Ends the fade immediately.
  mutating func finish() { isOver = true }
}
