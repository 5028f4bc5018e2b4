import TesseraGeometry
import Testing

@testable import Tessera

@Suite struct JobSupervisorTests {
  private func draw(_ watch: JobWatch, limit: Double = 2) -> WatchedDraw {
    let node = BoxNode()
    return WatchedDraw(
      node: node, state: RenderState(node), flag: CancellationFlag(), box: PixelRect(x: 0, y: 0, width: 1, height: 1), limit: limit,
      watch: watch)
  }

  @Test func overdueDrawsAreReportedOnce() {
    var jobs = JobSupervisor()
    let (ended, waiting, stuck) = (JobWatch(), JobWatch(), JobWatch())
    for watch in [ended, waiting, stuck] { jobs.add(draw(watch), at: 0) }
    ended.begin(at: 0)
    stuck.begin(at: 1)
    ended.end()
    // A job that waits for a worker is not late. It may have begun without a notification of the loop.
    #expect(jobs.drawDeadline() == 2 && jobs.dequeueOverdueDraws(at: 2.9).isEmpty && jobs.drawDeadline() == 3)
    let overdue = jobs.dequeueOverdueDraws(at: 3)
    #expect(overdue.count == 1 && overdue[0].watch === stuck && jobs.dequeueOverdueDraws(at: 9).isEmpty && jobs.watchesDraws)
    #expect(jobs.drawDeadline() == 11)
    waiting.begin(at: 9)
    waiting.end()
    #expect(jobs.dequeueOverdueDraws(at: 20).isEmpty && !jobs.watchesDraws && jobs.drawDeadline() == nil)
  }

  @Test func endedDrawsAreReleasedWhileOthersWait() {
    var jobs = JobSupervisor()
    weak var node: AnyNode?
    for number in 0..<100 {
      let watch = JobWatch()
      let watched = draw(watch)
      jobs.add(watched, at: Double(number) / 1000)
      guard number > 0 else { continue }
      if number == 50 { node = watched.node }
      watch.begin(at: 0)
      watch.end()
    }
    #expect(node != nil)
    for _ in 0..<7 { #expect(jobs.dequeueOverdueDraws(at: 1).isEmpty) }
    #expect(node == nil && jobs.watchesDraws && jobs.drawDeadline() == 2)
  }

  @Test(arguments: 0..<20) func deadlinesLeaveInOrder(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var (queue, naive) = (DeadlineQueue<Int>(), [(time: Double, element: Int)]())
    for element in 0..<200 {
      let time = Double(random.next() % 50)
      queue.insert(element, at: time)
      naive.append((time, element))
      guard element % 3 == 0, let (earliest, removed) = queue.first else { continue }
      #expect(earliest == naive.map(\.time).min())
      queue.removeFirst()
      naive.removeAll { $0.element == removed }
    }
    // A call examines at least two elements for each that was inserted, and 16 where none was.
    var examined: [Int] = []
    queue.removeSome {
      examined.append($0)
      return false
    }
    #expect(Set(examined).count == naive.count && examined.count == naive.count)
    examined = []
    queue.removeSome {
      examined.append($0)
      return false
    }
    #expect(Set(examined).count == 16 && examined.count == 16)
    for _ in 0..<100 { queue.removeSome { $0 % 2 == 0 } }
    naive.removeAll { $0.element % 2 == 0 }
    var left: [Double] = []
    while let (time, element) = queue.first {
      #expect(element % 2 == 1)
      left.append(time)
      queue.removeFirst()
    }
    #expect(left == naive.map(\.time).sorted() && queue.isEmpty)
  }

  @Test func aLayoutInOneCallForTooLongIsAbandoned() {
    var jobs = JobSupervisor()
    let node = BoxNode()
    let progress = LayoutProgress(Watchdog.Record()) { _ in }
    #expect(!jobs.isWatching && jobs.layoutDeadline(limit: 4, hasJobs: false) == nil)
    jobs.layoutWillStart(progress, at: 10)
    #expect(jobs.isWatching && jobs.layoutDeadline(limit: 4, hasJobs: false) == 11)
    progress.job.begin()
    progress.record.watching {
      Watchdog.run(node, .measure) {
        // The first check records the call; a check one limit later reports it.
        #expect(jobs.checkLayout(at: 11, limit: 4).isEmpty && jobs.checkLayout(at: 14, limit: 4).isEmpty)
        let actions = jobs.checkLayout(at: 15, limit: 4)
        #expect(actions.count == 2)
        guard case .replaceThread(let job) = actions.first, case .abandonLayout(let caught) = actions.last else {
          Issue.record("a thread stands in, and the layout is made anew")
          return
        }
        #expect(job === progress.job && caught.node === node && caught.step == .measure)
      }
    }
  }

  @Test func aLayoutThatMakesProgressIsNotReplaced() {
    var jobs = JobSupervisor()
    let progress = LayoutProgress(Watchdog.Record()) { _ in }
    jobs.layoutWillStart(progress, at: 0)
    progress.job.begin()
    progress.record.watching {
      for time in stride(from: 4.0, through: 40, by: 4) {
        Watchdog.run(BoxNode(), .layout) { #expect(jobs.checkLayout(at: time, limit: 4).isEmpty) }
      }
    }
    jobs.layoutDidEnd()
    #expect(!jobs.isWatching)
  }

  @Test func aLayoutThatHangsOutsideOfCallsIsReportedOnce() {
    var jobs = JobSupervisor()
    let progress = LayoutProgress(Watchdog.Record()) { _ in }
    jobs.layoutWillStart(progress, at: 0)
    // It is waiting for a worker.
    #expect(jobs.checkLayout(at: 50, limit: 4).isEmpty)
    progress.job.begin()
    _ = jobs.checkLayout(at: 51, limit: 4)
    let actions = jobs.checkLayout(at: 60, limit: 4)
    guard actions.count == 1, case .reportStuckLayout = actions[0] else {
      Issue.record("it is reported, \(actions)")
      return
    }
    #expect(jobs.checkLayout(at: 70, limit: 4).isEmpty && jobs.layoutDeadline(limit: 4, hasJobs: false) == nil)
  }
}
