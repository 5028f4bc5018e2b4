public import Tessera

/// Elements that two screens share. A value.
struct SharedPairs: Sendable, Equatable {
  struct Pair: Sendable, Equatable {
    let lower: AnyNode
    let upper: AnyNode
  }

  let lower: ScreenNode
  let upper: ScreenNode
  let pairs: [Pair]

  /// Searches all nodes of both screens.
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

  /// Returns the nodes with a shared-element name, in the order of the tree; nested ones are excluded.
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
  /// The screen in transition, the one below it, and the progress of the transition; nil if there is none. In tabs the upper screen is the
  /// one that follows the other.
  var change: (lower: ScreenNode, upper: ScreenNode, progress: Double)? {
    guard let i = entries.lastIndex(where: { $0.presence.isUnderWay && $0.isLaidOut }), let below = lower(of: i) else { return nil }
    return (entries[below].node, entries[i].node, min(1, entries[i].presence.value / max(1e-6, entries[i].rest)))
  }

  /// Returns the visible screen below one in transition.
  private func lower(of i: Int) -> Int? {
    guard selected != nil else { return entries[..<i].lastIndex { $0.isLaidOut } }
    // One of the two is selected.
    if let top, top < i { return top }
    return entries[..<i].lastIndex { $0.isLaidOut && $0.appearance != .hidden }
  }
}

extension ScreenHosting {
  /// Returns the elements that the two screens of a transition share. Any thread.
  static func sharedElements(of node: Node<Self>) -> [SharedElementMotion] {
    let host = node.host
    guard let change = host.stack.change, !node.environmentValues.reducesMotion else { return [] }
    var shared = host.shared
    if shared?.lower !== change.lower || shared?.upper !== change.upper {
      let found = SharedPairs(change.lower, change.upper)
      shared = found
      // This alone does not change what is shown.
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
