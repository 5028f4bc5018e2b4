/// Pending notifications of draw and layout observers. A value without a clock. Frame loop only.
struct ObservationQueue {
  /// Nodes with a draw that began or ended in their subtree since it was last drawn completely.
  private var subtrees: [AnyNode] = []
  private var subnodeDraws: [(node: AnyNode, draw: SubnodeDraw)] = []
  private var drawn: [AnyNode] = []
  private var movedNodes: Set<Int> = []
  private var afterNextLayout: [@Sendable () -> Void] = []
  private var afterThisLayout: [@Sendable () -> Void] = []

  // MARK: Draws

  /// Whether notifications of draws are pending or awaited.
  var hasDraws: Bool { !subtrees.isEmpty || !subnodeDraws.isEmpty || !drawn.isEmpty }

  /// Adds a node to notify when its whole subtree is drawn.
  mutating func watch(_ node: AnyNode) { if !subtrees.contains(where: { $0 === node }) { subtrees.append(node) } }

  mutating func enqueue(_ draw: SubnodeDraw, for node: AnyNode) { subnodeDraws.append((node, draw)) }

  mutating func recordDraw(of node: AnyNode) { drawn.append(node) }

  mutating func dequeueDrawn() -> [AnyNode] {
    defer { drawn = [] }
    return drawn
  }

  mutating func dequeueSubnodeDraws() -> [(node: AnyNode, draw: SubnodeDraw)] {
    defer { subnodeDraws = [] }
    return subnodeDraws
  }

  /// State of a node's subtree.
  enum Progress { case pending, drawn, gone }

  /// Returns the nodes whose subtree is drawn now. Pending ones are checked again later.
  mutating func dequeueSubtrees(_ progress: (AnyNode) -> Progress) -> [AnyNode] {
    var done: [AnyNode] = []
    subtrees.removeAll { node in
      switch progress(node) {
      case .pending: return false
      case .gone: return true
      case .drawn:
        done.append(node)
        return true
      }
    }
    return done
  }

  // MARK: Layouts

  /// Records that a layout moved an observed node.
  mutating func recordMove(of i: Int) { movedNodes.insert(i) }

  /// Returns the nodes to notify of a layout: those that it changed, and those that it only moved.
  mutating func dequeueLaidOut(_ changed: Set<Int>) -> [Int] {
    defer { movedNodes = [] }
    return (movedNodes.isEmpty ? changed : changed.union(movedNodes)).sorted()
  }

  /// Adds calls of the program to make after a layout that begins from now on.
  mutating func addAfterLayout(_ calls: [@Sendable () -> Void]) { afterNextLayout += calls }

  mutating func layoutWillStart() {
    guard !afterNextLayout.isEmpty else { return }
    afterThisLayout += afterNextLayout
    afterNextLayout = []
  }

  /// Called when the running layout is committed. Returns the calls that waited for it.
  mutating func dequeueAfterLayout() -> [@Sendable () -> Void] {
    guard !afterThisLayout.isEmpty else { return [] }
    defer { afterThisLayout = [] }
    return afterThisLayout
  }
}
