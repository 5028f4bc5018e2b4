import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import VideoPlugin

/// Sound of videos on a device in memory, with the frames that are shown meanwhile.
@Suite(.serialized) struct VideoSoundTests {
  /// A stage whose video has sound. The clock of the sound is faster than that of the stage by a factor.
  private final class Setup {
    let node: VideoNode
    let stage: HeadlessStage
    let device: ManualSoundDevice
    let output: SoundOutput
    let drift: Double
    let path: String

    init(frames: Int, framesPerSecond: Int, drift: Double = 1, _ name: String = #function, _ change: (VideoNode) -> Void = { _ in }) throws
    {
      path = try VideoWithSound.write(frames: frames, framesPerSecond: framesPerSecond, name: String(name.prefix { $0 != "(" }))
      let holder = Locked<ManualClock?>(nil)
      let time: @Sendable () -> Double = { (holder.withLock { $0 }?.now ?? 0) * drift }
      let device = ManualSoundDevice(limit: 1 << 17, clock: time)
      output = SoundOutput(device, pace: .manual(time))
      let node = VideoNode(path)
      node.storage.sound.withLock { [output] slot in slot.output = output }
      change(node)
      (self.node, self.device, self.drift) = (node, device, drift)
      stage = try HeadlessStage(width: 8, height: 8) { node }
      holder.withLock { $0 = stage.clock }
      output.advance(to: 0)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    func step(_ seconds: Double = 1.0 / 60) throws {
      stage.clock.advance(by: seconds)
      output.advance(to: stage.clock.now * drift)
      try stage.settle()
    }

    func run(_ seconds: Double, _ check: () throws -> Void = {}) throws {
      for _ in 0..<Int((seconds * 60).rounded()) {
        try step()
        try check()
      }
    }

    /// Number of the shown frame modulo 16.
    var shown: Int { Clips.pixel(stage.framebuffer, 4, 4).0 / 16 }

    /// Number of the frame whose sound is heard after an offset in seconds, modulo 16; nil without sound.
    func heard(_ offset: Double) -> Int? {
      let samples = device.samples
      let at = samples.count / 2 - device.delay + Int(offset * 48_000)
      guard samples.indices.contains(at * 2), at >= 0 else { return nil }
      return Int((samples[at * 2] * 32).rounded())
    }
  }

  /// The sound's clock is 0.1 % faster: without it as the master, a minute would have an offset of 60 ms.
  @Test func soundAndPictureDifferByAtMost20Milliseconds() throws {
    let seconds = ProcessInfo.processInfo.environment["TESSERA_LONG_SOUND"] == nil ? 40 : 600
    let setup = try Setup(frames: seconds * 5, framesPerSecond: 5, drift: 1.001)
    try setup.run(0.5)
    var (checks, frames) = (0, Set<Int>())
    try setup.run(Double(seconds) - 2) {
      guard let early = setup.heard(-0.02), let late = setup.heard(0.02) else { return }
      #expect(setup.shown == early || setup.shown == late, "at \(setup.stage.clock.now): \(setup.shown), heard \(early)...\(late)")
      checks += 1
      frames.insert(setup.shown)
    }
    #expect(checks > (seconds - 3) * 60 && frames.count == 16)
    #expect(abs(setup.node.currentPosition - (setup.stage.clock.now * 1.001)) < 0.15)
  }

  @Test func pausesSeeksAndMutingAffectTheSound() throws {
    let setup = try Setup(frames: 100, framesPerSecond: 10)
    try setup.run(1)
    setup.node.pause()
    try setup.run(0.5)
    #expect(setup.device.samples.suffix(960).allSatisfy { $0 == 0 })
    setup.node.play()
    try setup.run(0.5)
    #expect(setup.heard(0) == setup.shown)
    setup.node.seek(to: 7.25)
    try setup.run(0.52)
    #expect(abs(setup.node.currentPosition - 7.7) < 0.1 && setup.heard(0) == setup.shown)
    setup.node.volume = 0.5
    try setup.run(0.2)
    let (level, shown) = (try #require(setup.device.samples.last), setup.shown)
    #expect(abs(Double(level) * 64 - Double(shown)) <= 1)
    setup.node.isMuted = true
    try setup.run(0.2)
    #expect(setup.device.samples.suffix(960).allSatisfy { $0 == 0 })
    setup.node.isMuted = false
    setup.node.volume = 1
    try setup.run(0.3)
    #expect(setup.heard(0) == setup.shown)
  }

  @Test func loopsAndTheEndHaveNoGap() throws {
    let setup = try Setup(frames: 12, framesPerSecond: 10) { $0.loops = true }
    try setup.run(0.5)
    var silent = 0
    try setup.run(4) {
      let (early, late) = (setup.heard(-0.02), setup.heard(0.02))
      #expect(setup.shown == early || setup.shown == late, "at \(setup.stage.clock.now): \(setup.shown), \(early ?? -1)...\(late ?? -1)")
      silent += early == nil ? 1 : 0
    }
    #expect(silent == 0)
    let ends = Locked(0)
    setup.node.on(Video.end) { ends.withLock { $0 += 1 } }
    setup.node.loops = false
    try setup.run(3)
    #expect(ends.withLock { $0 } == 1 && setup.shown == 11)
    #expect(setup.device.samples.suffix(960).allSatisfy { $0 == 0 })
  }

  @Test func buttonsOfAPlayerMuteAndHideSubtitles() throws {
    let setup = try Setup(frames: 100, framesPerSecond: 10)
    // The parts of a player depend on the output of the process.
    SoundOutput.shared = setup.output
    defer { SoundOutput.shared = SoundOutput(nil) }
    let player = VideoPlayerNode(setup.path, isPlaying: true)
    (player.subtitles, player.hideAfter) = ("/nowhere.srt", 0)
    let stage = try HeadlessStage(width: 400, height: 240) { player }
    func button(_ label: String) -> AnyNode? { Self.find(player) { $0.semantics.label == label } }
    func press(_ label: String) throws {
      let frame = stage.frame(of: try #require(button(label), "no button \(label)"))
      try stage.tap(at: Point(frame.midX, frame.midY))
    }
    let video = try #require(Self.find(player) { $0 is VideoNode } as? VideoNode)
    #expect(!video.isMuted && video.showsSubtitles)
    try press("Mute")
    try press("Hide subtitles")
    #expect(video.isMuted && !video.showsSubtitles && button("Mute") == nil)
    try press("Sound on")
    try press("Show subtitles")
    #expect(!video.isMuted && video.showsSubtitles)
  }

  private static func find(_ node: AnyNode, _ isWanted: (AnyNode) -> Bool) -> AnyNode? {
    if isWanted(node) { return node }
    for child in node.subnodes { if let found = find(child, isWanted) { return found } }
    return nil
  }

  @Test func otherRatesChangeThePitchOrAreSilent() throws {
    let setup = try Setup(frames: 200, framesPerSecond: 10) { $0.rate = 2 }
    try setup.run(1)
    #expect(abs(setup.node.currentPosition - 2) < 0.2)
    #expect([setup.heard(-0.02), setup.heard(0.02)].contains(setup.shown))
    setup.node.rate = 4
    try setup.run(1)
    #expect(setup.device.samples.suffix(960).allSatisfy { $0 == 0 } && abs(setup.node.currentPosition - 6) < 0.3)
  }
}
