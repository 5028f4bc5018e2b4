internal import Synchronization
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

extension Stage {
  /// Damage of fewer pixels is painted by the loop alone: waking a worker costs about as much as painting so many.
  private static let bandThreshold = 64 << 10

  /// Pass: paints the damage. Returns what was painted; nil: there was nothing to paint, or the display takes nothing now.
  ///
  /// - Postcondition: where something was painted there is no damage, and the framebuffer shows the tree. Where memory was short, the damage is as it
  ///   was.
  func composite() throws -> DamageRegion? {
    guard let tree = loop.tree, displayIsReady else { return nil }
    moveFocusRing(tree)
    let background = shownBackground
    loop.screen.follow(background: background)
    guard loop.screen.isDamaged else { return nil }
    loop.recorder.enter(.composite)
    damageFrameWatchers(tree)
    var damage = loop.screen.damage
    // The picture of a transformed subtree rounds by its corner: what was shown before must not move it.
    if tree.showsTransforms, tree.boundsAreLoose { tree.tightenBounds() }
    if tree.showsBackdrops || tree.showsTransforms { expandToWholePictures(&damage, tree) }
    var fades = loop.groups.isFading ? contentFades(tree) : [:]
    if !loop.motions.entries.isEmpty { addCrossFades(to: &fades, in: tree) }
    var scene = PaintScene(tree)
    scene.fades = fades
    if !loop.groups.concealed.isEmpty { scene.concealed = concealed(in: tree) }
    if tree.hasPlaceholders {
      scene.placeholders = placeholders(tree)
      scene.skeletons = skeletons(tree, scene.placeholders)
    }
    let target = loop.screen.framebuffer
    loop.screen.prepareToPaint()
    // A backdrop that is read is read whole: its rectangle must not be cut.
    var rects = tree.showsBackdrops ? damage.rects : damage.disjoint
    let candidates = candidates(scene, &rects, tree)
    scene.candidates = candidates
    try paint(rects, scene, background, target, inBands: !tree.showsBackdrops)
    try paintFocusRing(rects, target)
    loop.recorder.count { statistics in
      statistics.damageRects += rects.count
      statistics.damagedPixels += rects.reduce(0) { $0 + $1.area }
      statistics.paintedFrames += 1
    }
    loop.screen.didPaint()
    reportDirectDraws(scene, tree)
    return damage
  }

  /// Color under everything in the color scheme of the root.
  private var shownBackground: Color {
    let (background, root) = shared.withLock { ($0.background, $0.root) }
    return background.isDynamic ? background.resolved(in: root.environmentValues.colorScheme) : background
  }

  /// The nodes that may be seen in `rects`, of which many become fewer that hold them: each looks at every candidate, which costs about as much as four
  /// pixels.
  private func candidates(_ scene: PaintScene, _ rects: inout [PixelRect], _ tree: SceneTree) -> PaintCandidates {
    func found(_ rects: [PixelRect]) -> PaintCandidates {
      let candidates = PaintCandidates(scene, rects)
      loop.recorder.count { $0.visitedNodes += candidates.visited }
      return candidates
    }
    let candidates = found(rects)
    // Not where a picture of a subtree is to be painted whole or not at all.
    guard rects.count > 1, rects.count * candidates.order.count >= Self.joiningThreshold, !tree.showsBackdrops, !tree.showsTransforms
    else { return candidates }
    var region = DamageRegion(bounds: framebufferBounds, slack: 4 * candidates.order.count)
    for rect in rects { region.add(rect) }
    guard region.rects.count < rects.count else { return candidates }
    rects = region.disjoint
    return found(rects)
  }

  /// Below so many looks at candidates the rectangles stay as they are.
  private static let joiningThreshold = 4096

  /// Pass: hands what was painted, and where pixels were moved, to the display. What it throws is reported.
  ///
  /// - Postcondition: the display has the frame, or the areas are kept for the next.
  func present(_ painted: DamageRegion) {
    loop.recorder.enter(.present)
    let areas = loop.screen.takePresentation(painted: painted)
    guard let display = loop.screen.display else { return }
    do {
      try display.present(loop.screen.framebuffer, damage: areas, at: clock.now)
    } catch {
      loop.screen.presentationFailed(areas)
      report(StageError(activity: .present, node: "", reason: "\(error)"))
    }
  }

