internal import Glibc
internal import TesseraGeometry
internal import TesseraKit

/// Case `motion`: cost of a frame in which properties of many nodes are animated, without painting and in total.
///
/// `Peers/motion.h` has the same two scenes for other libraries.
extension BenchHarness {
  func motion() throws {
    try moving(200, "nodes", "opacity and transform") { node, i in
      node.opacity = 0.3
      node.transform = Transform.rotation(0.4).then(.translation(Double(i % 7) * 6 - 18, 20))
    }
    try moving(1000, "boxes", "the colour of flat boxes") { node, _ in node.background = .color(Color(rgb: 0xCC5522)) }
  }

  /// Animates `count` nodes and prints the loop's work per frame: without painting, and in total.
  private func moving(_ count: Int, _ metric: String, _ what: String, _ change: (AnyNode, Int) -> Void) throws {
    let root = BoxNode()
    root.style.wrap = .wrap
    root.style.alignContent = .flexStart
    let side = count > 500 ? 16.0 : 32.0
    let nodes: [AnyNode] = (0..<count).map { i in
      let node = BoxNode()
      node.style.width = .points(side - 4)
      node.style.height = .points(side - 4)
      node.style.margin = LayoutEdges(2)
      node.background = .color(Color(red: Float(i % 16) / 16, green: 0.4, blue: Float(i % 9) / 9))
      root.addSubnode(node)
      return node
    }
    let clock = ManualClock()
    let workers = WorkerPool(threads: 0)
    let stage = try Stage(size: Size(800, 480), root: root, clock: clock, workers: workers)
    try stage.settle()
    let before = stage.statistics
    let frames = 120
    animate(.spring(duration: 1.6, bounce: 0.2)) { for (i, node) in nodes.enumerated() { change(node, i) } }
    try stage.frame()
    let history = FrameHistory(capacity: frames)
    stage.frameHistory = history
    var whole: [Double] = []
    for frame in 1...frames {
      clock.advance(by: 1.0 / 60)
      whole.append(try time { try stage.frame() }.cpu * 1e3)
      if frame == 20 { try picture(metric, stage.framebuffer) }
    }
    var evaluation = history.newest().map { ($0.seconds - $0[.composite] - $0[.present]) * 1e6 }
    evaluation.sort()
    whole.sort()
    let after = stage.statistics
    value(
      metric + "_evaluation", evaluation[evaluation.count / 2], "us", "loop beside painting, a frame: \(what) of \(count) nodes; median")
    value(metric + "_evaluation_least", evaluation[0], "us", "the same, least of \(frames) frames")
    value(metric + "_frame", whole[whole.count / 2], "us", "CPU time of the whole frame, painting included; median")
    value(metric + "_layouts", Double(after.layouts - before.layouts), "", "layouts in \(frames) frames")
    value(metric + "_draws", Double(after.draws - before.draws), "", "draws in \(frames) frames")
    value(metric + "_painted", Double(after.damagedPixels - before.damagedPixels) / Double(frames), "", "pixels painted a frame")
  }
}
