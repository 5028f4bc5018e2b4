/// Changes that a stage shows over several frames: animations of layouts and properties, fades of content, and changes of the theme, which wait for
/// their draws. Frame loop only.
struct LoopAnimations {
  var groups = DisplayGroups<AnyNode>()
  var transitions = Transitions()
  var motions = PropertyMotions()
  var appearance = AppearanceChange<AnyNode>()

  /// Whether each frame differs from the one before, by a fade or an animation of layouts.
  var changeEachFrame: Bool { groups.isFading || transitions.isRunning }
  /// Whether an animation or a fade ends without further input.
  var areSettling: Bool { changeEachFrame || motions.isSettling }
}
