internal import Synchronization
internal import TesseraBase

/// Effects that the specs of a running layout requested for its adoption (``LayoutContext/onAdoption(_:)``). Any thread.
///
/// They belong to the evaluation of a spec. If the layout evaluates a spec again, the effects of the former evaluation are discarded.
final class LayoutEffects: Sendable {
  private struct State: Sendable {
    /// In the order in which they were added; nil for a discarded one.
    var effects: [(@Sendable () -> Void)?] = []
    /// Places of the effects of each node: each row of a list has one, and is evaluated on its own.
    var places: [ObjectIdentifier: [Int]] = [:]
  }

  private let state = Locked(State())
  /// Whether there are effects. Usually there are none, and an evaluation costs one relaxed load.
  private let hasEffects = Atomic(false)

  /// Adds an effect of the spec of `node`.
  func add(of node: AnyObject, _ run: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.places[ObjectIdentifier(node), default: []].append(state.effects.count)
      state.effects.append(run)
    }
    hasEffects.store(true, ordering: .relaxed)
  }

  /// Discards the effects of the spec of `node`, which is evaluated again. O(1) for a node without effects.
  func discard(of node: AnyObject) {
    guard hasEffects.load(ordering: .relaxed) else { return }
    // Released after the lock: closures may hold objects of the program.
    let former = state.withLock { state -> [(@Sendable () -> Void)?] in
      (state.places.removeValue(forKey: ObjectIdentifier(node)) ?? []).map { place in
        defer { state.effects[place] = nil }
        return state.effects[place]
      }
    }
    withExtendedLifetime(former) {}
  }

  /// Returns and removes the effects, in the order in which they were added.
  func dequeueAll() -> [@Sendable () -> Void] {
    guard hasEffects.exchange(false, ordering: .relaxed) else { return [] }
    return state.withLock { state in
      defer { state = State() }
      return state.effects.compactMap { $0 }
    }
  }
}
