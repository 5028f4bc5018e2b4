/// Pending draws, and the number of running ones. Frame loop only.
///
/// A draw whose node also requested layout waits until that layout is committed, because its size may change.
struct DrawQueue<Owner: AnyObject> {
  /// Number of submitted draw jobs without a result.
  private(set) var underWay = 0
  /// Submitted draws that the loop runs itself.
  private var synchronous: [DrawJob] = []
  /// Nodes to draw after the commit of the next layout, and of the running one.
  private var afterNextLayout: [Owner] = []
  private(set) var afterThisLayout: [Owner] = []
  /// Nodes that came into display range.
  private var inRange: [Owner] = []
  /// Nodes whose draws wait for memory.
  private var postponed: [ObjectIdentifier: Owner] = [:]
  /// Bytes of contents when the last of them was tried.
  private(set) var heldWhenPostponed = 0
  private var hasReportedShortage = false
  /// Nodes whose content is drawn partially.
  private var partial: [ObjectIdentifier: Owner] = [:]

  // MARK: Jobs

  mutating func didSubmit() { underWay += 1 }

  mutating func didReturn() {
    assert(underWay > 0, "a draw finished that was not submitted")
    underWay -= 1
  }

  // MARK: Memory

  /// Adds a node whose draw waits for memory. Returns whether it is the first one ever.
  mutating func postpone(_ node: Owner, held: Int) -> Bool {
    heldWhenPostponed = held
    postponed[ObjectIdentifier(node)] = node
    defer { hasReportedShortage = true }
    return !hasReportedShortage
  }

  var hasPostponed: Bool { !postponed.isEmpty }

  /// Removes and returns the nodes whose draws wait for memory.
  mutating func removePostponed() -> [Owner] {
    defer { postponed.removeAll() }
    return Array(postponed.values)
  }

  // MARK: Draws within a frame

  /// Adds a submitted draw that the loop runs within the current frame.
  mutating func addSynchronous(_ job: DrawJob) { synchronous.append(job) }

  /// Removes and returns the draws to run now.
  mutating func removeSynchronous() -> [DrawJob] {
    defer { synchronous.removeAll() }
    return synchronous
  }

  // MARK: Draws after a layout

  /// Adds a node to draw after the commit of the layout that it requested.
  mutating func addAfterLayout(_ node: Owner) { afterNextLayout.append(node) }

  /// Called when a layout starts: draws that waited for the next one wait for this one.
  mutating func layoutWillStart() {
    afterThisLayout.append(contentsOf: afterNextLayout)
    afterNextLayout.removeAll(keepingCapacity: true)
  }

  /// Nodes that changed since the running layout began, and wait for the next one.
  var changedMeanwhile: Set<ObjectIdentifier> { Set(afterNextLayout.map { ObjectIdentifier($0) }) }

  /// Returns whether a node waits for the layout after the running one.
  func waitsForNextLayout(_ node: Owner) -> Bool { afterNextLayout.contains { $0 === node } }

  /// Nodes that wait for the running layout or the next one.
  var waitingForLayout: [Owner] { afterNextLayout + afterThisLayout }

  /// Called when the layout is committed and the waiting draws are started.
  mutating func layoutDidFinish() { afterThisLayout.removeAll(keepingCapacity: true) }

  // MARK: Ranges

  /// Adds a node that came into range.
  mutating func addInRange(_ node: Owner) { inRange.append(node) }

  /// Removes the nodes that came into range and returns their indices, if `find` finds them. Keeps the capacity.
  mutating func dequeueInRange(_ find: (Owner) -> Int?) -> [Int] {
    guard !inRange.isEmpty else { return [] }
    defer { inRange.removeAll(keepingCapacity: true) }
    return inRange.compactMap(find)
  }

  // MARK: Partially drawn content

  /// Adds partially drawn content, which is checked in each frame.
  mutating func addPartial(_ node: Owner) { partial[ObjectIdentifier(node)] = node }

  mutating func removePartial(_ node: Owner) { partial[ObjectIdentifier(node)] = nil }

  var hasPartial: Bool { !partial.isEmpty }
  var partialNodes: [Owner] { Array(partial.values) }
}
