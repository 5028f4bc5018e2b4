internal import Tessera

/// Keeps the attributes and the style of a node up to date that has looks: what another look changes is seen as one motion.
final class LiveLooks: DataDependent {
  let reads: [Expression.Read]
  let usesTokens: Bool
  private let looks: [SceneNodeLive.Look]
  private let settings: [any DataDependent]
  private let instance: SceneInstance
  private let scope: DataScope?
  /// The number of the look, -1 where it has none; nil: nobody has looked yet.
  private let last = Locked<Int?>(nil)

  /// - Parameter settings: what keeps the attributes and the style up to date.
  init(_ looks: [SceneNodeLive.Look], _ settings: [any DataDependent], _ instance: SceneInstance, _ scope: DataScope?) {
    (self.looks, self.settings, self.instance, self.scope) = (looks, settings, instance, scope)
    var reads: Set<Expression.Read> = []
    for state in looks { reads.formUnion(state.condition.reads) }
    for setting in settings { reads.formUnion(setting.reads) }
    self.reads = Array(reads)
    usesTokens = settings.contains(where: \.usesTokens)
  }

  func update(_ data: DataValue) {
    let view = DataView(data: data, scope: scope)
    let now = looks.firstIndex { instance.holds($0.condition, view) } ?? -1
    let before = last.withLock { last in
      defer { last = now }
      return last
    }
    guard let before, before != now else { return updateSettings(data) }
    animate(looks[now >= 0 ? now : before].motion) { updateSettings(data) }
  }

  private func updateSettings(_ data: DataValue) {
    for setting in settings { setting.update(data) }
  }
}
