import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

@Suite struct CompositingTests {
  @Test func nodesBelowAnOpaqueNodeAreNotPainted() throws {
    let root = BoxNode()
    root.background = .color(.white)
    for _ in 0..<10 { root.addSubnode(PatchNode("under").placed(0, 0, 100, 100)) }
    let cover = PatchNode("cover").placed(0, 0, 100, 100)
    cover.kind = .opaquePixels
    root.addSubnode(cover)
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(stage.statistics.paintedNodes - before.paintedNodes == 1)
  }

  @Test func aGroupIsOnePictureForItsOpacity() throws {
    let root = BoxNode()
    root.background = .color(.white)
    let group = BoxNode()
    group.style.position = .absolute
    group.style.width = .points(100)
    group.style.height = .points(100)
    group.addSubnode(PatchNode("a", color: .black).placed(0, 0, 60, 60))
    group.addSubnode(PatchNode("b", color: .black).placed(30, 30, 60, 60))
    group.opacity = 0.5
    root.addSubnode(group)
    let stage = try manualStage(root: root)
    try stage.settle()
    // Overlapping parts are no darker than a single one.
    #expect(stage.framebuffer.color(x: 10, y: 10) == stage.framebuffer.color(x: 45, y: 45))
    #expect(abs(stage.framebuffer.color(x: 45, y: 45).red - 0.5) < 0.01)
  }

