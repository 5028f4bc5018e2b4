/// Change of theme, mode or color scheme, or of nodes that depend on the size of another one, that no frame has shown yet. Frames wait for the layouts and
/// draws that it caused, so that all of it appears together. Frame loop only.
struct AppearanceChange<Owner: AnyObject> {
  /// Maximum time that frames wait, seconds.
  static var limit: Double { 0.25 }

  /// Maximum time that frames wait for changes that follow one another, seconds.
  static var longest: Double { 1 }

  /// Time at which the newest change arrived; nil while none is pending.
  private(set) var start: Double?
  /// Time at which the first of them arrived.
  private var first: Double?
  /// Nodes that were asked to draw since then.
  private(set) var awaited: [Owner] = []

  /// Whether frames wait.
  var isPending: Bool { start != nil }

  /// Time at which frames no longer wait, seconds of the clock.
  var deadline: Double? { start.map { $0 + Self.limit } }

  /// Begins to wait, or waits longer for a change that follows another.
  mutating func begin(at now: Double) {
    first = first ?? now
    if let first, now - first < Self.longest { start = now }
  }

  /// Adds a node that draws.
  mutating func add(_ node: Owner) {
    if isPending { awaited.append(node) }
  }

  /// Removes the nodes that are drawn. Returns whether frames wait.
  ///
  /// - Parameters:
  ///   - isOpen: whether nodes may still be added: the change is being handed on, or a layout is due.
  ///   - isDrawn: whether a node needs no draw now.
  mutating func wait(at now: Double, isOpen: Bool, _ isDrawn: (Owner) -> Bool) -> Bool {
    guard let start else { return false }
    if now - start < Self.limit {
      if isOpen { return true }
      awaited.removeAll(where: isDrawn)
      if !awaited.isEmpty { return true }
    }
    (self.start, first) = (nil, nil)
    awaited = []
    return false
  }
}
