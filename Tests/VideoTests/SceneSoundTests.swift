import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Actions of scenes that play sounds on the output of the process.
extension VideoSoundTests {
  private static let sounds = Clips.folder.appending(path: "../../docs/examples/assets/sounds").standardizedFileURL.path

  @Test func scenesPlayLoopAndSilenceSounds() throws {
    let clock = Locked(0.0)
    let device = ManualSoundDevice(SoundFormat(bufferFrames: 0)) { clock.withLock { $0 } }
    let output = SoundOutput(device, pace: .manual { clock.withLock { $0 } })
    SoundOutput.shared = output
    defer { SoundOutput.shared = SoundOutput(nil) }
    let scene = try Scene.parse(
      text: """
        tessera: 1
        size: [300, 100]
        data: {level: 0.5}
        root:
          type: box
          children:
            - {type: box, id: start, on: {tap: {play: {source: alarm.wav, volume: level, loop: true}}}, style: {width: 100, height: 100}}
            - {type: box, id: stop, on: {tap: {silence: alarm.wav}}, style: {width: 100, height: 100}}
            - {type: box, id: broken, on: {tap: {play: missing.wav}}, style: {width: 100, height: 100}}
        """, name: "test.yaml", directory: Self.sounds, registry: .standard)
    #expect(scene.warnings.count == 1 && scene.warnings.first?.message.contains("missing.wav") == true)
    let data = SceneData()
    let problems = Locked<[String]>([])
    data.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
    let stage = try HeadlessStage(width: 300, height: 100) { try scene.makeRoot(data: data) }
    func pass(_ seconds: Double) {
      clock.withLock { $0 += seconds }
      output.advance(to: clock.withLock { $0 })
    }
    pass(0)
    try stage.tap(at: Point(50, 50))
    pass(1.2)
    // The alarm has a volume of 0.4.
    #expect(abs((device.samples.max() ?? 0) - 0.2) < 0.01 && device.samples.suffix(4800).contains { abs($0) > 0.15 })
    try stage.tap(at: Point(150, 50))
    pass(0.1)
    #expect(device.samples.suffix(960).allSatisfy { $0 == 0 })
    try stage.tap(at: Point(250, 50))
    #expect(problems.withLock { $0.count } == 1 && problems.withLock { $0.first?.contains("no such file") } == true)
  }

  @Test(arguments: [
    ("{play: {sound: a.wav}}", "`sound` of `play`"), ("{play: {volume: 1}}", "needs `source`"), ("{play: [a.wav]}", "path of a sound"),
    ("{play: {source: a.wav, pan: 3}}", "pan"), ("{silence: {fade: 1}}", "needs `source`"), ("{plai: a.wav}", "plai"),
  ])
  func wrongActionsAreExplained(_ action: String, _ reason: String) {
    do {
      _ = try Scene.parse(text: "tessera: 1\nroot: {type: box, on: {tap: \(action)}}", name: "test.yaml", registry: .standard)
      Issue.record("\(action) was read")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  /// docs/examples/doorbell.yaml: a button that is held captures, and the meter shows the loudness.
  @Test func theDoorbellTalksWhileAButtonIsHeld() throws {
    let device = ManualCaptureDevice(rate: 16_000)
    let microphone = Microphone(device, isManual: true)
    Microphone.shared = microphone
    defer { Microphone.shared = Microphone(AlsaCaptureDevice()) }
    let path = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let example = try String(
      contentsOf: URL(filePath: try PackageFolder.root(of: #filePath) + "/docs/examples/doorbell.yaml"), encoding: .utf8)
    let text = example.replacing("tcp://127.0.0.1:5000", with: path)
    let scene = try Scene.parse(
      text: text, name: "doorbell.yaml", directory: try PackageFolder.root(of: #filePath) + "/docs/examples", registry: .standard)
    let data = SceneData()
    let stage = try HeadlessStage(width: 800, height: 480) { try scene.makeRoot(data: data) }
    try stage.stage.settle()
    try stage.tap(id: "answer")
    let frame = try stage.frame(of: "talk")
    let place = Point(frame.midX, frame.midY)
    try stage.touch(.began, at: place)
    #expect(microphone.isRunning)
    device.supply([Float](repeating: 0.1, count: 800))
    microphone.step()
    // -20 dB of a meter of 60.
    #expect(data.value(at: DataPath(["loudness"])) == .number(0.67))
    try stage.touch(.ended, at: place)
    #expect(!microphone.isRunning && !device.isOpen && data.value(at: DataPath(["loudness"])) == .number(0))
    #expect(FileManager.default.contents(atPath: path)?.count == 44 + 1600)
  }
}
