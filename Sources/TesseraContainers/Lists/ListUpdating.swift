public import Tessera

// Whether data that were given are shown, and measuring anew.

extension Node where Value: ListType {
  /// Whether data that were given are still being taken: what changed is being found, or nodes are being made. Any thread.
  public var isProcessingUpdates: Bool { storage.list.state.withLock { $0.isChanging } }

  /// Calls `perform` once all data given so far are in the next layout that is adopted: on the frame loop, outside of a stage at once. Any thread.
  public func whenUpdatesAreShown(_ perform: @escaping @Sendable () -> Void) {
    let perform = StateScope.bound(perform)
    let isWaiting = storage.list.state.withLock { state in
      guard state.isChanging else { return false }
      state.afterChanges.append(perform)
      return true
    }
    if !isWaiting { afterNextLayout(perform) }
  }

  /// Returns when all data given so far are shown. Any thread but the loop's own, which would wait for itself.
  public func updatesAreShown() async {
    await withCheckedContinuation { continuation in whenUpdatesAreShown { continuation.resume() } }
  }

  /// Has all rows and items measured again: those that have nodes with the next layout, all others when they come near the screen. Nodes stay, and what is in view
  /// keeps its place. For what depends on more than the values of nodes, such as fonts that were added. Any thread.
  public func remeasureItems() {
    for host in storage.list.hosts { for node in host.walk() { node.setNeedsLayout() } }
    storage.list.state.withLock { $0.forgetSizes() }
    setNeedsLayout()
  }
}

extension ListState {
  /// Forgets how large elements are that have no nodes.
  mutating func forgetSizes() {
    guard placement != nil else { return }
    let anchors = anchors()
    var fresh = layout.makePlacement(metrics)
    fresh.setSizes(cells.all.compactMap { cell in cell.size.map { (cell.element, $0) } })
    // What is in view stays where it is.
    for anchor in anchors {
      guard let frame = fresh.frame(of: anchor.element) else { continue }
      shift[layout.axis] += anchor.origin[layout.axis] - frame.origin[layout.axis]
      break
    }
    placement = fresh
    placementVersion += 1
    covered = nil
  }
}
