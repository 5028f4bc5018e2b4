internal import Synchronization
internal import TesseraBase

/// Effects that the specs of a running layout requested for its adoption (``LayoutContext/onAdoption(_:)``). Any thread.
///
/// They belong to the evaluation of a spec. If the layout evaluates a spec again, the effects of the former evaluation are discarded.
final class LayoutEffects: Sendable {
  private struct Effect {
    let node: ObjectIdentifier
    let run: @Sendable () -> Void
  }

  private let effects = Locked<[Effect]>([])
  /// Whether there are effects. Few specs have any, so that an evaluation usually costs one relaxed load.
  private let hasEffects = Atomic(false)

  /// Adds an effect of the spec of `node`.
  func add(of node: AnyObject, _ run: @escaping @Sendable () -> Void) {
    effects.withLock { $0.append(Effect(node: ObjectIdentifier(node), run: run)) }
    hasEffects.store(true, ordering: .relaxed)
  }

  /// Discards the effects of the spec of `node`, which is evaluated again.
  func discard(of node: AnyObject) {
    guard hasEffects.load(ordering: .relaxed) else { return }
    let node = ObjectIdentifier(node)
    // Released after the lock: closures may hold objects of the program.
    let former = effects.withLock { effects -> [Effect] in
      defer { effects.removeAll { $0.node == node } }
      return effects
    }
    withExtendedLifetime(former) {}
  }

  /// Returns and removes the effects, in the order in which they were added.
  func dequeueAll() -> [@Sendable () -> Void] {
    guard hasEffects.exchange(false, ordering: .relaxed) else { return [] }
    return effects.withLock { effects in
      defer { effects = [] }
      return effects.map(\.run)
    }
  }
}