  /// Blurred backdrops read pixels around them: whatever touches what one reads has all of it painted again, in one rectangle, so that
  /// no other rectangle finds the finished picture where the blur wants what lies beneath it.
  ///
  /// A transformed node is sampled from a picture of its subtree whose corner moves with what is in it, and rounds by it: whatever touches such
  /// a node has all of it painted again.
  private func expandToWholePictures(_ damage: inout DamageRegion, _ tree: SceneTree) {
    var changed = true
    while changed {
      changed = false
      for (i, pictures) in tree.departures {
        for picture in pictures where picture.blurReach > 0 {
          let reach = tree.onScreen(picture.bounds.grown(by: picture.blurReach), at: Int(i)).intersection(framebufferBounds)
          if damage.joinAll(touching: reach) { changed = true }
        }
      }
      for (i, source) in tree.lenses {
        let reach = tree.onScreen(tree.box(i), at: i).union(source).intersection(framebufferBounds)
        if damage.joinAll(touching: reach) { changed = true }
      }
      guard tree.showsBackdropBlur || tree.showsTransforms else { continue }
      for i in tree.nodes.indices {
        let properties = tree.properties[i].value
        let sigma = min(properties.backdropBlur * tree.environment.scale, Double(Self.maximumSide))
        let isTransformed = tree.transform(i) != nil
        guard tree.isShown(i), sigma > 0 || isTransformed else { continue }
        if sigma > 0 {
          let reach = tree.onScreen(tree.box(i).grown(by: Int((sigma * 3).rounded(.up)) + 1), at: i).intersection(framebufferBounds)
          if damage.joinAll(touching: reach) { changed = true }
        }
        if isTransformed {
          let area = tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])).intersection(framebufferBounds)
          if damage.joinAll(touching: area) { changed = true }
        }
      }
    }
  }

  func placeholders(_ tree: SceneTree) -> [Int: Double] {
    var result: [Int: Double] = [:]
    for i in tree.nodes.indices {
      guard let placeholder = tree.properties[i].value.placeholder, tree.isShown(i) else { continue }
      if tree.states[i].concealedSince != nil || !tree.states[i].hasContents && Int(tree.end[i]) == i + 1 {
        let since = tree.states[i].concealedSince ?? tree.states[i].shownSince
        let isDirect = tree.properties[i].value.drawsDirectly && tree.states[i].concealedSince == nil
        if !isDirect, placeholder.delay == 0 || clock.now >= since + placeholder.delay {
          result[i] = 1
          tree.states[i].showedPlaceholder = true
        }
      } else if let start = tree.states[i].fadeStart {
        let share = 1 - (clock.now - start) / placeholderFade(i, in: tree)
        if share > 0 { result[i] = min(1, share) }
      }
    }
    return result
  }

  /// Most groups in one another for which bands are not cut smaller, and most pixels of the layers of more: 32 MB.
  private static let freeGroupDepth = 8
  private static let groupPixels = 8 << 20
  /// Most nodes in one another that are painted on the caller's stack, and stack for each of more.
  private static let plainDepth = 64
  private static let bytesPerLevel = 64 << 10

  /// Paints rectangles of the frame: by the loop alone where they are small, else cut into bands that the workers share, each of which is asked
  /// once.
  private func paint(_ rects: [PixelRect], _ scene: PaintScene, _ background: Color, _ target: PixelBuffer, inBands: Bool) throws {
    let area = rects.reduce(0) { $0 + $1.area }
    let hands = workers.threadCount + 1
    var share = inBands && hands > 1 && area >= Self.bandThreshold ? max(Self.bandThreshold / 4, area / hands) : Int.max
    // Groups in one another have a layer each, as large as the band.
    let depth = scene.candidates?.groupDepth ?? 0
    if inBands, depth > Self.freeGroupDepth, !scene.tree.showsTransforms { share = min(share, Self.groupPixels / depth) }
    let parts = share == .max ? rects : rects.flatMap { $0.bands(of: share) }
    let compositor = Compositor(scene: scene, target: inBands ? nil : target, screen: framebufferBounds)
    let textAntialiasing = scene.tree.environment.textAntialiasing
    @Sendable func paint(_ part: PixelRect) throws -> PaintCount {
      let canvas = try Canvas(target, textAntialiasing: textAntialiasing)
      canvas.clip(pixels: part)
      let count = try compositor.paint(background: background, in: canvas, clip: part)
      if let failure = canvas.failure { throw failure }
      return count
    }
    let levels = scene.candidates?.depth ?? 0
    let isParallel = parts.count > 1 && inBands && hands > 1 && area >= Self.bandThreshold
    guard levels > Self.plainDepth || isParallel else {
      for part in parts {
        let count = try paint(part)
        loop.recorder.count { $0.add(count) }
      }
      return
    }
    let results = Locked(BandResults())
    @Sendable func add(_ part: PixelRect) {
      do {
        let count = try paint(part)
        results.withLock { $0.add(count, error: nil) }
      } catch {
        results.withLock { $0.add(PaintCount(), error: error) }
      }
    }
    if levels > Self.plainDepth, LargeStack.run(bytes: levels * Self.bytesPerLevel, { parts.forEach(add) }) != nil {
      // The stack of the calling thread, and those of workers, hold fewer levels.
    } else {
      let tracer = loop.recorder.tracer
      loop.recorder.count { $0.paintJobs += min(workers.threadCount, parts.count - 1) }
      workers.parallel(parts.count) { number in
        if let tracer { tracer.measure("band", "") { add(parts[number]) } } else { add(parts[number]) }
      }
    }
    let count = try results.withLock { try $0.finish() }
    loop.recorder.count { $0.add(count) }
  }
}

extension PixelRect {
  /// The rectangle cut across into bands of about `share` pixels.
  fileprivate func bands(of share: Int) -> [PixelRect] {
    let bands = max(1, min(height, (area + share - 1) / share))
    return (0..<bands).map { band in
      let top = y + height * band / bands
      return PixelRect(x: x, y: top, width: width, height: y + height * (band + 1) / bands - top)
    }
  }
}

extension FrameStatistics {
  fileprivate mutating func add(_ count: PaintCount) {
    paintedNodes += count.painted
    visitedNodes += count.visited
  }
}

/// What the bands of one frame report.
private struct BandResults {
  private var count = PaintCount()
  private var failure: (any Error)?

  mutating func add(_ count: PaintCount, error: (any Error)?) {
    self.count.painted += count.painted
    self.count.visited += count.visited
    failure = failure ?? error
  }

  func finish() throws -> PaintCount {
    if let failure { throw failure }
    return count
  }
}
