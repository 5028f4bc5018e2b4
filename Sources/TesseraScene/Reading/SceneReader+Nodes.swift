internal import Tessera
internal import TesseraLayout
internal import TesseraRender

extension SceneReader {
  /// Node to be read.
  private struct Waiting {
    var index: Int32
    var parent: Int?
    var depth: Int
    var role: SceneNodeRole
  }

  static let rootName = "`root` of the scene"
  static let nodeKeys = ["type", "id", "style", "styles", "children", "when", "each", "on", "timers", "variants", "looks"]

  /// Reads the node at `root` and its subtree, without recursion: parents first, siblings in order.
  mutating func readNodes(from root: Int32, as role: SceneNodeRole) {
    values.allowsBindings = true
    defer { values.allowsBindings = false }
    var stack = [Waiting(index: root, parent: nil, depth: 1, role: role)]
    while !errors.isFull, let next = stack.popLast() {
      guard next.depth <= SceneLimits.nodeDepth else {
        errors.add(.limit, at: tree.place(next.index), "nodes are nested more than \(SceneLimits.nodeDepth) deep")
        continue
      }
      guard nodes.count < SceneLimits.nodes else {
        errors.add(
          .limit, at: tree.place(next.index), "the scene has more than \(SceneLimits.nodes) nodes, those that aliases repeat counted")
        return
      }
      let children = readNode(next)
      let parent = nodes.count - 1
      for child in children.reversed() {
        stack.append(Waiting(index: child.index, parent: parent, depth: next.depth + 1, role: child.role))
      }
    }
  }

  /// Reads one node, appends it, and returns its children. An invalid node is appended too if it is a map, so that errors in its subtree
  /// are found.
  private mutating func readNode(_ waiting: Waiting) -> [(index: Int32, role: SceneNodeRole)] {
    let place = tree.place(waiting.index)
    guard let entries = map(waiting.index, waiting.parent == nil && waiting.role == .child ? Self.rootName : "a node") else { return [] }
    let type = readType(entries, place)
    let name = "`\(type ?? "node")`"
    let description = type.flatMap { registry[$0] }
    var id = ""
    var styleNames: [(name: String, place: Place)] = []
    var own = SettingGroup()
    var live = SceneNodeLive()
    var looks: [SettingGroup.Variant] = []
    var children: [(index: Int32, role: SceneNodeRole)] = []
    for entry in entries where !errors.isFull {
      switch entry.key {
      case "type": break
      case "id": id = readID(entry, name) ?? ""
      case "style": own.styles += readStyle(entry.value, name) { description?.kind(of: $0) != nil }
      case "styles": styleNames = readStyleNames(entry.value, name)
      case "children":
        children += readChildren(entry, name, isAllowed: description?.acceptsChildren ?? true).map { ($0, .child) }
      case "when", "each":
        guard waiting.parent != nil, waiting.role == .child || waiting.role == .item && entry.key == "when" else {
          errors.add(at: entry.keyPlace, "`\(entry.key)` can only be used on children; a node without a parent always exists")
          continue
        }
        if entry.key == "when" { live.condition = readCondition(entry.value, "`when` of \(name)") } else { readEach(entry, name, &live) }
      case "on", "timers", "variants", "looks":
        guard let description else { continue }
        switch entry.key {
        case "on": live.handlers = readHandlers(entry.value, name, description)
        case "timers": live.timers = readTimers(entry.value, name, description)
        case "variants": readVariants(entry.value, name, description, &own)
        default: (live.looks, looks) = readLooks(entry.value, name, description)
        }
      case "items", "key", "as", "section", "item", "header":
        guard let description else { continue }
        if description.acceptsItems {
          readRows(entry, name, &live, &children)
        } else {
          unknownAttribute(entry, name, description)
        }
      default:
        guard let description else { continue }
        if description.kind(of: entry.key) == nil {
          unknownAttribute(entry, name, description)
        } else {
          own.attributes.append(entry)
        }
      }
    }
    // Looks override variants, independent of their order in the file.
    own.variants += looks
    checkRows(&live, children.map(\.role), name, place)
    guard let type, let description else {
      nodes.append(
        SceneNode(
          type: "box", id: id, sharedStyle: SceneNode.SharedStyle(LayoutStyle()), attributes: [], parent: waiting.parent, live: nil,
          role: waiting.role,
          line: Int(place.line), column: Int(place.column)))
      return children
    }
    let shared = styleNames.compactMap { named in sharedStyles[named.name].map { (named, $0) } }
    let scratch = description.makeNode()
    let groups = [defaults[type] ?? SettingGroup()] + shared.map(\.1) + [own]
    defer { recordNames(of: scratch, in: groups) }
    let attributes = readAttributes(description, defaults[type], shared, own, check: scratch)
    live.attributes = attributes.live
    live.styles = liveStyles(groups)
    nodes.append(
      SceneNode(
        type: type, id: id, sharedStyle: share(readStyle(groups, from: scratch.style), of: type), attributes: attributes.fixed,
        parent: waiting.parent,
        live: live.isEmpty ? nil : live, role: waiting.role, line: Int(place.line), column: Int(place.column)))
    return children
  }

