import Testing
import TesseraGeometry
import TesseraLayout
import TesseraRender

@testable import Tessera

/// A container that shows its subnodes in a row, the chosen one in front and larger.
private struct Hand: ScrollContainerType {
  static let typeName = "hand"
  static let attributes: [NodeAttribute<Hand>] = [.number("front", \.front, in: 0...10, affects: .scroll, help: "Card in front.")]
  var front = 0.0

  static func subnodePlacements(of node: Node<Hand>) -> [SubnodePlacement] {
    let front = node.presentedValue.front
    return node.subnodes.enumerated().map { number, card in
      let distance = Double(number) - front
      return SubnodePlacement(
        card, offset: Point(distance * 10, 0), scale: 1 - min(1, abs(distance)) * 0.5, zIndex: -Int(abs(distance).rounded()))
    }
  }
}

/// A container that turns its subnodes.
private struct Fan: ScrollContainerType {
  static let typeName = "fan"
  static let attributes: [NodeAttribute<Fan>] = [.number("turn", \.turn, in: -10...10, affects: .scroll, help: "Angle, radians.")]
  var turn = 0.0

  static func subnodePlacements(of node: Node<Fan>) -> [SubnodePlacement] {
    let turn = Transform.rotation(node.presentedValue.turn).then(.translation(4, 2))
    return node.subnodes.prefix(2).map { SubnodePlacement($0, transform: turn, zIndex: $0 === node.subnodes.first ? 1 : 0) }
  }
}

/// The order of subnodes by ``AnyNode/zIndex`` and by placements.
@Suite struct StackingTests {
  private static let colors = [Color(rgb: 0xcc2200), Color(rgb: 0x22aa00), Color(rgb: 0x2244cc)]

