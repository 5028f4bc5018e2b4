internal import Synchronization
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

extension Stage {
  /// Minimum pixels of damage for painting in bands: waking a worker costs about as much as painting this many.
  private static let bandThreshold = 64 << 10

  /// Pass: paints the damage. Returns the painted areas; nil if there is no damage, or the display is not ready.
  ///
  /// - Postcondition: after painting there is no damage, and the framebuffer shows the tree. If memory was insufficient, the damage is
  ///   unchanged.
  func composite() throws -> DamageRegion? {
    guard let tree = loop.tree, !waitsForLook(), displayIsReady else { return nil }
    moveFocusRing(tree)
    let background = shownBackground
    loop.surface.update(background: background)
    guard loop.surface.isDamaged else { return nil }
    loop.frames.recorder.enter(.composite)
    damageFrameWatchers(tree)
    var damage = loop.surface.damage
    // The picture of a transformed subtree is rounded relative to its corner, which must not depend on former content.
    if tree.showsTransforms, tree.boundsAreLoose { tree.tightenBounds() }
    if tree.showsBackdrops || tree.showsTransforms { expandToWholePictures(&damage, tree) }
    var fades = loop.animations.groups.isFading ? contentFades(tree) : [:]
    if !loop.animations.motions.entries.isEmpty { addCrossFades(to: &fades, in: tree) }
    var scene = PaintScene(tree)
    scene.fades = fades
    if !loop.animations.groups.concealed.isEmpty { scene.concealed = concealed(in: tree) }
    let target = loop.surface.framebuffer
    loop.surface.prepareToPaint()
    // A backdrop is read as a whole, so its rectangle must not be cut.
    var rects = tree.showsBackdrops ? damage.rects : damage.disjoint
    let candidates = candidates(scene, &rects, tree)
    if tree.hasPlaceholders {
      scene.placeholders = placeholders(tree, among: candidates.order.lazy.map(Int.init))
      scene.skeletons = skeletons(tree, scene.placeholders)
    }
    scene.candidates = candidates
    try paint(rects, scene, background, target, inBands: !tree.showsBackdrops)
    try paintFocusRing(rects, target, scene)
    loop.frames.recorder.count { statistics in
      statistics.damageRects += rects.count
      statistics.damagedPixels += rects.reduce(0) { $0 + $1.area }
      statistics.paintedFrames += 1
    }
    loop.surface.didPaint()
    reportDirectDraws(scene, tree)
    return damage
  }

  /// Background color in the theme and the color scheme of the root.
  private var shownBackground: Color {
    let (background, root) = shared.withLock { ($0.background, $0.root) }
    return background.isDynamic ? background.resolved(in: root.environmentValues) : background
  }

  /// Returns the nodes that may be visible in `rects`. Many rectangles are replaced by fewer larger ones: each visits every candidate,
  /// which costs about as much as four pixels.
  private func candidates(_ scene: PaintScene, _ rects: inout [PixelRect], _ tree: PaintTree) -> PaintCandidates {
    func found(_ rects: [PixelRect]) -> PaintCandidates {
      let candidates = PaintCandidates(scene, rects)
      loop.frames.recorder.count { $0.visitedNodes += candidates.visited }
      return candidates
    }
    let candidates = found(rects)
    // Not if the picture of a subtree must be painted completely or not at all.
    guard rects.count > 1, rects.count * candidates.order.count >= Self.joiningThreshold, !tree.showsBackdrops, !tree.showsTransforms
    else { return candidates }
    var region = DamageRegion(bounds: framebufferBounds, slack: 4 * candidates.order.count)
    for rect in rects { region.add(rect) }
    guard region.rects.count < rects.count else { return candidates }
    rects = region.disjoint
    return found(rects)
  }

  /// Minimum number of candidate visits for joining rectangles.
  private static let joiningThreshold = 4096

  /// Pass: presents the painted areas, and those of moved pixels, on the display. Its errors are reported.
  ///
  /// - Postcondition: the display has the frame, or the areas are kept for the next one.
  func present(_ painted: DamageRegion) {
    loop.frames.recorder.enter(.present)
    let areas = loop.surface.dequeuePresentation(painted: painted)
    guard let display = loop.surface.display else { return }
    do {
      let now = clock.now
      try display.present(loop.surface.framebuffer, damage: areas, at: now)
      loop.frames.pacing.framePresented(at: now)
    } catch {
      loop.surface.presentationFailed(areas)
      report(StageError(activity: .present, node: "", reason: "\(error)"))
    }
  }

