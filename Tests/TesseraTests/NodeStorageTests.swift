import TesseraKit
import TesseraTestSupport
import Testing

/// Counts calls outside of a value that is plain data.
private final class Calls: NodeStorage {
  let count = Locked(0)
  init() {}
  func add() { count.withLock { $0 += 1 } }
}

private struct Counted: NodeType {
  typealias Storage = Calls
  static let typeName = "counted"
  var side = 10.0

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    context.storage(of: Self.self).add()
    return range.clamp(Size(side, side))
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) { context.storage(of: Self.self).add() }
}

/// Lays out one subnode, and counts the calls.
private struct Framed: NodeType {
  typealias Storage = Calls
  static let typeName = "framed"
  var content = Counted()

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    context.storage(of: Self.self).add()
    return Subnode("content", content)
  }
}

/// Node whose width is in its storage.
private struct Wide: StyleAdjustingType {
  final class Width: NodeStorage {
    let points = Locked(10.0)
    init() {}
  }
  typealias Storage = Width
  static let typeName = "wide"

  func adjust(_ style: inout LayoutStyle, storage: Width, in environment: EnvironmentValues) {
    style.width = .points(storage.points.withLock { $0 })
  }
}

@Suite struct NodeStorageTests {
  @Test func contextsReachTheStorageOfTheirNode() throws {
    let node = Node(Framed())
    let stage = try HeadlessStage(width: 40, height: 40) { node }
    try stage.settle()
    #expect(node.storage.count.withLock { $0 } == 1)
    let content = try #require(node.subnodes.first as? Node<Counted>)
    #expect(content.storage.count.withLock { $0 } >= 2, "measured and drawn")
  }

  @Test func aKeyedSubnodeKeepsItsStorageWhenItsValueChanges() throws {
    let node = Node(Framed())
    let stage = try HeadlessStage(width: 40, height: 40) { node }
    try stage.settle()
    let before = try #require(node.subnodes.first as? Node<Counted>).storage
    node.content.side = 20
    try stage.settle()
    #expect(try #require(node.subnodes.first as? Node<Counted>).storage === before)
  }

  @Test(arguments: [false, true]) func aStorageAdjustsTheStyleOfItsNode(isNamedByASpec: Bool) throws {
    let (first, second) = (Node(Wide()), Node(Wide()))
    let root = BoxNode()
    if isNamedByASpec {
      root.layoutSpec = { _ in
        Stack(.horizontal) {
          first
          second
        }
      }
    } else {
      root.style.direction = .row
      root.addSubnode(first)
      root.addSubnode(second)
    }
    let stage = try HeadlessStage(width: 100, height: 20) { root }
    #expect(first.frame.width == 10 && second.frame.minX == 10)
    first.storage.points.withLock { $0 = 30 }
    first.setNeedsStyle()
    try stage.settle()
    #expect(first.frame.width == 30 && second.frame.minX == 30 && second.frame.width == 10)
    #expect(first.value == second.value)
  }

  @Test func twoNodesOfOneValueHaveStoragesOfTheirOwn() {
    let first = Node(Counted())
    let second = Node(first.value)
    #expect(first.storage !== second.storage)
    #expect(first.value == second.value)
  }

  @Test func aValueOutsideOfANodeGetsATemporaryStorage() {
    let context = MeasureContext()
    #expect(context.storage(of: Counted.self) !== context.storage(of: Counted.self))
    #expect(Counted().size(thatFits: SizeRange(min: .zero, max: Size(50, 50)), in: context) == Size(10, 10))
  }
}
