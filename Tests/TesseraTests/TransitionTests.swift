import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport

extension Stage {
  /// Returns the displayed position of the node: the corner of its box. For nodes without transforms in between.
  func seen(_ node: AnyNode) -> Point {
    let p = convert(.zero, to: node) ?? Point(.nan, .nan)
    return Point(-p.x, -p.y)
  }

  /// Settles, advances the clock and settles again.
  func advance(_ seconds: Double) throws {
    try settle()
    (clock as? ManualClock)?.advance(by: seconds)
    try settle()
  }

  var isAsleep: Bool { nextDeadline == nil }
}

@Suite struct TransitionTests {
  private let linear = LayoutTransition(duration: 1, curve: .linear)

  private func stage(_ nodes: [AnyNode], _ transition: LayoutTransition? = nil, threads: Int = 0) throws -> (Stage, BoxNode) {
    let root = BoxNode()
    root.layoutTransition = transition
    for node in nodes { root.addSubnode(node) }
    let stage = try manualStage(root: root, threads: threads)
    try stage.settle()
    return (stage, root)
  }

  private func move(_ node: AnyNode, _ x: Double, _ y: Double) {
    node.style.inset = LayoutEdges(top: .points(y), left: .points(x))
  }

  @Test func aNodeMovesToItsNewPlaceByTheClock() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let (stage, _) = try stage([node], linear)
    move(node, 40, 20)
    try stage.settle()
    #expect(node.frame.origin == Point(40, 20), "the layout holds at once")
    #expect(stage.seen(node) == .zero)
    try stage.advance(0.5)
    #expect(stage.seen(node) == Point(20, 10))
    #expect(stage.hitTest(Point(25, 15)) === node)
    #expect(stage.hitTest(Point(50, 30)) !== node, "hits go by what is seen")
    try stage.advance(0.5)
    #expect(stage.seen(node) == Point(40, 20))
    #expect(stage.isAsleep)
  }

  @Test func aRuleSelectsTheTransitionOfItsNodeByItsBoxes() throws {
    let (ruled, other) = (PatchNode("a").placed(0, 0, 10, 10), PatchNode("b").placed(0, 20, 10, 10))
    let moves = Locked<[LayoutMove]>([])
    ruled.layoutTransitionRule = { move in
      moves.withLock { $0.append(move) }
      var transition = move.transition
      transition.delay = (move.new?.minX ?? 0) / 100
      return transition
    }
    let (stage, root) = try stage([ruled, other], linear)
    #expect(moves.withLock { $0.isEmpty }, "not for the first layout")
    for node in [ruled, other] { move(node, 0, 50) }
    ruled.style.inset = LayoutEdges(top: .points(0), left: .points(50))
    try stage.advance(0.5)
    let first = try #require(moves.withLock { $0.first })
    #expect(first.old == Rect(0, 0, 10, 10) && first.new == Rect(50, 0, 10, 10) && first.transition == linear)
    #expect(stage.seen(ruled) == .zero && stage.seen(other) == Point(0, 35), "it waits for half a second")
    try stage.advance(0.5)
    #expect(stage.seen(ruled) == Point(25, 0))
    try stage.advance(1)
    // Inserted and removed nodes have one box.
    ruled.removeFromSupernode()
    try stage.settle()
    #expect(moves.withLock { $0.last?.new } == nil && moves.withLock { $0.last?.old } == Rect(50, 0, 10, 10))
    try stage.advance(2)
    root.addSubnode(ruled)
    try stage.settle()
    #expect(moves.withLock { $0.last?.old } == nil && moves.withLock { $0.last?.new } == Rect(50, 0, 10, 10))
    ruled.layoutTransitionRule = nil
    let count = moves.withLock { $0.count }
    try stage.advance(2)
    move(ruled, 0, 0)
    try stage.settle()
    #expect(moves.withLock { $0.count } == count)
  }

  @Test func theFirstLayoutAndNodesWithoutATransitionDoNotMove() throws {
    let (still, moving) = (PatchNode("a").placed(0, 0, 10, 10), PatchNode("b").placed(0, 20, 10, 10))
    let (stage, _) = try stage([still, moving])
    moving.layoutTransition = linear
    try stage.settle()
    for node in [still, moving] { move(node, 50, 50) }
    try stage.settle()
    #expect(stage.seen(still) == Point(50, 50))
    #expect(stage.seen(moving) == Point(0, 20))
  }

  @Test func aNodeThatOptsOutIsNotAnimated() throws {
    let (out, moving) = (PatchNode("a").placed(0, 0, 10, 10), PatchNode("b").placed(0, 20, 10, 10))
    out.layoutTransition = LayoutTransition.none
    let (stage, _) = try stage([out, moving])
    stage.animate(linear) { for node in [out, moving] { move(node, 50, 50) } }
    try stage.settle()
    #expect(stage.seen(out) == Point(50, 50))
    #expect(stage.seen(moving) == Point(0, 20))
  }

  @Test func onlyTheScopeOfATransitionMoves() throws {
    let (a, b) = (PatchNode("a").placed(0, 0, 10, 10), PatchNode("b").placed(0, 20, 10, 10))
    let (stage, _) = try stage([a, b])
    a.animate(linear) { for node in [a, b] { move(node, 50, 50) } }
    try stage.settle()
    #expect(stage.seen(a) == .zero)
    #expect(stage.seen(b) == Point(50, 50))
  }

  @Test(arguments: [TransitionCurve.linear, .easeInOut, .spring(damping: 0.5)])
  func anInterruptionMakesNoJump(curve: TransitionCurve) throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let (stage, _) = try stage([node], LayoutTransition(duration: 1, curve: curve))
    var random = SplitMix(seed: 3)
    for _ in 0..<50 {
      try stage.advance(Double.random(in: 0...0.7, using: &random))
      let before = stage.seen(node)
      let size = stage.loop.tree.map { $0.box($0.indexOf(node)!) }
      move(node, Double(Int.random(in: 0...70, using: &random)), Double(Int.random(in: 0...70, using: &random)))
      node.style.width = .points(Double(Int.random(in: 5...40, using: &random)))
      try stage.settle()
      #expect(stage.seen(node) == before)
      #expect(stage.loop.tree.map { $0.box($0.indexOf(node)!).width } == size?.width)
    }
    try stage.advance(1)
    #expect(stage.seen(node) == node.frame.origin)
  }

  @Test func aSpringThatIsInterruptedKeepsItsSpeed() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let (stage, _) = try stage([node], LayoutTransition(duration: 1, curve: .spring(damping: 0.7)))
    move(node, 10_000, 0)
    try stage.settle()
    try stage.advance(0.1)
    let (a, h) = (stage.seen(node).x, 1e-4)
    try stage.advance(h)
    let b = stage.seen(node).x
    move(node, 5000, 0)
    try stage.settle()
    #expect(stage.seen(node).x == b)
    try stage.advance(h)
    let c = stage.seen(node).x
    // Steps of a tenth of a millisecond, in whole pixels.
    #expect(b - a > 2)
    #expect(abs((c - b) - (b - a)) <= 2)
  }

  @Test func aParentCarriesItsDescendantsAndAChildMovesRelativeToIt() throws {
    let child = PatchNode("child").placed(5, 5, 10, 10)
    let parent = BoxNode()
    parent.addSubnode(child)
    parent.style.position = .absolute
    parent.style.inset = LayoutEdges(top: .points(0), left: .points(0))
    parent.style.width = .points(40)
    parent.style.height = .points(40)
    let (stage, _) = try stage([parent], linear)
    // The child keeps its position on the screen, so it moves relative to its parent.
    parent.style.inset = LayoutEdges(top: .points(0), left: .points(40))
    move(child, -35, 5)
    try stage.settle()
    #expect(stage.seen(child) == Point(5, 5))
    try stage.advance(0.25)
    #expect(stage.seen(parent) == Point(10, 0))
    #expect(stage.seen(child) == Point(5, 5))
    // The transition continues and carries the child.
    move(child, 5, 5)
    try stage.settle()
    #expect(stage.seen(child) == Point(5, 5))
    try stage.advance(1)
    #expect(stage.seen(child) == Point(45, 5))
  }

  @Test func movingCostsNoLayoutAndNoDrawAndDamagesTheOldAndNewPlaceOnly() throws {
    let node = PatchNode("a").placed(0, 0, 10, 10)
    let others = (0..<20).map { PatchNode("o").placed(Double($0) * 5, 60, 4, 4) }
    let (stage, _) = try stage([node] + others, linear)
    move(node, 80, 0)
    try stage.settle()
    let before = stage.statistics
    try stage.advance(0.5)
    try stage.advance(0.1)
    let after = stage.statistics
    #expect(after.layouts == before.layouts)
    #expect(after.draws == before.draws)
    // From 0 to 40, and from 40 to 48: the area of both positions.
    #expect(after.damagedPixels - before.damagedPixels <= 100 + 100 + 180)
    let frames = after.paintedFrames
    try stage.settle()
    #expect(stage.statistics.paintedFrames == frames, "time stands still, and so does everything")
  }

  @Test func backgroundsFollowTheBoxAndContentIsDrawnOnce() throws {
    let log = Log()
    let node = PatchNode("a", log: log).placed(0, 0, 20, 20)
    node.color = .clear
    node.background = .color(Color(rgb: 0xFF0000))
    let (stage, _) = try stage([node], linear)
    node.style.width = .points(60)
    try stage.settle()
    let draws = log.count("draw a")
    for (time, width) in [(0.25, 30), (0.25, 40)] {
      try stage.advance(time)
      #expect(stage.framebuffer.pixel(width - 1, 10) == 0xFFFF_0000)
      #expect(stage.framebuffer.pixel(width, 10) == 0xFFFF_FFFF)
    }
    try stage.advance(0.5)
    #expect(log.count("draw a") == draws)
  }

  @Test func nodesAppearAndDisappearByTheirEffects() throws {
    let node = PatchNode("a", color: .black).placed(40, 40, 20, 20)
    let (stage, root) = try stage([], LayoutTransition(duration: 1, curve: .linear, insertion: .slide(.left), removal: .fade))
    root.addSubnode(node)
    try stage.settle()
    #expect(stage.seen(node) == Point(20, 40))
    try stage.advance(1)
    #expect(stage.seen(node) == Point(40, 40))
    node.removeFromSupernode()
    try stage.advance(0.5)
    #expect(stage.hitTest(Point(50, 50)) === root, "what leaves is not hit")
    let middle = stage.framebuffer.pixel(50, 50) & 0xFF
    #expect(middle > 0x70 && middle < 0x90, "half faded")
    try stage.advance(0.5)
    #expect(stage.framebuffer.pixel(50, 50) == 0xFFFF_FFFF)
    #expect(stage.isAsleep)
  }

  @Test func aDepartingNodeIsVisibleUntilItsEffectEndsOrItReturns() throws {
    let log = Log()
    let node = PatchNode("a", log: log).placed(40, 40, 20, 20)
    let (stage, root) = try stage([node], linear)
    log.clear()
    node.removeFromSupernode()
    try stage.advance(0.5)
    #expect(log.all == [])
    root.addSubnode(node)
    try stage.settle()
    #expect(log.all.filter { $0.contains(">") } == [], "it never left")
    #expect(node.interfaceState == .visible)
    let seen = stage.framebuffer.pixel(50, 50)
    #expect(seen != 0xFFFF_FFFF && seen != 0xFF33_66CC, "half there, as before")
    try stage.advance(1)
    #expect(stage.framebuffer.pixel(50, 50) == 0xFF33_66CC)
    log.clear()
    node.removeFromSupernode()
    try stage.advance(1)
    #expect(log.all == ["a visible>display", "a display>preload", "a preload>measured", "a measured>idle"])
  }

  @Test func nodesThatMoveOffTheScreenAreVisibleUntilTheyArrive() throws {
    let log = Log()
    let node = PatchNode("a", log: log).placed(40, 40, 20, 20)
    let (stage, _) = try stage([node], linear)
    log.clear()
    move(node, 200, 40)
    try stage.advance(0.125)
    #expect(stage.framebuffer.pixel(70, 50) == 0xFF33_66CC)
    #expect(log.all == [])
    try stage.advance(1)
    #expect(node.interfaceState == .measured)
    #expect(stage.statistics.contentsBytes == 0)
  }

  @Test func aFingerMovesHoldsAndEndsATransition() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let (stage, _) = try stage([node])
    let log = Log()
    let handle = stage.animate(linear) { move(node, 40, 0) }
    handle.onCompletion { log.note("\($0)") }
    handle.progress = 0.25
    try stage.settle()
    #expect(stage.seen(node).x == 10)
    try stage.advance(10)
    #expect(stage.seen(node).x == 10 && stage.isAsleep)
    handle.progress = 1
    try stage.settle()
    #expect(stage.seen(node).x == 40 && !handle.isEnded, "a hand may take it back")
    handle.progress = 0.5
    handle.resume()
    try stage.advance(0.25)
    #expect(stage.seen(node).x == 30)
    #expect(handle.progress == 0.75)
    handle.pause()
    try stage.advance(1)
    #expect(stage.seen(node).x == 30)
    #expect(log.all == [])
    handle.finish()
    try stage.settle()
    #expect(stage.seen(node).x == 40)
    #expect(log.all == ["true"])
    handle.progress = 0.5
    handle.cancel()
    try stage.settle()
    #expect(stage.seen(node).x == 40 && log.all == ["true"], "what has ended stays so")
  }

  @Test func aReversedTransitionIsUndoneWithoutAJump() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let added = PatchNode("b", color: .black).placed(60, 60, 20, 20)
    let (stage, root) = try stage([node])
    let first = bytes(stage.framebuffer)
    let handle = stage.animate(linear) {
      move(node, 40, 0)
      root.addSubnode(added)
    }
    handle.onCompletion { finished in
      guard !finished else { return }
      node.style.inset = LayoutEdges(top: .points(0), left: .points(0))
      added.removeFromSupernode()
    }
    try stage.advance(0.5)
    handle.reverse()
    try stage.advance(0.25)
    #expect(stage.seen(node).x == 10)
    (stage.clock as? ManualClock)?.advance(by: 0.5)
    // Several frames: the reverted layout is adopted a few frames later.
    for _ in 0..<4 {
      try stage.frame()
      #expect(stage.seen(node).x == 0)
      #expect(bytes(stage.framebuffer) == first)
      stage.drainWorkers()
    }
    try stage.settle()
    #expect(node.frame.origin == .zero && handle.isEnded)
  }

  @Test func aReversedTransitionThatIsNotUndoneShowsTheNewLayout() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let (stage, _) = try stage([node])
    let handle = stage.animate(linear) { move(node, 40, 0) }
    try stage.advance(0.5)
    handle.reverse()
    try stage.advance(1)
    #expect(stage.seen(node).x == 40)
    #expect(stage.isAsleep)
  }

  @Test func completionsAreCalledOnceHoweverItEnds() throws {
    let node = PatchNode("a").placed(0, 0, 20, 20)
    let log = Log()
    do {
      let (stage, _) = try stage([node])
      stage.animate(linear) {}.onCompletion { log.note("nothing \($0)") }
      try stage.settle()
      stage.animate(linear) { move(node, 40, 0) }.onCompletion { log.note("taken over \($0)") }
      try stage.advance(0.5)
      stage.animate(linear) { move(node, 0, 0) }.onCompletion { log.note("ended \($0)") }
      try stage.advance(1)
      stage.animate(linear) { move(node, 10, 0) }.onCompletion { log.note("cancelled \($0)") }
      try stage.settle()
      stage.animate(.none) { move(node, 20, 0) }.onCompletion { log.note("at once \($0)") }
      try stage.settle()
      stage.animate(linear) { move(node, 50, 0) }.onCompletion { log.note("gone \($0)") }
      try stage.advance(0.5)
    }
    #expect(log.all == ["nothing true", "taken over false", "ended true", "cancelled false", "at once true", "gone false"])
    node.animate(linear) {}.onCompletion { log.note("nowhere \($0)") }
    #expect(log.all.last == "nowhere true")
  }

  @Test func reducedMotionSkipsTransitions() throws {
    let (node, added) = (PatchNode("a").placed(0, 0, 20, 20), PatchNode("b").placed(60, 60, 20, 20))
    let (stage, root) = try stage([node], linear)
    let log = Log()
    stage.animate(linear) { move(node, 40, 0) }.onCompletion { log.note("\($0)") }
    try stage.advance(0.5)
    stage.reducesMotion = true
    try stage.settle()
    #expect(stage.seen(node).x == 40 && log.all == ["true"])
    move(node, 0, 0)
    root.addSubnode(added)
    try stage.settle()
    #expect(stage.seen(node).x == 0)
    #expect(stage.framebuffer.pixel(70, 70) == 0xFF33_66CC)
    #expect(stage.isAsleep)
  }

  @Test func aSubtreeIsShiftedWithoutALayout() throws {
    let child = PatchNode("child").placed(5, 5, 10, 10)
    let parent = BoxNode()
    parent.addSubnode(child)
    parent.style.width = .points(40)
    parent.style.height = .points(40)
    let (stage, _) = try stage([parent])
    let tree = try #require(stage.loop.tree)
    let i = try #require(tree.indexOf(parent))
    let before = stage.statistics
    tree.present(i, as: Presentation(x: 30, y: 20))
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(stage.seen(child) == Point(35, 25))
    #expect(stage.hitTest(Point(36, 26)) === child)
    #expect(stage.framebuffer.pixel(36, 26) == 0xFF33_66CC && stage.framebuffer.pixel(6, 6) == 0xFFFF_FFFF)
    #expect(tree.subtreeBounds[0].contains(PixelRect(x: 30, y: 20, width: 40, height: 40)))
    #expect(stage.statistics.layouts == before.layouts && stage.statistics.draws == before.draws)
    tree.present(i, as: .identity)
    #expect(tree.presentations.isEmpty)
  }

  @Test func curvesBeginAtZeroAndEndAtOne() {
    for curve in [
      TransitionCurve.linear, .ease, .easeIn, .easeOut, .easeInOut, .spring(damping: 0.2), .spring(damping: 1), .spring(damping: 7),
    ] {
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      #expect(curve.value(at: -1) == 0 && curve.value(at: 2) == 1 && curve.value(at: .nan) == 1)
      #expect(abs(curve.value(at: 0.999) - 1) < 0.01)
    }
    // Values of the same curves in browsers.
    #expect(abs(TransitionCurve.ease.value(at: 0.5) - 0.8024) < 1e-4)
    #expect(abs(TransitionCurve.easeIn.value(at: 0.5) - 0.3154) < 1e-4)
    #expect(abs(TransitionCurve.easeInOut.value(at: 0.25) - 0.1292) < 1e-4)
    #expect(abs(TransitionCurve.linear.value(at: 0.3) - 0.3) < 1e-15)
    #expect(TransitionCurve.cubicBezier(.nan, .infinity, 2, -.infinity) == .cubicBezier(0, 0, 1, 0))
  }

  @Test func durationsAndEffectsOutOfRangeAreClamped() {
    #expect(LayoutTransition(duration: .nan).duration == 0)
    #expect(LayoutTransition(duration: -1).duration == 0)
    #expect(LayoutTransition(duration: .infinity).duration == 3600)
    #expect(TransitionEffect(opacity: 4, scale: -1) == TransitionEffect(opacity: 1, scale: 0))
    #expect(TransitionEffect.fade.combined(with: .slide(.top)) == TransitionEffect(opacity: 0, edge: .top))
  }

  @Test func aTransitionIsAnAttribute() throws {
    let node = BoxNode()
    #expect(node.attribute("transition") == nil)
    let value = AttributeValue.map([
      ("duration", .number(0.4)), ("curve", .text("spring")), ("damping", .number(0.5)), ("insertion", .text("fade")),
      ("removal", .map([("opacity", .number(0.5)), ("edge", .text("bottom"))])),
    ])
    try node.setAttribute("transition", to: value)
    #expect(
      node.layoutTransition
        == LayoutTransition(
          duration: 0.4, curve: .spring(damping: 0.5), insertion: .fade, removal: TransitionEffect(opacity: 0.5, edge: .bottom)))
    #expect(node.attribute("transition") == value)
    #expect(throws: AttributeError.self) { try node.setAttribute("transition", to: .map([("curve", .list([.number(1)]))])) }
  }

  @Test func changesOfAnotherThreadAreTakenWhileTheLoopTurns() throws {
    let nodes = (0..<8).map { PatchNode("n").placed(Double($0) * 10, 0, 8, 8) }
    let (stage, _) = try stage(nodes, threads: 2)
    let pool = WorkerPool(threads: 3)
    let log = Log()
    for thread in 0..<3 {
      pool.submit(.visible) {
        var random = SplitMix(seed: UInt64(thread))
        for _ in 0..<100 {
          let handle = stage.animate(LayoutTransition(duration: 0.01, curve: .spring())) {
            for node in nodes {
              node.style.inset = LayoutEdges(top: .points(Double.random(in: 0...80, using: &random)), left: .points(0))
            }
          }
          handle.onCompletion { _ in log.note("ended") }
          if Bool.random(using: &random) { handle.progress = 0.5 }
          handle.resume()
        }
        log.note("done")
      }
    }
    while log.count("done") < 3 {
      (stage.clock as? ManualClock)?.advance(by: 0.001)
      try stage.frame()
    }
    try stage.settle()
    try stage.advance(1)
    #expect(log.count("ended") == 300)
    for node in nodes { #expect(stage.seen(node).y == node.frame.minY) }
  }
}

extension PixelBuffer {
  /// Returns a pixel as ARGB.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
  }
}
