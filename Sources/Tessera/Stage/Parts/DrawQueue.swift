/// Draws that wait, and how many are under way. Frame loop only.
///
/// A draw whose node also asked for layout waits until that layout is adopted: its size may be another then.
struct DrawQueue<Owner: AnyObject> {
  /// Draw jobs that were submitted and have not come back.
  private(set) var underWay = 0
  /// Nodes to be drawn once the next layout is adopted, and once the one under way is.
  private var afterNextLayout: [Owner] = []
  private(set) var afterThisLayout: [Owner] = []
  /// Nodes that ranges brought near enough to be drawn.
  private var inRange: [Owner] = []
  /// Nodes of whose content a part is drawn.
  private var partial: [ObjectIdentifier: Owner] = [:]

  // MARK: Jobs

  mutating func didSubmit() { underWay += 1 }

  mutating func didReturn() {
    assert(underWay > 0, "a draw came back that was not submitted")
    underWay -= 1
  }

  // MARK: Draws that wait for a layout

  /// Has a node drawn once the layout that it asked for is adopted.
  mutating func addAfterLayout(_ node: Owner) { afterNextLayout.append(node) }

  /// A layout starts: what waits for the next waits for this one.
  mutating func layoutWillStart() {
    afterThisLayout.append(contentsOf: afterNextLayout)
    afterNextLayout.removeAll(keepingCapacity: true)
  }

  /// Nodes that changed after the layout under way began, and wait for the next.
  var changedMeanwhile: Set<ObjectIdentifier> { Set(afterNextLayout.map { ObjectIdentifier($0) }) }

  /// Whether a node waits for the layout after the one under way.
  func waitsForNextLayout(_ node: Owner) -> Bool { afterNextLayout.contains { $0 === node } }

  /// Nodes that wait for the layout under way or the next.
  var waitingForLayout: [Owner] { afterNextLayout + afterThisLayout }

  /// The layout is adopted, and what waited for it is started.
  mutating func layoutDidFinish() { afterThisLayout.removeAll(keepingCapacity: true) }

  // MARK: Ranges

  /// Has a node drawn that came into range, with the others that come.
  mutating func addInRange(_ node: Owner) { inRange.append(node) }

  /// Hands over those that came, as far as `find` finds them. Keeps the memory.
  mutating func takeInRange(_ find: (Owner) -> Int?) -> [Int] {
    guard !inRange.isEmpty else { return [] }
    defer { inRange.removeAll(keepingCapacity: true) }
    return inRange.compactMap(find)
  }

  // MARK: Parts of large content

  /// Content of which only a part is drawn: it is looked at with every frame.
  mutating func addPartial(_ node: Owner) { partial[ObjectIdentifier(node)] = node }

  mutating func removePartial(_ node: Owner) { partial[ObjectIdentifier(node)] = nil }

  var hasPartial: Bool { !partial.isEmpty }
  var partialNodes: [Owner] { Array(partial.values) }
}
