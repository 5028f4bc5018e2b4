internal import Tessera
internal import TesseraLayout

extension SceneInstance {
  /// Node of an earlier version of the file that is reused.
  struct Kept {
    var node: AnyNode
    var before: SceneNode
  }

  /// State of the creation of a subtree.
  private struct Work {
    var nodes: [Int: AnyNode] = [:]
    var parts: [Int: [LiveChildren.Part]] = [:]
    /// Structural dependents, and the others.
    var structural: [LiveGroup.Placed] = []
    var other: [LiveGroup.Placed] = []
    /// Sizes of nodes that their children read.
    var rooms: [Int: LiveRoom] = [:]
    /// Dependents of attributes, by node.
    var attributes: [Int: [LiveAttribute]] = [:]
    var rows: [Int: LiveRows] = [:]
  }

  /// Creates the node `number` of the scene and its subtree, and updates them while they exist. Any thread.
  ///
  /// - Parameters:
  ///   - parent: Future parent, whose environment the node has from the start; nil if it is unknown.
  ///   - kept: Reused nodes, by number.
  func make(
    _ number: Int, in scope: DataScope?, below parent: AnyNode? = nil, keeping kept: [Int: Kept] = [:]
  ) throws(SceneErrors) -> AnyNode {
    var work = Work()
    let group = LiveGroup(self)
    var i = number
    while i < scene.ends[number] {
      let description = scene.nodes[i]
      if i != number {
        // Templates of rows, pushed screens and overlays.
        if description.role != .child {
          i = scene.ends[i]
          continue
        }
        if description.live?.isPart ?? false, let parent = description.parent {
          work.parts[parent, default: []].append(.dynamic(i))
          i = scene.ends[i]
          continue
        }
      }
      // Nodes listed in the file are limited by its size limits.
      if number != 0 {
        group.countNodes(try reserveNode(for: description))
      }
      let node = try makeNode(i, kept[i])
      work.nodes[i] = node
      if i != number, let parent = description.parent { work.parts[parent, default: []].append(.fixed(node)) }
      if let live = description.live {
        let parent = i == number || !live.readsParent ? nil : description.parent
        connect(live, i, node, room(of: parent, scope, group, &work), group, &work)
      }
      i += 1
    }
    join(&work, keeping: kept, scope, group)
    guard let top = work.nodes[number] else { return BoxNode() }
    // Must precede all reads of theme tokens.
    if number == 0 {
      scene.setWords(of: top)
      trackSurroundings(of: top, group)
    }
    if let parent { top.inheritEnvironment(joining: parent) }
    let dependents = work.structural + work.other
    if scene.readsTime, let unit = SceneTime.unit(of: dependents.map(\.dependent)) { trackTime(every: unit, top, group) }
    group.start(dependents)
    top[data: LiveGroup.Key.self] = group
    return top
  }

  /// Keeps `env.time` current while the top node of the group is visible.
  private func trackTime(every unit: Double, _ top: AnyNode, _ group: LiveGroup) {
    data.refreshTime()
    let clock = LiveClock(every: unit, data)
    clock.begin(top)
    group.keep(clock)
    group.keep(top.on(AnyNode.interfaceStateChange) { [weak clock] change in clock?.interfaceStateDidChange(to: change.new) }, of: top)
  }

  /// Keeps `env` of the data and the environment of the scene's root synchronized.
  private func trackSurroundings(of root: AnyNode, _ group: LiveGroup) {
    // A node without a supernode fills its stage.
    let size = root.on(AnyNode.layoutFinish) { [weak root, data] frame in
      guard let root, root.supernode == nil else { return }
      data.store(frame.size, scale: root.environmentValues.scale)
    }
    group.keep(size, of: root)
    let environment = LiveEnvironment(of: root, self)
    group.start([LiveGroup.Placed(dependent: environment)])
    group.keep(root.onEnvironmentChange { _ in environment.update() }, of: root)
  }

  /// Makes the root of a scene without live nodes, and its subtree, follow `env`.
  func bindEnvironment(of root: AnyNode) {
    let group = LiveGroup(self)
    trackSurroundings(of: root, group)
    root[data: LiveGroup.Key.self] = group
  }

  private func makeNode(_ number: Int, _ kept: Kept?) throws(SceneErrors) -> AnyNode {
    let description = scene.nodes[number]
    do {
      if let kept {
        try scene.change(kept.node, from: kept.before, to: description)
        return kept.node
      }
      let node = try scene.registry.makeNode(description.type)
      try description.apply(to: node)
      if data.recordsPlaces { node[data: ScenePlace.Key.self] = ScenePlace(description) }
      return node
    } catch {
      throw SceneErrors([SceneError(file: scene.name, line: description.line, column: description.column, message: "\(error)")])
    }
  }

