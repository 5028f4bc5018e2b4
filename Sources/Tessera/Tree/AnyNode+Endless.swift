internal import TesseraGeometry

// Handling of a node whose code did not return to a layout in time.

extension AnyNode {
  /// Makes layouts skip the code of the node's type while its generation is `generation`. Any thread.
  func abandonLayout(_ generation: UInt64) { lock.withLock { state.endlessGeneration = generation } }

  /// Whether layouts skip the code of the node's type. Any thread.
  var isEndless: Bool { lock.withLock { state.endlessGeneration == state.measureGeneration } }

  /// Calls layout code of the node. Returns nil if it did not return in time while the node's generation was `generation` (nil: the latest). Worker.
  func asking<Answer>(_ generation: UInt64?, _ question: () -> Answer) -> Answer? {
    let (newest, endless, environment) = lock.withLock { (state.measureGeneration, state.endlessGeneration, state.environment) }
    guard endless != generation ?? newest else { return nil }
    return Watchdog.run(self, .place, generation: generation ?? newest) { tracking(.layout, generation ?? newest, environment, question) }
  }

  /// Fallback size while the node's own is unknown: that of the layout before.
  func sizeInstead(within range: SizeRange) -> Measurement { Measurement(size: range.clamp(lock.withLock { state.frame.size })) }

  /// Requests a new layout, after a result that a layout had to skip has arrived.
  func answerIsThere() {
    let link = lock.withLock {
      // Counted as a departure: the node is checked again, and its known size stays valid.
      state.departures &+= 1
      return markPending(.geometry)
    }
    link?.nodeDidChange(self)
  }

  /// The current subnodes, and those named by a running layout.
  var allSubnodes: [AnyNode] { lock.withLock { state.children + state.keyed.values.filter { !state.children.contains($0) } } }

  /// Whether `node` is this node or below it.
  func isAround(_ node: AnyNode) -> Bool {
    var nodes = [self]
    while let at = nodes.popLast() {
      if at === node { return true }
      nodes += at.allSubnodes
    }
    return false
  }
}
