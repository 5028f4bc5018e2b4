/// Display groups, whose subtrees are concealed until they can appear together, and placeholders that fade. Frame loop only.
struct DisplayGroups<Owner: AnyObject> {
  /// Concealed until all content is drawn.
  private(set) var concealed: [Owner] = []
  private var fading: [ObjectIdentifier: Owner] = [:]
  /// Time of the last placeholder check, seconds of the clock.
  private var checked = 0.0

  // MARK: Groups

  /// Conceals a node and its subtree. Its ``RenderState/concealedSince`` is set already.
  mutating func conceal(_ node: Owner) { concealed.append(node) }

  /// Sets the groups that are still concealed after a check.
  mutating func keep(_ waiting: [Owner]) { concealed = waiting }

  /// Starts a check of placeholders. Returns the time of the previous one.
  mutating func check(at now: Double) -> Double {
    defer { checked = now }
    return checked
  }

  // MARK: Fades

  mutating func beginFade(_ node: Owner) { fading[ObjectIdentifier(node)] = node }
  mutating func endFade(_ node: Owner) { fading[ObjectIdentifier(node)] = nil }
  var isFading: Bool { !fading.isEmpty }
  var fadingNodes: [Owner] { Array(fading.values) }
}

/// Times at which the placeholder of a concealed node is painted. A value without a clock.
struct PlaceholderTiming {
  /// Time since which the node is concealed.
  let since: Double
  /// Delay of the placeholder, seconds.
  let delay: Double
  /// Whether it changes in each frame.
  let moves: Bool

  /// Returns whether it must be repainted at `now`, after a check at `before`.
  func needsPaint(at now: Double, before: Double) -> Bool {
    let begins = delay > 0 && before < since + delay && now >= since + delay
    return begins || moves && now > before
  }

  /// Returns the time of the next check; nil means none.
  /// - Parameter interval: seconds between frames.
  func deadline(at now: Double, interval: Double) -> Double? {
    if now < since + delay { return since + delay }
    return moves ? now + interval : nil
  }
}
