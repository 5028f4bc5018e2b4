internal import Tessera

// Accessibility semantics of a list and its items.

extension ListElement {
  /// Returns the position of an item among all items of a list with these section counts; nil for other elements.
  func position(in counts: [Int]) -> SemanticsPosition? {
    guard let index, counts.indices.contains(index.section) else { return nil }
    return SemanticsPosition(counts[..<index.section].reduce(0, +) + index.item + 1, of: counts.reduce(0, +))
  }
}

extension Node where Value: ItemChoosing {
  var listSemantics: NodeSemantics {
    var semantics = NodeSemantics(.list)
    semantics.actions = scrollActions
    if value.selection == .multiple { semantics.isMultiselectable = true }
    return semantics
  }

  /// Returns the semantics that the list assigns to the node of an element.
  func semantics(of element: ListElement) -> NodeSemantics {
    switch element {
    case .header: return NodeSemantics(.heading)
    case .footer, .supplementary: return NodeSemantics()
    case .item(let index):
      var semantics = NodeSemantics(.row)
      semantics.position = element.position(in: storage.list.source.itemCounts)
      semantics.grouping = .merged
      if value.selection != .none { semantics.isSelected = storage.choice.withLock { $0.selected.contains(index) } }
      let rules = choiceRules
      if takesTaps, rules.isOpen, rules.shouldHighlight?(index) ?? true { semantics.actions = [.activate] }
      return semantics
    }
  }

  /// Performs an action on an item.
  func perform(_ action: SemanticsAction, on element: ListElement) -> Bool {
    guard action == .activate, let index = element.index, takesTaps, choiceRules.shouldHighlight?(index) ?? true else { return false }
    choose(index)
    return true
  }
}
