/// Progress of one layout job: where the workers are that have a part in it, and what of it is done already when one of its draws does not end.
final class LayoutProgress: Sendable {
  /// A part of the work that one worker does.
  final class Share: @unchecked Sendable {
    // @unchecked: `drawn` is written by the one worker that has the share, and read by others after `job` is over.
    let job = JobWatch()
    let record: Watchdog.Record
    /// What is drawn in it.
    let draws: [DrawJob]
    var drawn: [DrawJob.Result] = []

    init(_ record: Watchdog.Record, _ draws: [DrawJob] = []) {
      self.record = record
      self.draws = draws
    }
  }

  /// The job as a whole.
  let job = JobWatch()
  /// Where it is, but for shares.
  let record: Watchdog.Record
  /// Hands a draw to the loop that comes after the layout was taken.
  let post: @Sendable (DrawJob.Result) -> Void
  private let drawFlag = CancellationFlag()
  private let state = Locked(State())

  private struct State {
    var shares: [Share] = []
    /// The layout without what is drawn with it, while that is being drawn.
    var placed: LayoutJob.Result?
    var isTaken = false
    var isReported = false
  }

  init(_ record: Watchdog.Record, post: @escaping @Sendable (DrawJob.Result) -> Void) {
    self.record = record
    self.post = post
  }

  // MARK: Workers

  /// Runs a part of the layout itself on the calling worker.
  func share(_ body: () -> Void) {
    let share = Share(Watchdog.Record(record.flag))
    state.withLock { $0.shares.append(share) }
    share.job.begin()
    share.record.watching(body)
    share.job.end()
  }

  /// The layout is done but for what is drawn with it.
  func place(_ result: LayoutJob.Result) { state.withLock { $0.placed = result } }

  /// Draws what `make` gives, which looks at the tree, on the calling worker. What is not drawn when the loop takes the layout is left out.
  func draw(_ make: () -> [DrawJob]) -> [DrawJob.Result] {
    let share = state.withLock { state -> Share? in
      // Copied all at once: from when the loop has it the tree is the loop's. `make` copies values of nodes, and calls nothing of the program.
      guard !state.isTaken else { return nil }
      let share = Share(Watchdog.Record(drawFlag), make())
      state.shares.append(share)
      return share
    }
    guard let share else { return [] }
    share.job.begin()
    defer { share.job.end() }
    var drawn: [DrawJob.Result] = []
    drawn.reserveCapacity(share.draws.count)
    let isWhole = share.record.watching {
      for draw in share.draws {
        guard !drawFlag.isCancelled else { return false }
        var isCaught = false
        let result = Watchdog.run(draw.node, .draw, late: { isCaught = true }) { draw.run() }
        guard !isCaught else {
          // The loop counts it among those that it has submitted.
          post(result)
          return false
        }
        drawn.append(result)
      }
      return true
    }
    guard isWhole else { return [] }
    share.drawn = drawn
    return drawn
  }

  /// The job has come to its end. Returns whether the result is still to be posted.
  func finish() -> Bool {
    // Let go of after the lock.
    let (shares, placed, isTaken) = state.withLock { state in
      defer { (state.shares, state.placed) = ([], nil) }
      return (state.shares, state.placed, state.isTaken)
    }
    withExtendedLifetime((shares, placed)) {}
    return !isTaken && !record.flag.isCancelled
  }

  // MARK: Frame loop

  /// The parts that are under way.
  var shares: [Share] { state.withLock { $0.shares.filter { !$0.job.isOver } } }

  /// Whether it was reported that the layout takes too long, though nobody can say why.
  var isReported: Bool {
    get { state.withLock { $0.isReported } }
    set { state.withLock { $0.isReported = newValue } }
  }

  /// Takes the layout as it is without the draws that are under way, of which that of number `number` in `share` does not end; nil where
  /// somebody has it.
  func take(without number: Int, of share: Share) -> LayoutJob.Result? {
    state.withLock { state in
      guard var result = state.placed, !state.isTaken else { return nil }
      state.isTaken = true
      state.placed = nil
      result.draws = state.shares.filter(\.job.isOver).flatMap(\.drawn)
      result.endless = share.draws[number]
      return result
    }
  }
}
