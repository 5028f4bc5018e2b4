internal import TesseraGeometry

/// Bounds of runs of 64 nodes each, in the order of the tree: a walk looks at the bounds of a run in place of those of its nodes. A value.
///
/// Invariant: the bounds of a run that is not stale hold the subtree bounds of all of its nodes.
struct RunBounds: Sendable {
  /// Nodes of a run, as a power of two.
  static let shift = 6

  private(set) var bounds: [PixelRect] = []
  private var stale: [Bool] = []
  private var hasStale = true

  /// The run that a node is in.
  @inline(__always) static func run(of i: Int) -> Int { i >> shift }

  /// Notes that the bounds of node `i` changed.
  @inline(__always) mutating func noteChange(_ i: Int) {
    let run = Self.run(of: i)
    guard run < stale.count, !stale[run] else { return }
    stale[run] = true
    hasStale = true
  }

  /// Notes that the bounds of all nodes changed.
  mutating func noteChange() { (bounds, stale, hasStale) = ([], [], true) }

  /// Finds the bounds of stale runs again.
  /// - Complexity: the runs and the nodes of those that are stale.
  mutating func refresh(_ subtreeBounds: [PixelRect]) {
    guard hasStale else { return }
    hasStale = false
    let count = (subtreeBounds.count + (1 << Self.shift) - 1) >> Self.shift
    if bounds.count != count {
      bounds = [PixelRect](repeating: .zero, count: count)
      stale = [Bool](repeating: true, count: count)
    }
    for run in 0..<count where stale[run] {
      stale[run] = false
      let start = run << Self.shift
      var all = PixelRect.zero
      for i in start..<min(subtreeBounds.count, start + (1 << Self.shift)) { all = all.union(subtreeBounds[i]) }
      bounds[run] = all
    }
  }
}
