/// Nearest scrolling ancestor of each node, by index. Uses no memory if there is none.
struct ScrollerTable: Sendable {
  private var above: [Int32] = []

  init() {}

  /// - Parameter scrollers: scrolling nodes in paint order.
  init(_ scrollers: [Int32], parent: [Int32], end: [Int32]) {
    guard !scrollers.isEmpty else { return }
    above = [Int32](repeating: -1, count: parent.count)
    // Inner ones are later and overwrite the values of outer ones.
    for scroller in scrollers {
      for i in Int(scroller) + 1..<max(Int(scroller) + 1, Int(end[Int(scroller)])) { above[i] = scroller }
    }
  }

  /// Returns the index of the node that scrolls node `i`, or -1.
  @inline(__always)
  subscript(_ i: Int) -> Int32 { above.isEmpty ? -1 : above[i] }
}
