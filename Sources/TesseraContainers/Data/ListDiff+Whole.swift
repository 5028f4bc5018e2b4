extension ListDiff {
  /// The list is another one: nothing stayed. What shows it is made anew.
  public init(replacing oldCounts: [Int], with newCounts: [Int]) {
    self.init(
      oldCounts: oldCounts, newCounts: newCounts, newSections: oldCounts.map { _ in -1 }, movedSections: [], runs: [], updates: [],
      sectionUpdates: [])
  }

  /// The list may show something else everywhere, and nobody knows what became of which item: every one is taken for the one at the same
  /// place, with new content. So what is on the screen stays there until its new content is ready. Complexity: linear in the sections.
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

  /// Returns what changed by this and then by `next`, whose old counts are the new ones of this. Complexity: linear in the runs of both, beside
  /// the logarithm.
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
