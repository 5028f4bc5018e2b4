/// Content of a node that fades in over what the node showed before.
struct RunningFade: Sendable {
  /// Content below, with the time in which it fades in itself.
  struct Layer: Sendable {
    var contents: NodeContents
    /// Time of the stage's clock, seconds.
    var start: Double
    /// 0: it is there.
    var seconds: Double

    /// How far it has come, 0...1.
    func share(at now: Double) -> Double { seconds > 0 ? min(1, max(0, (now - start) / seconds)) : 1 }
  }

  /// What a frame shows of a fade.
  struct Shares {
    /// Content below, the lowest first; nil: nothing was shown.
    var under: [(contents: NodeContents?, share: Double)]
    /// How far the content on top has come, 0...1.
    var share: Double
  }

  /// Most contents below; of more the least visible is left out.
  static let maximumLayers = 4

  /// What it fades in over, the lowest first: several where content was still fading in when its successor came.
  var under: [Layer]
  /// Time of the stage's clock, seconds.
  var start: Double
  var seconds: Double

  /// What is shown at a time.
  func shares(at now: Double) -> Shares {
    Shares(under: under.map { ($0.contents, $0.share(at: now)) }, share: min(1, max(0, (now - start) / seconds)))
  }
  func isRunning(at now: Double) -> Bool { now < start + seconds }

  /// The fade that brings in content where `shown` is shown at `now`. A fade that is under way goes on below, so that nothing jumps.
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

  /// How much is seen of each of the layers below content with the share `top`.
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

/// Content that was shown before what a node shows now, while that fades in by a motion.
struct FormerContents: Sendable {
  /// nil: nothing was shown.
  var contents: NodeContents?
  /// How much of it is seen over what lies below it, 0...1.
  var share: Double

  /// Most contents below; of more the least visible is left out, which is hardly seen then.
  static let maximumLayers = 8
}

extension NodeContents {
  /// Whether it can be mixed with `other`, in one box.
  func matches(_ other: NodeContents) -> Bool {
    boxWidth == other.boxWidth && boxHeight == other.boxHeight && factor == 1 && other.factor == 1 && !showsSubtree && !other.showsSubtree
      && partOf == nil && other.partOf == nil
  }
}
