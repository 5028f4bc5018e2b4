import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct SignalTests {
  static let turned = Signal<Double>("turned")

  @Test func aHandlerGetsThePayload() {
    let node = BoxNode()
    let log = Log()
    node.on(Self.turned) { angle in log.note("turned \(angle)") }
    node.on(named: "turned") { log.note("named") }
    node.send(Self.turned, 0.5)
    node.send(Signal<Double>("turned"), 1)
    #expect(log.all == ["turned 0.5", "named", "turned 1.0", "named"])
  }

  @Test func signalsWithDifferentPayloadsAreDistinct() {
    let node = BoxNode()
    let log = Log()
    node.on(Self.turned) { _ in log.note("number") }
    node.on(Signal<String>("turned")) { _ in log.note("text") }
    node.send(Signal<String>("turned"), "a")
    #expect(log.all == ["text"])
  }

  @Test func thePayloadIsNotCreatedWithoutListeners() {
    let node = BoxNode()
    var made = 0
    func payload() -> Double {
      made += 1
      return 0
    }
    node.send(Self.turned, payload())
    let other = node.on(AnyNode.tap) {}
    node.send(Self.turned, payload())
    #expect(made == 0 && !node.hasHandlers(for: Self.turned))
    let token = node.on(Self.turned) { _ in }
    node.on(Self.turned) { _ in }
    node.send(Self.turned, payload())
    #expect(made == 1 && node.hasHandlers(for: Self.turned))
    node.removeHandler(token)
    node.removeHandler(other)
    #expect(node.hasHandlers(for: Self.turned))
  }

  @Test func aRemovedHandlerReleasesItsCaptures() {
    let node = BoxNode()
    weak var held: Log?
    let token: HandlerToken
    do {
      let log = Log()
      held = log
      token = node.on(AnyNode.tap) { log.note("tap") }
    }
    #expect(held != nil)
    node.removeHandler(token)
    #expect(held == nil)
  }

  // MARK: Sequences

  @Test func eventsAreASequenceThatEndsWithTheNode() async {
    var node: BoxNode? = BoxNode()
    let events = node!.events(Self.turned)
    for number in 1...3 { node!.send(Self.turned, Double(number)) }
    node = nil
    var taken: [Double] = []
    for await angle in events { taken.append(angle) }
    #expect(taken == [1, 2, 3])
  }

  @Test func aReaderThatIsBehindGetsTheNewest() async {
    var node: BoxNode? = BoxNode()
    let events = node!.events(Self.turned)
    let two = node!.events(Self.turned, buffering: .bufferingNewest(2))
    for number in 1...100 { node!.send(Self.turned, Double(number)) }
    node = nil
    var taken: [Double] = []
    for await angle in events { taken.append(angle) }
    #expect(taken == (37...100).map(Double.init))
    taken = []
    for await angle in two { taken.append(angle) }
    #expect(taken == [99, 100])
  }

  @Test func anUnreferencedSequenceRemovesItsHandler() {
    let node = BoxNode()
    do {
      let events = node.events(Self.turned)
      #expect(node.hasHandlers(for: Self.turned))
      withExtendedLifetime(events) {}
    }
    #expect(!node.hasHandlers(for: Self.turned))
  }

  @Test func aSequenceEndsWithItsTask() async {
    let node = BoxNode()
    let events = node.events(Self.turned)
    let task = Task { () -> Int in
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    _ = await task.value
    #expect(!node.hasHandlers(for: Self.turned))
  }

  @Test func anActorReadsSignalsOfAManuallyDrivenLoop() async throws {
    let node = PatchNode("a")
    let stage = try manualStage(root: node)
    var seen = node.events(AnyNode.interfaceStateChange).makeAsyncIterator()
    try stage.settle()
    // The loop did not wait for a reader, and no element is lost.
    var states: [InterfaceState] = []
    while states.last != .visible, let change = await seen.next() { states.append(change.new) }
    #expect(states == [.measured, .preload, .display, .visible])
  }
}
