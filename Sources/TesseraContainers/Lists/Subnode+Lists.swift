public import Tessera

extension Subnode where Value: ListType {
  /// Begins with an item in view, wherever a list would begin: the newest message of a conversation, the current hour of a day.
  ///
  /// - Parameters:
  ///   - index: the item. One that is not there changes nothing.
  ///   - position: where in the viewport it stands.
  public func scrolled(to index: ListIndex, at position: ListPosition = .nearest) -> Subnode {
    onMake { $0.scroll(to: index, at: position, animated: false) }
  }
}

extension ListType {
  /// Begins with an item in view, as `Subnode.scrolled(to:at:)` does.
  public func scrolled(to index: ListIndex, at position: ListPosition = .nearest) -> Subnode<Self> {
    Subnode(self).scrolled(to: index, at: position)
  }
}

extension Subnode where Value: ScrollingType {
  /// Fetches content in batches before an end comes into view, by a ``BatchFetcher`` that the node keeps.
  ///
  /// - Parameters:
  ///   - edge: where batches are added.
  ///   - leadingScreens: how many windowfuls are to lie ahead; 0 or less: nothing is fetched.
  ///   - begin: starts a fetch and returns; ``BatchFetch/end(_:)`` ends it. Called on the loop with the node, which it may hold for as long as the fetch takes.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, begin: @escaping @Sendable (Node<Value>, BatchFetch) -> Void
  ) -> Subnode {
    onMake { node in
      _ = BatchFetcher(node, at: edge, leadingScreens: leadingScreens) { [weak node] (fetch: BatchFetch) -> Void in
        guard let node else { return _ = fetch.end(.cancelled) }
        begin(node, fetch)
      }
    }
  }

  /// As ``fetching(at:leadingScreens:begin:)``, with a function that fetches and returns how that went. It runs as a task of its own.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2,
    fetch: @escaping @Sendable (Node<Value>, BatchFetch) async -> BatchFetching.Outcome
  ) -> Subnode {
    fetching(at: edge, leadingScreens: leadingScreens) { (node: Node<Value>, batch: BatchFetch) -> Void in
      _ = Task.detached { batch.end(await fetch(node, batch)) }
    }
  }
}

extension ScrollingType {
  /// Fetches content in batches, as `Subnode.fetching(at:leadingScreens:begin:)` does.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, begin: @escaping @Sendable (Node<Self>, BatchFetch) -> Void
  ) -> Subnode<Self> {
    Subnode(self).fetching(at: edge, leadingScreens: leadingScreens, begin: begin)
  }

  /// Fetches content in batches, as `Subnode.fetching(at:leadingScreens:fetch:)` does.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2,
    fetch: @escaping @Sendable (Node<Self>, BatchFetch) async -> BatchFetching.Outcome
  ) -> Subnode<Self> {
    Subnode(self).fetching(at: edge, leadingScreens: leadingScreens, fetch: fetch)
  }
}
