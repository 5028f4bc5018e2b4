import Synchronization
@testable import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

/// Run under the thread sanitizer by `make tsan`.
@Suite struct ModelStressTests {
  /// Runs `body` on eight threads while a stage with two workers turns.
  private func change(_ stage: Stage, _ body: @escaping @Sendable (Int, inout SplitMix) -> Void) throws {
    let running = Atomic<Int>(8)
    let pool = WorkerPool(threads: 8)
    for thread in 0..<8 {
      pool.submit(.visible) {
        var random = SplitMix(seed: UInt64(thread))
        for _ in 0..<500 { body(thread, &random) }
        running.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
    while running.load(ordering: .acquiring) > 0 { try stage.frame() }
    try stage.settle()
  }

  @Test func concurrentModelChangesEndWithTheNewestValuesShown() throws {
    let rooms = (0..<16).map { _ in Model(Room()) }
    let root = BoxNode()
    var bound: [PatchNode] = []
    var measured: [Node<Probe>] = []
    let drawn = Log()
    for (i, room) in rooms.enumerated() {
      let patch = PatchNode("").placed(0, 0, 4, 4)
      patch.bind(\.name, to: room, \.name)
      bound.append(patch)
      var value = Probe("", room)
      value.sizeReads = { $0.model.temperature }
      value.drawReads = { drawn.note("\(i) \($0.model.level)") }
      let probe = Node(value)
      probe.style.alignSelf = .start
      probe.style.flexShrink = 0
      measured.append(probe)
      for node in [patch, probe] as [AnyNode] { root.addSubnode(node) }
    }
    root.style.direction = .column
    let stage = try manualStage(400, 400, root: root, threads: 2)
    try stage.settle()
    try change(stage) { _, random in
      let room = rooms[Int.random(in: 0..<16, using: &random)]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: room.name = "\(UInt8.random(in: 0...255, using: &random))"
      case 1: room.temperature = Double(Int.random(in: 1...300, using: &random))
      case 2: room.level = Double(Int.random(in: 0...9, using: &random))
      default:
        room.update {
          $0.name += "."
          $0.level += 1
        }
      }
    }
    for (i, room) in rooms.enumerated() {
      #expect(bound[i].name == room.name)
      #expect(measured[i].frame.width == room.temperature)
      #expect(drawn.all.last { $0.hasPrefix("\(i) ") } == "\(i) \(room.level)")
    }
  }

  @Test func eightThreadsChangeObservableObjects() throws {
    let thermostats = (0..<16).map { _ in Thermostat() }
    let root = BoxNode()
    root.style.direction = .column
    var bound: [PatchNode] = []
    var measured: [Node<Meter>] = []
    for thermostat in thermostats {
      let patch = PatchNode("").placed(0, 0, 4, 4)
      patch.bind(\.name, to: thermostat, \.name)
      bound.append(patch)
      let meter = Node(Meter(thermostat: thermostat, readsInSize: true))
      meter.style.alignSelf = .start
      meter.style.flexShrink = 0
      measured.append(meter)
      for node in [patch, meter] as [AnyNode] { root.addSubnode(node) }
    }
    let stage = try manualStage(400, 400, root: root, threads: 2)
    try stage.settle()
    try change(stage) { _, random in
      let thermostat = thermostats[Int.random(in: 0..<16, using: &random)]
      if Bool.random(using: &random) {
        thermostat.name = "\(UInt8.random(in: 0...255, using: &random))"
      } else {
        thermostat.level = Int.random(in: 1...300, using: &random)
      }
    }
    for (i, thermostat) in thermostats.enumerated() {
      #expect(bound[i].name == thermostat.name)
      #expect(measured[i].frame.width == Double(thermostat.level))
    }
  }

  @Test func aBindingChangedByTwoThreadsEndsWithTheNewestValue() {
    let room = Model(Room())
    let node = PatchNode("")
    node.bind(\.name, to: room, \.name)
    let running = Atomic<Int>(8)
    let pool = WorkerPool(threads: 8)
    for thread in 0..<8 {
      pool.submit(.visible) {
        for i in 0..<2000 { room.name = "\(thread) \(i)" }
        running.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
    pool.waitUntilIdle()
    #expect(running.load(ordering: .acquiring) == 0 && node.name == room.name)
  }
}