  /// Blurred backdrops read surrounding pixels. Damage that touches the area that one reads is extended to all of it, in one rectangle.
  /// Otherwise another rectangle would contain the finished picture where the blur needs the content below.
  ///
  /// A transformed node is sampled from a picture of its subtree. The corner of the picture moves with its content, and rounding depends on
  /// it. Damage that touches such a node is therefore extended to the whole node. Only nodes in the damage are visited for this.
  private func expandToWholePictures(_ damage: inout DamageRegion, _ tree: PaintTree) {
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
      for i in nodesReadingPictures(tree, damage) {
        let properties = tree.properties[i].value
        let sigma = min(properties.backdropBlur * tree.environment.scale, Double(Self.maximumSide))
        let isTransformed = tree.transform(i) != nil
        guard tree.isShown(i), sigma > 0 || isTransformed else { continue }
        if sigma > 0 {
          let reach = tree.onScreen(tree.box(i).grown(by: Self.reach(ofBlur: properties.backdropBlur, tree)), at: i)
            .intersection(framebufferBounds)
          if damage.joinAll(touching: reach) { changed = true }
        }
        if isTransformed {
          let area = tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])).intersection(framebufferBounds)
          if damage.joinAll(touching: area) { changed = true }
        }
      }
    }
  }

  /// Returns the nodes that may be blurred backdrops or transformed, and read pixels of the damage. A backdrop is larger than its node by the
  /// reach of its blur, which a transform around it may enlarge: backdrops of a tree with both are not searched by bounds.
  private func nodesReadingPictures(_ tree: PaintTree, _ damage: DamageRegion) -> [Int] {
    var rects = damage.rects
    var backdrops: [Int] = []
    if tree.showsBackdropBlur {
      if tree.showsTransforms {
        backdrops = tree.nodesWithBlur
      } else {
        rects = rects.map { $0.grown(by: Self.reach(ofBlur: tree.mostBackdropBlur, tree)) }
      }
    }
    let candidates = PaintCandidates(PaintScene(tree), rects)
    loop.frames.recorder.count { $0.visitedNodes += candidates.visited + backdrops.count }
    return backdrops + candidates.order.map(Int.init)
  }

  /// Distance from a blurred backdrop within which it reads pixels, device pixels.
  private static func reach(ofBlur blur: Double, _ tree: PaintTree) -> Int {
    Int((min(blur * tree.environment.scale, Double(maximumSide)) * 3).rounded(.up)) + 1
  }

  /// Returns the visibility of the placeholders of some nodes, 0 to 1; nodes without a visible placeholder are left out.
  func placeholders(_ tree: PaintTree, among nodes: some Collection<Int>) -> [Int: Double] {
    var result: [Int: Double] = [:]
    loop.frames.recorder.count { $0.visitedNodes += nodes.count }
    for i in nodes {
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

  /// Maximum nesting of groups for which bands are not made smaller, and maximum pixels of layers for deeper nesting: 32 MB.
  private static let freeGroupDepth = 8
  private static let groupPixels = 8 << 20
  /// Maximum nesting of nodes that are painted on the caller's stack, and stack size for each further level.
  private static let plainDepth = 64
  private static let bytesPerLevel = 64 << 10

  /// Paints rectangles of the frame: small ones on the loop alone, others in bands that the workers share. Each worker receives one job.
  private func paint(_ rects: [PixelRect], _ scene: PaintScene, _ background: Color, _ target: PixelBuffer, inBands: Bool) throws {
    let area = rects.reduce(0) { $0 + $1.area }
    let hands = workers.threadCount + 1
    var share = inBands && hands > 1 && area >= Self.bandThreshold ? max(Self.bandThreshold / 4, area / hands) : Int.max
    // Each nested group has a layer as large as the band.
    let depth = scene.candidates?.groupDepth ?? 0
    if inBands, depth > Self.freeGroupDepth, !scene.tree.showsTransforms { share = min(share, Self.groupPixels / depth) }
    let parts = share == .max ? rects : rects.flatMap { $0.bands(of: share) }
    let compositor = Compositor(scene: scene, target: inBands ? nil : target, screen: framebufferBounds)
    let environment = scene.tree.environment
    @Sendable func paint(_ part: PixelRect) throws -> PaintCount {
      let canvas = try environment.canvas(over: target)
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
        loop.frames.recorder.count { $0.add(count) }
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
      // The stacks of the calling thread and of workers are too small for so many levels.
    } else {
      let tracer = loop.frames.recorder.tracer
      loop.frames.recorder.count { $0.paintJobs += min(workers.threadCount, parts.count - 1) }
      workers.parallel(parts.count) { number in
        if let tracer { tracer.measure("band", "") { add(parts[number]) } } else { add(parts[number]) }
      }
    }
    let count = try results.withLock { try $0.finish() }
    loop.frames.recorder.count { $0.add(count) }
  }
}

extension PixelRect {
  /// Returns the rectangle cut into horizontal bands of about `share` pixels.
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

/// Results of the bands of one frame.
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
