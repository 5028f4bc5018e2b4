internal import TesseraGeometry

// Content of a node that fades in over its previous content by a motion. Frame loop only.
//
// The previous buffers are kept in the node's state while a track with the key `content` runs; its frames draw nothing.

extension Stage {
  /// Keeps the shown content of node `i`, to be painted below its next content. Returns whether there is any.
  /// - Parameter share: progress of its newest content over the content kept already.
  func keepContents(of i: Int, under share: Double, in tree: PaintTree) -> Bool {
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
    // Without a running fade it is the only visible content.
    layers.append(FormerContents(contents: contents, share: layers.isEmpty ? 1 : share))
    if let covering = layers.lastIndex(where: { $0.share >= 1 }) { layers.removeFirst(covering) }
    if layers.count > FormerContents.maximumLayers {
      let weights = RunningFade.weights(of: layers.map(\.share), below: 0)
      if let least = weights.indices.min(by: { weights[$0] < weights[$1] }) { layers.remove(at: least) }
    }
    state.formerContents = layers
    return true
  }

  /// Releases the previous content of node `i` if no track fades it out.
  func forgetFormerContents(of i: Int, in tree: PaintTree) {
    guard tree.states[i].formerContents != nil, loop.animations.motions.tracks(of: tree.nodes[i]).allSatisfy({ $0.key != .content }) else {
      return
    }
    damageFormerContents(of: i, in: tree)
    tree.states[i].formerContents = nil
    tree.boundsAreLoose = true
  }

  /// Restores the first previous content of node `i` until it is drawn again, because the fade was reversed.
  func restoreFormerContents(of i: Int, in tree: PaintTree) {
    guard let first = tree.states[i].formerContents?.first else { return }
    switch tree.contents[i] {
    case .none, .buffer: tree.contents[i] = first.contents.map(PaintContents.buffer) ?? .none
    case .pending, .direct: break
    }
  }

  /// Adds damage for node `i`, including the content that fades out below its content.
  func damageFormerContents(of i: Int, in tree: PaintTree) {
    includeFormerContents(of: i, in: tree)
    loop.surface.damage(tree.seenOnScreen(formerArea(of: i, in: tree).union(tree.contentArea(i) ?? tree.box(i)), at: i))
  }

  /// Extends the bounds of node `i` by the content that fades out below its content.
  func includeFormerContents(of i: Int, in tree: PaintTree) { tree.extendBounds(i, by: formerArea(of: i, in: tree)) }

  private func formerArea(of i: Int, in tree: PaintTree) -> PixelRect {
    let layers = tree.states[i].formerContents ?? []
    return layers.reduce(tree.box(i)) { area, layer in
      guard let contents = layer.contents.map(PaintContents.buffer) else { return area }
      return area.union(contents.area(in: tree.box(i), laidOut: tree.boxes[i], tree.environment(of: i)) ?? area)
    }
  }

  /// Adds nodes whose content fades in by a motion: the contents below and the progress.
  func addCrossFades(to fades: inout [Int: RunningFade.Shares], in tree: PaintTree) {
    for entry in loop.animations.motions.entries where entry.index >= 0 {
      guard let layers = tree.states[entry.index].formerContents, let track = entry.tracks.first(where: { $0.key == .content }) else {
        continue
      }
      includeFormerContents(of: entry.index, in: tree)
      fades[entry.index] = RunningFade.Shares(under: layers.map { ($0.contents, $0.share) }, share: min(1, max(0, track.value[0])))
    }
  }
}
