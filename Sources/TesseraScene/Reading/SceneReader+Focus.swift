extension SceneReader {
  /// Reads `focus: mail`, or `focus: {invalid: form}`.
  mutating func readFocus(_ index: Int32, _ name: String) -> SceneAction.What? {
    let place = tree.place(index)
    if case .scalar(let id, _) = tree[index].content, !id.isEmpty {
      checkNode(id, at: place, "`focus` on \(name)")
      return .focus(SceneFocus(id: id, place: place))
    }
    guard case .map(let entries) = tree[index].content, entries.count == 1, let entry = entries.first, entry.key == "invalid",
      case .scalar(let id, _) = tree[entry.value].content, !id.isEmpty
    else {
      errors.add(at: place, "`focus` on \(name) must be the id of a node, or {invalid: ID} for the first invalid field in it")
      return nil
    }
    checkNode(id, at: tree.place(entry.value), "`focus` on \(name)")
    return .focus(SceneFocus(id: id, isInvalid: true, place: place))
  }
}
