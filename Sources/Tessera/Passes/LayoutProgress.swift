/// Progress of one layout job: the positions of its workers, and the finished parts in case one of its draws does not end.
final class LayoutProgress: Sendable {
  /// Part of the work that one worker does.
  final class Share: @unchecked Sendable {
    // @unchecked: `drawn` is written by the one worker that has the share, and read by others after `job` is over.
    let job = JobWatch()
    let record: Watchdog.Record
    /// Draws of the share.
    let draws: [DrawJob]
    var drawn: [DrawJob.Result] = []

    init(_ record: Watchdog.Record, _ draws: [DrawJob] = []) {
      self.record = record
      self.draws = draws
    }
  }

  /// The whole job.
  let job = JobWatch()
  /// Position of the job, except shares.
  let record: Watchdog.Record
  /// Posts a draw to the loop if it ends after the layout was taken.
  let post: @Sendable (DrawJob.Result) -> Void
  private let drawFlag = CancellationFlag()
  private let state = Locked(State())

  private struct State {
    var shares: [Share] = []
    /// Layout without its draws, while they are running.
    var placed: LayoutJob.Result?
    var isTaken = false
    var isReported = false
  }

  init(_ record: Watchdog.Record, post: @escaping @Sendable (DrawJob.Result) -> Void) {
    self.record = record
    self.post = post
  }

  // MARK: Workers

  /// Runs a part of the layout on the calling worker.
  func share(_ body: () -> Void) {
    let share = Share(Watchdog.Record(record.flag))
    state.withLock { $0.shares.append(share) }
    share.job.begin()
    share.record.watching(body)
    share.job.end()
  }

  /// Records the layout as finished except for its draws.
  func place(_ result: LayoutJob.Result) { state.withLock { $0.placed = result } }

  /// Draws the jobs of `make`, which reads the tree, on the calling worker. Draws that are not finished when the loop takes the layout are
  /// left out.
  func draw(_ make: () -> [DrawJob]) -> [DrawJob.Result] {
    let share = state.withLock { state -> Share? in
      // Copied together, because the tree belongs to the loop once it has taken it. `make` copies values of nodes, and calls no code of the
      // program.
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
          // The loop counts it as one of its submitted draws.
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

  /// Ends the job. Returns whether its result must still be posted.
  func finish() -> Bool {
    // Released after the lock.
    let (shares, placed, isTaken) = state.withLock { state in
      defer { (state.shares, state.placed) = ([], nil) }
      return (state.shares, state.placed, state.isTaken)
    }
    withExtendedLifetime((shares, placed)) {}
    return !isTaken && !record.flag.isCancelled
  }

  // MARK: Frame loop

  /// Running parts.
  var shares: [Share] { state.withLock { $0.shares.filter { !$0.job.isOver } } }

  /// Whether a layout that takes too long without a known cause was reported.
  var isReported: Bool {
    get { state.withLock { $0.isReported } }
    set { state.withLock { $0.isReported = newValue } }
  }

  /// Takes the layout without its running draws. The draw `number` of `share` does not end. Returns nil if the layout was already taken.
  func claim(without number: Int, of share: Share) -> LayoutJob.Result? {
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
