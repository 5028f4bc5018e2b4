public import Tessera

/// What happens to a row or an item when other data are shown.
public enum ListRowChange: String, Sendable, Hashable, CaseIterable {
  /// It was not there before.
  case inserted
  /// It is not there any more.
  case deleted
}

extension Node where Value: ListType {
  /// How single rows and items come and go when data are shown with an animation: asked with what happens and the element, as of the data that have it; nil: as all
  /// others. Called on workers, no lock held. Any thread.
  ///
  /// ```swift
  /// table.rowTransition = { change, _ in
  ///   change == .inserted ? LayoutTransition(insertion: .slide(.left)) : LayoutTransition(removal: .slide(.right))
  /// }
  /// ```
  public var rowTransition: (@Sendable (ListRowChange, ListElement) -> LayoutTransition?)? {
    get { storage.list.rowTransition.withLock { $0 } }
    set {
      // What the former closure holds is let go of after the lock.
      let former = storage.list.rowTransition.withLock { rule in
        defer { rule = newValue }
        return rule
      }
      withExtendedLifetime(former) {}
    }
  }
}

extension ListStorage {
  /// The subnodes that come and go in a way of their own.
  func ownTransitions(_ diff: ListDiff, _ before: ListState, _ outcome: ListOutcome) -> [(host: AnyNode, transition: LayoutTransition)] {
    guard let rule = rowTransition.withLock({ $0 }) else { return [] }
    let gone = before.cells.all.compactMap { cell -> (AnyNode, LayoutTransition)? in
      guard diff.newElement(of: cell.element) == nil else { return nil }
      return rule(.deleted, cell.element).map { (cell.host, $0) }
    }
    let came = outcome.made.values.compactMap { cell -> (AnyNode, LayoutTransition)? in
      guard diff.oldElement(of: cell.element) == nil else { return nil }
      return rule(.inserted, cell.element).map { (cell.host, $0) }
    }
    return gone + came
  }
}
