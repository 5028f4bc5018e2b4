/// The nearest node above each node that scrolls its subnodes, by index. Takes no memory where there is none.
struct ScrollerTable: Sendable {
  private var above: [Int32] = []

  init() {}

  /// - Parameter scrollers: the nodes that scroll their subnodes, in paint order.
  init(_ scrollers: [Int32], parent: [Int32], end: [Int32]) {
    guard !scrollers.isEmpty else { return }
    above = [Int32](repeating: -1, count: parent.count)
    // Inner ones come later and overwrite what outer ones wrote.
    for scroller in scrollers {
      for i in Int(scroller) + 1..<max(Int(scroller) + 1, Int(end[Int(scroller)])) { above[i] = scroller }
    }
  }

  /// The index of the node that scrolls node `i`, or -1.
  @inline(__always)
  subscript(_ i: Int) -> Int32 { above.isEmpty ? -1 : above[i] }
}
