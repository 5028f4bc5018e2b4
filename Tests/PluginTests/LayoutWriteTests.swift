import TesseraKit
import TesseraLayout
import TesseraTestSupport
import Testing

private final class CountingStorage: NodeStorage {
  let layouts = Locked(0)
  let words = Locked<[String]>([])
}

/// Node type whose layout writes to its storage.
private struct Writing: NodeType {
  typealias Storage = CountingStorage
  static let typeName = "writing"
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    context.storage(of: Writing.self).words.withLock { $0[0] = "b" }
    return Subnode("box", Box())
  }
}

/// A layout writes nothing outside of its result, because it may be discarded: all standard types are laid out twice, and their storages must not change.
@Suite struct LayoutWriteTests {
  /// Members of storages that layouts may write, and the reason.
  private static let caches = [
    "TextLayoutCache.contents": "layouts of texts, which are returned only for equal texts",
    "EditingLayoutCache.known": "the same of a text field",
  ]

  /// Expects that two layouts of `node` that are not adopted write to no storage of it or of the nodes below it.
  private func expectNoWrites(_ node: AnyNode, _ place: String, _ location: SourceLocation = #_sourceLocation) {
    let writes = StorageWrites(below: node, except: Set(Self.caches.keys))
    for round in 1...2 {
      _ = node.layoutDescription(available: AvailableSize(Size(100 + 20 * Double(round), 120)))
      #expect(writes.changed.isEmpty, "\(place), layout \(round)", sourceLocation: location)
    }
  }

  /// Checks the node that `make` returns before a stage has it, and another one on a stage.
  private func expectNoWrites(_ place: String, states: (AnyNode) -> Void = { _ in }, _ make: () throws -> AnyNode) throws {
    let fresh = try make()
    states(fresh)
    expectNoWrites(fresh, place)
    let node = try make()
    let h = try HeadlessStage(width: 160, height: 120) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(node)
      return root
    }
    states(node)
    expectNoWrites(node, "\(place) on a stage")
    try h.advance(by: 1)
    expectNoWrites(node, "\(place) on a stage after a second")
  }

  @Test(arguments: NodeRegistry.standard.names) func layoutsOfStandardTypesWriteNothing(_ type: String) throws {
    try expectNoWrites(type) {
      let node = try NodeRegistry.standard.makeNode(type)
      for name in ["string", "title"] where node.descriptor.attributes.contains(where: { $0.name == name }) {
        try node.setAttribute(name, to: .text("Toucan"))
      }
      return node
    }
  }

  @Test func layoutsOfButtonsInEachStateWriteNothing() throws {
    for change: @Sendable (ButtonNode) -> Void in [
      { $0.isEnabled = false }, { $0.isSelected = true }, { $0.isHighlighted = true }, { _ = Button.hover($0, at: Point(1, 1)) },
    ] {
      try expectNoWrites("button", states: { ($0 as? ButtonNode).map(change) }) { ButtonNode("Toucan") }
    }
  }

  @Test func layoutsOfListsWithTheSelectionOfTheProgramWriteNothing() throws {
    let selected = Locked<Int?>(2)
    let selection = ListSelection<Int>.single(get: { selected.withLock { $0 } }, set: { id in selected.withLock { $0 = id } })
    let (items, id): ([Int], @Sendable (Int) -> Int) = (Array(0..<50), { $0 })
    try expectNoWrites("table", states: { _ in selected.withLock { $0 = 3 } }) {
      let table = TableNode(items, id: id, selection: selection) { Text("\($0)") }
      table.style.width = .points(100)
      table.style.height = .points(100)
      return table
    }
    try expectNoWrites("collection", states: { _ in selected.withLock { $0 = 4 } }) {
      let collection = CollectionNode(
        items, id: id, layout: SectionedLayout.grid(GridArrangement(columns: .fixed(2), length: .fixed(30))), selection: selection
      ) { Text("\($0)") }
      collection.style.width = .points(100)
      collection.style.height = .points(100)
      return collection
    }
  }

  @Test func locksOfStandardStoragesAreFound() {
    #expect(StorageWrites(below: ButtonNode("Toucan"), except: []).count == 3)
    // Among them those of the list and of the scroll position.
    #expect(StorageWrites(below: TableNode(), except: []).count > 5)
    #expect(
      StorageWrites(below: TextNode("Toucan"), except: []).count
        > StorageWrites(below: TextNode("Toucan"), except: Set(Self.caches.keys)).count)
  }

  @Test func aWriteIsFound() {
    let node = Node(Writing())
    node.storage.words.withLock { $0 = ["a"] }
    let writes = StorageWrites(below: node, except: [])
    #expect(writes.count == 2 && writes.changed.isEmpty)
    _ = node.layoutDescription(available: AvailableSize(Size(100, 100)))
    #expect(writes.changed == ["writing: CountingStorage.words"])
  }
}
