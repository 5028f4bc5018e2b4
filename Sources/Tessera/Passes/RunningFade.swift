/// Content of a node that fades in over the previous content.
struct RunningFade: Sendable {
  /// Content below, with its own fade.
  struct Layer: Sendable {
    var contents: NodeContents
    /// Time of the stage's clock, seconds.
    var start: Double
    /// Duration in seconds; 0 means that it is fully visible.
    var seconds: Double

    /// Returns its progress, 0...1.
    func share(at now: Double) -> Double { seconds > 0 ? min(1, max(0, (now - start) / seconds)) : 1 }
  }

  /// State of a fade in one frame.
  struct Shares {
    /// Content below, the lowest first; nil means no content.
    var under: [(contents: NodeContents?, share: Double)]
    /// Progress of the topmost content, 0...1.
    var share: Double
  }

  /// Maximum number of contents below; beyond it the least visible is left out.
  static let maximumLayers = 4

  /// Contents below, the lowest first; several if content was still fading in when it was replaced.
  var under: [Layer]
  /// Time of the stage's clock, seconds.
  var start: Double
  var seconds: Double

  /// Returns the state of the fade at a time.
  func shares(at now: Double) -> Shares {
    Shares(under: under.map { ($0.contents, $0.share(at: now)) }, share: min(1, max(0, (now - start) / seconds)))
  }
  func isRunning(at now: Double) -> Bool { now < start + seconds }

  /// Returns the fade of new content over `shown` at `now`. A running fade continues below, so that there is no jump.
  static func next(over shown: NodeContents?, seconds: Double, at now: Double, after current: RunningFade?) -> RunningFade {
    guard let shown else { return RunningFade(under: [], start: now, seconds: seconds) }
    let running = current.flatMap { $0.isRunning(at: now) ? $0 : nil }
    var under = running?.under ?? []
    under.append(Layer(contents: shown, start: running?.start ?? now, seconds: running?.seconds ?? 0))
    if let covering = under.lastIndex(where: { $0.share(at: now) >= 1 }) { under.removeFirst(covering) }
    if under.count > maximumLayers {
      let weights = weights(of: under.map { $0.share(at: now) }, below: 0)
      if let least = weights.indices.min(by: { weights[$0] < weights[$1] }) { under.remove(at: least) }
    }
    return RunningFade(under: under, start: now, seconds: seconds)
  }

  /// Returns the visible fractions of the layers below content with the fraction `top`.
  static func weights(of shares: [Double], below top: Double) -> [Double] {
    var weights = shares
    var left = 1 - top
    for i in shares.indices.reversed() {
      weights[i] = shares[i] * left
      left *= 1 - shares[i]
    }
    return weights
  }
}

/// Previous content of a node, while new content fades in by a motion.
struct FormerContents: Sendable {
  /// nil means no content.
  var contents: NodeContents?
  /// Visible fraction over the contents below, 0...1.
  var share: Double

  /// Maximum number of contents below; beyond it the least visible is left out, which is hardly visible then.
  static let maximumLayers = 8
}

extension NodeContents {
  /// Returns whether it can be blended with `other` in one box.
  func matches(_ other: NodeContents) -> Bool {
    boxWidth == other.boxWidth && boxHeight == other.boxHeight && factor == 1 && other.factor == 1 && !showsSubtree && !other.showsSubtree
      && partOf == nil && other.partOf == nil
  }
}
