@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

private struct Card: NodeType {
  static let typeName = "card"
  var title = ""
  var log: Log?
  @NodeState var isOpen = false
  @NodeState var count = 0
  @Environment(\.locale) var locale

  init() {}
  init(_ title: String, _ log: Log? = nil) { (self.title, self.log) = (title, log) }
  static func == (a: Card, b: Card) -> Bool { a.title == b.title && a._isOpen == b._isOpen }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    log?.note("layout \(title)")
    return Column {
      Patch(name: isOpen ? "open \(count) \(locale)" : "closed")
        .onTap {
          isOpen.toggle()
          count += 1
          log?.note("tap in \(locale)")
        }
      Column { Patch(name: "nested").on(AnyNode.tap) { count += 10 } }.opacity(0.5)
      Toggle($isOpen)
    }
  }
}

private struct Toggle: NodeType {
  static let typeName = "toggle"
  @Binding var isOn: Bool
  init() { _isOn = .constant(false) }
  init(_ isOn: Binding<Bool>) { _isOn = isOn }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(isOn ? 30 : 20, 10)) }
}

private struct Deck: NodeType {
  static let typeName = "deck"
  var titles = ["a", "b"]
  var log: Log?
  static func == (a: Deck, b: Deck) -> Bool { a.titles == b.titles }
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column { ForEach(titles.indices) { Card(titles[$0], log) } }
  }
}

@Suite struct NodeStateTests {
  private let log = Log()

  private func patch(_ node: AnyNode) -> PatchNode { node.subnodes[0] as! PatchNode }

  @Test func aHandlerChangesOnlyTheStateOfItsNode() throws {
    let deck = Node(Deck(log: log))
    let stage = try manualStage(root: deck)
    try stage.settle()
    let cards = deck.subnodes
    log.clear()
    patch(cards[0]).send(AnyNode.tap)
    try stage.settle()
    #expect(log.all == ["tap in ", "layout a"])
    #expect(patch(cards[0]).name == "open 1 " && patch(cards[1]).name == "closed")
    stage.environment[\.locale] = "de"
    patch(cards[0]).send(AnyNode.tap)
    patch(cards[0]).send(AnyNode.tap)
    try stage.settle()
    #expect(patch(cards[0]).name == "open 3 de" && log.count("tap in de") == 2)
  }

  @Test func theStateOutlivesValuesFromTheParent() throws {
    let deck = Node(Deck(log: log))
    let stage = try manualStage(root: deck)
    try stage.settle()
    (deck.subnodes[1] as! Node<Card>).isOpen = true
    deck.titles = ["c", "d"]
    try stage.settle()
    let cards = deck.subnodes.map { $0 as! Node<Card> }
    #expect(cards.map(\.title) == ["c", "d"] && cards.map(\.isOpen) == [false, true])
    #expect(patch(cards[1]).name == "open 0 ")
  }

  @Test func aValueCopiedToASecondNodeHasSeparateState() {
    let value = Card("x")
    let (a, b) = (Node(value), Node(value))
    a.isOpen = true
    a.count += 4
    let c = Node(a.value)
    #expect(a.isOpen && !b.isOpen && !c.isOpen && a.count == 4 && b.count == 0)
    #expect(a.value == b.value)
  }

  @Test func handlersInContainersSeeTheNodeThatMadeThem() throws {
    let card = Node(Card("x"))
    let stage = try manualStage(root: card)
    try stage.settle()
    card.subnodes[1].subnodes[0].send(AnyNode.tap)
    #expect(card.count == 10)
  }

  @Test func aBindingHandsTheStateToASubnode() throws {
    let card = Node(Card("x", log))
    let stage = try manualStage(root: card)
    try stage.settle()
    let toggle = card.subnodes[2] as! Node<Toggle>
    #expect(toggle.frame.width != 30 || !card.isOpen)
    log.clear()
    toggle.isOn = true
    try stage.settle()
    #expect(card.isOpen && log.count("layout x") == 1)
    let binding = card.$isOpen
    binding.wrappedValue = false
    #expect(!card.isOpen && binding == card.$isOpen && binding != Node(Card()).$isOpen)
  }

  @Test func aBindingOfClosuresEqualsItsCopies() {
    let binding = Binding(get: { 1 }, set: { _ in })
    let copy = binding
    #expect(copy == binding && binding != Binding(get: { 1 }, set: { _ in }) && Binding.constant(1) != .constant(1))
  }

  @Test func bindingsReferToMembersOfModels() {
    let room = Model(Room())
    let name = Binding(room, \.name)
    name.wrappedValue = "Hall"
    #expect(room.name == "Hall" && name == Binding(room, \.name))
    let whole = Binding(room, \.value)
    whole.level.wrappedValue = 5
    #expect(room.level == 5 && whole.level == whole.level && whole.level != whole.temperature)
    #expect(Binding.constant(1) != Binding.constant(1))
  }

  @Test func aStateWithoutANodeIsItsFirstValue() {
    let card = Card("x")
    card.isOpen = true
    #expect(!card.isOpen)
  }

  @Test func statesAreReleasedWithTheirNode() {
    var node: Node<Card>? = Node(Card("x"))
    node?.isOpen = true
    weak let states = node?.states
    #expect(states != nil)
    node = nil
    #expect(states == nil)
  }
}
