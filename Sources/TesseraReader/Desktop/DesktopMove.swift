internal import Tessera

/// Change of a value to a number by steps of unknown size: the first step shows it. A value.
struct DesktopMove: Sendable, Hashable {
  let id: SemanticsID
  let target: Double
  /// Number before the first step.
  let former: Double

  /// Most steps of a change.
  static let limit = 200

  /// Performs the steps that are left. Frame loop.
  func finish(in stage: Stage) {
    guard let now = stage.semanticsTree[id]?.semantics.number?.value, now != former else { return }
    perform(from: now, by: now - former, in: stage)
  }

  /// Performs as many steps as lead next to the target. Frame loop.
  func perform(from number: Double, by step: Double, in stage: Stage) {
    let count = ((target - number) / step).rounded()
    guard count.isFinite, count != 0 else { return }
    // A step beyond the target is taken back.
    let action: SemanticsAction = (count > 0) == (step > 0) ? .increment : .decrement
    for _ in 0..<Int(min(Double(Self.limit), abs(count))) where !stage.perform(action, on: id) { return }
  }
}
