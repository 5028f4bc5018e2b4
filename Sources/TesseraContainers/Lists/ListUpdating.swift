public import Tessera

// State of pending updates, and measuring again.

extension Node where Value: ListType {
  /// Whether new data are still being applied: changes are being computed, or nodes are being created. Any thread.
  public var isProcessingUpdates: Bool { storage.list.state.withLock { $0.isChanging } }

  /// Calls `perform` once all data set so far are in a committed layout: on the frame loop, or immediately outside of a stage. Any thread.
  public func whenUpdatesAreShown(_ perform: @escaping @Sendable () -> Void) {
    let perform = StateScope.bound(perform)
    let isWaiting = storage.list.state.withLock { state in
      guard state.isChanging else { return false }
      state.afterChanges.append(perform)
      return true
    }
    if !isWaiting { afterNextLayout(perform) }
  }

  /// Returns when all data set so far are shown. Any thread except the loop thread, which would wait for itself.
  public func updatesAreShown() async {
    await withCheckedContinuation { continuation in whenUpdatesAreShown { continuation.resume() } }
  }

  /// Measures all rows and items again: those with nodes in the next layout, all others when they approach the viewport. Nodes are kept,
  /// and visible content keeps its place. Call it after changes outside of node values, such as added fonts. Any thread.
  public func remeasureItems() {
    for host in storage.list.hosts { for node in host.walk() { node.setNeedsLayout() } }
    storage.list.state.withLock { $0.forgetSizes() }
    setNeedsLayout()
  }
}

extension ListState {
  /// Discards the sizes of elements without nodes.
  mutating func forgetSizes() {
    guard placement != nil else { return }
    let anchors = anchors()
    var fresh = layout.makePlacement(metrics)
    fresh.setSizes(cells.all.compactMap { cell in cell.size.map { (cell.element, $0) } })
    // Visible content stays in place.
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
