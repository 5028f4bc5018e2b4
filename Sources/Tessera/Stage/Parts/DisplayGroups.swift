/// Nodes that appear at once with all below them and are kept from the screen until then, and placeholders that fade. Frame loop only.
struct DisplayGroups<Owner: AnyObject> {
  /// Kept from the screen until all of it is drawn.
  private(set) var concealed: [Owner] = []
  private var fading: [ObjectIdentifier: Owner] = [:]
  /// When placeholders were last looked at, seconds of the clock.
  private var checked = 0.0

  // MARK: Groups

  /// Keeps a node, and all below it, from the screen. Its ``RenderState/concealedSince`` says that it is there already.
  mutating func conceal(_ node: Owner) { concealed.append(node) }

  /// The groups were looked at: `waiting` are kept from the screen still.
  mutating func keep(_ waiting: [Owner]) { concealed = waiting }

  /// Placeholders are looked at now. Returns when they were before.
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

/// When the placeholder of a node that is kept from the screen is painted. A value without a clock.
struct PlaceholderTiming {
  /// Since when the node is kept from the screen.
  let since: Double
  /// Seconds until the placeholder shows.
  let delay: Double
  /// Whether it changes with every frame.
  let moves: Bool

  /// Whether it is to be painted again at `now`, where it was last looked at `before`.
  func needsPaint(at now: Double, before: Double) -> Bool {
    let begins = delay > 0 && before < since + delay && now >= since + delay
    return begins || moves && now > before
  }

  /// When it is to be looked at next; nil: not by itself.
  /// - Parameter interval: seconds from frame to frame.
  func deadline(at now: Double, interval: Double) -> Double? {
    if now < since + delay { return since + delay }
    return moves ? now + interval : nil
  }
}
