public import Tessera

extension Scene {
  /// Updates a node tree that was created from an earlier version of the file. Nodes with the same `id` and type are kept with their user
  /// state (typed text, scroll offsets, focus), and only settings that the file has changed are applied. Any thread.
  ///
  /// - Parameters:
  ///   - root: result of ``makeRoot(data:)`` or of this method for `old`.
  ///   - old: earlier version of the scene.
  ///   - data: data that the scene follows; nil means the data of `root`, with its current values.
  /// - Returns: The root. It is the same node if it has an `id` that is equal in both versions; otherwise a new one, to be set on the
  ///   stage.
  /// - Throws: only if a node type rejects a value that it accepted when the file was checked; nodes may have changed then.
  public func update(_ root: AnyNode, from old: Scene, data: SceneData? = nil) throws(SceneErrors) -> AnyNode {
    // An id shared by several nodes identifies none of them.
    var known: [String: (node: AnyNode, before: SceneNode)] = [:]
    var twice = Set<String>()
    for node in old.nodes where !node.id.isEmpty && known.updateValue((root, node), forKey: node.id) != nil { twice.insert(node.id) }
    for id in twice { known[id] = nil }
    for id in known.keys.sorted() {
      if let node = root.find(id) { known[id]?.node = node } else { known[id] = nil }
    }
    let data = root.sceneData ?? data
    data?.uses.withLock { $0.forgetScenes() }
    root[data: LiveGroup.Key.self]?.end()
    if isLive || old.isLive { return try updateLive(root, from: old, known, data) }
    var made: [AnyNode] = []
    var children: [[AnyNode]] = []
    made.reserveCapacity(nodes.count)
    for description in nodes {
      let node: AnyNode
      do {
        if !description.id.isEmpty, let (kept, before) = known.removeValue(forKey: description.id), before.type == description.type,
          kept.typeName == description.type
        {
          node = kept
          try change(kept, from: before, to: description)
        } else {
          node = try registry.makeNode(description.type)
          try description.apply(to: node)
        }
      } catch {
        throw SceneErrors([SceneError(file: name, line: description.line, column: description.column, message: "\(error)")])
      }
      made.append(node)
      children.append([])
      if let parent = description.parent { children[parent].append(node) }
    }
    // Moved nodes are removed first: until then the new parent may be inside of the node.
    for (i, node) in made.enumerated() {
      let parent = nodes[i].parent.map { made[$0] }
      if let above = node.supernode, above !== parent { node.removeFromSupernode() }
    }
    // A node that creates its own children keeps them.
    for (i, node) in made.enumerated() where node.descriptor.acceptsChildren { place(children[i], in: node) }
    setWords(of: made[0])
    if let data {
      data.store(statedLooks, insteadOf: old.statedLooks)
      SceneInstance(self, data).bindEnvironment(of: made[0])
    }
    return made[0]
  }

  /// Updates a tree that follows data. Existing data values are kept; values that are new in the file are added.
  private func updateLive(
    _ root: AnyNode, from old: Scene, _ known: [String: (node: AnyNode, before: SceneNode)], _ data: SceneData?
  ) throws(SceneErrors) -> AnyNode {
    let data = data ?? SceneData()
    data.fill(from: initialData)
    data.beginUnlessTold(self)
    data.store(statedLooks, insteadOf: old.statedLooks)
    guard isLive else {
      root[data: LiveGroup.Key.self] = nil
      return try makeRoot(data: data)
    }
    var known = known
    var kept: [Int: SceneInstance.Kept] = [:]
    var number = 0
    while number < nodes.count {
      let node = nodes[number]
      // Nodes that depend on data are created again.
      if node.role != .child || node.live?.isPart ?? false {
        number = ends[number]
        continue
      }
      if !node.id.isEmpty, let (old, before) = known.removeValue(forKey: node.id), before.type == node.type, old.typeName == node.type,
        old.sceneChildren.elementsEqual(old.subnodes, by: ===)
      {
        old[data: LiveGroup.Key.self]?.end()
        kept[number] = SceneInstance.Kept(node: old, before: before)
      }
      number += 1
    }
    return try SceneInstance(self, data).make(0, in: nil, keeping: kept)
  }

  /// Applies the differences between `before` and `after`. Removed settings are reset to their defaults.
  func change(_ node: AnyNode, from before: SceneNode, to after: SceneNode) throws {
    if before.style != after.style || before.live?.styles.isEmpty == false { node.style = after.style }
    let described = (registry[after.type]?.attributes ?? []) + AnyNode.commonAttributeDescriptions
    let boundAfter = Set(after.live?.attributes.map(\.name) ?? [])
    let boundBefore = before.live?.attributes.map(\.name) ?? []
    for name in before.attributes.map(\.name) + boundBefore
    where !boundAfter.contains(name) && !after.attributes.contains(where: { $0.name == name }) {
      if let value = described.first(where: { $0.name == name })?.defaultValue {
        try node.setAttribute(name, to: value)
      }
    }
    for attribute in after.attributes where !before.attributes.contains(attribute) || boundBefore.contains(attribute.name) {
      try node.setAttribute(attribute.name, to: attribute.value)
    }
  }

  /// Makes `wanted` the subnodes of `node`, moving only misplaced ones.
  func place(_ wanted: [AnyNode], in node: AnyNode) {
    let stays = Set(wanted.map { ObjectIdentifier($0) })
    for child in node.subnodes where !stays.contains(ObjectIdentifier(child)) { child.removeFromSupernode() }
    for (i, child) in wanted.enumerated() {
      let now = node.subnodes
      if i < now.count, now[i] === child { continue }
      node.insertSubnode(child, at: i)
    }
  }
}
