import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport

/// Random changes of random trees at random times of random transitions.
@Suite struct TransitionPropertyTests {
  /// Tree of boxes and patches, with random changes.
  private struct World {
    let root = BoxNode()
    var all: [AnyNode] = []
    var random: SplitMix
    /// Whether nodes may be displayed through transforms, groups and blurs.
    let isFancy: Bool
    var handles: [TransitionHandle] = []
    /// Last change, for messages.
    var last = 0

    init(seed: UInt64, isFancy: Bool) {
      random = SplitMix(seed: seed)
      self.isFancy = isFancy
      for i in 0..<24 {
        let node: AnyNode = i % 3 == 0 ? BoxNode() : PatchNode("p\(i)", color: Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)))
        node.background = i % 3 == 1 ? nil : .color(Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)))
        all.append(node)
        place(node)
        parent().addSubnode(node)
        if isFancy { dress(node) }
      }
      root.layoutTransition = transition()
    }

    mutating func pick(_ n: Int) -> Int { Int.random(in: 0..<n, using: &random) }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    mutating func parent() -> AnyNode {
      let boxes = [root] + all.filter { $0 is BoxNode }
      return boxes[pick(boxes.count)]
    }

    mutating func place(_ node: AnyNode) {
      node.style.position = pick(3) == 0 ? .relative : .absolute
      node.style.inset = LayoutEdges(top: .points(number(-10...70)), left: .points(number(-20...90)))
      node.style.width = .points(number(0...60))
      node.style.height = .points(number(0...60))
    }

    mutating func dress(_ node: AnyNode) {
      let blur = number(0...2)
      switch pick(8) {
      case 0: node.opacity = number(0.2...0.9)
      case 1: node.transform = Transform.rotation(number(-1...1)).then(.translation(number(-10...10), 0))
      case 2: node.clipsToBounds = true
      case 3: node.cornerRadius = number(0...12)
      case 4: node.shadow = Shadow(color: .black, offset: Point(2, 3), radius: number(0...5))
      case 5: node.rasterizesSubtree = true
      case 6: node.updateProperties { $0.backdropBlur = blur }
      default: node.border = Border(width: 2, color: .black)
      }
    }

    mutating func effect() -> TransitionEffect {
      switch pick(4) {
      case 0: .none
      case 1: .fade
      case 2: isFancy ? .scale(0.5) : .fade
      default: .slide(TransitionEffect.Edge.allCases[pick(6)])
      }
    }

    mutating func transition() -> LayoutTransition {
      let curves: [TransitionCurve] = [.linear, .easeInOut, .spring(damping: 0.5), .cubicBezier(0.3, -0.5, 0.6, 1.6)]
      return LayoutTransition(duration: number(0...0.6), curve: curves[pick(curves.count)], insertion: effect(), removal: effect())
    }

    /// Makes a random change; `handle` is the newest handle.
    mutating func change(_ stage: Stage, _ handle: inout TransitionHandle?) {
      let node = all[pick(all.count)]
      last = pick(12)
      switch last {
      case 0...3: place(node)
      case 4: node.removeFromSupernode()
      case 5: parent().insertSubnode(node, at: pick(4))
      case 6:
        let transition = transition()
        handle = stage.animate(transition) { for _ in 0..<4 { place(all[pick(all.count)]) } }
        if let handle { handles.append(handle) }
      case 7: handle?.progress = number(0...1)
      case 8: if pick(2) == 0 { handle?.resume() } else { handle?.reverse() }
      case 9: if pick(2) == 0 { handle?.finish() } else { handle?.pause() }
      case 10: if isFancy { dress(node) } else { node.layoutTransition = pick(3) == 0 ? nil : transition() }
      default: (node as? PatchNode)?.color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
      }
    }
  }

  @Test(arguments: [false, true], [1.0, 1.5])
  func everyFrameIsPaintedWholeAndTheEndIsThePictureOfAFreshStage(isFancy: Bool, scale: Double) throws {
    try withEvery("seed", in: Array(0..<12)) { (seed: Int) in
      var world = World(seed: UInt64(seed), isFancy: isFancy)
      let stage = try manualStage(scale: scale, root: world.root)
      try stage.settle()
      var handle: TransitionHandle?
      for step in 0..<40 {
        world.change(stage, &handle)
        // Sometimes a layout is running while the clock advances.
        if world.pick(3) == 0 { try stage.frame() }
        (stage.clock as? ManualClock)?.advance(by: world.number(0...0.2))
        try stage.settle()
        let damaged = try stage.framebuffer.copy()
        stage.setNeedsRepaint()
        try stage.settle()
        try expectEqualPixels(damaged, stage.framebuffer, "step \(step), after \(world.last): damage against a whole frame")
      }
      for each in world.handles { each.resume() }
      try stage.advance(1)
      #expect(stage.isAsleep)
      #expect(stage.loop.animations.transitions.isEmpty)
      #expect(stage.loop.tree?.presentations.isEmpty == true)
      for node in world.all {
        #expect((node.interfaceState == .idle) == !node.isIn(stage.link), "states are those of the tree")
      }
      let fresh = try manualStage(scale: scale, root: BoxNode())
      stage.root = BoxNode()
      fresh.root = world.root
      let shown = try stage.framebuffer.copy()
      try fresh.settle()
      try expectEqualPixels(shown, fresh.framebuffer, "the end against a fresh stage")
    }
  }

  @Test func theSamePictureByTheClockByHandAndWithAnyNumberOfThreads() throws {
    try withEvery("seed", in: Array(0..<6)) { (seed: Int) in
      var pictures: [PixelBuffer] = []
      for (threads, byHand) in [(0, false), (0, true), (3, false)] {
        var world = World(seed: UInt64(seed), isFancy: true)
        let stage = try manualStage(root: world.root, threads: threads)
        try stage.settle()
        let handle = stage.animate(
          LayoutTransition(duration: 0.7, curve: .spring(damping: 0.6), insertion: .scale(), removal: .slide(.top))
        ) {
          for _ in 0..<8 { world.place(world.all[world.pick(world.all.count)]) }
          world.all[world.pick(world.all.count)].removeFromSupernode()
          world.root.addSubnode(world.all[world.pick(world.all.count)])
        }
        try stage.settle()
        if byHand {
          handle.progress = 0.9
          try stage.settle()
          handle.progress = 2.0 / 7
          try stage.settle()
        } else {
          for _ in 0..<12 { try stage.advance(1.0 / 60) }
        }
        pictures.append(try stage.framebuffer.copy())
      }
      try expectEqualPixels(pictures[0], pictures[1], "by the clock and by hand")
      try expectEqualPixels(pictures[0], pictures[2], "with and without threads")
    }
  }
}