  /// Creates the dependents that update a node, and its signal handlers.
  private func connect(
    _ live: SceneNodeLive, _ number: Int, _ node: AnyNode, _ scope: DataScope?, _ group: LiveGroup, _ work: inout Work
  ) {
    let signals = live.handlers.isEmpty && live.attributes.isEmpty ? [] : signals(of: node.typeName)
    var settings: [any DataDependent] = []
    defer {
      if !live.looks.isEmpty { settings = [LiveLooks(live.looks, settings, self, scope)] }
      work.other += settings.map { LiveGroup.Placed(dependent: $0, scope: scope) }
      trackTheme(of: node, settings.filter(\.usesTokens), group)
    }
    for description in live.attributes {
      let attribute = LiveAttribute(description, of: node, self, scope)
      settings.append(attribute)
      guard attribute.source != nil, let signal = signals.first(where: { $0.attribute == description.name }) else { continue }
      group.keep(signal.observe(node) { [weak attribute] value in if let value { attribute?.writeBack(value) } }, of: node)
    }
    if !live.styles.isEmpty {
      let base = node.descriptor.makeNode().style
      settings.append(LiveStyle(live.styles, of: node, base: base, self, scope))
    }
    for description in live.timers {
      let timer = LiveTimer(description, of: node, self, scope)
      group.keep(timer)
      work.other.append(LiveGroup.Placed(dependent: timer, scope: scope))
    }
    var rows: LiveRows?
    if let each = live.rows {
      let templates = scene.templates(of: number)
      if let item = templates.item {
        let isRead = scene.nodes[item].live?.readsParent ?? false
        let scope = room(of: isRead ? number : nil, scope, group, &work)
        let made = LiveRows(of: node, each, item: item, header: templates.header, self, scope)
        work.structural.append(LiveGroup.Placed(dependent: made, scope: scope))
        rows = made
      }
    }
    for handler in live.handlers {
      guard let signal = signals.first(where: { $0.name == handler.signal }) else { continue }
      let actions = handler.actions
      let token = signal.observe(node) { [weak node, rows = WeakRows(rows: rows), self] value in
        guard let node else { return }
        let scope = rows.rows?.scope(at: value) ?? scope
        perform(actions, of: node, value.map { DataValue($0) } ?? .null, in: scope)
      }
      group.keep(token, of: node)
    }
  }

  /// Updates settings with theme tokens when the theme of their node changes, also when the node enters a stage.
  private func trackTheme(of node: AnyNode, _ settings: [any DataDependent], _ group: LiveGroup) {
    guard !settings.isEmpty else { return }
    group.keep(node.onEnvironmentChange { [data] _ in data.bringUpToDate(settings) }, of: node)
    group.keep(node.on(AnyNode.stageEntry) { [data] _ in data.bringUpToDate(settings) }, of: node)
  }

  /// Returns the scope with the size of node `number`; `scope` if it is nil.
  private func room(of number: Int?, _ scope: DataScope?, _ group: LiveGroup, _ work: inout Work) -> DataScope? {
    guard let number, let node = work.nodes[number] else { return scope }
    if let known = work.rooms[number] { return known.scope }
    let made = LiveRoom(of: node, in: scope, data, group)
    work.rooms[number] = made
    return made.scope
  }

  private struct WeakRows: Sendable {
    weak var rows: LiveRows?
  }

  /// Sets the children of parents.
  private func join(_ work: inout Work, keeping kept: [Int: Kept], _ scope: DataScope?, _ group: LiveGroup) {
    if !kept.isEmpty {
      // Moved nodes are removed first: until then the new parent may be inside of the node.
      for (number, node) in work.nodes {
        let parent = scene.nodes[number].parent.flatMap { work.nodes[$0] }
        if let above = node.supernode, above !== parent { node.removeFromSupernode() }
      }
    }
    for number in work.nodes.keys.sorted() {
      guard let node = work.nodes[number] else { continue }
      let parts = work.parts[number] ?? []
      let isFixed = parts.allSatisfy { if case .fixed = $0 { true } else { false } }
      if !isFixed {
        // The scope of a part is also that of the nodes that are created for it.
        let isRead = parts.contains { if case .dynamic(let part) = $0 { scene.nodes[part].live?.readsParent ?? false } else { false } }
        let scope = room(of: isRead ? number : nil, scope, group, &work)
        work.structural.append(LiveGroup.Placed(dependent: LiveChildren(of: node, parts, self, scope), scope: scope))
        continue
      }
      let children: [AnyNode] = parts.compactMap { if case .fixed(let node) = $0 { node } else { nil } }
      if kept[number] == nil {
        node.addSceneChildren(children)
      } else if node.descriptor.acceptsChildren {
        scene.place(children, in: node)
      }
    }
  }
}

extension Place {
  static func of(_ node: SceneNode) -> Place { Place(line: UInt32(node.line), column: UInt32(node.column)) }
}
