internal import Tessera

/// Updates the children of a node if some of them depend on data.
final class LiveChildren: DataDependent {
  enum Part: Sendable {
    case fixed(AnyNode)
    /// Number of a scene node that is created for any number of nodes, depending on data.
    case dynamic(Int)
  }

  private struct Entry: Sendable {
    var node: AnyNode
    var scope: DataScope?
  }

  let reads: [Expression.Read]
  let isStructural = true
  private let parent: LiveGroup.WeakNode
  private let parts: [Part]
  private let instance: SceneInstance
  private let scope: DataScope?
  /// Nodes by part and key.
  private let entries = Locked<[[String: Entry]]>([])
  /// Children last set on the parent; nil before the first update.
  private let given = Locked<[ObjectIdentifier]?>(nil)
  private let place: Place

  init(of parent: AnyNode, _ parts: [Part], _ instance: SceneInstance, _ scope: DataScope?) {
    (self.parent, self.parts, self.instance, self.scope) = (LiveGroup.WeakNode(node: parent), parts, instance, scope)
    place =
      parts.lazy.compactMap { if case .dynamic(let number) = $0 { Place.of(instance.scene.nodes[number]) } else { nil } }.first ?? .none
    var reads: Set<Expression.Read> = []
    for case .dynamic(let number) in parts {
      guard let live = instance.scene.nodes[number].live else { continue }
      reads.formUnion(live.condition?.reads ?? [])
      reads.formUnion(live.each?.items.reads ?? [])
      reads.formUnion(live.each?.key?.reads ?? [])
    }
    self.reads = Array(reads)
    entries.withLock { $0 = Array(repeating: [:], count: parts.count) }
  }

  func update(_ data: DataValue) {
    guard let parent = parent.node else { return }
    let view = DataView(data: data, scope: scope)
    var wanted: [AnyNode] = []
    for (place, part) in parts.enumerated() {
      switch part {
      case .fixed(let node): wanted.append(node)
      case .dynamic(let number):
        guard let live = instance.scene.nodes[number].live else { continue }
        wanted += live.each.map { nodes(of: $0, live.condition, number, place, view) } ?? node(live.condition, number, place, view)
      }
    }
    put(wanted, in: parent)
  }

  /// Returns the node of a conditional part, or no node.
  private func node(_ condition: Expression?, _ number: Int, _ place: Int, _ view: DataView) -> [AnyNode] {
    let former = entries.withLock { $0[place][""] }
    guard instance.holds(condition, view) else {
      entries.withLock { $0[place] = [:] }
      return []
    }
    if let former { return [former.node] }
    var hasRoom = true
    guard let made = make(number, in: scope, &hasRoom) else { return [] }
    entries.withLock { $0[place][""] = Entry(node: made, scope: nil) }
    return [made]
  }

  /// Returns the nodes of a part that is repeated for each element of a list.
  private func nodes(of each: SceneNodeLive.Each, _ condition: Expression?, _ number: Int, _ place: Int, _ view: DataView) -> [AnyNode] {
    let former = entries.withLock { $0[place] }
    var new: [String: Entry] = [:]
    var result: [AnyNode] = []
    // Elements beyond the limit of nodes are not tried one by one.
    var hasRoom = true
    for element in LiveElements(each, most: LiveElements.most, instance, view).elements {
      var own = view
      own.locals = each.names(element)
      guard instance.holds(condition, own) else { continue }
      if let entry = former[element.key], let scope = entry.scope {
        instance.data.bringUpToDate(scope.update(each.names(element), sources: each.sources(element)))
        new[element.key] = entry
        result.append(entry.node)
      } else {
        guard hasRoom else { continue }
        let scope = DataScope(each.names(element), sources: each.sources(element), in: scope)
        guard let node = make(number, in: scope, &hasRoom) else { continue }
        new[element.key] = Entry(node: node, scope: scope)
        result.append(node)
      }
    }
    entries.withLock { $0[place] = new }
    return result
  }

  private func make(_ number: Int, in scope: DataScope?, _ hasRoom: inout Bool) -> AnyNode? {
    do throws(SceneErrors) {
      return try instance.make(number, in: scope, below: parent.node)
    } catch {
      for error in error.errors { instance.data.report(error) }
      hasRoom = !error.errors.contains { $0.kind == .limit }
      return nil
    }
  }

  private func put(_ wanted: [AnyNode], in parent: AnyNode) {
    let now = parent.subnodes
    let former = given.withLock { given in
      defer { given = wanted.map(ObjectIdentifier.init) }
      return given
    }
    if former == nil, now.isEmpty {
      parent.addSceneChildren(wanted)
      return
    }
    guard parent.sceneChildren.elementsEqual(now, by: ===) else {
      // Lists and tabs manage their children themselves.
      if former.map({ $0 != wanted.map(ObjectIdentifier.init) }) ?? true {
        instance.report("children of `\(parent.typeName)` do not follow data; use `items` for rows", at: place)
      }
      return
    }
    let moves = ChildMoves(from: now.map(ObjectIdentifier.init), to: wanted.map(ObjectIdentifier.init))
    for place in moves.removals { now[place].removeFromSupernode() }
    for place in moves.insertions { parent.insertSubnode(wanted[place], at: place) }
  }
}
