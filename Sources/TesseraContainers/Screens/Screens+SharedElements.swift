public import Tessera

/// Elements that two screens have in common. A value.
struct SharedPairs: Sendable, Equatable {
  struct Pair: Sendable, Equatable {
    let lower: AnyNode
    let upper: AnyNode
  }

  let lower: ScreenNode
  let upper: ScreenNode
  let pairs: [Pair]

  /// Looks at all nodes of both screens.
  init(_ lower: ScreenNode, _ upper: ScreenNode) {
    (self.lower, self.upper) = (lower, upper)
    let above = Self.elements(of: upper)
    guard !above.isEmpty else {
      pairs = []
      return
    }
    let below = Dictionary(Self.elements(of: lower), uniquingKeysWith: { first, _ in first })
    var found = Set<String>()
    pairs = above.compactMap { id, node in
      guard let other = below[id], found.insert(id).inserted else { return nil }
      return Pair(lower: other, upper: node)
    }
  }

  /// The nodes that name what they show, in the order of the tree; none inside another.
  private static func elements(of screen: ScreenNode) -> [(String, AnyNode)] {
    var result: [(String, AnyNode)] = []
    var waiting: [AnyNode] = [screen]
    while let node = waiting.popLast() {
      if node.isHidden { continue }
      let id = node.sharedElement
      if id.isEmpty { waiting += node.subnodes.reversed() } else { result.append((id, node)) }
    }
    return result
  }
}

extension ScreenStack {
  /// The screen that comes or goes, the one beneath it, and how much of the way in it has come; nil: none does.
  var change: (lower: ScreenNode, upper: ScreenNode, progress: Double)? {
    guard selected == nil, let i = entries.lastIndex(where: { $0.presence.isUnderWay && $0.isLaidOut }),
      let below = entries[..<i].lastIndex(where: { $0.isLaidOut })
    else { return nil }
    return (entries[below].node, entries[i].node, min(1, entries[i].presence.value / max(1e-6, entries[i].rest)))
  }
}

extension Screens {
  public static func sharedElementMotions(of node: Node<Screens>) -> [SharedElementMotion] {
    let host = node.host
    guard let change = host.stack.change, !node.environmentValues.reducesMotion else { return [] }
    var shared = host.shared
    if shared?.lower !== change.lower || shared?.upper !== change.upper {
      let found = SharedPairs(change.lower, change.upper)
      shared = found
      // No change of what is shown by itself.
      node.storage.host.withLock { $0.shared = found }
    }
    return (shared?.pairs ?? []).map { SharedElementMotion(from: $0.lower, to: $0.upper, progress: change.progress) }
  }
}