  @Test func clippingCutsSubnodesAtTheRoundedEdge() throws {
    let root = BoxNode()
    let frame = BoxNode()
    frame.style.position = .absolute
    frame.style.width = .points(50)
    frame.style.height = .points(50)
    frame.clipsToBounds = true
    frame.cornerRadius = 20
    frame.addSubnode(PatchNode("big", color: .black).placed(-10, -10, 200, 200))
    root.addSubnode(frame)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 0, y: 0).hex == "#ffffff")
    #expect(stage.framebuffer.color(x: 25, y: 25).hex == "#000000")
    #expect(stage.framebuffer.color(x: 60, y: 25).hex == "#ffffff")
  }

  @Test func aTransformTurnsTheSubtreeAboutItsMiddle() throws {
    let root = BoxNode()
    let node = PatchNode("bar", color: .black).placed(20, 45, 60, 10)
    node.transform = .rotation(.pi / 2)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 50, y: 25).hex == "#000000")
    #expect(stage.framebuffer.color(x: 25, y: 50).hex == "#ffffff")
  }

  @Test func aRasterizedSubtreeLooksLikeItsParts() throws {
    func make(_ rasterizes: Bool) throws -> (Stage, BoxNode, PatchNode) {
      let root = BoxNode()
      let card = BoxNode()
      card.style.position = .absolute
      card.style.inset = LayoutEdges(top: .points(10), left: .points(10))
      card.style.width = .points(60)
      card.style.height = .points(60)
      card.background = .color(Color(rgb: 0xFFEECC))
      card.cornerRadius = 12
      card.rasterizesSubtree = rasterizes
      let child = PatchNode("child", color: Color(rgb: 0x123456)).placed(5, 5, 20, 20)
      card.addSubnode(child)
      root.addSubnode(card)
      let stage = try manualStage(root: root)
      try stage.settle()
      return (stage, card, child)
    }
    let (parts, _, _) = try make(false)
    let (whole, _, child) = try make(true)
    #expect(bytes(parts.framebuffer) == bytes(whole.framebuffer))
    let draws = whole.statistics.draws
    child.color = Color(rgb: 0xABCDEF)
    try whole.settle()
    #expect(whole.statistics.draws == draws + 1)
    #expect(whole.framebuffer.color(x: 20, y: 20).hex == "#abcdef")
  }

  enum SmallChange: CaseIterable { case fractionOfAPixel, order, padding, direction }

  /// Changes that keep every box of whole pixels in its place, but change its content.
  @Test(arguments: SmallChange.allCases, [false, true])
  func contentFollowsChangesThatMoveNoPixelOfItsBox(change: SmallChange, rasterizes: Bool) throws {
    let log = Log()
    let root = BoxNode()
    let card = BoxNode()
    card.style.width = .points(60)
    card.style.height = .points(60)
    card.rasterizesSubtree = rasterizes
    let a = PatchNode("a", color: .black, log: log).placed(5, 5, 20.1, 20)
    let b = PatchNode("b", color: Color(rgb: 0xFF0000)).placed(15, 15, 20, 20)
    card.addSubnode(a)
    card.addSubnode(b)
    root.addSubnode(card)
    let stage = try manualStage(root: root)
    try stage.settle()
    let draws = log.count("draw a")
    let before = bytes(stage.framebuffer)
    switch change {
    case .fractionOfAPixel: a.style.width = .points(20.4)
    case .order: card.insertSubnode(b, at: 0)
    case .padding: a.style.padding = LayoutEdges(.points(3))
    case .direction: stage.direction = .rtl
    }
    try stage.settle()
    switch change {
    case .fractionOfAPixel, .order: #expect(bytes(stage.framebuffer) != before)
    case .padding, .direction: #expect(log.count("draw a") > draws)
    }
    let fresh = try Stage(
      size: stage.size, root: root, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white,
      direction: stage.direction)
    try fresh.settle()
    #expect(bytes(fresh.framebuffer) == bytes(stage.framebuffer))
  }

  @Test func aNodeThatDrawsDirectlyLooksTheSameAndKeepsNoBuffer() throws {
    func make(_ direct: Bool) throws -> Stage {
      let root = BoxNode()
      let node = PatchNode("a", color: Color(rgb: 0x884422)).placed(7, 9, 31, 17)
      node.drawsDirectly = direct
      root.addSubnode(node)
      let stage = try manualStage(root: root)
      try stage.settle()
      return stage
    }
    let direct = try make(true)
    #expect(bytes(try make(false).framebuffer) == bytes(direct.framebuffer))
    #expect(direct.statistics.contentsBytes == 0)
  }

  @Test func coverageIsPaintedInItsColor() throws {
    let root = BoxNode()
    let node = PatchNode("a").placed(0, 0, 10, 10)
    node.kind = .coverage(Color(rgb: 0xCC0000))
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#cc0000")
    #expect(stage.statistics.contentsBytes < 10 * 10 * 4)
  }

  @Test func aPlaceholderIsShownAndFadesByTheStagesClock() throws {
    let clock = ManualClock()
    let root = BoxNode()
    let node = PatchNode("a", color: .black).placed(0, 0, 10, 10)
    node.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), fadeDuration: 1)
    root.addSubnode(node)
    let stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.frame()
    stage.drainWorkers()
    try stage.frame()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#00ff00")
    try stage.settle()
    clock.advance(by: 0.5)
    try stage.frame()
    #expect(abs(stage.framebuffer.color(x: 5, y: 5).green - 0.5) < 0.02)
    clock.advance(by: 0.6)
    try stage.frame()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
    let before = stage.statistics.damageRects
    clock.advance(by: 1)
    try stage.frame()
    #expect(stage.statistics.damageRects == before)
  }

  /// Returns a random tree with all features of compositing.
  static func randomTree(_ seed: UInt64, backdrops: Bool) -> (AnyNode, [PatchNode]) {
    var random = SplitMix(seed: seed)
    var all: [PatchNode] = []
    func color() -> Color { Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random), alpha: Bool.random(using: &random) ? 1 : 0.6) }
    func node(_ depth: Int) -> PatchNode {
      let n = PatchNode("n", color: color()).placed(
        Double.random(in: -20...140, using: &random), Double.random(in: -20...100, using: &random),
        Double.random(in: 1...90, using: &random), Double.random(in: 1...70, using: &random))
      n.updateProperties { p in
        if Int.random(in: 0..<3, using: &random) == 0 { p.background = .color(color()) }
        if Int.random(in: 0..<4, using: &random) == 0 { p.cornerRadii = CornerRadii(Double.random(in: 0...20, using: &random)) }
        if Int.random(in: 0..<5, using: &random) == 0 { p.opacity = Double.random(in: 0...1, using: &random) }
        if Int.random(in: 0..<6, using: &random) == 0 { p.transform = .rotation(Double.random(in: 0...6, using: &random)) }
        if Int.random(in: 0..<5, using: &random) == 0 {
          p.shadow = Shadow(color: Color(white: 0, alpha: 0.5), offset: Point(2, 3), radius: Double.random(in: 0...12, using: &random))
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
          p.border = Border(width: Double.random(in: 0.5...4, using: &random), color: color())
        }
        p.clipsToBounds = Int.random(in: 0..<4, using: &random) == 0
        if Int.random(in: 0..<8, using: &random) == 0 { p.blend = .multiply }
        p.drawsDirectly = Int.random(in: 0..<6, using: &random) == 0
        p.rasterizesSubtree = Int.random(in: 0..<8, using: &random) == 0
        if backdrops, Int.random(in: 0..<8, using: &random) == 0 { p.backdropBlur = Double.random(in: 1...6, using: &random) }
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: n.kind = .coverage(color())
      case 1: n.bleed = Double.random(in: 0...6, using: &random)
      default: break
      }
      all.append(n)
      if depth < 3 { for _ in 0..<Int.random(in: 0...3, using: &random) { n.addSubnode(node(depth + 1)) } }
      return n
    }
    let root = BoxNode()
    for _ in 0..<6 { root.addSubnode(node(0)) }
    return (root, all)
  }

  @Test(arguments: 0..<24) func anyNumberOfThreadsPaintsTheSameBytes(seed: Int) throws {
    func picture(_ threads: Int) throws -> [UInt8] {
      let (root, _) = Self.randomTree(UInt64(seed), backdrops: seed % 4 == 0)
      let stage = try manualStage(160, 480, scale: 1.5, root: root, threads: threads)
      try stage.settle()
      return bytes(stage.framebuffer)
    }
    let one = try picture(0)
    for threads in [1, 2, 4] { #expect(try picture(threads) == one, "threads: \(threads)") }
  }

  @Test(arguments: 0..<40) func repaintingDamageGivesTheWholeFrame(seed: Int) throws {
    let (root, nodes) = Self.randomTree(UInt64(seed) + 1000, backdrops: seed % 3 == 0)
    let stage = try manualStage(160, 120, root: root)
    try stage.settle()
    var random = SplitMix(seed: UInt64(seed))
    for step in 0..<12 {
      let node = nodes[Int.random(in: 0..<nodes.count, using: &random)]
      switch Int.random(in: 0..<7, using: &random) {
      case 0: node.color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
      case 1:
        node.style.inset = LayoutEdges(
          top: .points(Double.random(in: 0...90, using: &random)), left: .points(Double.random(in: 0...100, using: &random)))
      case 2: node.opacity = Double.random(in: 0...1, using: &random)
      case 3: node.transform = .rotation(Double.random(in: 0...6, using: &random))
      case 4: node.isHidden.toggle()
      case 5: node.shadow = Shadow(color: .black, offset: Point(1, 1), radius: Double.random(in: 0...9, using: &random))
      default: node.style.width = .points(Double.random(in: 1...80, using: &random))
      }
      if step % 3 == 0 { try stage.frame() } else { try stage.settle() }
    }
    try stage.settle()
    let byDamage = bytes(stage.framebuffer)
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(bytes(stage.framebuffer) == byDamage)
    // A new stage, without the history of changes, paints the same pixels.
    let fresh = try manualStage(160, 120, root: stage.root)
    try fresh.settle()
    #expect(bytes(fresh.framebuffer) == byDamage)
  }
}
