extension ListDiff {
  /// The list is another one: nothing stayed. What shows it is made anew.
  public init(replacing oldCounts: [Int], with newCounts: [Int]) {
    self.init(
      oldCounts: oldCounts, newCounts: newCounts, newSections: oldCounts.map { _ in -1 }, movedSections: [], runs: [], updates: [],
      sectionUpdates: [])
  }

  /// The list may show something else everywhere, and nobody knows what became of which item: every one is taken for the one at the same
  /// place, with new content. So what is on the screen stays there until its new content is ready. Complexity: linear in the items.
  public init(reloading oldCounts: [Int], with newCounts: [Int]) {
    let sections = min(oldCounts.count, newCounts.count)
    var runs: [Run] = []
    var updates: [Change<ListIndex>] = []
    for section in 0..<sections {
      let kept = min(oldCounts[section], newCounts[section])
      guard kept > 0 else { continue }
      runs.append(Run(old: ListIndex(section, 0), new: ListIndex(section, 0), count: kept, isMoved: false))
      for item in 0..<kept { updates.append(Change(old: ListIndex(section, item), new: ListIndex(section, item))) }
    }
    self.init(
      oldCounts: oldCounts, newCounts: newCounts, newSections: oldCounts.indices.map { $0 < sections ? Int32($0) : -1 }, movedSections: [],
      runs: runs, updates: updates, sectionUpdates: (0..<sections).map { Change(old: $0, new: $0) })
  }

  /// Returns what changed by this and then by `next`, whose old counts are the new ones of this. Complexity: linear in the runs of both, beside
  /// the logarithm.
  public func followed(by next: ListDiff) -> ListDiff {
    var joint: [Run] = []
    for run in runs {
      let middle = run.new
      for after in next.runs(ofOld: middle.section, middle.item..<middle.item + run.count) {
        let low = max(middle.item, after.old.item)
        let high = min(middle.item + run.count, after.old.item + after.count)
        guard low < high else { continue }
        joint.append(
          Run(
            old: ListIndex(run.old.section, run.old.item + low - middle.item),
            new: ListIndex(after.new.section, after.new.item + low - after.old.item), count: high - low,
            isMoved: run.isMoved || after.isMoved))
      }
    }
    var changed: [ListIndex: ListIndex] = [:]
    for update in updates { if let new = next.newIndex(of: update.new) { changed[new] = update.old } }
    for update in next.updates { if let old = oldIndex(of: update.old) { changed[update.new] = old } }
    var changedSections: [Int: Int] = [:]
    for update in sectionUpdates { if let new = next.newSection(of: update.new) { changedSections[new] = update.old } }
    for update in next.sectionUpdates { if let old = oldSection(of: update.old) { changedSections[update.new] = old } }
    let newSections = oldCounts.indices.map { old in
      newSection(of: old).flatMap { next.newSection(of: $0) }.map { Int32($0) } ?? -1
    }
    return ListDiff(
      oldCounts: oldCounts, newCounts: next.newCounts, newSections: newSections, movedSections: Self.moves(newSections), runs: joint,
      updates: changed.map { Change(old: $0.value, new: $0.key) },
      sectionUpdates: changedSections.map { Change(old: $0.value, new: $0.key) })
  }
}
