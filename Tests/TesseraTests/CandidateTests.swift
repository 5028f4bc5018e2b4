import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Compositing visits few nodes if few have changed, however many nodes exist.
@Suite struct CandidateTests {
  private let red = Color(rgb: 0xFF0000)

  /// Creates `count` patches in rows of 100, directly below the root; with `parts`, each in a box of that many patches.
  private func grid(_ count: Int, parts: Int = 0) throws -> (Stage, [PatchNode]) {
    let root = BoxNode()
    var cells: [PatchNode] = []
    for number in 0..<count {
      let (x, y) = (Double(number % 100) * 10, Double(number / 100) * 10)
      let cell = PatchNode("", color: .black)
      cells.append(cell)
      guard parts > 0 else {
        root.addSubnode(cell.placed(x, y, 9, 9))
        continue
      }
      let box = BoxNode().placed(x, y, 9, 9)
      box.addSubnode(cell)
      for _ in 1..<parts { box.addSubnode(PatchNode("", 1, 1)) }
      root.addSubnode(box)
    }
    let stage = try manualStage(1000, 1000, root: root)
    try stage.settle()
    return (stage, cells)
  }

  private func visits(_ stage: Stage, _ change: () -> Void) throws -> Int {
    let before = stage.statistics
    change()
    try stage.settle()
    return stage.statistics.visitedNodes - before.visitedNodes
  }

  @Test(arguments: [0, 1, 3, 7]) func oneOfTenThousandSiblingsCostsFewVisits(parts: Int) throws {
    let count = parts == 0 ? 10_000 : 2_000
    let (stage, cells) = try grid(count, parts: parts)
    for number in [0, 63, 64, count / 2, count - 1] {
      // One visit for each run of 64, and one for each node in nearby runs.
      let nodes = count * (parts + 1) + 1
      #expect(try visits(stage) { cells[number].color = red } < nodes / 64 + 400)
      #expect(stage.framebuffer.color(x: number % 100 * 10 + 1, y: number / 100 * 10 + 1).red > 0.9)
    }
  }

  @Test func aTurnedNodeElsewhereIsNotInspected() throws {
    let (stage, cells) = try grid(10_000)
    cells[99].transform = .rotation(0.4)
    try stage.settle()
    // Damage is extended to turned nodes in it, which are searched before those that are painted.
    #expect(try visits(stage) { cells[5050].color = red } < 2 * (10_001 / 64 + 400))
    #expect(try visits(stage) { cells[98].color = red } < 4 * (10_001 / 64 + 400))
  }

  @Test func aBackdropElsewhereIsNotInspected() throws {
    let (stage, cells) = try grid(10_000)
    cells[99].updateProperties { $0.backdropBlur = 4 }
    try stage.settle()
    let few = 10_001 / 64 + 400
    #expect(try visits(stage) { cells[5050].color = red } < 4 * few)
    // A change that the blur of its neighbour reads, and a blur that grows after the layout.
    #expect(try visits(stage) { cells[98].color = red } < 4 * few)
    cells[5055].updateProperties { $0.backdropBlur = 9 }
    try stage.settle()
    #expect(try visits(stage) { cells[5052].color = red } < 9 * few)
    let seen = bytes(try stage.framebuffer.copy())
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(seen == bytes(stage.framebuffer))
  }

  @Test func aBackdropNextToATurnedNodeIsNotInspected() throws {
    let (stage, cells) = try grid(10_000)
    cells[99].updateProperties { $0.backdropBlur = 4 }
    cells[9900].transform = .rotation(0.4)
    try stage.settle()
    let few = 10_001 / 64 + 400
    #expect(try visits(stage) { cells[5050].color = red } < 4 * few)
    #expect(try visits(stage) { cells[98].color = red } < 4 * few)
    // A backdrop inside of an enlarged box reads pixels from farther away.
    cells[5055].transform = .scale(3, 3)
    cells[5055].updateProperties { $0.backdropBlur = 3 }
    try stage.settle()
    _ = try visits(stage) { cells[5051].color = red }
    let seen = bytes(try stage.framebuffer.copy())
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(seen == bytes(stage.framebuffer))
  }

  @Test func aPlaceholderElsewhereCostsNoLooks() throws {
    let (stage, cells) = try grid(10_000)
    cells[99].placeholder = Placeholder(.color(red))
    try stage.settle()
    stage.root.setNeedsLayout()
    try stage.settle()
    #expect(try visits(stage) { cells[5050].color = red } < 2 * (10_001 / 64 + 400))
  }

  @Test func boundsOfRunsFollowMovedNodes() throws {
    let (stage, cells) = try grid(1000)
    // The patch is far from its neighbours. Damaging only that area must give the same pixels.
    cells[500].style.inset = LayoutEdges(top: .points(900), left: .points(900))
    try stage.settle()
    #expect(try visits(stage) { cells[500].color = red } < 300)
    #expect(stage.framebuffer.color(x: 904, y: 904).red > 0.9)
    cells[10].transform = .translation(0, 700)
    try stage.settle()
    cells[10].color = red
    try stage.settle()
    #expect(stage.framebuffer.color(x: 104, y: 704).red > 0.9)
  }

  @Test func aFrameOfFewLooksIsTheSamePicture() throws {
    let (stage, cells) = try grid(2000, parts: 2)
    var random = SplitMix(seed: 7)
    for _ in 0..<20 {
      for _ in 0..<3 {
        let cell = cells[Int.random(in: 0..<2000, using: &random)]
        cell.color = Color(rgb: UInt32.random(in: 0..<1 << 24, using: &random))
        if Bool.random(using: &random) { cell.transform = .translation(Double.random(in: -200...200, using: &random), 40) }
        if Bool.random(using: &random) { cell.supernode?.style.inset.top = .points(Double.random(in: 0...900, using: &random)) }
      }
      try stage.settle()
    }
    let seen = bytes(try stage.framebuffer.copy())
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(seen == bytes(stage.framebuffer))
  }

  @Test func runsHoldTheBoundsOfTheirNodes() {
    var runs = RunBounds()
    var bounds = (0..<200).map { PixelRect(x: $0, y: 0, width: 1, height: 1) }
    runs.refresh(bounds)
    #expect(runs.bounds.count == 4 && runs.bounds[1] == PixelRect(x: 64, y: 0, width: 64, height: 1))
    #expect(runs.bounds[3] == PixelRect(x: 192, y: 0, width: 8, height: 1))
    bounds[70] = PixelRect(x: 70, y: 500, width: 1, height: 1)
    runs.recordChange(70)
    runs.refresh(bounds)
    #expect(runs.bounds[1] == PixelRect(x: 64, y: 0, width: 64, height: 501) && runs.bounds[0].maxY == 1)
    bounds.removeLast(140)
    runs.recordChange()
    runs.refresh(bounds)
    #expect(runs.bounds == [PixelRect(x: 0, y: 0, width: 60, height: 1)])
  }
}