  private mutating func readType(_ entries: [YAMLTree.Entry], _ place: Place) -> String? {
    guard let entry = entries.first(where: { $0.key == "type" }) else {
      let near = nearestName(to: "type", among: entries.map(\.key).filter { !Self.nodeKeys.contains($0) })
      let nearPlace = entries.first { $0.key == near }?.keyPlace
      errors.add(at: nearPlace ?? place, "a node needs `type`: \(registry.names.joined(separator: ", "))")
      return nil
    }
    guard case .scalar(let type, _) = tree[entry.value].content else {
      _ = values.read(entry.value, as: .text, name: "`type` of a node")
      return nil
    }
    guard !type.isEmpty else {
      errors.add(
        at: tree.place(entry.value), "`type` of a node must be a node type, such as box or text, got \(tree.describe(entry.value))")
      return nil
    }
    guard registry[type] != nil else {
      errors.add(
        at: tree.place(entry.value), "unknown node type `\(type)` (`tessera nodes` lists all)", suggestion: registry.typeName(meantBy: type)
      )
      return nil
    }
    if let error = registry.attributeError(of: type) {
      errors.add(at: tree.place(entry.value), "\(error)")
      return nil
    }
    return type
  }

  private mutating func readID(_ entry: YAMLTree.Entry, _ name: String) -> String? {
    guard let id = values.read(entry.value, as: .text, name: "`id` of \(name)")?.text else { return nil }
    let place = tree.place(entry.value)
    if let first = ids[id], !id.isEmpty {
      let other = first == place ? "an alias repeats it" : "the first is in line \(first.line)"
      errors.add(.warning, at: place, "the id `\(id)` is given to more than one node (\(other)); a search finds the first")
    } else {
      ids[id] = place
    }
    return id
  }

  private mutating func readStyleNames(_ index: Int32, _ name: String) -> [(name: String, place: Place)] {
    let items: [Int32]
    switch tree[index].content {
    case .list(let list): items = list
    case .scalar: items = [index]
    case .map, .broken:
      _ = values.read(index, as: .list(.text), name: "`styles` of \(name)")
      return []
    }
    var result: [(String, Place)] = []
    for item in items where !errors.isFull {
      guard let style = values.read(item, as: .text, name: "`styles` of \(name)")?.text else { continue }
      if sharedStyles[style] == nil {
        errors.add(
          at: tree.place(item), "\(name) uses the style `\(style)`, which `styles` of the scene does not have",
          suggestion: nearestName(to: style, among: sharedStyles.keys.sorted()))
      } else {
        result.append((style, tree.place(item)))
      }
    }
    return result
  }

  private mutating func readChildren(_ entry: YAMLTree.Entry, _ name: String, isAllowed: Bool) -> [Int32] {
    switch tree[entry.value].content {
    case .broken: return []
    case .scalar, .map:
      errors.add(at: tree.place(entry.value), "`children` of \(name) must be a list of nodes, got \(tree.describe(entry.value))")
      return []
    case .list(let items):
      guard isAllowed || items.isEmpty else {
        errors.add(at: entry.keyPlace, "\(name) cannot have children; put the \(name) and its children into a `box`")
        return []
      }
      return items
    }
  }

  private mutating func unknownAttribute(_ entry: YAMLTree.Entry, _ name: String, _ type: NodeTypeDescriptor) {
    if LayoutStyle.key(named: entry.key) != nil {
      errors.add(at: entry.keyPlace, "unknown attribute `\(entry.key)` of \(name): it is a style key, write it inside `style`")
    } else {
      if registry.environmentKeys.contains(where: { $0.name == entry.key }) {
        errors.add(
          at: entry.keyPlace,
          "unknown attribute `\(entry.key)` of \(name): it is a value for a node and all below it, write it inside `environment`")
        return
      }
      // `onClick: …` of other frameworks.
      let rest = entry.key.dropFirst(2)
      if entry.key.hasPrefix("on"), rest.first?.isUppercase == true {
        let signal = FamiliarNames.signal(meantBy: entry.key, among: type.signals.map(\.name))
        errors.add(
          at: entry.keyPlace, "unknown attribute `\(entry.key)` of \(name): actions are in `on`, such as `on: {\(signal ?? "tap"): …}`")
        return
      }
      let suggestion = FamiliarNames.meant(by: entry.key, among: type.attributeNames + Self.nodeKeys)
      let hint = suggestion == nil ? "; `tessera nodes \(type.name)` lists all" : ""
      errors.add(at: entry.keyPlace, "unknown attribute `\(entry.key)` of \(name)\(hint)", suggestion: suggestion)
    }
  }

  /// Returns the style of the last node of the type if it is equal.
  private mutating func share(_ style: LayoutStyle, of type: String) -> SceneNode.SharedStyle {
    if let last = lastStyles[type], last.style == style { return last }
    let made = SceneNode.SharedStyle(style)
    lastStyles[type] = made
    return made
  }

  private func readStyle(_ groups: [SettingGroup], from base: LayoutStyle) -> LayoutStyle {
    var style = base
    for group in groups {
      // Each setting was checked on a separate style when it was read, so none fails here.
      for setting in group.styles where setting.bound == nil { try? style.set(key: setting.key, value: setting.value) }
    }
    return style
  }
}
