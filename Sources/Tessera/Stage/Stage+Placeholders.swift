internal import TesseraGeometry
internal import TesseraRender

// Timing and appearance of placeholders. Frame loop only.

extension Stage {
  /// Pass: adds damage for placeholders that appear or shimmer.
  ///
  /// - Postcondition: placeholders that changed since the last frame are damaged.
  func movePlaceholders() {
    guard !loop.animations.groups.concealed.isEmpty, let tree = loop.tree else { return }
    let now = clock.now
    let before = loop.animations.groups.check(at: now)
    for node in loop.animations.groups.concealed {
      guard let i = tree.indexOf(node), let timing = placeholderTiming(i, in: tree) else { continue }
      if timing.needsPaint(at: now, before: before) { damageGroup(i, in: tree) }
    }
  }

  /// Returns the timing of a group's placeholder; nil if the group is invisible, is shown, or has none.
  func placeholderTiming(_ i: Int, in tree: PaintTree) -> PlaceholderTiming? {
    guard tree.isSeen(i), let since = tree.states[i].concealedSince, let placeholder = tree.properties[i].value.placeholder else {
      return nil
    }
    return PlaceholderTiming(since: since, delay: placeholder.delay, moves: shimmers(i, in: tree))
  }

  /// Returns whether the placeholder of node `i` shimmers, without reduced motion.
  private func shimmers(_ i: Int, in tree: PaintTree) -> Bool {
    tree.properties[i].value.placeholder?.shape == .shimmer && !tree.nodes[i].environmentValues.reducesMotion
  }

  /// Returns the skeletons of the tree's placeholders at this moment.
  func skeletons(_ tree: PaintTree, _ placeholders: [Int: Double]) -> [Int: Skeleton] {
    var result: [Int: Skeleton] = [:]
    for i in placeholders.keys where tree.isSeen(i) {
      guard let placeholder = tree.properties[i].value.placeholder, placeholder.shape != .box else { continue }
      var bars: [RoundedRect] = []
      var at = i
      while at < Int(tree.end[i]) {
        if tree.properties[at].value.isHidden {
          at = Int(tree.end[at])
          continue
        }
        if Int(tree.end[at]) == at + 1 {
          let origin = tree.frames[at].origin
          bars += tree.nodes[at].skeleton(in: context(for: at, in: tree, flag: nil)).map { bar in
            RoundedRect(bar.rect.offset(by: origin), radii: bar.radii)
          }
        }
        at += 1
      }
      let seconds = clock.now
      let phase = shimmers(i, in: tree) ? (seconds / 1.4).truncatingRemainder(dividingBy: 1) : nil
      result[i] = Skeleton(bars: bars, gleam: phase)
    }
    return result
  }
}
