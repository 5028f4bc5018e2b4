internal import Tessera

/// Collects the paths of the data that a scene reads, sets or declares. Single use.
struct ScenePaths {
  /// Origins of names outside of the data, as paths; empty if the value is computed.
  private typealias Names = [String: [[String]]]

  private(set) var tree: DataPathTree
  private let scene: Scene
  private var names: [Int: Names] = [:]
  /// Origins of `value` in screens and overlays, by the number of their node.
  private var values: [Int: [[String]]] = [:]

  init(_ scene: Scene, into tree: DataPathTree) {
    (self.scene, self.tree) = (scene, tree)
    self.tree.add(scene.initialData, at: [])
    for name in SceneEnvironment.names(scene.registry) { self.tree.add([SceneEnvironment.name, name], isWhole: true) }
    guard scene.isLive else { return }
    // A screen may be pushed by a screen that follows it in the file: the second walk uses the values found by the first.
    for _ in 0..<2 { for number in scene.nodes.indices { addNode(number) } }
  }

  private mutating func addNode(_ number: Int) {
    let node = scene.nodes[number]
    var own = node.parent.flatMap { names[$0] } ?? [:]
    switch node.role {
    case .screen, .overlay: own["value"] = values[number] ?? []
    case .item: if let rows = node.parent.flatMap({ scene.nodes[$0].live?.rows }) { own.merge(elements(rows, own)) { $1 } }
    case .header: (own["section"], own["count"]) = ([], [])
    case .child: break
    }
    guard let live = node.live else {
      if !own.isEmpty { names[number] = own }
      return
    }
    if let each = live.each {
      add(list: each, own)
      own.merge(elements(each, own)) { $1 }
    }
    if !own.isEmpty { names[number] = own }
    add(live.condition, own)
    var acting = own
    if let rows = live.rows {
      add(list: rows, own)
      let inside = own.merging(elements(rows, own)) { $1 }
      for expression in [rows.key, rows.section] { add(expression, inside) }
      acting = inside
    }
    if let each = live.each { for expression in [each.key, each.section] { add(expression, own) } }
    for attribute in live.attributes {
      for alternative in attribute.alternatives {
        add(alternative.condition, own)
        add(alternative.template, own)
      }
    }
    add(live.styles, own)
    for look in live.looks { add(look.condition, own) }
    acting["value"] = []
    for handler in live.handlers { add(handler.actions, acting) }
    for timer in live.timers {
      add(timer.condition, own)
      add(timer.actions, own.merging(["value": []]) { $1 })
    }
  }

  /// Returns the names of an element with their origins.
  private func elements(_ each: SceneNodeLive.Each, _ names: Names) -> Names {
    let lists = each.items.tree.pathPattern.map { origins($0.root, $0.keys, names) } ?? []
    return [each.name: lists.map { $0 + [DataPathTree.any] }, "index": []]
  }

  private func origins(_ root: String, _ keys: [String], _ names: Names) -> [[String]] {
    guard let known = names[root] else { return [[root] + keys] }
    return known.map { $0 + keys }
  }

  private mutating func add(list each: SceneNodeLive.Each, _ names: Names) {
    guard let path = each.items.tree.pathPattern else { return add(each.items, names) }
    for keys in origins(path.root, path.keys, names) { tree.add(keys + [DataPathTree.any], isWhole: false) }
  }

  private mutating func add(_ template: ValueTemplate, _ names: Names) {
    for hole in template.holes { add(hole.bound.expression, names) }
  }

  private mutating func add(_ styles: [SceneNodeLive.Style], _ names: Names) {
    for style in styles {
      add(style.condition, names)
      add(style.bound?.expression, names)
    }
  }

