// Changes of theme, mode and color scheme, which one frame shows. Frame loop only.

extension Stage {
  /// Takes a change of the look from the nodes. The first frame shows the newest look anyway.
  func adoptLookChange() {
    guard link.consumeAppearanceChange(), loop.tree != nil else { return }
    loop.animations.appearance.begin(at: clock.now)
  }

  /// Returns whether the next frame waits for the draws of a change of the look.
  func waitsForLook() -> Bool {
    guard loop.animations.appearance.isPending, let tree = loop.tree else { return false }
    let isOpen = link.isChangingEnvironment || loop.jobs.expectLayout
    return loop.animations.appearance.wait(at: clock.now, isOpen: isOpen) { node in
      guard var i = tree.indexOf(node) else { return true }
      if tree.rasterizer[i] >= 0 { i = Int(tree.rasterizer[i]) }
      let state = tree.states[i]
      return state.job == nil || state.isAbandoned || !tree.isShown(i) || !tree.isSeen(i)
    }
  }

  /// Whether a frame can be painted now.
  var canPaint: Bool { displayIsReady && !loop.animations.holdPicture }
}
