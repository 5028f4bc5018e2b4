internal import Tessera

/// Signals of AT-SPI for the changes between two states of the elements. A value.
struct DesktopEvents {
  /// Unique name of the program on the bus.
  let bus: String
  private(set) var signals: [BusMessage] = []

  /// Most signals of a frame; of further changes only that of the focus is told.
  static let limit = 500

  init(bus: String) { self.bus = bus }

  private mutating func add(
    _ id: SemanticsID, _ member: String, _ detail: String, _ first: Int, _ second: Int, _ value: BusValue, kind: String = "Object",
    column: Int? = nil
  ) {
    guard signals.count < Self.limit else { return }
    let body: [BusValue] = [.string(detail), .int(first), .int(second), .variant(value), .array(of: "{sv}", [])]
    let object = column.map { DesktopObject.cell(id, $0) } ?? .element(id)
    signals.append(.signal(object.path, "org.a11y.atspi.Event.\(kind)", member, body))
  }

  /// Adds the signal of an opened window.
  mutating func addWindow(_ title: String) { add(.stage, "Activate", "", 0, 0, .string(title), kind: "Window") }

  /// Adds the signals of the changes. O(n).
  mutating func add(from old: SemanticsTree, to new: SemanticsTree) {
    if old.focus != new.focus {
      if let former = old.focus, new[former] != nil { add(former, "StateChanged", "focused", 0, 0, .int32(0)) }
      if let focus = new.focus { add(focus, "StateChanged", "focused", 1, 0, .int32(0)) }
    }
    guard old.generation != new.generation else { return }
    var chosen: Set<SemanticsID> = []
    for element in new.all() where signals.count < Self.limit {
      let former = old[element.id]
      guard former != element else { continue }
      addAnnouncement(from: former, to: element)
      guard let former else { continue }
      addChildren(from: former, to: element)
      addProperties(from: former.semantics, to: element)
      addStates(from: former, to: element)
      addText(from: former, to: element)
      if former.isChosen != element.isChosen { chosen.insert(element.id) }
    }
    guard !chosen.isEmpty else { return }
    for element in new.all() where element.children.contains(where: chosen.contains) {
      add(element.id, "SelectionChanged", "", 0, 0, .string(""))
    }
  }

  private mutating func addChildren(from old: SemanticsElement, to new: SemanticsElement) {
    guard old.children != new.children else { return }
    let (before, after) = (Set(old.children), Set(new.children))
    func reference(_ id: SemanticsID) -> BusValue { .structure([.string(bus), .path(DesktopObject.element(id).path)]) }
    for (i, child) in old.children.enumerated() where !after.contains(child) {
      add(new.id, "ChildrenChanged", "remove", i, 0, reference(child))
    }
    for (i, child) in new.children.enumerated() where !before.contains(child) {
      add(new.id, "ChildrenChanged", "add", i, 0, reference(child))
    }
  }

  /// Adds the signal of a live region that is new, or has other words.
  private mutating func addAnnouncement(from old: SemanticsElement?, to new: SemanticsElement) {
    func words(_ element: SemanticsElement) -> String? {
      let semantics = element.semantics
      guard (semantics.liveRegion ?? .off) != .off, !element.isHidden else { return nil }
      return [semantics.label, semantics.value].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
    guard let text = words(new), !text.isEmpty, text != old.flatMap(words) else { return }
    add(new.id, "Announcement", "", new.semantics.liveRegion == .assertive ? 2 : 1, 0, .string(text))
  }

  private mutating func addProperties(from old: NodeSemantics, to element: SemanticsElement) {
    let new = element.semantics
    if old.label != new.label {
      add(element.id, "PropertyChange", "accessible-name", 0, 0, .string(new.label ?? ""))
    }
    if let cells = new.cells, let former = old.cells, cells != former {
      for (column, words) in cells.enumerated() where column < former.count && former[column] != words {
        add(element.id, "PropertyChange", "accessible-name", 0, 0, .string(words), column: column)
      }
    }
    if old.hint != new.hint { add(element.id, "PropertyChange", "accessible-description", 0, 0, .string(new.hint ?? "")) }
    if let number = new.number, old.number?.value != number.value {
      add(element.id, "PropertyChange", "accessible-value", 0, 0, .double(number.value))
    }
  }

  /// Names of states that programs follow, by their numbers.
  private static let stateNames = [
    3: "busy", 4: "checked", 8: "enabled", 10: "expanded", 23: "selected", 24: "sensitive", 32: "indeterminate", 36: "invalid-entry",
  ]

  private mutating func addStates(from old: SemanticsElement, to new: SemanticsElement) {
    let (before, after) = (Set(old.desktopStates), Set(new.desktopStates))
    for state in before.symmetricDifference(after).sorted() {
      if let name = Self.stateNames[state] { add(new.id, "StateChanged", name, after.contains(state) ? 1 : 0, 0, .int32(0)) }
    }
  }

  private mutating func addText(from old: SemanticsElement, to new: SemanticsElement) {
    guard let before = old.desktopText, let after = new.desktopText, before != after else { return }
    let (a, b) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
    let shorter = min(a.count, b.count)
    var (head, tail) = (0, 0)
    while head < shorter, a[head] == b[head] { head += 1 }
    while tail < shorter - head, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    let texts = (DesktopText(before, nil), DesktopText(after, nil))
    let (removed, inserted) = (head..<a.count - tail, head..<b.count - tail)
    if !removed.isEmpty { add(new.id, "TextChanged", "delete", head, removed.count, .string(texts.0[removed])) }
    if !inserted.isEmpty { add(new.id, "TextChanged", "insert", head, inserted.count, .string(texts.1[inserted])) }
  }

  /// Adds the signals of a moved caret or selection of the focused field.
  mutating func addCaret(of element: SemanticsElement, from old: TextInputState, to new: TextInputState) {
    guard old.selection != new.selection, let text = element.desktopText else { return }
    let content = DesktopText(text, new)
    add(element.id, "TextCaretMoved", "", content.caret, 0, .string(""))
    if !old.selection.isEmpty || !new.selection.isEmpty { add(element.id, "TextSelectionChanged", "", 0, 0, .string("")) }
  }
}
