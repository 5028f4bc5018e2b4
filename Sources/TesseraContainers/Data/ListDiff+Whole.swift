extension ListDiff {
  /// Creates the difference of two unrelated lists: nothing is kept and all nodes are recreated.
  public init(replacing oldCounts: [Int], with newCounts: [Int]) {
    self.init(
      oldCounts: oldCounts, newCounts: newCounts, newSections: oldCounts.map { _ in -1 }, movedSections: [], runs: [], updates: [],
      sectionUpdates: [])
  }

  /// Creates the difference of a reload, in which any content may have changed. Each item is matched with the one at the same index and
  /// updated. Visible content is therefore kept until the new content is ready. Complexity: linear in the sections.
  public init(reloading oldCounts: [Int], with newCounts: [Int]) {
    let sections = min(oldCounts.count, newCounts.count)
    var runs: [Run] = []
    for section in 0..<sections {
      let kept = min(oldCounts[section], newCounts[section])
      guard kept > 0 else { continue }
      runs.append(Run(old: ListIndex(section, 0), new: ListIndex(section, 0), count: kept, isMoved: false))
    }
    self.init(
      oldCounts: oldCounts, newCounts: newCounts, newSections: oldCounts.indices.map { $0 < sections ? Int32($0) : -1 }, movedSections: [],
      runs: runs, updates: runs, sectionUpdates: (0..<sections).map { Change(old: $0, new: $0) })
  }

  /// Returns the combined changes of this diff and then `next`, whose old counts are this one's new counts. Complexity: linear in the runs
  /// of both, times the logarithm.
  public func followed(by next: ListDiff) -> ListDiff {
    let joint = next.following(runs)
    var changedSections: [Int: Int] = [:]
    for update in sectionUpdates { if let new = next.newSection(of: update.new) { changedSections[new] = update.old } }
    for update in next.sectionUpdates { if let old = oldSection(of: update.old) { changedSections[update.new] = old } }
    let newSections = oldCounts.indices.map { old in
      newSection(of: old).flatMap { next.newSection(of: $0) }.map { Int32($0) } ?? -1
    }
    return ListDiff(
      oldCounts: oldCounts, newCounts: next.newCounts, newSections: newSections, movedSections: Self.moves(newSections), runs: joint,
      updates: next.following(updatedRuns) + preceding(next.updatedRuns),
      sectionUpdates: changedSections.map { Change(old: $0.value, new: $0.key) })
  }
}
