internal import TesseraGeometry
internal import TesseraRender

// Placeholders: when they are painted, and what they look like. Frame loop only.

extension Stage {
  /// Pass: damages placeholders that begin to show, and those that gleam.
  ///
  /// - Postcondition: placeholders that changed since the last frame are damaged.
  func movePlaceholders() {
    guard !loop.groups.concealed.isEmpty, let tree = loop.tree else { return }
    let now = clock.now
    let before = loop.groups.check(at: now)
    for node in loop.groups.concealed {
      guard let i = tree.indexOf(node), let timing = placeholderTiming(i, in: tree) else { continue }
      if timing.needsPaint(at: now, before: before) { damageGroup(i, in: tree) }
    }
  }

  /// When the placeholder of a group is painted; nil where the group is not seen, is shown, or has none.
  func placeholderTiming(_ i: Int, in tree: SceneTree) -> PlaceholderTiming? {
    guard tree.isSeen(i), let since = tree.states[i].concealedSince, let placeholder = tree.properties[i].value.placeholder else {
      return nil
    }
    return PlaceholderTiming(since: since, delay: placeholder.delay, moves: shimmers(i, in: tree))
  }

  /// Whether the placeholder of node `i` gleams, and motion there is not reduced.
  private func shimmers(_ i: Int, in tree: SceneTree) -> Bool {
    tree.properties[i].value.placeholder?.shape == .shimmer && !tree.nodes[i].environmentValues.reducesMotion
  }

  /// What the placeholders of a tree that stand for shapes look like now.
  func skeletons(_ tree: SceneTree, _ placeholders: [Int: Double]) -> [Int: Skeleton] {
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
