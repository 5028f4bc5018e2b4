internal import TesseraGeometry

// Content of a node that fades in over what the node showed, by a motion. Frame loop only.
//
// The buffers that were shown stay in the node's state while a track of the key `content` runs; nothing is drawn for a frame of it.

extension Stage {
  /// Keeps what node `i` shows, to be seen below what it will show. Returns whether there is something that can be.
  /// - Parameter share: how far its newest content had come over what is kept already.
  func keepContents(of i: Int, under share: Double, in tree: SceneTree) -> Bool {
    let state = tree.states[i]
    var contents: NodeContents?
    var canFade = state.hasContents && state.concealedSince == nil && tree.rasterizer[i] < 0
    switch tree.contents[i] {
    case .none: break
    case .buffer(let shown):
      contents = shown
      canFade = canFade && shown.factor == 1 && !shown.showsSubtree && shown.partOf == nil
    case .pending, .direct: canFade = false
    }
    guard canFade else {
      state.formerContents = nil
      return false
    }
    state.contentFade = nil
    var layers = state.formerContents ?? []
    // Where nothing fades it is all that is seen.
    layers.append(FormerContents(contents: contents, share: layers.isEmpty ? 1 : share))
    if let covering = layers.lastIndex(where: { $0.share >= 1 }) { layers.removeFirst(covering) }
    if layers.count > FormerContents.maximumLayers {
      let weights = RunningFade.weights(of: layers.map(\.share), below: 0)
      if let least = weights.indices.min(by: { weights[$0] < weights[$1] }) { layers.remove(at: least) }
    }
    state.formerContents = layers
    return true
  }

  /// Lets go of what node `i` showed where no track fades it out any more.
  func forgetFormerContents(of i: Int, in tree: SceneTree) {
    guard tree.states[i].formerContents != nil, loop.motions.tracks(of: tree.nodes[i]).allSatisfy({ $0.key != .content }) else { return }
    damageFormerContents(of: i, in: tree)
    tree.states[i].formerContents = nil
    tree.boundsAreLoose = true
  }

  /// Shows what node `i` showed first again, until it is drawn anew: the fade went back.
  func restoreFormerContents(of i: Int, in tree: SceneTree) {
    guard let first = tree.states[i].formerContents?.first else { return }
    switch tree.contents[i] {
    case .none, .buffer: tree.contents[i] = first.contents.map(PaintContents.buffer) ?? .none
    case .pending, .direct: break
    }
  }

  /// Damages node `i` with what fades out below its content.
  func damageFormerContents(of i: Int, in tree: SceneTree) {
    includeFormerContents(of: i, in: tree)
    loop.screen.damage(tree.seenOnScreen(formerArea(of: i, in: tree).union(tree.contentArea(i) ?? tree.box(i)), at: i))
  }

  /// Lets the bounds of node `i` hold what fades out below its content.
  func includeFormerContents(of i: Int, in tree: SceneTree) { tree.extendBounds(i, by: formerArea(of: i, in: tree)) }

  private func formerArea(of i: Int, in tree: SceneTree) -> PixelRect {
    let layers = tree.states[i].formerContents ?? []
    return layers.reduce(tree.box(i)) { area, layer in
      guard let contents = layer.contents.map(PaintContents.buffer) else { return area }
      return area.union(contents.area(in: tree.box(i), laidOut: tree.boxes[i], tree.environment(of: i)) ?? area)
    }
  }

  /// Adds nodes whose content fades in by a motion: over what, and how far it has come.
  func addCrossFades(to fades: inout [Int: RunningFade.Shares], in tree: SceneTree) {
    for entry in loop.motions.entries where entry.index >= 0 {
      guard let layers = tree.states[entry.index].formerContents, let track = entry.tracks.first(where: { $0.key == .content }) else {
        continue
      }
      includeFormerContents(of: entry.index, in: tree)
      fades[entry.index] = RunningFade.Shares(under: layers.map { ($0.contents, $0.share) }, share: min(1, max(0, track.value[0])))
    }
  }
}
