import Synchronization
import Testing
@testable public import Tessera
import TesseraGeometry
import TesseraRender

/// Hook protocol of a module outside the framework, as described in docs/node-hooks.md.
private protocol BlinkingType: NodeType {
  static func blink(_ node: Node<Self>) -> Int
}

extension BlinkingType {
  fileprivate static func blink(erased node: AnyNode) -> Int { blink(typed(node)) }
}

extension AnyNode {
  fileprivate func blink() -> Int? { descriptor.adopted((any BlinkingType.Type).self)?.blink(erased: self) }
}

private struct Beacon: BlinkingType {
  static let typeName = "beacon"
  var blinks = 3
  static func blink(_ node: Node<Beacon>) -> Int { node.blinks }
}

/// Swift type that implements several node types.
private struct Instrument: NodeType {
  static let typeName = "instrument"
  var unit = ""
  var reading = 0.0

  static func type(_ name: String, attribute: String, unit: String) -> NodeTypeDescriptor {
    NodeTypeDescriptor(
      Instrument.self, name: name, summary: "Shows \(unit).", traits: unit == "V" ? .drawsNothing : [],
      attributes: { [.number(attribute, \.reading, in: 0...500, help: "In \(unit).")] },
      signals: { [NodeSignal(Signal<Void>("\(name)Overload"), help: "Too much.")] }, value: { Instrument(unit: unit, reading: 1) })
  }
}

/// Box is a node type of another module.
extension Box: TickingType {
  fileprivate static let ticks = Locked<[ObjectIdentifier]>([])

  public static func tick(_ node: Node<Box>, at time: Double) -> Double? {
    ticks.withLock { $0.append(ObjectIdentifier(node)) }
    return nil
  }
}

@Suite struct NodeTypeDescriptorTests {
  @Test func twoNamesOfOneSwiftTypeAreTwoNodeTypes() throws {
    var registry = NodeRegistry()
    try registry.register(Instrument.type("voltmeter", attribute: "volts", unit: "V"))
    try registry.register(Instrument.type("ammeter", attribute: "amperes", unit: "A"))
    try registry.register(Instrument.self)
    let (volts, amperes) = (try registry.makeNode("voltmeter"), try registry.makeNode("ammeter"))
    #expect(volts.typeName == "voltmeter" && amperes.typeName == "ammeter")
    try volts.setAttribute("volts", to: .number(230))
    try amperes.setAttribute("amperes", to: .number(16))
    #expect(volts.attribute("volts") == .number(230) && volts.attribute("amperes") == nil)
    #expect(amperes.attribute("amperes") == .number(16) && amperes.attribute("volts") == nil)
    let error = #expect(throws: AttributeError.self) { try amperes.setAttribute("volts", to: .number(1)) }
    #expect(error?.description == "attribute `volts`: `ammeter` has no such attribute")
    #expect(volts.descriptor.summary == "Shows V." && volts.descriptor.traits == .drawsNothing && amperes.descriptor.traits == [])
    #expect(volts.descriptor.signals.first?.name == "voltmeterOverload")
    #expect((volts as? Node<Instrument>)?.unit == "V")
    #expect(registry["ammeter"] === amperes.descriptor)
    #expect(try registry.makeNode("instrument").descriptor === NodeTypeDescriptor.of(Instrument.self))
    #expect(registry["instrument"]?.attributes.isEmpty == true)
    #expect(throws: RegistryError.self) { try registry.register(Instrument.type("ammeter", attribute: "other", unit: "mA")) }
  }

  @Test func onlyOneOfTwoNodeTypesOfOneSwiftTypeDrawsIfOnlyOneHasToDraw() {
    let volts = Instrument.type("voltmeter", attribute: "volts", unit: "V").makeNode()
    let amperes = Instrument.type("ammeter", attribute: "amperes", unit: "A").makeNode()
    #expect(volts.makeDrawing() == nil && amperes.makeDrawing() != nil)
  }

  @Test func aNodeMadeInSwiftHasTheDescriptorThatRegistriesHave() throws {
    var registry = NodeRegistry()
    try registry.register(Patch.self)
    let node = PatchNode("a")
    #expect(node.descriptor === registry["patch"])
    #expect(node.descriptor === PatchNode("b").descriptor)
    #expect(node.descriptor.attributes.map(\.name) == ["color", "name"])
    #expect(node.descriptor.kind(of: "name") == .text && node.descriptor.kind(of: "opacity") == .number(0...1))
    #expect(node.descriptor.kind(of: "volts") == nil)
    #expect(node.attribute("name") == .text("a"))
  }

  @Test func aConformanceOfAnotherModuleIsCalled() throws {
    let root = BoxNode()
    let stage = try manualStage(root: root)
    try stage.settle()
    root.requestTick(after: 0)
    try stage.settle()
    #expect(Box.ticks.withLock { $0.filter { $0 == ObjectIdentifier(root) } }.count == 1)
  }

  @Test func aHookProtocolOfAnotherModuleIsCalled() {
    let node: AnyNode = Node(Beacon(blinks: 5))
    #expect(node.blink() == 5)
    #expect(BoxNode().blink() == nil)
    let before = node.descriptor.hooks.lookups.load(ordering: .relaxed)
    #expect(node.blink() == 5)
    #expect(node.descriptor.hooks.lookups.load(ordering: .relaxed) == before)
  }

  @Test func eachConformanceIsLookedUpOnceAndOnlyIfItIsNeeded() throws {
    struct Plain: NodeType {
      static let typeName = "plain"
      func draw(in canvas: borrowing Canvas, context: DrawContext) { canvas.fill(context.contentRect, .color(.black)) }
    }
    let root = BoxNode()
    let stage = try manualStage(root: root)
    try stage.settle()
    func addNode() throws -> Int {
      let node = Node(Plain())
      root.addSubnode(node.placed(0, 0, 9, 9))
      try stage.settle()
      return node.descriptor.hooks.lookups.load(ordering: .relaxed)
    }
    #expect(NodeTypeDescriptor.of(Plain.self).hooks.lookups.load(ordering: .relaxed) == 0)
    let first = try addNode()
    #expect(first > 0 && first <= 10, "\(first)")
    #expect(try addNode() == first)
  }

  @Test func concurrentLookupsReturnTheSameDescriptorAndHooks() {
    struct Shared: TickingType {
      static let typeName = "shared"
      static var attributes: [NodeAttribute<Shared>] { [.text("text", \.text, help: "")] }
      var text = ""
      static func tick(_ node: Node<Shared>, at time: Double) -> Double? { nil }
    }
    let answers = Locked<[(ObjectIdentifier, Bool, Bool, Bool)]>([])
    WorkerPool(threads: 4).parallel(16) { _ in
      let descriptor = NodeTypeDescriptor.of(Shared.self)
      let answer = (
        ObjectIdentifier(descriptor), descriptor.hooks.ticking == Shared.self, descriptor.hooks.focusable == nil,
        descriptor.kind(of: "text") == .text
      )
      answers.withLock { $0.append(answer) }
    }
    let all = answers.withLock { $0 }
    #expect(all.count == 16 && Set(all.map(\.0)).count == 1)
    #expect(all.allSatisfy { $0.1 && $0.2 && $0.3 })
  }
}
