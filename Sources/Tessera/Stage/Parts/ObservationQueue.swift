/// What observers of draws and layouts are still to be told. A value without a clock. Frame loop only.
struct ObservationQueue {
  /// Nodes of whose subtree a draw began or ended since it was last all drawn.
  private var subtrees: [AnyNode] = []
  private var subnodeDraws: [(node: AnyNode, draw: SubnodeDraw)] = []
  private var drawn: [AnyNode] = []
  private var movedNodes: Set<Int> = []
  private var afterNextLayout: [@Sendable () -> Void] = []
  private var afterThisLayout: [@Sendable () -> Void] = []

  // MARK: Draws

  /// Whether anything of draws is to be told or waited for.
  var hasDraws: Bool { !subtrees.isEmpty || !subnodeDraws.isEmpty || !drawn.isEmpty }

  /// Something at or below a node is drawn: it is told when all of that is.
  mutating func watch(_ node: AnyNode) { if !subtrees.contains(where: { $0 === node }) { subtrees.append(node) } }

  mutating func note(_ draw: SubnodeDraw, for node: AnyNode) { subnodeDraws.append((node, draw)) }

  mutating func noteDraw(of node: AnyNode) { drawn.append(node) }

  mutating func takeDrawn() -> [AnyNode] {
    defer { drawn = [] }
    return drawn
  }

  mutating func takeSubnodeDraws() -> [(node: AnyNode, draw: SubnodeDraw)] {
    defer { subnodeDraws = [] }
    return subnodeDraws
  }

  /// How far the subtree of a node is.
  enum Progress { case pending, drawn, gone }

  /// Returns the nodes whose subtree is drawn by now. Those that are pending are asked about again.
  mutating func takeSubtrees(_ progress: (AnyNode) -> Progress) -> [AnyNode] {
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

  /// A layout moved an observed node.
  mutating func noteMove(of i: Int) { movedNodes.insert(i) }

  /// The nodes that are told of a layout: those that it changed, and those that it only moved.
  mutating func takeLaidOut(_ changed: Set<Int>) -> [Int] {
    defer { movedNodes = [] }
    return (movedNodes.isEmpty ? changed : changed.union(movedNodes)).sorted()
  }

  /// Calls of the program that wait for a layout that begins from now on.
  mutating func addAfterLayout(_ calls: [@Sendable () -> Void]) { afterNextLayout += calls }

  mutating func layoutWillStart() {
    guard !afterNextLayout.isEmpty else { return }
    afterThisLayout += afterNextLayout
    afterNextLayout = []
  }

  /// The layout under way is adopted. Returns what waited for it.
  mutating func takeAfterLayout() -> [@Sendable () -> Void] {
    guard !afterThisLayout.isEmpty else { return [] }
    defer { afterThisLayout = [] }
    return afterThisLayout
  }
}
