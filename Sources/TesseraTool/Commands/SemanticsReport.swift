internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Output of `tessera tree --json`.
struct SemanticsReport {
  private let tree: SemanticsTree
  private let place: (SemanticsID) -> SemanticsPlace?

  init(_ tree: SemanticsTree, place: @escaping (SemanticsID) -> SemanticsPlace?) { (self.tree, self.place) = (tree, place) }

  var json: JSONValue {
    var pairs: [(key: String, value: JSONValue)] = []
    if let focus = tree.focus { pairs.append(("focus", .text(focus.description))) }
    if let modal = tree.modal { pairs.append(("modal", .text(modal.description))) }
    pairs.append(("tree", element))
    return .map(pairs)
  }

  /// Root with its descendants. Built from the last to the first, so that deep trees need no recursion.
  private var element: JSONValue {
    var made: [SemanticsID: JSONValue] = [:]
    for element in tree.all().reversed() {
      let children = element.children.compactMap { made.removeValue(forKey: $0) }
      made[element.id] = .map(pairs(of: element) + [("children", .list(children))])
    }
    return made[tree.root] ?? .null
  }

  private func pairs(of element: SemanticsElement) -> [(key: String, value: JSONValue)] {
    let semantics = element.semantics
    var pairs: [(key: String, value: JSONValue)] = [("id", .text(element.id.description)), ("role", .text(element.role.rawValue))]
    func add(_ key: String, _ text: String?) { if let text { pairs.append((key, .text(text))) } }
    func add(_ key: String, _ flag: Bool?) { if let flag { pairs.append((key, .boolean(flag))) } }
    func add(_ key: String, _ number: Int?) { if let number { pairs.append((key, .number(Double(number)))) } }
    add("label", semantics.label)
    add("value", semantics.value)
    if let number = semantics.number {
      let parts = [("value", number.value), ("min", number.minimum), ("max", number.maximum), ("step", number.step)]
      pairs.append(("number", .map(parts.compactMap { part in part.1.map { (part.0, .number($0)) } })))
    }
    add("hint", semantics.hint)
    add("hidden", semantics.isHidden)
    add("disabled", semantics.isDisabled)
    add("checked", semantics.checked?.rawValue)
    add("selected", semantics.isSelected)
    add("multiselectable", semantics.isMultiselectable)
    add("expanded", semantics.isExpanded)
    add("busy", semantics.isBusy)
    add("required", semantics.isRequired)
    add("invalid", semantics.isInvalid)
    add("password", semantics.isPassword)
    add("readOnly", semantics.isReadOnly)
    add("multiline", semantics.isMultiline)
    add("modal", semantics.isModal)
    add("level", semantics.level)
    if let position = semantics.position {
      pairs.append(("position", .map([("number", .number(Double(position.number))), ("count", .number(Double(position.count)))])))
    }
    if let cells = semantics.cells { pairs.append(("cells", .list(cells.map { .text($0) }))) }
    add("live", semantics.liveRegion?.rawValue)
    add("language", semantics.language)
    if let actions = semantics.actions, !actions.isEmpty {
      pairs.append(
        ("actions", .list(actions.map { action in if case .custom(let name) = action { .text(name) } else { .text(action.description) } })))
    }
    if element.isFocusable { add("focusable", true) }
    add("type", element.type)
    add("name", element.name.isEmpty ? nil : element.name)
    if let place = place(element.id) {
      let frame = place.frame
      pairs.append(
        (
          "frame",
          .map([
            ("x", .number(frame.minX)), ("y", .number(frame.minY)), ("width", .number(frame.width)), ("height", .number(frame.height)),
          ])
        ))
      add("visibility", place.visibility.rawValue)
    }
    return pairs
  }
}
