internal import Tessera

/// Work that the expressions of a scene may still do: the elements of lists that they examine. Any thread.
///
/// Each expression has a limit of work, too (``Expression/Limits/steps``). This one is for thousands of bindings together. Each action, change of data,
/// new row and new size adds a part of the limit: a scene that runs for a long time does not exhaust it.
final class LiveWork: Sendable {
  /// Work of an evaluation that is not counted and always allowed, so that small expressions keep their values.
  static let free = 32
  /// Work that an action or a change of data adds: that of two of the largest expressions.
  static let turn = 2 * Expression.Limits.steps
  /// Work that the creation of a row adds.
  static let row = 2_000
  /// Work that another size, theme or row of one node adds. A layout can change those of all nodes at the same time.
  static let part = 200

  private let left = Locked(SceneLimits.liveWork)

  /// Allows the whole work again, for a new tree of nodes.
  func renew() { left.withLock { $0 = SceneLimits.liveWork } }

  /// Allows more work, up to the limit.
  func grant(_ work: Int) { left.withLock { $0 = min(SceneLimits.liveWork, max($0, 0) + work) } }

  /// Returns an evaluation that may do the work that is left.
  func evaluation(_ view: DataView) -> ExpressionEvaluation<DataView> {
    let left = left.withLock { $0 }
    return ExpressionEvaluation(view, limit: min(Expression.Limits.steps, max(Self.free, left)))
  }

  /// Counts the work of an evaluation.
  func count(_ evaluation: ExpressionEvaluation<DataView>) {
    let work = min(evaluation.steps, Expression.Limits.steps)
    if work > Self.free { left.withLock { $0 -= work } }
  }
}

extension SceneInstance {
  /// Counts the work of an evaluation, and reports its problem at the expression.
  func finish(_ evaluation: ExpressionEvaluation<DataView>, at expression: Expression) {
    data.work.count(evaluation)
    guard let problem = evaluation.problem else { return }
    guard evaluation.lacksWork else { return report(problem.message, at: expression, offset: problem.at) }
    data.report(
      SceneError(
        kind: .limit, file: scene.name, line: max(0, expression.line), column: max(0, expression.column),
        message:
          "the expressions of the scene examine more than \(SceneLimits.liveWork) elements of lists at once; this one has no value now"))
  }
}
