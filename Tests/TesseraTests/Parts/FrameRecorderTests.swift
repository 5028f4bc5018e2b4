import Testing

@testable import Tessera

@Suite struct FrameRecorderTests {
  @Test func withoutReadersFramesAreOnlyCounted() {
    var recorder = FrameRecorder()
    recorder.begin(history: nil, tracer: nil)
    recorder.enter(.layout)
    recorder.end(painted: true, interval: 1, jobs: 0)
    #expect(!recorder.isRecording && recorder.statistics.frames == 1)
  }

  @Test func aRecordHasTheChangesOfItsFrame() {
    var recorder = FrameRecorder()
    let history = FrameHistory(capacity: 4)
    recorder.count { $0.draws = 10 }
    recorder.begin(history: history, tracer: nil)
    recorder.count {
      $0.draws += 3
      $0.damagedPixels += 500
      $0.nodes = 7
    }
    recorder.enter(.composite)
    recorder.end(painted: true, interval: 3600, jobs: 2)
    let record = history.newest().last
    #expect(record?.number == 1 && record?.draws == 3 && record?.damagedPixels == 500 && record?.nodes == 7 && record?.jobsUnderWay == 2)
    #expect(record?.isPainted == true && record?.isMissed == false)
    recorder.begin(history: history, tracer: nil)
    recorder.end(painted: false, interval: 0, jobs: 0)
    #expect(history.newest().last?.draws == 0 && history.newest().last?.isMissed == true && history.newest().count == 2)
  }

  @Test func frameWatchersAreRecordedWithoutAHistoryOfTheProgram() {
    var recorder = FrameRecorder()
    let node = BoxNode()
    recorder.addWatcher(node, history: nil)
    recorder.addWatcher(node, history: nil)
    #expect(recorder.watchers.count == 1 && recorder.history != nil)
    recorder.begin(history: nil, tracer: nil)
    #expect(recorder.isRecording)
    recorder.end(painted: false, interval: 1, jobs: 0)
    #expect(recorder.history?.newest().count == 1)
    recorder.removeWatcher(node)
    recorder.begin(history: nil, tracer: nil)
    #expect(!recorder.isRecording && recorder.history == nil)
  }
}
