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
  /// The screen that comes or goes, the one beneath it, and how much of the way in it has come; nil: none does. Of screens side by side the upper is the one
  /// that comes after the other.
  var change: (lower: ScreenNode, upper: ScreenNode, progress: Double)? {
    guard let i = entries.lastIndex(where: { $0.presence.isUnderWay && $0.isLaidOut }), let below = lower(of: i) else { return nil }
    return (entries[below].node, entries[i].node, min(1, entries[i].presence.value / max(1e-6, entries[i].rest)))
  }

  /// The screen that is seen beneath one that comes or goes.
  private func lower(of i: Int) -> Int? {
    guard selected != nil else { return entries[..<i].lastIndex { $0.isLaidOut } }
    // Of the two one is selected.
    if let top, top < i { return top }
    return entries[..<i].lastIndex { $0.isLaidOut && $0.appearance != .hidden }
  }
}

extension ScreenHosting {
  /// The elements that the screens have in common of which one comes or goes. Any thread.
  static func sharedElements(of node: Node<Self>) -> [SharedElementMotion] {
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

extension Screens {
  public static func sharedElementMotions(of node: Node<Screens>) -> [SharedElementMotion] { sharedElements(of: node) }
}

extension Tabs {
  public static func sharedElementMotions(of node: Node<Tabs>) -> [SharedElementMotion] { sharedElements(of: node) }
}
