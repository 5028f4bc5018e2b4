/// Changes that a stage shows over several frames: animations of layouts and properties, fades of content, and changes of the theme, which wait for
/// their draws. Decides whether frames are due for them, and whether they hold a picture back. Frame loop only.
struct LoopAnimations {
  var groups = DisplayGroups<AnyNode>()
  var transitions = Transitions()
  var motions = PropertyMotions()
  var appearance = AppearanceChange<AnyNode>()

  /// Whether each frame differs from the one before, by a fade or an animation of layouts.
  private var changeEachFrame: Bool { groups.isFading || transitions.isRunning }
  /// Whether an animation or a fade ends without further input.
  var areSettling: Bool { changeEachFrame || motions.isSettling }
  /// Whether frames wait for a picture that shows all of a change.
  var holdPicture: Bool { appearance.isPending }

  /// Returns the time at which they need a frame; nil: none.
  ///
  /// - Parameters:
  ///   - isAsleep: whether nobody can see frames; then only a change that holds the picture back needs one.
  ///   - nextFrame: time of the next possible frame.
  func deadline(isAsleep: Bool, nextFrame: Double) -> Double? {
    Deadline.earlier(appearance.deadline, changeEachFrame && !isAsleep ? nextFrame : nil)
  }
}
