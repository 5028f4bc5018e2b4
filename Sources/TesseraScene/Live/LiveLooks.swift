internal import Tessera

/// Updates attributes and style of a node with looks. All changes between two looks share one motion.
final class LiveLooks: DataDependent {
  let reads: [Expression.Read]
  let usesTokens: Bool
  private let looks: [SceneNodeLive.Look]
  private let settings: [any DataDependent]
  private let instance: SceneInstance
  private let scope: DataScope?
  /// Number of the look, -1 for no look; nil before the first update.
  private let last = Locked<Int?>(nil)

  /// - Parameter settings: Dependents that update the attributes and the style.
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
