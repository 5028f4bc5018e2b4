internal import Tessera
internal import TesseraLayout

// The action `animate`: `{animate: {node: card, motion: spring, opacity: 0.2}}`.
extension SceneReader {
  private static let animationKeys = ["node", "motion", "keyframes", "do"]

  mutating func readAnimation(_ index: Int32, _ name: String) -> SceneAnimation? {
    let called = "`animate` on \(name)"
    guard let entries = map(index, called) else { return nil }
    var animation = SceneAnimation(place: tree.place(index))
    var type = actingType
    if let entry = entries.first(where: { $0.key == "node" }) {
      guard let id = values.read(entry.value, as: .text, name: "`node` of \(called)")?.text else { return nil }
      guard let found = nodeType(of: id, at: tree.place(entry.value), called) else { return nil }
      (animation.node, type) = (id, found)
    }
    guard let type else { return nil }
    let scratch = type.makeNode()
    for entry in entries where !errors.isFull {
      switch entry.key {
      case "node": break
      case "motion":
        animation.motion = readMotion(entry.value, called) ?? animation.motion
      case "keyframes": animation.keyframes = readKeyframes(entry, type, scratch, called)
      case "do": animation.actions = readActions(entry.value, "`do` of \(called)")
      default: readSetting(entry, type, scratch, called, &animation)
      }
    }
    if !entries.contains(where: { $0.key != "node" && $0.key != "motion" }) {
      errors.add(at: animation.place, "\(called) is empty; it needs attributes or style keys of the node, `keyframes` or `do`")
    }
    return animation
  }

  /// Reads `motion`; nil with an error collected. `called` names the owner in messages.
  mutating func readMotion(_ index: Int32, _ called: String) -> Motion? {
    let allowed = values.allowsBindings
    values.allowsBindings = false
    defer { values.allowsBindings = allowed }
    guard let value = values.read(index, as: .motion, name: "`motion` of \(called)") else { return nil }
    let motion = Motion(value)
    if motion == nil { errors.add(at: tree.place(index), "`motion` of \(called) must be \(AttributeKind.motion.description)") }
    return motion
  }

  private mutating func readSetting(
    _ entry: YAMLTree.Entry, _ type: NodeTypeDescriptor, _ scratch: AnyNode, _ called: String, _ animation: inout SceneAnimation
  ) {
    if entry.key == "style" {
      animation.styles += readStyle(entry.value, called).map(Self.setting)
    } else if type.kind(of: entry.key) != nil {
      guard let template = readTemplate(entry, type, scratch) else { return }
      animation.attributes.append(SceneAnimation.Setting(name: entry.key, template: template, place: tree.place(entry.value)))
    } else if LayoutStyle.key(named: entry.key) != nil {
      if let style = readStyleEntry(entry, called) { animation.styles.append(Self.setting(style)) }
    } else {
      errors.add(
        at: entry.keyPlace,
        "unknown key `\(entry.key)` of \(called): it must be an attribute of `\(type.name)`, a style key, or one of \(Self.animationKeys.joined(separator: ", "))",
        suggestion: nearestName(to: entry.key, among: (type.attributeNames + Self.styleKeys + Self.animationKeys).sorted()))
    }
  }

  private static func setting(_ style: SettingGroup.Style) -> SceneNodeLive.Style {
    SceneNodeLive.Style(condition: nil, key: style.key, value: style.value, bound: style.bound, place: style.place)
  }

  private mutating func readKeyframes(
    _ entry: YAMLTree.Entry, _ type: NodeTypeDescriptor, _ scratch: AnyNode, _ called: String
  ) -> [KeyframeAnimation] {
    guard let kind = type.kind(of: "keyframes") else { return [] }
    let name = "`keyframes` of \(called)"
    checkAnimatedNames(entry, type, name)
    let allowed = values.allowsBindings
    values.allowsBindings = false
    defer { values.allowsBindings = allowed }
    guard let value = values.read(entry.value, as: kind, name: name) else { return [] }
    do {
      try scratch.setAttribute("keyframes", to: value)
      return scratch.keyframes
    } catch let error as AttributeError {
      errors.add(at: tree.place(entry.value), "\(name) \(error.reason)")
    } catch {
      errors.add(at: tree.place(entry.value), "\(name): \(error)")
    }
    return []
  }

  /// Reports keys of `motion` and `keyframes` that are not attributes of the type.
  mutating func checkAnimatedNames(_ entry: YAMLTree.Entry, _ type: NodeTypeDescriptor, _ name: String) {
    guard case .map(let entries) = tree[entry.value].content else { return }
    for named in entries where type.kind(of: named.key) == nil {
      errors.add(
        at: named.keyPlace, "`\(named.key)` of \(name) is not an attribute of `\(type.name)`",
        suggestion: nearestName(to: named.key, among: type.attributeNames))
    }
  }

  /// Warns if no node of the file has an id; a program may add one.
  mutating func checkNode(_ id: String, at place: Place, _ called: String) {
    let types = nodeTypes ?? findNodeTypes()
    nodeTypes = types
    guard types[id] == nil else { return }
    errors.add(
      .warning, at: place, "\(called) names the node `\(id)`, which the scene does not have",
      suggestion: nearestName(to: id, among: types.keys.sorted()))
  }

  /// Returns the type of the node with an id anywhere in the file; nil with an error collected.
  private mutating func nodeType(of id: String, at place: Place, _ called: String) -> NodeTypeDescriptor? {
    let types = nodeTypes ?? findNodeTypes()
    nodeTypes = types
    guard let type = types[id] else {
      errors.add(
        at: place, "\(called) names the node `\(id)`, which the scene does not have",
        suggestion: nearestName(to: id, among: types.keys.sorted()))
      return nil
    }
    // An unknown type is reported at its node.
    return registry[type]
  }

  /// Returns the types of all nodes with an id, by id. If nodes share an id, the first one counts.
  private func findNodeTypes() -> [String: String] {
    var types: [String: String] = [:]
    var seen: Set<Int32> = []
    var stack = Array(nodeRoots.reversed())
    while let index = stack.popLast() {
      guard seen.insert(index).inserted, case .map(let entries) = tree[index].content else { continue }
      func text(_ key: String) -> String? {
        guard let entry = entries.first(where: { $0.key == key }), case .scalar(let text, _) = tree[entry.value].content else { return nil }
        return text
      }
      if let id = text("id"), !id.isEmpty, let type = text("type"), types[id] == nil { types[id] = type }
      for entry in entries.reversed() {
        switch entry.key {
        case "item", "header": stack.append(entry.value)
        case "children": if case .list(let items) = tree[entry.value].content { stack += items.reversed() }
        default: break
        }
      }
    }
    return types
  }
}
