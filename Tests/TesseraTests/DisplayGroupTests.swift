import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Content that appears together, and its placeholders.
@Suite struct DisplayGroupTests {
  private static let white = "#ffffff"

  /// Creates a node with two parts in a row, on a stage that has not drawn anything.
  private func card(_ change: (AnyNode) -> Void) throws -> (stage: Stage, clock: ManualClock, parts: [PatchNode]) {
    let clock = ManualClock()
    let card = BoxNode()
    let parts = [PatchNode("a", color: .black).placed(0, 0, 10, 10), PatchNode("b", color: .black).placed(10, 0, 10, 10)]
    for part in parts { card.addSubnode(part) }
    card.style.width = 20
    card.style.height = 10
    change(card)
    let root = BoxNode()
    root.addSubnode(card)
    let stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.frame()
    // Runs only the layout.
    _ = stage.workers.runOne(from: .layout, through: .layout)
    try stage.frame()
    return (stage, clock, parts)
  }

  private func colors(_ stage: Stage) -> [String] { [5, 15].map { stage.framebuffer.color(x: $0, y: 5).hex } }

  @Test func withoutAGroupFinishedNodesAppear() throws {
    let (stage, _, _) = try card { _ in }
    stage.workers.runOne()
    try stage.frame()
    #expect(colors(stage) == ["#000000", Self.white])
  }

  @Test func aGroupAppearsWithItsLastContent() throws {
    let (stage, _, parts) = try card { $0.appearsTogether = true }
    #expect(stage.workers.runOne())
    try stage.frame()
    #expect(colors(stage) == [Self.white, Self.white])
    #expect(stage.workers.runOne())
    try stage.frame()
    #expect(colors(stage) == ["#000000", "#000000"])
    // Later changes appear one by one, and no content disappears in the meantime.
    for part in parts { part.color = Color(rgb: 0xFF0000) }
    try stage.frame()
    stage.workers.runOne()
    try stage.frame()
    #expect(colors(stage) == ["#ff0000", "#000000"])
  }

