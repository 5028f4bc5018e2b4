import Testing
@testable import Tessera
import TesseraGeometry
import TesseraRender

/// Misuse by a program or a plugin, and requests at the limits.
@Suite struct MisuseTests {
  private let green = Color(rgb: 0x00FF00)

  /// Does not restore states or end groups of the canvas.
  struct Careless: NodeType {
    static let typeName = "careless"
    var fails = false
    struct Failure: Error {}
    func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
      canvas.save()
      canvas.clip(Rect(0, 0, 1, 1))
      try canvas.beginGroup(opacity: 0.5)
      canvas.save()
      canvas.translate(50, 50)
      if fails { throw Failure() }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func groupsThatADrawLeftOpenEndWithIt(fails: Bool, isRasterized: Bool) throws {
    let root = BoxNode()
    root.rasterizesSubtree = isRasterized
    let careless = Node(Careless(fails: fails))
    careless.style.position = .absolute
    careless.style.width = 20
    careless.style.height = 20
    careless.drawsDirectly = true
    root.addSubnode(careless)
    root.addSubnode(PatchNode("a", color: green).placed(0, 0, 20, 20))
    let stage = try manualStage(20, 20, root: root)
    let errors = Log()
    stage.onError = { errors.note("\($0.activity)") }
    try stage.settle()
    #expect(errors.all == (fails ? ["draw"] : []))
    for (x, y) in [(0, 0), (10, 10), (19, 19)] { #expect(stage.framebuffer.color(x: x, y: y).hex == "#00ff00") }
  }

  @Test func aHandlerRemovedByAnotherIsNotCalledAgain() {
    let node = BoxNode()
    let log = Log()
    let second = Locked<HandlerToken?>(nil)
    node.on(AnyNode.tap) { [weak node] in
      log.note("first")
      if let token = second.withLock({ $0 }) { node?.removeHandler(token) }
    }
    let token = node.on(AnyNode.tap) { log.note("second") }
    node.on(AnyNode.tap) { log.note("third") }
    second.withLock { $0 = token }
    node.send(AnyNode.tap)
    #expect(log.all == ["first", "third"])
  }

  @Test(arguments: [false, true]) func aHiddenNodeLosesTheFocusAndCannotGetIt(isParent: Bool) throws {
    let log = Log()
    let root = BoxNode()
    let group = BoxNode()
    let node = PatchNode("a", log: log)
    group.addSubnode(node)
    root.addSubnode(group)
    let stage = try manualStage(root: root)
    try stage.settle()
    node.becomeFocused()
    try stage.settle()
    #expect(stage.focusedNode === node)
    let hidden: AnyNode = isParent ? group : node
    hidden.isHidden = true
    try stage.settle()
    #expect(stage.focusedNode == nil)
    #expect(log.all.last { $0.contains("focus") } == "a focus false")
    node.becomeFocused()
    try stage.settle()
    #expect(stage.focusedNode == nil)
    hidden.isHidden = false
    try stage.settle()
    node.becomeFocused()
    try stage.settle()
    #expect(stage.focusedNode === node)
  }

  /// Requests the next tick immediately in every tick.
  struct Hasty: TickingType {
    static let typeName = "hasty"
    var onTick: (@Sendable (Double, AnyNode) -> Void)?
    static func == (a: Hasty, b: Hasty) -> Bool { true }
    static func tick(_ node: Node<Hasty>, at time: Double) -> Double? {
      node.value.onTick?(time, node)
      return nil
    }
  }

  @Test func immediateTicksOccurOncePerFrame() throws {
    let times = Locked<[Double]>([])
    let holder = Locked<Stage?>(nil)
    let node = Node(
      Hasty(onTick: { time, node in
        let count = times.withLock {
          $0.append(time)
          return $0.count
        }
        if count < 5 { node.requestTick(after: 0) } else { holder.withLock { $0 }?.stop() }
      }))
    let stage = try Stage(size: Size(10, 10), root: node, workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    holder.withLock { $0 = stage }
    defer { holder.withLock { $0 = nil } }
    node.requestTick(after: 0)
    try stage.run(framesPerSecond: 1000)
    let all = times.withLock { $0 }
    #expect(all.count == 5)
    for (a, b) in zip(all, all.dropFirst()) { #expect(b - a >= 0.000_9) }
  }

  @Test func renderingANodeOfAStageOrAnotherNodeIsRefused() async throws {
    let root = BoxNode()
    let child = PatchNode("a", color: green).placed(0, 0, 5, 5)
    root.addSubnode(child)
    await #expect(throws: StageError.self) { try await child.rendered(size: Size(10, 10)) }
    #expect(child.supernode === root)
    let stage = try manualStage(root: root)
    await #expect(throws: StageError.self) { try await root.rendered(size: Size(10, 10)) }
    try stage.settle()
    #expect(stage.framebuffer.color(x: 2, y: 2).hex == "#00ff00")
    root.removeFromSupernode()
    child.removeFromSupernode()
    #expect(try await child.rendered(size: Size(10, 10)).color(x: 2, y: 2).hex == "#00ff00")
  }

  @Test(arguments: [1.0, 0.01]) func aTransformedSubtreeLargerThanAnyPictureIsPainted(scale: Double) throws {
    let side = 20_000.0
    let root = BoxNode()
    let large = BoxNode()
    large.style.position = .absolute
    large.style.inset.left = .points(30 - side / 2)
    large.style.inset.top = .points(30 - side / 2)
    large.style.width = .points(side)
    large.style.height = .points(side)
    large.background = .color(Color(rgb: 0xFF0000))
    large.transform = Transform.rotation(0.5).then(.scale(scale, scale))
    let mark = 10 / scale
    let child = PatchNode("a", color: green).placed(side / 2 - mark, side / 2 - mark, mark * 2, mark * 2)
    large.addSubnode(child)
    root.addSubnode(large)
    let stage = try manualStage(60, 60, root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 30, y: 30).hex == "#00ff00")
    for (x, y) in [(1, 1), (58, 1), (30, 58)] { #expect(stage.framebuffer.color(x: x, y: y).hex == "#ff0000") }
    // Painting by damage, and in bands, gives the same bytes.
    let before = bytes(stage.framebuffer)
    child.color = .black
    try stage.settle()
    child.color = green
    try stage.settle()
    #expect(bytes(stage.framebuffer) == before)
  }
}
