internal import Tessera

/// Updates the rows of a list and the data that each row reads. The list creates nodes of rows on workers when they are near the screen.
final class LiveRows: DataDependent {
  private struct State {
    var scopes: [String: DataScope] = [:]
    var headers: [String: DataScope] = [:]
    /// Sections last set on the list; nil before the first update.
    var sections: [SceneItems.Section]?
    /// Rows reserved from the limit of the scene.
    var reserved = 0
  }

  let reads: [Expression.Read]
  let isStructural = true
  private let rows: SceneNodeLive.Each
  private let item: Int
  /// Condition of the template: elements for which it does not hold have no row.
  private let condition: Expression?
  private let header: Int?
  private let instance: SceneInstance
  private let scope: DataScope?
  private let list: LiveGroup.WeakNode
  private let state = Locked(State())

  /// - Parameters:
  ///   - item: Number of the template node of rows.
  ///   - header: Number of the template node of headers; nil means no headers.
  init(of list: AnyNode, _ rows: SceneNodeLive.Each, item: Int, header: Int?, _ instance: SceneInstance, _ scope: DataScope?) {
    (self.rows, self.item, self.header, self.instance, self.scope) = (rows, item, header, instance, scope)
    self.list = LiveGroup.WeakNode(node: list)
    condition = instance.scene.nodes[item].live?.condition
    let own: Set<String> = [rows.name, "index"]
    let conditionReads = (condition?.reads ?? []).filter { !own.contains($0.root) }
    reads = Array(Set(rows.items.reads + (rows.key?.reads ?? []) + (rows.section?.reads ?? []) + conditionReads))
  }

  deinit { _ = instance.reserveRows(0, insteadOf: state.withLock { $0.reserved }) }

  /// Returns the elements, limited to the rows that the scene allows.
  private func elements(_ view: DataView, _ former: Int) -> [LiveElements.Element] {
    var elements = LiveElements(rows, most: DataValue.countLimit, instance, view).elements
    if let condition {
      elements.removeAll { element in
        var own = view
        own.locals = rows.names(element)
        return !instance.holds(condition, own)
      }
    }
    let granted = instance.reserveRows(elements.count, insteadOf: former)
    guard granted < elements.count else { return elements }
    instance.data.report(
      SceneError(
        kind: .limit, file: instance.scene.name, line: rows.items.line, column: rows.items.column,
        message: "all lists of the scene together have more than \(SceneLimits.liveRows) rows; the others are ignored"))
    return Array(elements.prefix(granted))
  }

  func update(_ data: DataValue) {
    guard let list = list.node else { return }
    let view = DataView(data: data, scope: scope)
    let former = state.withLock { $0 }
    let elements = elements(view, former.reserved)
    var new = State(reserved: elements.count)
    var sections: [SceneItems.Section] = []
    var places: [String: Int] = [:]
    for element in elements {
      let key = element.section.shortText
      if places[key] == nil {
        places[key] = sections.count
        sections.append(SceneItems.Section(key: key, items: []))
        new.headers[key] = former.headers[key] ?? DataScope(["section": element.section, "count": .number(0)], in: scope)
      }
      if let place = places[key] { sections[place].items.append(element.key) }
      if let known = former.scopes[element.key] {
        instance.data.bringUpToDate(known.update(rows.names(element), sources: rows.sources(element)))
        new.scopes[element.key] = known
      } else {
        new.scopes[element.key] = DataScope(rows.names(element), sources: rows.sources(element), in: scope)
      }
    }
    for section in sections {
      let count = DataValue.number(Double(section.items.count))
      instance.data.bringUpToDate(new.headers[section.key]?.update(["count": count], sources: [:]) ?? [])
    }
    new.sections = sections
    state.withLock { [new] state in state = new }
    guard sections != former.sections else { return }
    var makeHeader: (@Sendable (String) throws -> AnyNode)?
    if header != nil { makeHeader = { try self.headerNode($0) } }
    var items = SceneItems(
      owner: ObjectIdentifier(self), sections: sections, makeItem: { try self.node($0) }, makeHeader: makeHeader)
    let template = instance.scene.nodes[item]
    items.place = "\(instance.scene.name):\(template.line):\(template.column)"
    list.setSceneItems(items, animated: former.sections != nil)
  }

  /// Returns the scope of the item that a signal of the list refers to; nil if it refers to no item.
  func scope(at value: AttributeValue?) -> DataScope? {
    guard case .map(let pairs) = value else { return nil }
    func number(_ name: String) -> Int? { pairs.first { $0.key == name }?.value.number.flatMap { Int(exactly: $0) } }
    guard let section = number("section"), let item = number("item") else { return nil }
    return state.withLock { state in
      guard let sections = state.sections, sections.indices.contains(section), sections[section].items.indices.contains(item) else {
        return nil
      }
      return state.scopes[sections[section].items[item]]
    }
  }

  /// Worker.
  private func node(_ key: String) throws -> AnyNode {
    // A removed row is created as an empty box: newer rows replace it soon.
    guard let scope = state.withLock({ $0.scopes[key] }) else { return BoxNode() }
    instance.data.work.grant(LiveWork.row)
    return try instance.make(item, in: scope, below: list.node)
  }

  /// Worker.
  private func headerNode(_ key: String) throws -> AnyNode {
    guard let header, let scope = state.withLock({ $0.headers[key] }) else { return BoxNode() }
    return try instance.make(header, in: scope, below: list.node)
  }
}
