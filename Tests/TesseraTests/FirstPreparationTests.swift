import Dispatch
import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

@testable import Tessera

/// Node whose first draw can be prepared.
private struct Slow: PreparingType {
  static let typeName = "slow"
  static let summary = "Notes what it prepares."
  var name = ""
  var log: Log?
  /// Gate that opens after the preparation.
  var gate: Gate?
  func prepare(in context: DrawContext) {
    log?.note("\(name) \(context.size.width) x \(context.size.height) @\(context.scale)")
    gate?.open()
  }
}

/// Gate that another thread opens once.
private final class Gate: Sendable, Equatable {
  private let semaphore = DispatchSemaphore(value: 0)
  static func == (a: Gate, b: Gate) -> Bool { a === b }
  func open() { semaphore.signal() }
  func pass() { semaphore.wait() }
}

@Suite struct FirstPreparationTests {
  private let log = Log()

  private func node(_ name: String, _ width: Dimension = .points(10), _ height: Dimension = .points(10)) -> Node<Slow> {
    let node = Node(Slow(name: name, log: log))
    (node.style.width, node.style.height) = (width, height)
    return node
  }

  private func prepared(_ nodes: [AnyNode], width: Int = 100, height: Int = 100, scale: Double = 1) -> [String] {
    let root = BoxNode()
    for node in nodes { root.addSubnode(node) }
    FirstPreparation(root, EnvironmentValues(scale: scale), screen: PixelRect(x: 0, y: 0, width: width, height: height)).run()
    return log.all
  }

  @Test func nodesWithADeclaredSizeArePreparedInOrder() {
    #expect(prepared([node("a"), node("b", .points(20))], scale: 2) == ["a 10.0 x 10.0 @2.0", "b 20.0 x 10.0 @2.0"])
  }

  @Test func nodesWithoutASizeOfTheirOwnAreLeftToTheLayout() {
    let padded = node("padded")
    padded.style.padding = LayoutEdges(3)
    let hidden = node("hidden")
    hidden.isHidden = true
    let gone = node("gone")
    gone.style.display = .none
    let within = BoxNode()
    within.rasterizesSubtree = true
    within.addSubnode(node("within"))
    let odd = [
      node("auto", .auto), node("share", .percent(50)), node("nan", .points(.nan)), node("endless", .points(.infinity)),
      node("none", .points(0)),
    ]
    #expect(prepared(odd + [padded, hidden, gone, within, node("last")]) == ["last 10.0 x 10.0 @1.0"])
  }

  @Test func aScreenfulIsEnough() {
    // Two of 10 x 10 at a scale of 2 fill 40 x 20.
    #expect(prepared((0..<5).map { node("\($0)") }, width: 40, height: 20, scale: 2).count == 2)
  }

  @Test func largeTreesAreNotSearched() {
    let boxes: [AnyNode] = (0..<600).map { _ in BoxNode() }
    #expect(prepared(boxes + [node("far")]).isEmpty)
  }

  @Test func aManualPoolHasNoThreadToSpare() throws {
    let stage = try manualStage(100, 100, root: node("a"))
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  /// Pool of one thread that assumes a machine of two processors.
  private let pool = WorkerPool(threads: 1, processors: 2)

  @Test func aPoolThatLeavesAProcessorHasAThreadToSpare() throws {
    #expect(!WorkerPool(threads: 0, processors: 2).runAside {})
    #expect(!WorkerPool(threads: 2, processors: 2).runAside {})
    #expect(!WorkerPool(threads: 1, processors: 1).runAside {})
    let gate = Gate()
    #expect(pool.runAside { gate.open() })
    gate.pass()
  }

  @Test func aStageWithThreadsPreparesWhileItLaysOut() throws {
    let (gate, node) = (Gate(), node("a"))
    node.gate = gate
    let stage = try Stage(size: Size(20, 20), root: node, clock: ManualClock(), workers: pool, background: .white)
    try stage.frame()
    gate.pass()
    #expect(log.all.first == "a 10.0 x 10.0 @1.0")
  }

  @Test func theFirstPictureIsPreparedOnceBeforeTheFirstFrame() throws {
    let (gate, node) = (Gate(), node("a"))
    node.gate = gate
    let stage = try Stage(size: Size(20, 20), root: node, clock: ManualClock(), workers: pool, background: .white)
    stage.prepareFirstPicture()
    gate.pass()
    stage.prepareFirstPicture()
    try stage.settle()
    stage.prepareFirstPicture()
    #expect(log.all == ["a 10.0 x 10.0 @1.0"])
  }
}