  @Test func aPlaceholderReplacesTheWholeSubtree() throws {
    let (stage, clock, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), fadeDuration: 1) }
    #expect(colors(stage) == ["#00ff00", "#00ff00"])
    stage.workers.runOne()
    try stage.frame()
    #expect(colors(stage) == ["#00ff00", "#00ff00"])
    try stage.settle()
    clock.advance(by: 0.5)
    try stage.frame()
    #expect((0..<2).allSatisfy { abs(stage.framebuffer.color(x: 5 + 10 * $0, y: 5).green - 0.5) < 0.02 })
    clock.advance(by: 0.6)
    try stage.frame()
    #expect(colors(stage) == ["#000000", "#000000"])
  }

  @Test func aPlaceholderIsHiddenDuringItsDelay() throws {
    let (stage, clock, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), fadeDuration: 1, delay: 0.3) }
    #expect(colors(stage) == [Self.white, Self.white])
    #expect(stage.nextDeadline == 0.3)
    clock.advance(by: 0.31)
    try stage.frame()
    #expect(colors(stage) == ["#00ff00", "#00ff00"])
    let (quick, _, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), fadeDuration: 1, delay: 0.3) }
    try quick.settle()
    // The placeholder was never visible, so it does not fade.
    #expect(colors(quick) == ["#000000", "#000000"])
  }

  @Test func aSkeletonHasBarsWhereTheContentWillBe() throws {
    let (stage, _, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), shape: .skeleton) }
    #expect(colors(stage) == ["#00ff00", "#00ff00"])
    // The bars are rounded, with nothing between them.
    #expect(stage.framebuffer.color(x: 9, y: 0).hex == Self.white && stage.framebuffer.color(x: 10, y: 9).hex == Self.white)
    try stage.settle()
    #expect(colors(stage) == ["#000000", "#000000"])
  }

  @Test func aGleamRunsByTheClockAndWakesTheLoopAtItsRate() throws {
    let (stage, clock, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x008000)), shape: .shimmer) }
    #expect(stage.nextDeadline == 1.0 / 60)
    var seen = Set<String>()
    for _ in 0..<20 {
      clock.advance(by: 0.07)
      try stage.frame()
      seen.insert(colors(stage)[0])
    }
    #expect(seen.count > 5)
    stage.reducesMotion = true
    #expect(stage.nextDeadline != clock.now + 1.0 / 60)
    try stage.settle()
    #expect(colors(stage) == ["#000000", "#000000"] && stage.nextDeadline == nil)
  }

  @Test func aPlaceholderPictureIsStretched() throws {
    let picture = try PixelBuffer(width: 2, height: 1, format: .argb8888)
    do {
      let canvas = try Canvas(picture)
      canvas.fill(Rect(0, 0, 2, 1), .color(Color(rgb: 0x0000FF)))
    }
    let image = try PlaceholderImage(picture)
    let (stage, _, _) = try card { $0.placeholder = Placeholder(image: image) }
    #expect(colors(stage) == ["#0000ff", "#0000ff"])
  }

  @Test func nodesWithoutPlaceholderAppearWithTheirFrame() throws {
    // Draws of the parts run within the frame that adds the node; draws of other nodes do not.
    let other = PatchNode("c", color: .black).placed(0, 10, 10, 10)
    let clock = ManualClock()
    let card = BoxNode()
    card.neverShowsPlaceholder = true
    card.addSubnode(PatchNode("a", color: .black).placed(0, 0, 10, 10))
    let root = BoxNode()
    root.addSubnode(card)
    root.addSubnode(other)
    let stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.frame()
    stage.workers.runOne()
    try stage.frame()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000" && stage.framebuffer.color(x: 5, y: 15).hex == Self.white)
  }

  @Test(arguments: 1...2) func withThreadsToo(threads: Int) throws {
    let card = BoxNode()
    card.neverShowsPlaceholder = true
    card.addSubnode(PatchNode("a", color: .black).placed(0, 0, 10, 10))
    let stage = try Stage(size: Size(20, 20), root: card, clock: ManualClock(), workers: WorkerPool(threads: threads), background: .white)
    while try !stage.frame() {}
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
    try stage.settle()
  }

  @Test func drawsThatWaitForAWorkerAreNotOverdue() throws {
    let (stage, clock, _) = try card { $0.placeholder = Placeholder(.color(Color(rgb: 0x00FF00))) }
    let errors = Locked<[String]>([])
    stage.onError = { error in errors.withLock { $0.append("\(error)") } }
    // One job may begin, and be overdue, without a notification of the loop.
    #expect(stage.nextDeadline == stage.drawLimit)
    clock.advance(by: 60)
    try stage.frame()
    #expect(colors(stage) == ["#00ff00", "#00ff00"] && errors.withLock { $0 }.isEmpty)
    try stage.settle()
    #expect(colors(stage) == ["#000000", "#000000"] && errors.withLock { $0 }.isEmpty && stage.nextDeadline == nil)
  }

  @Test func aCellAppearsAsAWholeWithoutUnwantedPlaceholder() throws {
    let scroll = ScrollNode()
    scroll.showsIndicators = false
    let parts = (0..<4).map { PatchNode("\($0)", color: .black) }
    for pair in 0..<2 {
      let cell = BoxNode()
      cell.style.direction = .row
      for part in parts[(2 * pair)..<(2 * pair + 2)] {
        part.style.width = 10
        part.style.height = 10
        cell.addSubnode(part)
      }
      scroll.addSubnode(cell)
    }
    let stage = try Stage(size: Size(20, 20), root: scroll, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.frame()
    stage.workers.runOne()
    try stage.frame()
    var seen: [Int] = []
    func black() -> Int { [(5, 5), (15, 5), (5, 15), (15, 15)].count { stage.framebuffer.color(x: $0.0, y: $0.1).hex == "#000000" } }
    while stage.workers.runOne() {
      try stage.frame()
      seen.append(black())
    }
    #expect(seen == [0, 2, 2, 4])
  }
}
