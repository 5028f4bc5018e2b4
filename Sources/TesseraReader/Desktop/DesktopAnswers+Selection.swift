internal import Tessera

// Interface Selection.

extension DesktopAnswers {
  /// Children of an element that can be selected, with their places among its children.
  private func choices(of element: SemanticsElement) -> [(index: Int, element: SemanticsElement)] {
    let offset = element.semantics.cells?.count ?? 0
    return element.children.enumerated().compactMap { i, id in tree[id].flatMap { $0.isChoice ? (i + offset, $0) : nil } }
  }

  func hasSelection(_ element: SemanticsElement) -> Bool { element.children.contains { tree[$0]?.isChoice ?? false } }

  func selectionProperty(_ name: String, of element: SemanticsElement) -> BusValue? {
    guard name == "NSelectedChildren", hasSelection(element) else { return nil }
    return .int(choices(of: element).filter { $0.element.isChosen }.count)
  }

  func selection(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    let all = choices(of: element)
    guard !all.isEmpty else { throw unknown(member) }
    let chosen = all.filter(\.element.isChosen)
    func child(_ i: Int) throws(Refusal) -> SemanticsElement {
      guard let choice = all.first(where: { $0.index == i }) else { throw Refusal("InvalidArgs", "child \(i) cannot be selected") }
      return choice.element
    }
    switch member {
    case "GetSelectedChild":
      let i = try arguments.int(0)
      return [chosen.indices.contains(i) ? reference(.element(chosen[i].element.id)) : null]
    case "IsChildSelected": return [.bool(try child(try arguments.int(0)).isChosen)]
    case "SelectChild": return [.bool(choose(try child(try arguments.int(0)).id, true))]
    case "DeselectChild": return [.bool(choose(try child(try arguments.int(0)).id, false))]
    case "DeselectSelectedChild":
      let i = try arguments.int(0)
      return [.bool(chosen.indices.contains(i) && choose(chosen[i].element.id, false))]
    case "SelectAll", "ClearSelection":
      guard element.semantics.isMultiselectable == true else { return [.bool(false)] }
      let isWanted = member == "SelectAll"
      let others = all.filter { $0.element.isChosen != isWanted }.prefix(Self.childLimit)
      return [.bool(others.reduce(true) { choose($1.element.id, isWanted) && $0 })]
    default: throw unknown(member)
    }
  }

  /// Selects an element, or deselects one of several. A single choice cannot be taken back.
  func choose(_ id: SemanticsID, _ isWanted: Bool) -> Bool {
    guard let element = tree[id], element.isChoice else { return false }
    if element.isChosen == isWanted { return true }
    let allowsNone = index.parents[id].flatMap { tree[$0.id] }?.semantics.isMultiselectable == true
    return (isWanted || allowsNone) && stage.perform(.activate, on: id)
  }
}

extension SemanticsElement {
  /// Whether it can be selected in its parent.
  var isChoice: Bool { semantics.isSelected != nil || role == .radio }

  /// Whether it is selected in its parent.
  var isChosen: Bool { semantics.isSelected == true || role == .radio && semantics.checked == .on }
}
