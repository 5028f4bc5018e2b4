import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Node type that leaves the effects of attribute changes to the framework, and counts the work.
private struct Tally: PropertyAdjustingType {
  final class Counts: NodeStorage {
    let numbers = Locked((measured: 0, drawn: 0, adjusted: 0))
    init() {}
    func reset() { numbers.withLock { $0 = (0, 0, 0) } }
    var all: [Int] { numbers.withLock { [$0.measured, $0.drawn, $0.adjusted] } }
  }
  typealias Storage = Counts

  static let typeName = "tally"
  static let attributes: [NodeAttribute<Tally>] = [
    .number("length", \.length, in: 0...100, affects: [.layout, .display], help: ""),
    .color("color", \.color, affects: .display, help: ""),
    .number("shade", \.shade, in: 0...1, affects: .properties, help: ""),
    .text("note", \.note, affects: [], help: ""),
    .number("undeclared", \.undeclared, help: ""),
    NodeAttribute(
      "half", \.half, kind: .number(0...50), affects: .display, help: "", get: { .number($0.half / 2) },
      set: { value, new in value.half = (new.number ?? 0) * 2 }),
    .member("follows", \.follows, affects: .display),
  ]
  var length = 10.0
  var color = Color.black
  var shade = 1.0
  var note = ""
  var undeclared = 0.0
  var half = 0.0
  var unlisted = 0
  var follows: Binding<Double>?

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    context.storage(of: Self.self).numbers.withLock { $0.measured += 1 }
    return range.clamp(Size(length, 10))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    context.storage(of: Self.self).numbers.withLock { $0.drawn += 1 }
    canvas.fill(context.contentRect, .color(color))
  }

  func adjust(_ properties: inout NodeProperties, storage: Counts, in environment: EnvironmentValues) {
    storage.numbers.withLock { $0.adjusted += 1 }
    properties.opacity = shade
  }
}

@Suite struct AttributeEffectTests {
  private struct Change: CustomTestStringConvertible {
    let testDescription: String
    /// Whether the change requires measuring, drawing and adjusting of the node.
    let work: [Bool]
    let change: @Sendable (Node<Tally>) throws -> Void

    init(_ name: String, _ work: [Bool], _ change: @escaping @Sendable (Node<Tally>) throws -> Void) {
      (testDescription, self.work, self.change) = (name, work, change)
    }

    static let all = [
      Change("a member that affects everything it can", [true, true, false]) { $0.length = 20 },
      Change("a member that is only seen", [false, true, false]) { $0.color = .white },
      Change("a member for properties", [false, false, true]) { $0.shade = 0.5 },
      Change("a member that nothing follows from", [false, false, false]) { $0.note = "a" },
      Change("a member whose attribute declares nothing", [true, true, true]) { $0.undeclared = 1 },
      Change("a member without an attribute", [true, true, true]) { $0.unlisted = 1 },
      Change("a member that is no attribute and declares its work", [false, true, false]) {
        $0.follows = Binding(get: { 1 }, set: { _ in })
      },
      Change("a whole value with a binding of closures", [false, true, false]) { node in
        var value = node.value
        value.follows = Binding(get: { 1 }, set: { _ in })
        value.color = .white
        node.value = value
      },
      Change("a member whose attribute has its own way to write", [false, true, false]) { $0.half = 1 },
      Change("an attribute by name", [false, true, false]) { try $0.setAttribute("color", to: .color(.white)) },
      Change("an attribute by name that nothing follows from", [false, false, false]) { try $0.setAttribute("note", to: .text("b")) },
      Change("several members", [false, true, true]) {
        $0.update {
          $0.color = .white
          $0.shade = 0.5
          $0.note = "c"
        }
      },
      Change("several members, one without an attribute", [true, true, true]) {
        $0.update {
          $0.color = .white
          $0.unlisted = 1
        }
      },
      Change("the same value", [false, false, false]) { $0.update { $0.length = 10 } },
      Change("a whole value", [false, true, false]) { node in
        var value = node.value
        value.color = .white
        node.value = value
      },
    ]
  }

  @Test(arguments: Change.all) private func changesCauseOnlyTheDeclaredWork(_ change: Change) throws {
    let node = Node(Tally())
    let root = BoxNode()
    root.style.alignItems = .start
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    node.storage.reset()
    try change.change(node)
    try stage.settle()
    #expect(node.storage.all.map { $0 > 0 } == change.work)
    #expect(node.frame.width == node.length)
  }

  @Test func attributesOfACustomNodeTypeDeclareItsWork() throws {
    let descriptor = NodeTypeDescriptor(
      Tally.self, name: "dull", attributes: { [.number("length", \.length, affects: [], help: ""), .color("color", \.color, help: "")] })
    let node = try #require(descriptor.makeNode() as? Node<Tally>)
    let root = BoxNode()
    root.style.alignItems = .start
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    node.storage.reset()
    node.length = 30
    try stage.settle()
    #expect(node.storage.all == [0, 0, 0] && node.frame.width == 10)
    node.color = .white
    try stage.settle()
    #expect(node.storage.all.allSatisfy { $0 > 0 } && node.frame.width == 30)
  }

  @Test func anUnboundedNumberOfPathsIsNotKept() {
    let table = TypedAttributeTable(Tally.attributes) { Tally() }
    for _ in 0..<1000 { #expect(table.effect(of: (\Tally.self).appending(path: \.color)) == .display) }
    #expect(table.effect(of: \Tally.unlisted) == nil)
  }
}
