public import Tessera

extension Subnode where Value: ListType {
  /// Begins with an item in view instead of the start of the list: the newest message of a conversation, the current hour of a day.
  ///
  /// - Parameters:
  ///   - index: item to show. An item that does not exist changes nothing.
  ///   - position: target position in the viewport.
  public func scrolled(to index: ListIndex, at position: ListPosition = .nearest) -> Subnode {
    onMake { $0.scroll(to: index, at: position, animated: false) }
  }
}

extension ListType {
  /// Begins with an item in view, like `Subnode.scrolled(to:at:)`.
  public func scrolled(to index: ListIndex, at position: ListPosition = .nearest) -> Subnode<Self> {
    Subnode(self).scrolled(to: index, at: position)
  }
}

extension Subnode where Value: ScrollingType {
  /// Fetches content in batches before an end becomes visible, with a ``BatchFetcher`` that the node retains.
  ///
  /// - Parameters:
  ///   - edge: edge at which batches are added.
  ///   - leadingScreens: content to keep loaded ahead, in viewport lengths; 0 or less disables fetching.
  ///   - begin: starts a fetch and returns; ``BatchFetch/end(_:)`` ends it. Called on the loop with the node, which it may retain during the
  ///     fetch.
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

  /// Like ``fetching(at:leadingScreens:begin:)``, with an async function that fetches and returns the outcome. It runs in a separate task.
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
  /// Fetches content in batches, like `Subnode.fetching(at:leadingScreens:begin:)`.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, begin: @escaping @Sendable (Node<Self>, BatchFetch) -> Void
  ) -> Subnode<Self> {
    Subnode(self).fetching(at: edge, leadingScreens: leadingScreens, begin: begin)
  }

  /// Fetches content in batches, like `Subnode.fetching(at:leadingScreens:fetch:)`.
  public func fetching(
    at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2,
    fetch: @escaping @Sendable (Node<Self>, BatchFetch) async -> BatchFetching.Outcome
  ) -> Subnode<Self> {
    Subnode(self).fetching(at: edge, leadingScreens: leadingScreens, fetch: fetch)
  }
}
