import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraSubtitles
import TesseraTestSupport
import Testing

@testable import VideoPlugin

/// Subtitles over videos: which cues are shown, where, and when.
@Suite struct CaptionTests {
  private func cue(_ start: Double, _ end: Double, _ settings: CueSettings = CueSettings()) -> Cue {
    var cue = Cue(start: start, end: end)
    (cue.content, cue.settings) = ([.text("Toucan")], settings)
    return cue
  }

  /// Every time, forward and in a random order, has the cues that a plain search finds.
  @Test func theTimelineEqualsALinearSearch() {
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<20 {
      let cues = (0..<30).map { _ -> Cue in
        let start = Double(random(100))
        return cue(start, start + Double(random(random(8) == 0 ? 80 : 6)))
      }.sorted { $0.start < $1.start }
      var timeline = CaptionTimeline(cues)
      for step in 0..<300 {
        let time = step < 150 ? Double(step) : Double(random(200)) / 2
        let wanted = cues.indices.filter { cues[$0].start <= time && time < cues[$0].end }.suffix(CaptionTimeline.mostActive)
        let before = timeline.active
        let isOther = timeline.advance(to: time)
        #expect(timeline.active == Array(wanted) && isOther == (before != timeline.active), "at \(time)")
        if let delay = timeline.delay(after: time) {
          let later = time + delay * 0.999
          #expect(cues.indices.filter { cues[$0].start <= later && later < cues[$0].end }.suffix(CaptionTimeline.mostActive) == wanted)
        }
      }
    }
  }

  @Test(arguments: [
    (nil, 100.0, CueSettings.TextAlignment.center, 0.0, 100.0), (nil, 50, .center, 25, 50), (20, 100, .center, 0, 40),
    (nil, 40, .start, 0, 40), (nil, 40, .end, 60, 40), (90, 40, .right, 50, 40), (30, 100, .left, 30, 70),
  ])
  func columnsFollowWebVTT(_ position: Double?, _ size: Double, _ alignment: CueSettings.TextAlignment, _ start: Double, _ width: Double) {
    var settings = CueSettings()
    (settings.position, settings.size, settings.alignment) = (position, size, alignment)
    let columns = CaptionLayout.columns(settings, 100)
    #expect(columns.start == start && columns.width == width)
  }

  @Test func cuesStayInsideThePictureAndApart() {
    let area = Rect(20, 10, 320, 180)
    let settings = [nil, 0, -1, 5, -40, 400].map { line -> CueSettings in
      var settings = CueSettings()
      settings.line = line
      return settings
    }
    let layout = CaptionLayout((settings + settings.prefix(1)).map { cue(0, 1, $0) }, in: area, lower: 30)
    #expect(layout.texts.count == 7 && layout.texts.allSatisfy { area.contains($0.frame) })
    let automatic = layout.texts.suffix(2).map(\.frame)
    #expect(automatic[1].maxY <= automatic[0].minY && automatic[0].maxY <= area.maxY - 30)
  }

  @Test func subtitlesAreDrawnAtTheirTimes() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(getpid())-captions.vtt")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      WEBVTT

      00:00.500 --> 00:02.000
      <i>The sun</i> rises over the <c.lime>hills</c>,
      <b>slowly</b>.

      00:01.000 --> 00:02.000 line:0 align:start
      A second cue

      00:01.000 --> 00:02.000 line:50% position:95% align:end size:40%
      Its <c.yellow>third</c>
      """
    try Data(text.utf8).write(to: file)
    let node = VideoNode(Clips.clip)
    node.subtitles = file.path
    let stage = try HeadlessStage(width: 320, height: 180) { node }
    let plain = try HeadlessStage(width: 320, height: 180) { VideoNode(Clips.clip) }
    func bytes(_ stage: HeadlessStage) -> [UInt8] { stage.framebuffer.withUnsafeBytes { Array($0) } }
    func isPlain() -> Bool { bytes(stage) == bytes(plain) }
    for (time, wanted) in [(0.4, true), (0.2, false), (0.6, false), (1.2, true)] {
      try stage.advance(by: time)
      try plain.advance(by: time)
      #expect(isPlain() == wanted, "after \(time) s")
      if time == 0.6 { try expectGolden(stage.framebuffer, "subtitles") }
    }
    node.seek(to: 1.2)
    try stage.settle()
    let shown = bytes(stage)
    node.showsSubtitles = false
    try stage.settle()
    #expect(bytes(stage) != shown)
  }

  @Test func missingSubtitlesAreReportedAndTheVideoPlays() throws {
    let node = VideoNode(Clips.clip)
    node.subtitles = "/nowhere/a.srt"
    let reasons = Locked<[String]>([])
    node.on(Video.failed) { reason in reasons.withLock { $0.append(reason) } }
    let stage = try HeadlessStage(width: 320, height: 180) { node }
    try stage.advance(by: 0.5)
    #expect(reasons.withLock { $0 } == ["cannot show subtitles /nowhere/a.srt: no such file"])
    #expect(Clips.number(in: stage.framebuffer) == 12)
  }
}