  @Test func aHigherIndexIsAboveWithoutLayoutsOrDraws() throws {
    let root = BoxNode()
    let patches = Self.colors.enumerated().map { PatchNode("\($0)", color: $1).placed(Double($0) * 20, 0, 60, 60) }
    patches.forEach(root.addSubnode)
    let stage = try manualStage(root: root)
    try stage.settle()
    let (layouts, draws) = (stage.statistics.layouts, stage.statistics.draws)
    #expect(stage.framebuffer.color(x: 50, y: 30).hex == Self.colors[2].hex)
    patches[0].zIndex = 1
    try stage.settle()
    #expect(stage.framebuffer.color(x: 50, y: 30).hex == Self.colors[0].hex)
    #expect(stage.framebuffer.color(x: 70, y: 30).hex == Self.colors[2].hex)
    #expect(stage.hitTest(Point(50, 30)) === patches[0])
    patches[2].zIndex = -1
    try stage.settle()
    #expect(stage.framebuffer.color(x: 70, y: 30).hex == Self.colors[1].hex)
    #expect(stage.hitTest(Point(70, 30)) === patches[1])
    (patches[0].zIndex, patches[2].zIndex) = (0, 0)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 50, y: 30).hex == Self.colors[2].hex)
    #expect(stage.statistics.layouts == layouts && stage.statistics.draws == draws)
  }

  /// Random trees with z indices equal trees whose subnodes are in that order, also after changes and for partial damage.
  @Test func theOrderIsThatOfASortedTree() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<40 {
      let (plain, stacked) = (BoxNode(), BoxNode())
      var groups: [(z: Int, order: Int, plain: BoxNode, stacked: BoxNode)] = []
      for number in 0..<6 {
        let frame = (Double.random(in: 0...60, using: &random), Double.random(in: 0...60, using: &random))
        let opacity = [1, 1, 0.5].randomElement(using: &random)!
        let copies = (0..<2).map { _ in
          let group = BoxNode()
          group.style.position = .absolute
          group.style.inset = LayoutEdges(top: .points(frame.1), right: .auto, bottom: .auto, left: .points(frame.0))
          (group.style.width, group.style.height) = (40, 40)
          group.opacity = opacity
          group.background = .color(Self.colors[number % 3])
          group.addSubnode(PatchNode("p", color: Color(white: Float(number) / 6)).placed(20, 20, 40, 40))
          return group
        }
        groups.append((Int.random(in: -2...2, using: &random), number, copies[0], copies[1]))
      }
      groups.forEach { stacked.addSubnode($0.stacked) }
      let stage = try manualStage(root: stacked)
      try stage.settle()
      for group in groups { group.stacked.zIndex = group.z }
      groups.sorted { ($0.z, $0.order) < ($1.z, $1.order) }.forEach { plain.addSubnode($0.plain) }
      try stage.settle()
      let other = try manualStage(root: plain)
      try other.settle()
      #expect(bytes(stage.framebuffer) == bytes(other.framebuffer))
      for _ in 0..<20 {
        let point = Point(Double.random(in: 0...100, using: &random), Double.random(in: 0...100, using: &random))
        let (a, b) = (stage.hitTest(point), other.hitTest(point))
        #expect(groups.contains { $0.stacked === a && $0.plain === b } || a?.typeName == b?.typeName)
      }
      // One group moves: only its damage is painted.
      let moved = groups[Int.random(in: 0..<6, using: &random)]
      moved.stacked.transform = .translation(7, 3)
      moved.plain.transform = .translation(7, 3)
      try stage.settle()
      try other.settle()
      #expect(bytes(stage.framebuffer) == bytes(other.framebuffer))
    }
  }

  /// A transform by the container is shown, hit and converted as one of the node itself.
  @Test(arguments: [LayoutDirection.ltr, .rtl]) func placementsTurn(direction: LayoutDirection) throws {
    func fan<Container: AnyNode>(_ fan: Container) throws -> (Container, [Node<Patch>], Stage) {
      let cards = Self.colors.enumerated().map { PatchNode("\($0)", color: $1).placed(30 + Double($0) * 10, 20, 20, 60) }
      cards[1].addSubnode(PatchNode("inner", color: .black).placed(0, 0, 10, 10))
      cards.forEach(fan.addSubnode)
      (fan.style.width, fan.style.height) = (100, 100)
      let stage = try Stage(
        size: Size(100, 100), root: fan, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white, direction: direction)
      try stage.settle()
      return (fan, cards, stage)
    }
    let (placed, cards, stage) = try fan(Node(Fan()))
    let (own, others, other) = try fan(BoxNode())
    let draws = stage.statistics.draws
    let layouts = stage.statistics.layouts
    others[0].zIndex = 1
    let sign = direction == .rtl ? -1.0 : 1
    for turn in [0.3, .pi / 2, 2, 0] {
      placed.value.turn = turn
      for card in others.prefix(2) { card.transform = Transform.rotation(turn * sign).then(.translation(4 * sign, 2)) }
      try stage.settle()
      try other.settle()
      #expect(bytes(stage.framebuffer) == bytes(other.framebuffer), "turned by \(turn)")
      for x in stride(from: 5.0, to: 100, by: 10) {
        for y in stride(from: 5.0, to: 100, by: 10) {
          let (a, b) = (stage.hitTest(Point(x, y)), other.hitTest(Point(x, y)))
          #expect(a.map { node in cards.firstIndex { $0 === node } } == b.map { node in others.firstIndex { $0 === node } })
        }
      }
      let a = try #require(cards[0].convert(Point(3, 4), to: placed))
      let b = try #require(others[0].convert(Point(3, 4), to: own))
      #expect(abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9, "\(a) is not \(b)")
    }
    #expect(stage.statistics.draws == draws && stage.statistics.layouts == layouts)
  }

  @Test func aTransformThatIsNotFiniteIsNone() {
    let node = PatchNode("")
    #expect(SubnodePlacement(node, transform: .rotation(.nan)) == SubnodePlacement(node))
    #expect(SubnodePlacement(node, transform: .rotation(1)) != SubnodePlacement(node))
  }

  @Test func placementsScaleOrderAndAnimate() throws {
    let hand = Node(Hand())
    let cards = Self.colors.enumerated().map { PatchNode("\($0)", color: $1).placed(20, 20, 40, 40) }
    cards.forEach(hand.addSubnode)
    hand.style.width = 100
    hand.style.height = 100
    let stage = try manualStage(root: hand)
    try stage.settle()
    let draws = stage.statistics.draws
    // The first card is in front at full size, the second one behind it at half its size, 10 to the right.
    #expect(stage.framebuffer.color(x: 58, y: 58).hex == Self.colors[0].hex)
    #expect(stage.framebuffer.color(x: 68, y: 40).hex == Self.colors[2].hex)
    #expect(stage.hitTest(Point(40, 40)) === cards[0])
    animate(.linear(1)) { hand.value.front = 1 }
    try stage.settle()
    let clock = try #require(stage.clock as? ManualClock)
    clock.advance(by: 0.75)
    try stage.settle()
    #expect(abs(hand.presentedValue.front - 0.75) < 1e-9)
    // A quarter of the way is left: the second card is 2.5 to the right, of the scale 0.875, and above the first.
    #expect(stage.framebuffer.color(x: 42, y: 40).hex == Self.colors[1].hex)
    #expect(stage.framebuffer.color(x: 21, y: 40).hex == Self.colors[0].hex)
    #expect(cards[1].convert(Point(0, 0), to: hand)?.x == 20 + 2.5 + 2.5)
    clock.advance(by: 0.5)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 58, y: 58).hex == Self.colors[1].hex)
    #expect(stage.hitTest(Point(40, 40)) === cards[1])
    #expect(stage.statistics.draws == draws)
  }
}
