@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import TesseraRender
import Testing

@Suite struct TrackingTests {
  private let room = Model(Room())
  private let log = Log()

  private func probe(_ name: String, _ edit: (inout Probe) -> Void) -> Node<Probe> {
    var probe = Probe(name, room, log)
    edit(&probe)
    return Node(probe)
  }

  @Test func readsInDrawInvalidateOnlyTheDraw() throws {
    let root = BoxNode()
    root.addSubnode(probe("a") { $0.drawReads = { _ = $0.model.name } })
    root.addSubnode(probe("b") { $0.drawReads = { _ = $0.model.level } })
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    log.clear()
    room.name = "Hall"
    try stage.settle()
    #expect(log.all == ["draw a"])
    #expect(stage.statistics.layouts == before.layouts && stage.statistics.draws == before.draws + 1)
    room.temperature = 3
    try stage.settle()
    #expect(log.all == ["draw a"])
  }

  @Test func readsInSizeInvalidateTheLayout() throws {
    let root = BoxNode()
    let node = probe("a") { $0.sizeReads = { $0.model.level } }
    node.style.alignSelf = .start
    root.addSubnode(node)
    root.addSubnode(probe("b") { _ in })
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    let before = stage.statistics
    room.level = 40
    try stage.settle()
    #expect(node.frame.width == 40)
    #expect(log.count("size b") == 0 && log.count("draw b") == 0 && log.count("size a") > 0)
    #expect(stage.statistics.collectedNodes - before.collectedNodes == 1)
  }

  @Test func readsInASpecEvaluateItAgain() throws {
    let (room, log) = (room, log)
    let node = probe("a") { $0.spec = { Subnode("p", Patch(name: $0.model.name, log: log)) } }
    let own = BoxNode()
    own.layoutSpec = { _ in
      log.note("own")
      return Subnode("p", Patch(name: room.name, log: log))
    }
    let root = BoxNode()
    root.addSubnode(node)
    root.addSubnode(own)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    room.name = "Hall"
    try stage.settle()
    #expect(log.count("layout a") == 1 && log.count("own") == 1)
    for parent in [node, own] as [AnyNode] { #expect((parent.subnodes.first as? PatchNode)?.name == "Hall") }
    log.clear()
    room.level = 9
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  @Test func oneChangedLabelOfTenThousandReadsOneNode() throws {
    let models = (0..<10_000).map { Model(Room(name: "\($0)")) }
    let root = BoxNode()
    for model in models {
      var value = Probe("", model, log)
      value.sizeReads = { Double($0.model.name.count) }
      root.addSubnode(Node(value))
    }
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    let before = stage.statistics
    models[7_000].name = "changed"
    try stage.settle()
    #expect(stage.statistics.collectedNodes - before.collectedNodes == 1 && stage.statistics.layouts - before.layouts == 1)
    #expect(log.count("size ") <= 2)
  }

  @Test func formerReadsInvalidateNothing() throws {
    let node = probe("a") { $0.drawReads = { if $0.model.level == 1 { _ = $0.model.name } } }
    let stage = try manualStage(root: node)
    try stage.settle()
    room.level = 2
    try stage.settle()
    log.clear()
    room.name = "Hall"
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  @Test func nodesThatDrawDirectlyAndRasterizedOnesFollow() throws {
    let direct = probe("direct") { $0.drawReads = { _ = $0.model.name } }
    direct.drawsDirectly = true
    let group = BoxNode()
    group.rasterizesSubtree = true
    group.addSubnode(probe("inside") { $0.drawReads = { _ = $0.model.name } })
    let root = BoxNode()
    root.addSubnode(direct)
    root.addSubnode(group)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    room.name = "Hall"
    try stage.settle()
    #expect(log.count("draw direct") >= 1 && log.count("draw inside") == 1)
  }

  @Test func aNodeOutsideOfAStageIsMeasuredEachTime() {
    let node = probe("a") { $0.sizeReads = { $0.model.level } }
    #expect(node.layout(available: AvailableSize(width: .unlimited, height: .unlimited)).frame.width == 1)
    room.level = 30
    #expect(node.layout(available: AvailableSize(width: .unlimited, height: .unlimited)).frame.width == 30)
  }

  @Test func aTypeThatReadsNothingAllocatesNothingForIt() {
    let node = Node(Probe("a", nil))
    var keys = EnvironmentKeySet()
    let ticket = ReadTicket(kind: .layout, generation: 0)
    func evaluate() { for _ in 0..<100 { _ = ChangeTracking.reading(node, ticket, &keys) { node.id.count } } }
    evaluate()
    #expect(Allocations.count(evaluate) == 0)
  }

  // MARK: Observable objects

  @Test(arguments: [false, true]) func observableObjectsInvalidateTheirReaders(inSize: Bool) throws {
    let thermostat = Thermostat()
    let node = Node(Meter(thermostat: thermostat, readsInSize: inSize, log: log))
    let other = Node(Meter(thermostat: Thermostat(), readsInSize: inSize))
    let root = BoxNode()
    root.style.alignItems = .start
    for node in [node, other] { root.addSubnode(node) }
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    let before = stage.statistics
    thermostat.level = 33
    try stage.settle()
    #expect(stage.statistics.layouts - before.layouts == (inSize ? 1 : 0))
    if inSize { #expect(node.frame.width == 33) } else { #expect(log.all == ["draw", "level 33"]) }
    log.clear()
    thermostat.name = "Hall"
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  @Test func theSecondEvaluationFindsAValueThatWasStoredLate() throws {
    let thermostat = Thermostat()
    let node = Node(Meter(thermostat: thermostat, log: log))
    let clock = ManualClock()
    let stage = try Stage(size: Size(50, 50), root: node, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    log.clear()
    thermostat.setLevel(5) { _ = try? stage.settle() }
    #expect(log.count("level 0") == 1 && log.count("level 5") == 0)
    #expect(stage.nextDeadline != nil)
    clock.advance(by: 0.05)
    try stage.settle()
    #expect(log.count("level 5") == 1)
    clock.advance(by: 1)
    try stage.settle()
    #expect(log.count("level 5") == 2)
    // Then nothing is tracked.
    #expect(stage.nextDeadline == nil)
    clock.advance(by: 10)
    try stage.settle()
    #expect(log.count("level 5") == 2)
  }
}
