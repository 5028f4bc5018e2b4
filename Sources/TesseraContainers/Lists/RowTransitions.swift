public import Tessera

/// Change of a row or an item when other data are shown.
public enum ListRowChange: String, Sendable, Hashable, CaseIterable {
  /// It was inserted.
  case inserted
  /// It was deleted.
  case deleted
}

extension Node where Value: ListType {
  /// Transitions of single rows and items when data are shown with an animation. Receives the change and the element, with its place in the
  /// data that contain it. nil means the default transition. Called on workers, no lock held. Any thread.
  ///
  /// ```swift
  /// table.rowTransition = { change, _ in
  ///   change == .inserted ? LayoutTransition(insertion: .slide(.left)) : LayoutTransition(removal: .slide(.right))
  /// }
  /// ```
  public var rowTransition: (@Sendable (ListRowChange, ListElement) -> LayoutTransition?)? {
    get { storage.list.rowTransition.withLock { $0 } }
    set {
      // Objects that the former closure retains are released after the lock.
      let former = storage.list.rowTransition.withLock { rule in
        defer { rule = newValue }
        return rule
      }
      withExtendedLifetime(former) {}
    }
  }
}

extension ListStorage {
  /// Returns the subnodes with individual transitions.
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
