@testable import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct BindingTests {
  private let room = Model(Room())

  @Test func aMemberFollowsAModel() {
    let node = PatchNode("")
    node.bind(\.name, to: room, \.name)
    #expect(node.name == "Kitchen")
    room.name = "Hall"
    #expect(node.name == "Hall")
  }

  @Test func aBindingRunsAgainOnlyForItsReads() {
    let (room, log) = (room, Log())
    let node = PatchNode("")
    node.bind(\.name) {
      log.note("run")
      return "\(room.temperature) °C"
    }
    room.name = "Hall"
    #expect(log.count("run") == 1)
    room.temperature = 18
    #expect(log.count("run") == 2 && node.name == "18.0 °C")
  }

  @Test func propertiesAndStyleFollow() {
    let room = room
    let node = BoxNode()
    node.bind(\.opacity, to: room, \.level)
    node.bind(\.isHidden) { room.temperature < 0 }
    node.bind(style: \.width) { .points(room.temperature) }
    room.update {
      $0.level = 0.5
      $0.temperature = -3
    }
    #expect(node.opacity == 0.5 && node.isHidden && node.style.width == .points(-3))
  }

  @Test func aBindingEndsWhenCancelledReplacedOrItsNodeIsReleased() {
    var node: PatchNode? = PatchNode("")
    let first = node!.bind(\.name, to: room, \.name)
    let second = node!.bind(\.name, to: room, \.summary)
    first.cancel()
    room.name = "Hall"
    #expect(node!.name == "Hall 21.5")
    second.cancel()
    room.name = "Bath"
    #expect(node!.name == "Hall 21.5")
    weak let binding = node!.bind(\.name, to: room, \.name)
    weak let gone = node
    node = nil
    #expect(gone == nil && binding == nil)
    room.name = "Attic"
  }

  @Test func aNodeIsSetOnlyIfTheResultChanged() throws {
    let room = room
    let node = PatchNode("")
    node.bind(\.name) { room.temperature > 20 ? "warm" : "cold" }
    let stage = try manualStage(root: node)
    try stage.settle()
    let before = stage.statistics
    room.temperature = 25
    try stage.settle()
    #expect(stage.statistics.layouts == before.layouts && stage.statistics.draws == before.draws)
    room.temperature = 5
    try stage.settle()
    #expect(node.name == "cold" && stage.statistics.draws == before.draws + 1)
  }

  @Test func aThousandBindingsSetOnlyReadersOfTheChange() throws {
    let root = BoxNode()
    let rooms = (0..<10).map { Model(Room(name: "\($0)")) }
    let nodes = (0..<1000).map { _ in PatchNode("") }
    for (i, node) in nodes.enumerated() {
      _ = node.placed(Double(i % 40) * 2, Double(i / 40) * 2, 2, 2)
      node.bind(\.name, to: rooms[i % 10], \.name)
      root.addSubnode(node)
    }
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    rooms[3].name = "changed"
    rooms[4].temperature = 1
    try stage.settle()
    #expect(nodes.filter { $0.name == "changed" }.count == 100)
    #expect(stage.statistics.draws - before.draws == 100)
  }

  @Test func observableObjectsAreBoundThroughTheLoop() throws {
    let thermostat = Thermostat()
    let node = PatchNode("")
    node.bind(\.name, to: thermostat, \.name)
    #expect(node.name == "Kitchen")
    let stage = try manualStage(root: node)
    try stage.settle()
    thermostat.name = "Hall"
    try stage.settle()
    #expect(node.name == "Hall")
    node.removeFromSupernode()
    stage.root = BoxNode()
    thermostat.name = "Bath"
    try stage.settle()
    #expect(node.name == "Hall")
    // Outside of a stage a binding is not evaluated; it is updated when the node is added to a stage.
    stage.root = node
    try stage.settle()
    #expect(node.name == "Bath")
  }
}
