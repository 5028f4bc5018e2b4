import Foundation
import Testing

@Suite struct RunTests {
  @Test func recordingHasEveryFrame() throws {
    let folder = try Folder()
    let outcome = try Tool.run([
      "run", Tool.fixture("plain.yaml"), "--frames", "5", "--fps", "25", "--record", folder.path("a.y4m"),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let data = try folder.data("a.y4m")
    let header = try #require(data.firstIndex(of: UInt8(ascii: "\n")))
    #expect(String(decoding: data[..<header], as: UTF8.self).hasPrefix("YUV4MPEG2 W60 H40 F25:1"))
    #expect(data.count == header + 1 + 5 * (6 + 60 * 40 * 3 / 2))
    #expect(folder.names == ["a.y4m"])
  }

  @Test func typingShowsInScreenshots() throws {
    let folder = try Folder()
    let script = try folder.write(
      """
      # A person types.
      screenshot \(folder.path("before.png"))
      tap #name
      wait 100ms
      screenshot \(folder.path("focused.png"))
      text "Toucan"
      key shift+left
      wait 0.5
      screenshot \(folder.path("typed.png"))
      drag 10 50 100 50 over 0.2
      wheel 10 10 0 -5
      screenshot \(folder.path("end.ppm"))
      """, "events.txt")
    let outcome = try Tool.run(["run", Tool.fixture("typing.yaml"), "--script", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.data("before.png") != folder.data("focused.png"))
    #expect(try folder.data("focused.png") != folder.data("typed.png"))
    #expect(try folder.data("end.ppm").count == 60 * 120 * 3 + 14)
    let again = try Folder()
    let text = try String(contentsOfFile: script, encoding: .utf8).replacingOccurrences(of: folder.url.path, with: again.url.path)
    _ = try Tool.run(["run", Tool.fixture("typing.yaml"), "--script", again.write(text, "events.txt"), "--threads", "4"])
    #expect(try again.data("typed.png") == folder.data("typed.png"))
  }

  @Test func changesOfTheSceneAreSeenOnTheirWay() throws {
    let folder = try Folder()
    let scene = try folder.write(
      "{tessera: 1, size: [100, 20], background: white, root: {type: box, id: root, transition: {duration: 1, curve: linear, insertion: none, removal: none}, "
        + "children: [{type: box, id: a, background: red, style: {width: 20, height: 20}}]}}", "scene.yaml")
    let script = try folder.write(
      """
      set #a marginLeft 40
      wait 0.5
      screenshot \(folder.path("middle.ppm")) now
      wait 1
      set #a background "#0000ff" # blue
      add #root at 0 {type: box, id: b, background: lime, style: {width: 10, height: 20}}
      wait 1
      screenshot \(folder.path("added.ppm"))
      remove #b
      screenshot \(folder.path("removed.ppm"))
      """, "events.txt")
    let outcome = try Tool.run(["run", scene, "--script", script])
    #expect(outcome.status == 0, "\(outcome.errors)")
    func pixel(_ file: String, _ x: Int) throws -> [UInt8] {
      let data = try folder.data(file)
      return Array(data.suffix(100 * 20 * 3)[data.endIndex - 100 * 20 * 3 + x * 3..<data.endIndex - 100 * 20 * 3 + x * 3 + 3])
    }
    #expect(try pixel("middle.ppm", 19) == [255, 255, 255] && pixel("middle.ppm", 20) == [255, 0, 0])
    #expect(try pixel("added.ppm", 0) == [0, 255, 0] && pixel("added.ppm", 55) == [0, 0, 255])
    #expect(try pixel("removed.ppm", 0) == [255, 255, 255] && pixel("removed.ppm", 55) == [0, 0, 255], "it is on its way back")
    let wrong = try folder.write("wait 1\nset #a colour red\n", "wrong.txt")
    let refused = try Tool.run(["run", scene, "--script", wrong])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("wrong.txt:2:1: error: `colour` of `box` is neither an attribute nor a style key"), "\(refused.errors)")
  }

  @Test func wrongScriptIsRefusedBeforeAnythingIsWritten() throws {
    let folder = try Folder()
    let script = try folder.write("tap 1\nscreenshot \(folder.path("a.png"))\ntapp 1 2\n", "events.txt")
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml"), "--script", script, "--record", folder.path("a.y4m")])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("events.txt:1:6: error: "))
    #expect(outcome.errors.contains("events.txt:3:1: error: unknown event `tapp`"))
    #expect(outcome.errors.contains("did you mean `tap`?"))
    #expect(folder.names == ["events.txt"])
  }

  @Test func aFailedRecordingLeavesNoFile() throws {
    let folder = try Folder()
    let script = try folder.write("wait 0.1\ntap #lefft\n", "events.txt")
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml"), "--script", script, "--record", folder.path("a.y4m")])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("events.txt:2:1: error: the scene has no node with the id `lefft`; did you mean `left`?"))
    #expect(folder.names == ["events.txt"])
    let large = try Tool.run(
      ["run", Tool.fixture("plain.yaml"), "--frames", "50", "--record", folder.path("a.y4m")], limits: "ulimit -f 16")
    #expect(large.status == 74, "\(large.errors)")
    #expect(folder.names == ["events.txt"])
  }

  @Test func anAbandonedRecordingLeavesNoFile() throws {
    let folder = try Folder()
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = ["run", Tool.fixture("plain.yaml"), "--frames", "1000000", "--record", folder.path("a.y4m")]
    try process.run()
    // Its hidden file shows that it records.
    while folder.names.isEmpty, process.isRunning { sched_yield() }
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGTERM)
    #expect(folder.names.isEmpty)
  }

  @Test func framesThatEndBeforeTheScriptAreAWarning() throws {
    let folder = try Folder()
    let script = try folder.write("wait 2\n", "events.txt")
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml"), "--script", script, "--frames", "10"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("warning: the script lasts 2 s, the 10 frames end before that"))
  }
}
