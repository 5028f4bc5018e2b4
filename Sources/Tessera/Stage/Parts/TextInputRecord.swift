internal import TesseraGeometry

/// Input method of a stage, its session, its panel, and the distance by which the content gives way. Frame loop only.
struct TextInputRecord {
  /// The program's, or one that a node offered.
  var method: (any InputMethod)?
  /// Whether a node offered the method.
  var isOffered = false
  private(set) var session: TextInputSession?
  /// Focused node that shows an incomplete Compose sequence.
  var composing: AnyNode?
  /// State and caret that the method knows.
  private var known: Facts?
  /// Whether the focused node or its place may have changed since.
  private var isStale = false
  var panel: StageOverlay?
  /// Distance by which the root is shown higher.
  var shift = PanelShift()

  /// Node that was scrolled into view above a panel, and the height of that.
  private var revealed: (node: ObjectIdentifier, height: Double)?

  /// Returns whether the focused node must be scrolled into view: once for each node and height of the panel.
  mutating func recordReveal(_ node: AnyNode, height: Double) -> Bool {
    guard height > 0, revealed?.node != ObjectIdentifier(node) || revealed?.height != height else { return false }
    revealed = (ObjectIdentifier(node), height)
    return true
  }

  /// Called when the panel is hidden.
  mutating func forgetReveal() { revealed = nil }

  /// Vertical place of the root on the screen, device pixels.
  private var rootPlace = 0

  /// Sets the vertical place of the root. Returns whether it differs from that of the last frame.
  mutating func placeRoot(at y: Int) -> Bool {
    defer { rootPlace = y }
    return rootPlace != y
  }

  /// Facts that an input method gets.
  struct Facts: Equatable {
    var state: TextInputState?
    var caret: Rect?
  }

  /// Whether a panel is shown, or the content is not yet back at its place.
  var usesPanel: Bool { panel != nil || shift.shown != 0 }

  mutating func begin(_ new: TextInputSession?, _ now: Facts?) { (session, known, isStale) = (new, now, false) }

  /// Called when a node changed.
  mutating func recordChange(of node: AnyNode) {
    if let session, session.node === node { isStale = true }
  }

  /// Called when nodes may be at other places.
  mutating func recordPlaces() { isStale = session != nil }

  /// Returns the session whose facts must be compared, once after each change.
  mutating func dequeueStale() -> TextInputSession? {
    defer { isStale = false }
    return isStale && method != nil ? session : nil
  }

  /// Stores facts. Returns whether they differ from the former ones.
  mutating func record(_ now: Facts) -> Bool {
    defer { known = now }
    return known != now
  }
}

/// Distance by which the content is shown higher while a panel covers the focused node: a function of time. A value.
struct PanelShift {
  private var (from, to) = (0.0, 0.0)
  private var start = -Double.infinity

  /// Returns the distance at `now`, logical units, on the way to `wanted`.
  /// - Parameter moves: whether it moves there instead of jumping.
  mutating func value(towards wanted: Double, at now: Double, moves: Bool) -> Double {
    if wanted != to {
      from = moves ? value(at: now) : wanted
      (to, start) = (wanted, now)
    }
    shown = value(at: now)
    return shown
  }

  /// Returns whether the distance changes after `now`.
  func isMoving(at now: Double) -> Bool { from != to && now - start < StandardMotion.screen.seconds }

  /// Distance when the movement is over, logical units.
  var target: Double { to }

  /// Distance in the last frame, logical units.
  private(set) var shown = 0.0

  /// Ends the movement.
  mutating func finish() { from = to }

  private func value(at now: Double) -> Double {
    guard isMoving(at: now) else { return to }
    let share = min(1, max(0, (now - start) / StandardMotion.screen.seconds))
    // Decelerates, like the panel.
    return from + (to - from) * (1 - (1 - share) * (1 - share) * (1 - share))
  }
}
