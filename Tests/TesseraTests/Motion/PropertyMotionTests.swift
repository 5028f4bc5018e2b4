import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct PropertyMotionTests {
  private func box(_ id: String, _ x: Double, _ y: Double, _ width: Double = 60, _ height: Double = 40) -> AnyNode {
    let node = BoxNode()
    node.id = id
    node.style.position = .absolute
    node.style.inset.left = .points(x)
    node.style.inset.top = .points(y)
    node.style.width = .points(width)
    node.style.height = .points(height)
    node.background = .color(Color(rgb: 0x3366CC))
    return node
  }

  private func stage(_ nodes: [AnyNode], threads: Int = 0) throws -> HeadlessStage {
    let root = BoxNode()
    for node in nodes { root.addSubnode(node) }
    return try HeadlessStage(width: 200, height: 150, threads: threads) { root }
  }

  private func expectPaintedAnew(_ h: HeadlessStage, _ comment: String = "") throws {
    let seen = try h.snapshot()
    h.stage.setNeedsRepaint()
    try h.settle()
    try expectEqualPixels(seen, h.framebuffer, comment)
  }

  /// Rows of boxes, with a damage rectangle each; these are merged for painting.
  @Test func manyMovingNodesArePaintedInOneRectangleAsFromScratch() throws {
    let nodes = (0..<400).map { box("b\($0)", Double($0 % 20) * 10, Double($0 / 20) * 7, 8, 5) }
    let h = try stage(nodes)
    animate(.linear(1)) { for node in nodes { node.background = .color(Color(rgb: 0xCC5522)) } }
    try h.settle()
    for frame in 1...3 {
      let before = h.stage.statistics
      try h.advance(by: 0.1)
      let after = h.stage.statistics
      #expect(after.paintedFrames > before.paintedFrames)
      #expect(after.damageRects - before.damageRects == after.paintedFrames - before.paintedFrames)
      try expectPaintedAnew(h, "colours, frame \(frame)")
    }
    animate(.linear(1)) {
      for (i, node) in nodes.enumerated() where i % 3 == 0 {
        node.opacity = 0.5
        node.transform = Transform.rotation(0.7).then(.translation(0, 9))
      }
    }
    try h.settle()
    for frame in 1...3 {
      try h.advance(by: 0.1)
      try expectPaintedAnew(h, "transforms, frame \(frame)")
    }
  }

  @Test func aMotionIsCompositedAloneAndLeavesTheLoopAsleep() throws {
    let nodes = (0..<6).map { box("b\($0)", Double($0) * 30, 40) }
    let h = try stage(nodes)
    let before = h.stage.statistics
    let animation = animate(.easeInOut(0.5)) {
      for node in nodes {
        node.opacity = 0.4
        node.transform = Transform.rotation(0.5).then(.translation(10, 20))
        node.background = .color(Color(rgb: 0xCC3322))
        node.border = Border(width: 2, color: .black)
        node.shadow = Shadow(color: .black, radius: 6)
        node.cornerRadius = 12
      }
    }
    #expect(nodes[0].opacity == 0.4 && nodes[0].presented.opacity == 1)
    try h.settle()
    for frame in 1...30 {
      try h.advance(by: 1.0 / 60)
      if frame < 30 { #expect(nodes[0].presented.opacity < 1 && nodes[0].presented.opacity > 0.4 && !animation.isEnded) }
      try expectPaintedAnew(h, "frame \(frame)")
    }
    try h.advance(by: 0.05)
    let after = h.stage.statistics
    #expect(after.layouts == before.layouts && after.draws == before.draws && after.measures == before.measures)
    #expect(animation.isEnded && nodes[0].presented == nodes[0].properties)
    #expect(h.stage.nextDeadline == nil)
    let painted = h.stage.statistics.paintedFrames
    try h.advance(by: 1)
    #expect(h.stage.statistics.paintedFrames == painted)
  }

  @Test(arguments: 0..<12) func everyFrameOfRandomMotionsEqualsAFullRepaint(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let parent = box("parent", 20, 20, 150, 100)
    parent.clipsToBounds = seed % 2 == 0
    let nodes = (0..<5).map { box("n\($0)", number(-20...120), number(-20...80), number(10...80), number(10...60)) }
    for node in nodes { parent.addSubnode(node) }
    let h = try stage([parent, box("over", 100, 60)])
    let all = nodes + [parent]
    let motions: [Motion] = [.spring(duration: 0.3, bounce: 0.4), .easeOut(0.3), .linear(0.2).delayed(by: 0.1), .spring(duration: 0.5)]
    for step in 0..<30 {
      if step % 4 == 0 {
        let node = all[Int.random(in: 0..<all.count, using: &random)]
        animate(motions[Int.random(in: 0..<motions.count, using: &random)]) {
          switch Int.random(in: 0..<7, using: &random) {
          case 0: node.opacity = number(0...1)
          case 1:
            node.transform = Transform.rotation(number(-2...2)).then(.scale(number(0.5...1.5), 1)).then(.translation(number(-60...60), 5))
          case 2: node.transform = .identity
          case 3: node.shadow = Shadow(color: .black, offset: Point(number(-9...9), 2), radius: number(0...9))
          case 4: node.background = .color(Color(red: Float(number(0...1)), green: 0.5, blue: 0, alpha: Float(number(0...1))))
          case 5: node.cornerRadius = number(0...30)
          default: node.style.inset.left = .points(number(0...100))
          }
        }
      }
      if step == 13 { nodes[0].transform = .translation(30, 0) }
      try h.advance(by: number(0.01...0.05), step: 1)
      try expectPaintedAnew(h, "seed \(seed), step \(step)")
    }
    try h.advance(by: 5, step: 1)
    #expect(h.stage.nextDeadline == nil)
    for node in all { #expect(node.presented == node.properties) }
  }

  @Test func anyRouteAndAnyNumberOfWorkersGiveTheSameBytes() throws {
    func run(threads: Int, steps: [Double], seek: Double? = nil) throws -> PixelBuffer {
      let nodes = [box("a", 10, 10), box("b", 90, 60)]
      let h = try stage(nodes, threads: threads)
      let animation = animate(.spring(duration: 0.5, bounce: 0.3)) {
        nodes[0].transform = Transform.rotation(1).then(.translation(50, 30))
        nodes[0].opacity = 0.5
        nodes[1].background = .color(.black)
      }
      try h.settle()
      if let seek {
        animation.pause()
        animation.seek(to: seek)
        try h.settle()
      }
      for step in steps { try h.advance(by: step, step: 10) }
      return try h.snapshot()
    }
    let direct = try run(threads: 0, steps: [0.25])
    try expectEqualPixels(direct, try run(threads: 0, steps: [Double](repeating: 1.0 / 60, count: 15)))
    try expectEqualPixels(direct, try run(threads: 3, steps: [0.1, 0.05, 0.1]))
    try expectEqualPixels(direct, try run(threads: 0, steps: [0.4], seek: 0.25))
  }

  @Test func aNewTargetContinuesFromTheShownValueAndVelocity() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    animate(.spring(duration: 0.5)) { node.transform = .translation(100, 0) }
    try h.settle()
    try h.advance(by: 0.12, step: 0.01)
    let (x, speed) = (
      node.presented.transform.tx, { (h: HeadlessStage) in h.stage.loop.animations.motions.tracks(of: node)[0].velocity[0] }
    )
    let before = speed(h)
    #expect(x > 5 && x < 95 && before > 50)
    let animation = animate(.spring(duration: 0.5)) { node.transform = .translation(-50, 0) }
    try h.settle()
    #expect(node.presented.transform.tx == x && abs(speed(h) - before) < 1e-6)
    try h.advance(by: 0.004, step: 0.004)
    #expect(node.presented.transform.tx > x, "it goes on where it was going")
    try h.advance(by: 3, step: 0.1)
    #expect(animation.isEnded && node.presented.transform.tx == -50)
  }

  @Test func settingAnAttributeEndsOnlyItsMotion() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    let fade = animate(.linear(1)) { node.opacity = 0 }
    let move = animate(.linear(1)) { node.transform = .translation(40, 0) }
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    node.opacity = 0.9
    try h.settle()
    #expect(fade.isEnded && !move.isEnded && node.presented.opacity == 0.9 && node.presented.transform.tx == 20)
    node.isHidden = true
    node.isHidden = false
    try h.advance(by: 0.25, step: 0.25)
    #expect(node.presented.transform.tx == 30)
    try expectPaintedAnew(h)
  }

  @Test func anAnimationIsHeldSoughtTurnedRoundAndEnded() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    let outcomes = Locked<[Bool]>([])
    func start() throws -> Animation {
      animateAtOnce { node.transform = .identity }
      let animation = animate(.linear(1)) { node.transform = .translation(100, 0) }
      animation.onCompletion { finished in outcomes.withLock { $0.append(finished) } }
      try h.settle()
      return animation
    }
    let held = try start()
    try h.advance(by: 0.3, step: 0.3)
    held.isPaused = true
    try h.settle()
    try h.advance(by: 5, step: 1)
    #expect(abs(node.presented.transform.tx - 30) < 0.01 && h.stage.nextDeadline == nil && abs(held.progress - 0.3) < 1e-4)
    held.progress = 0.75
    try h.settle()
    #expect(node.presented.transform.tx == 75)
    held.reverse()
    try h.settle()
    try h.advance(by: 0.25, step: 0.25)
    #expect(abs(node.presented.transform.tx - 50) < 0.01)
    try h.advance(by: 1, step: 1)
    #expect(held.isEnded && node.transform == .identity && node.presented.transform == .identity)
    let finished = try start()
    finished.finish()
    try h.settle()
    #expect(node.presented.transform.tx == 100 && finished.isEnded)
    let cancelled = try start()
    cancelled.cancel()
    try h.settle()
    #expect(node.presented.transform.tx == 100 && cancelled.isEnded)
    let left = try start()
    node.removeFromSupernode()
    try h.settle()
    #expect(left.isEnded && node.presented.transform.tx == 100)
    #expect(outcomes.withLock { $0 } == [false, true, false, false])
    let outside = animate { node.opacity = 0.1 }
    #expect(outside.isEnded && node.presented.opacity == 0.1)
  }

  @Test func aFingerCatchesAMotionAndLetsItGoWithItsSpeed() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    let animation = animate(.linear(1)) { node.transform = .translation(100, 0) }
    try h.settle()
    try h.advance(by: 0.4, step: 0.4)
    animation.stop()
    #expect(abs(node.transform.tx - 40) < 0.01)
    try h.advance(by: 1, step: 1)
    #expect(animation.isEnded && abs(node.presented.transform.tx - 40) < 0.01)
    node.transform = .translation(55, 0)
    animate(.spring(duration: 0.5).velocity(Point(800, 0))) { node.transform = .translation(60, 0) }
    try h.settle()
    try h.advance(by: 0.05, step: 0.05)
    #expect(node.presented.transform.tx > 65, "thrown past where it comes to rest")
    try h.advance(by: 3, step: 1)
    #expect(node.presented.transform.tx == 60)
  }

  @Test func placesAndSizesGoAlongInTheSameCall() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    let animation = animate(.linear(1)) {
      node.style.inset.left = .points(110)
      node.opacity = 0
    }
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    #expect(h.stage.loop.animations.transitions.motions.first?.presentation.x == -50 && node.presented.opacity == 0.5)
    animation.pause()
    try h.settle()
    try h.advance(by: 3, step: 1)
    #expect(h.stage.loop.animations.transitions.motions.first?.presentation.x == -50)
    animation.resume()
    try h.settle()
    try h.advance(by: 0.6, step: 0.6)
    #expect(animation.isEnded && h.stage.loop.animations.transitions.isEmpty)
  }

  @Test func reducedMotionFadesShortlyAndMovesNothing() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    h.stage.reducesMotion = true
    try h.settle()
    let animation = animate(.spring(duration: 2, bounce: 0.5)) {
      node.opacity = 0.2
      node.transform = .translation(100, 0)
    }
    try h.settle()
    #expect(node.presented.transform.tx == 100 && node.presented.opacity == 1)
    try h.advance(by: 0.16, step: 0.16)
    #expect(animation.isEnded && node.presented.opacity == 0.2)
  }

  @Test func nodesWithATransitionMoveAutomatically() throws {
    let node = box("a", 10, 10)
    node.motion[\.opacity] = .linear(1)
    let h = try stage([node])
    node.opacity = 0
    node.background = .color(.black)
    try h.settle()
    #expect(node.presented.opacity == 1 && node.presented.background == .color(.black))
    try h.advance(by: 0.5, step: 0.5)
    #expect(node.presented.opacity == 0.5)
    animate(.none) { node.opacity = 0.9 }
    try h.settle()
    #expect(node.presented.opacity == 0.9)
  }

  @Test func keyframesReplaceTheValueOfTheNode() throws {
    let node = box("a", 10, 10)
    let h = try stage([node])
    let animation = node.animate(\.opacity, keyframes: [Keyframe(0), Keyframe(0.8, at: 0.25), Keyframe(0.2)], .linear(2))
    try h.settle()
    #expect(node.presented.opacity == 0 && node.opacity == 1)
    try h.advance(by: 0.5, step: 0.5)
    #expect(abs(node.presented.opacity - 0.8) < 1e-9)
    try h.advance(by: 0.75, step: 0.75)
    #expect(abs(node.presented.opacity - 0.5) < 1e-6)
    try h.advance(by: 1, step: 1)
    #expect(animation.isEnded && node.presented.opacity == 1)
    node.animate(transform: [Keyframe(TransformParts()), Keyframe(TransformParts(rotation: 4 * .pi))], .linear(1))
    try h.settle()
    try h.advance(by: 0.125, step: 0.125)
    let quarter = node.presented.transform
    #expect(abs(quarter.a) < 1e-5 && abs(quarter.b - 1) < 1e-5)
  }

  @Test func stepsRunInOrder() throws {
    let (a, b, c) = (box("a", 10, 10), box("b", 80, 10), box("c", 10, 80))
    let h = try stage([a, b, c])
    let animation = animateInSequence { steps in
      steps.then(.linear(1)) { a.opacity = 0 }
      steps.then(.linear(1)) { a.opacity = 1 }
      steps.together(.linear(1)) { b.opacity = 0 }
      steps.stagger([b, c], by: 0.5, .linear(1)) { $0.transform = .translation(100, 0) }
    }
    try h.settle()
    var seen: [[Double]] = []
    for _ in 0..<7 {
      try h.advance(by: 0.5, step: 0.5)
      seen.append([a.presented.opacity, b.presented.opacity, b.presented.transform.tx, c.presented.transform.tx])
    }
    #expect(
      seen == [[0.5, 1, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 0, 0], [1, 0, 0, 0], [1, 0, 50, 0], [1, 0, 100, 50], [1, 0, 100, 100]])
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }

  @Test func hiddenMotionCostsNoFrames() throws {
    let (seen, away) = (box("a", 10, 10), box("b", 500, 10))
    let h = try stage([seen, away])
    away.animate(\.opacity, keyframes: [Keyframe(0), Keyframe(1)], .linear(1).repeating())
    let finite = animate(.linear(2)) { away.cornerRadius = 10 }
    try h.settle()
    let deadline = try #require(h.stage.nextDeadline)
    #expect(abs(deadline - 2) < 1e-9)
    try h.advance(by: 2, step: 2)
    #expect(finite.isEnded && h.stage.nextDeadline == nil)
    away.style.inset.left = .points(100)
    try h.settle()
    #expect(h.stage.nextDeadline != nil && away.presented.opacity < 0.01)
    try expectPaintedAnew(h)
  }

  @Test func aTransformShowsNodesLaidOutOffTheScreen() throws {
    let away = box("b", 250, 10)
    let h = try stage([away])
    #expect(away.interfaceState < .visible)
    animate(.linear(1)) { away.transform = .translation(-150, 0) }
    try h.settle()
    #expect(away.interfaceState == .visible)
    try h.advance(by: 0.5, step: 0.5)
    try expectPaintedAnew(h)
    animate(.linear(1)) { away.transform = .identity }
    try h.settle()
    try h.advance(by: 0.1, step: 0.1)
    #expect(away.interfaceState == .visible, "it is still on its way out")
    try h.advance(by: 2, step: 1)
    #expect(away.interfaceState < .visible)
  }

  @Test func manyThreadsStartAnimationsConcurrently() async throws {
    let nodes = (0..<8).map { box("n\($0)", Double($0) * 20, 20) }
    let h = try stage(nodes, threads: 2)
    let animations = Locked<[Animation]>([])
    await withTaskGroup(of: Void.self) { group in
      for (i, node) in nodes.enumerated() {
        group.addTask {
          for step in 0..<20 {
            let animation = animate(.spring(duration: 0.2, bounce: 0.2)) {
              node.opacity = step % 2 == 0 ? 0.3 : 1
              node.transform = .translation(Double(step), Double(i))
              nodes[(i + 1) % 8].background = .color(Color(white: Float(step) / 20))
            }
            if step % 5 == 0 { animation.pause() }
            if step % 5 == 1 { animation.stop() }
            animation.resume()
            animations.withLock { $0.append(animation) }
          }
        }
      }
    }
    try h.settle()
    try h.advance(by: 3, step: 0.02)
    let all = animations.withLock { $0 }
    #expect(all.filter { !$0.isEnded }.isEmpty)
    #expect(h.stage.nextDeadline == nil)
    for node in nodes { #expect(node.presented == node.properties) }
  }
}