  private mutating func add(_ actions: [SceneAction], _ names: Names) {
    for action in actions {
      add(action.condition, names)
      switch action.what {
      case .set(let target, let value):
        add(target, names)
        add(value, names)
      case .toggle(let target): add(target, names)
      case .push(let name, let value): if let number = scene.screens[name] { hand(value, to: number, names) }
      case .present(let what):
        add(what.point, names)
        if let number = scene.overlays[what.name] { hand(what.value, to: number, names) }
      case .send(let name, let payload):
        add(name, names)
        add(payload, names)
      case .animate(let animation):
        for setting in animation.attributes { add(setting.template, names) }
        add(animation.styles, names)
        add(animation.actions, names)
      case .play(let sound): add(sound.volume, names)
      case .talk(let talk): add(talk.level, names)
      case .pop, .dismiss, .focus, .silence, .hush, .sleep: break
      }
    }
  }

  /// Records the value handed to a screen or an overlay: if it is a path, that path is used there.
  private mutating func hand(_ value: Expression?, to number: Int, _ names: Names) {
    guard let value else { return }
    guard let path = value.tree.pathPattern else { return add(value, names) }
    for keys in origins(path.root, path.keys, names) {
      tree.add(keys, isWhole: false)
      if values[number]?.contains(keys) != true { values[number, default: []].append(keys) }
    }
  }

  private mutating func add(_ payload: SceneAction.Payload, _ names: Names) {
    switch payload {
    case .none: break
    case .expression(let expression): add(expression, names)
    case .map(let pairs): for value in pairs.values { add(value, names) }
    case .list(let items): for item in items { add(item, names) }
    }
  }

  private mutating func add(_ expression: Expression?, _ names: Names) { if let expression { add(expression.tree, names, isWhole: true) } }

  private mutating func add(_ expression: Expression.Tree, _ names: Names, isWhole: Bool) {
    if let path = expression.pathPattern {
      for keys in origins(path.root, path.keys, names) { tree.add(isWhole ? keys : keys + [DataPathTree.any], isWhole: isWhole) }
    }
    switch expression {
    case .literal, .path: break
    case .member(let value, let key, _):
      if expression.pathPattern == nil { add(value, names, isWhole: true) } else { addKeys(of: value, names) }
      add(key, names, isWhole: true)
    case .not(let value), .negative(let value, _): add(value, names, isWhole: true)
    case .binary(_, let a, let b, _): for part in [a, b] { add(part, names, isWhole: true) }
    case .choice(let a, let b, let c): for part in [a, b, c] { add(part, names, isWhole: true) }
    case .list(let items), .map(_, let items): for item in items { add(item, names, isWhole: true) }
    case .each(_, let list, let body, _):
      add(list, names, isWhole: true)
      let lists = list.pathPattern.map { origins($0.root, $0.keys, names) } ?? []
      add(body.value, names.merging([body.name: lists.map { $0 + [DataPathTree.any] }]) { $1 }, isWhole: true)
      if let option = body.option { add(option, names, isWhole: true) }
    // A count does not depend on members of elements.
    case .call(let function, let arguments, _): for argument in arguments { add(argument, names, isWhole: function != .count) }
    case .message(let message, let arguments, let language):
      for part in [message.key, language] + arguments { add(part, names, isWhole: true) }
    }
  }

  /// Adds the keys in brackets of a chain of members.
  private mutating func addKeys(of chain: Expression.Tree, _ names: Names) {
    guard case .member(let value, let key, _) = chain else { return }
    add(key, names, isWhole: true)
    addKeys(of: value, names)
  }
}

extension Expression.Tree {
  /// Path of a name with members, with ``DataPathTree/any`` for computed members; nil for other expressions.
  fileprivate var pathPattern: (root: String, keys: [String])? {
    switch self {
    case .path(let root, let keys, _): return (root, keys)
    case .member(let value, let key, _):
      guard let (root, keys) = value.pathPattern else { return nil }
      if case .literal(.text(let name)) = key { return (root, keys + [name]) }
      return (root, keys + [DataPathTree.any])
    default: return nil
    }
  }
}
