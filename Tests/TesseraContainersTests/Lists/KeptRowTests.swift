import Tessera
import TesseraGeometry
import Testing

@testable import TesseraContainers

/// What a list remembers of rows that there are no nodes for.
@Suite struct KeptRowTests {
  /// Always has something to keep.
  struct Marked: StatePreserving {
    static let typeName = "test-marked"
    static let drawsContent = false
    var mark = 0

    var preservedState: AttributeValue? { .number(1) }
    mutating func restore(_ state: AttributeValue) { mark = 1 }
  }

  @Test func moreRowsThanThereIsRoomForAreForgottenAndCounted() {
    let core = ListCore(SectionedLayout.table())
    let cells = (0..<ListCore.mostKept + 100).map { number -> ListCell in
      let node = Node(Marked())
      return ListCell(.item(ListIndex(0, number)), node: node, host: node)
    }
    core.keepStates(of: cells)
    #expect(core.statistics.kept == ListCore.mostKept && core.statistics.forgotten == 100)
    // One that is remembered already takes no more room.
    core.keepStates(of: [cells[0]])
    #expect(core.statistics.kept == ListCore.mostKept && core.statistics.forgotten == 100)
    let (first, last) = (Node(Marked()), Node(Marked()))
    core.restoreStates(of: first, cells[0].element, core.source)
    core.restoreStates(of: last, cells[ListCore.mostKept + 99].element, core.source)
    #expect(first.value.mark == 1 && last.value.mark == 0 && core.statistics.kept == ListCore.mostKept - 1)
  }
}
