internal import TesseraGeometry

// Code of a node that has not answered a layout in time.

extension AnyNode {
  /// Has layouts do without what the node's type says while its generation is `generation`. Any thread.
  func giveUpLayout(_ generation: UInt64) { lock.withLock { state.endlessGeneration = generation } }

  /// Whether layouts do without what the node's type says. Any thread.
  var isEndless: Bool { lock.withLock { state.endlessGeneration == state.measureGeneration } }

  /// Calls code of the node's layout; nil where that has not answered in time while the node's generation was `generation` (nil: the newest). Worker.
  func asking<Answer>(_ generation: UInt64?, _ question: () -> Answer) -> Answer? {
    let (newest, endless, environment) = lock.withLock { (state.measureGeneration, state.endlessGeneration, state.environment) }
    guard endless != generation ?? newest else { return nil }
    return Watchdog.run(self, .place, generation: generation ?? newest) { tracking(.layout, generation ?? newest, environment, question) }
  }

  /// The size that the node counts as having while nobody knows it: that of the layout before.
  func sizeInstead(within range: SizeRange) -> Measurement { Measurement(size: range.clamp(lock.withLock { state.frame.size })) }

  /// What a layout did without is there by now: the next one takes it.
  func answerIsThere() {
    let link = lock.withLock {
      // As one that was away: it is looked at again, and what is known of its size stays known.
      state.departures &+= 1
      return markPending(.geometry)
    }
    link?.nodeDidChange(self)
  }

  /// The subnodes that it has, and those that a layout under way has named.
  var allSubnodes: [AnyNode] { lock.withLock { state.children + state.keyed.values.filter { !state.children.contains($0) } } }

  /// Whether it is `node`, or that is somewhere below it.
  func isAround(_ node: AnyNode) -> Bool {
    var nodes = [self]
    while let at = nodes.popLast() {
      if at === node { return true }
      nodes += at.allSubnodes
    }
    return false
  }
}
