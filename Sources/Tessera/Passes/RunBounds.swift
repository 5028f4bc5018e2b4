internal import TesseraGeometry

/// Bounds of runs of 64 nodes in tree order: a walk tests the bounds of a run instead of those of its nodes. A value.
///
/// Invariant: the bounds of a run that is not stale contain the subtree bounds of all its nodes.
struct RunBounds: Sendable {
  /// Number of nodes in a run, as a power of two.
  static let shift = 6

  private(set) var bounds: [PixelRect] = []
  private var stale: [Bool] = []
  private var hasStale = true

  /// Returns the run of a node.
  @inline(__always) static func run(of i: Int) -> Int { i >> shift }

  /// Records a change of node `i`'s bounds.
  @inline(__always) mutating func recordChange(_ i: Int) {
    let run = Self.run(of: i)
    guard run < stale.count, !stale[run] else { return }
    stale[run] = true
    hasStale = true
  }

  /// Records a change of all bounds.
  mutating func recordChange() { (bounds, stale, hasStale) = ([], [], true) }

  /// Updates the bounds of stale runs.
  /// - Complexity: linear in the runs and in the nodes of stale ones.
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
