internal import Synchronization
internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// Damage of fewer pixels is painted by the loop alone: waking a worker costs about as much as painting so many.
  private static let bandThreshold = 64 << 10

  /// Paints the damage and hands it to the display. Returns whether there was any.
  func compositeDamage() throws -> Bool {
    guard !loop.damage.isEmpty, let tree = loop.tree, displayIsReady else { return false }
    var damage = loop.damage
    // The picture of a transformed subtree rounds by its corner: what was shown before must not move it.
    if tree.showsTransforms, tree.boundsAreLoose { tree.tightenBounds() }
    if tree.showsBackdropBlur || tree.showsTransforms { expandToWholePictures(&damage, tree) }
    var scene = PaintScene(tree)
    if tree.hasPlaceholders { scene.placeholders = placeholders(tree) }
    let background = lock.withLock { shared.background }
    let target = loop.framebuffer
    var painted = 0
    for rect in damage.rects {
      painted += try paint(rect, scene, background, target, inBands: !tree.showsBackdropBlur)
      loop.statistics.damageRects += 1
      loop.statistics.damagedPixels += rect.area
    }
    loop.statistics.paintedNodes += painted
    loop.statistics.paintedFrames += 1
    loop.damage = DamageRegion(bounds: framebufferBounds)
    loop.framebufferIsCurrent = true
    for rect in loop.copied { damage.add(rect) }
    loop.copied = []
    reportDirectDraws(scene, tree)
    if let display = loop.display {
      do {
        // What the display did not take before is new to it as well.
        for rect in loop.unpresented { damage.add(rect) }
        try display.present(target, damage: damage.rects, at: clock.now)
        loop.unpresented = []
      } catch {
        loop.unpresented = damage.rects
        report(StageError(activity: .present, node: "", reason: "\(error)"))
      }
    }
    return true
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
      if !tree.states[i].hasContents {
        if !tree.properties[i].value.drawsDirectly { result[i] = 1 }
      } else if let start = tree.states[i].fadeStart {
        let share = 1 - (clock.now - start) / placeholder.fadeDuration
        if share > 0 { result[i] = min(1, share) }
      }
    }
    return result
  }

  private func paint(_ rect: PixelRect, _ scene: PaintScene, _ background: Color, _ target: PixelBuffer, inBands: Bool) throws -> Int {
    let bands = inBands && rect.area >= Self.bandThreshold ? min(workers.threadCount + 1, rect.height) : 1
    let compositor = Compositor(scene: scene)
    guard bands > 1 else {
      let canvas = try Canvas(target)
      canvas.clip(pixels: rect)
      let count = try compositor.paint(background: background, in: canvas, clip: rect)
      if let failure = canvas.failure { throw failure }
      return count
    }
    let results = BandResults()
    workers.parallel(bands) { band in
      let top = rect.y + rect.height * band / bands
      let bottom = rect.y + rect.height * (band + 1) / bands
      let part = PixelRect(x: rect.x, y: top, width: rect.width, height: bottom - top)
      do {
        let canvas = try Canvas(target)
        canvas.clip(pixels: part)
        let count = try compositor.paint(background: background, in: canvas, clip: part)
        results.add(count, error: canvas.failure)
      } catch {
        results.add(0, error: error)
      }
    }
    return try results.finish()
  }
}

/// What the bands of one rectangle report. Any thread.
private final class BandResults: @unchecked Sendable {
  // @unchecked: both members are only touched with `lock` held.
  private let lock = Lock()
  private var painted = 0
  private var failure: (any Error)?

  func add(_ count: Int, error: (any Error)?) {
    lock.withLock {
      painted = max(painted, count)
      failure = failure ?? error
    }
  }

  func finish() throws -> Int {
    if let failure { throw failure }
    return painted
  }
}
