/// Orders of subnodes that differ from that of the tree, by index of the node above. A value; empty and free if no node has a z index.
struct StackingOrders: Sendable {
  private var orders: [Int32: [Int32]] = [:]

  var isEmpty: Bool { orders.isEmpty }

  /// Subnodes of node `i` in paint order; nil: those of the tree.
  subscript(_ i: Int) -> [Int32]? {
    get { orders.isEmpty ? nil : orders[Int32(i)] }
    set { orders[Int32(i)] = newValue }
  }
}

extension PaintTree {
  /// Sorts the subnodes of node `i` by their z indices: those of their properties plus those of placements. Returns whether the order changed.
  @discardableResult
  func restack(_ i: Int) -> Bool {
    guard i >= 0 else { return false }
    var placed: [ObjectIdentifier: Int] = [:]
    for placement in placementLists[i] ?? [] where placement.zIndex != 0 { placed[ObjectIdentifier(placement.node)] = placement.zIndex }
    var subnodes: [(child: Int32, z: Int)] = []
    var child = i + 1
    while child < Int(end[i]) {
      let own = properties[child].value.zIndex
      let added = placed.isEmpty ? 0 : placed[ObjectIdentifier(nodes[child])] ?? 0
      subnodes.append((Int32(child), own.addingReportingOverflow(added).partialValue))
      child = Int(end[child])
    }
    let before = stacking[i]
    let isSorted = zip(subnodes, subnodes.dropFirst()).allSatisfy { $0.z <= $1.z }
    // The index breaks ties, because `sort` is not guaranteed to be stable.
    if !isSorted { subnodes.sort { ($0.z, $0.child) < ($1.z, $1.child) } }
    stacking[i] = isSorted ? nil : subnodes.map(\.child)
    return stacking[i] != before
  }

  /// Sorts the subnodes of all nodes.
  func restackAll() {
    var last = -1
    for i in 0..<count where properties[i].value.zIndex != 0 && Int(parent[i]) != last {
      last = Int(parent[i])
      restack(last)
    }
  }
}
