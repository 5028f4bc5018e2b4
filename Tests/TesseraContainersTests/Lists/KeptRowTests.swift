import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// What a list remembers of rows that there are no nodes for.
@Suite struct KeptRowTests {
  /// Always has something to keep.
  struct Marked: StatePreserving {
    static let typeName = "test-marked"
    static let traits: NodeTraits = .drawsNothing
    var mark = 0

    static func preservedState(of node: Node<Marked>) -> AttributeValue? { .number(1) }
    static func restore(_ state: AttributeValue, in node: Node<Marked>) { node.mark = 1 }
  }

  @Test func rowsBeyondTheCapacityAreDroppedAndCounted() {
    let list = ListStorage(SectionedLayout.table())
    let source = list.source
    let cells = (0..<KeptRowTable.most + 100).map { number -> ListCell in
      let node = Node(Marked())
      return ListCell(.item(ListIndex(0, number)), node: node, host: node)
    }
    list.keepStates(of: cells, source, focused: nil)
    #expect(list.statistics.kept == KeptRowTable.most && list.statistics.forgotten == 100)
    // One that is remembered already takes no more room.
    list.keepStates(of: [cells[0]], source, focused: nil)
    #expect(list.statistics.kept == KeptRowTable.most && list.statistics.forgotten == 100)
    let (first, last) = (Node(Marked()), Node(Marked()))
    list.restoreStates(of: first, cells[0].element, source)
    list.restoreStates(of: last, cells[KeptRowTable.most + 99].element, source)
    #expect(first.value.mark == 1 && last.value.mark == 0 && list.statistics.kept == KeptRowTable.most - 1)
  }

  /// A row that comes back, and has what it knew already, when other data come: it comes with these.
  @Test func newDataWhileARowReturnsKeepItsState() throws {
    let meanwhile = Meanwhile()
    let table = TableNode(ListSnapshot(items: Array(0..<300))) { key -> AnyNode in
      if key == 1 { meanwhile.now() }
      return key == 0 ? Node(Typed()) : row(key, height: 50)
    }
    let h = try HeadlessStage(width: 100, height: 200) { table }
    (table.node(for: .item(ListIndex(0, 0))) as? Node<Typed>)?.value.text = "Dear"
    table.contentOffset.y = 9000
    try h.settle()
    #expect(table.node(for: .item(ListIndex(0, 0))) == nil && table.listStatistics.kept == 1)
    // The node of the first row has its text when the second row's factory is asked.
    meanwhile.next {
      table.apply(ListSnapshot(items: Array(0..<299)))
      h.workers.runAll()
    }
    table.contentOffset.y = 0
    try h.settle()
    #expect(meanwhile.isDone)
    #expect((table.node(for: .item(ListIndex(0, 0))) as? Node<Typed>)?.value.text == "Dear")
  }

  /// Keeps what was typed.
  struct Typed: StatePreserving {
    static let typeName = "test-typed"
    static let traits: NodeTraits = .drawsNothing
    var text = ""

    static func preservedState(of node: Node<Typed>) -> AttributeValue? { node.value.text.isEmpty ? nil : .text(node.value.text) }
    static func restore(_ state: AttributeValue, in node: Node<Typed>) {
      if case .text(let text) = state { node.update { $0.text = text } }
    }
    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(100, 50) }
  }
}
