import Foundation
import Testing

@Suite struct ScreenRunTests {
  private func lastPicture(_ folder: URL) -> Data? {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix("frame-") }.sorted()
    return names.last.flatMap { try? Data(contentsOf: folder.appending(path: $0)) }
  }

  private func frames(_ folder: Folder) throws -> URL {
    let url = folder.url.appending(path: "frames")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func picture(_ scene: String, in folder: Folder) throws -> Data {
    let outcome = try Tool.run(["render", scene, "-o", folder.path("wanted.png")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try folder.data("wanted.png")
  }

  @Test func theToolRunsUntilASignalAndExitsWithZero() throws {
    let folder = try Folder()
    let pictures = try frames(folder)
    let tool = try RunningTool([Tool.fixture("plain.yaml"), "--display", "png:\(pictures.path)"], in: folder)
    tool.waitUntilReady()
    #expect(try lastPicture(pictures) == picture(Tool.fixture("plain.yaml"), in: folder))
    #expect(tool.end() == 0)
    #expect(tool.text.contains("END peak"))
  }

  @Test(arguments: [true, false]) func aSceneThatChangesIsReadAgain(isWatched: Bool) throws {
    let folder = try Folder()
    let pictures = try frames(folder)
    func write(_ color: String) throws -> String {
      try folder.write("{tessera: 1, size: [20, 10], root: {type: box, background: \(color)}}", "scene.yaml")
    }
    let scene = try write("red")
    let tool = try RunningTool([scene, "--display", "png:\(pictures.path)"] + (isWatched ? ["--watch"] : []), in: folder)
    tool.waitUntilReady()
    _ = try write("lime")
    if !isWatched { kill(tool.process.processIdentifier, SIGHUP) }
    let wanted = try picture(scene, in: folder)
    tool.wait("the new picture") { lastPicture(pictures) == wanted }
    // What is wrong is said, and the picture stays (in watch mode with the message over it).
    _ = try write("nocolour")
    if !isWatched { kill(tool.process.processIdentifier, SIGHUP) }
    tool.wait("the error") { tool.text.contains("scene.yaml:1:") }
    if isWatched { tool.wait("the message on the screen") { lastPicture(pictures).map { $0 != wanted } ?? false } }
    _ = try write("lime")
    if !isWatched { kill(tool.process.processIdentifier, SIGHUP) }
    tool.wait("the picture again") { lastPicture(pictures) == wanted }
    #expect(tool.end() == 0)
  }

  @Test func furtherScreensPlayReloadAndEndWithTheFirst() throws {
    let folder = try Folder()
    let pictures = try frames(folder)
    let others = folder.url.appending(path: "other@frames")
    func write(_ color: String) throws -> String {
      try folder.write("{tessera: 1, size: [20, 10], root: {type: box, background: \(color)}}", "other.yaml")
    }
    let other = try write("red")
    let tool = try RunningTool(
      [Tool.fixture("plain.yaml"), "--display", "png:\(pictures.path)", "--also", "\(other)@png:\(others.path)"], in: folder)
    tool.waitUntilReady()
    #expect(try lastPicture(pictures) == picture(Tool.fixture("plain.yaml"), in: folder))
    var wanted = try picture(other, in: folder)
    tool.wait("the other's picture") { lastPicture(others) == wanted }
    _ = try write("lime")
    kill(tool.process.processIdentifier, SIGHUP)
    wanted = try picture(other, in: folder)
    tool.wait("the other's new picture") { lastPicture(others) == wanted }
    #expect(tool.end() == 0)
  }

  @Test func theSupervisorIsNotified() throws {
    let folder = try Folder()
    let supervisor = try FakeSupervisor()
    let tool = try RunningTool(
      [Tool.fixture("plain.yaml"), "--display", "headless"], in: folder,
      environment: ["NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "20000"])
    // Each waits for what it expects: signs of life come in between.
    var seen = Set<String>()
    while !seen.isSuperset(of: ["READY=1", "WATCHDOG=1"]) { seen.insert(supervisor.next()) }
    kill(tool.process.processIdentifier, SIGHUP)
    while !seen.contains("RELOADING=1") { seen.insert(supervisor.next()) }
    tool.process.terminate()
    while !seen.contains("STOPPING=1") { seen.insert(supervisor.next()) }
    tool.process.waitUntilExit()
    #expect(tool.process.terminationStatus == 0)
  }

  @Test(arguments: [
    (["--display", "fb:/dev/no-such"], 66, "cannot use /dev/no-such: no such device"),
    (["--display", "fb:/dev/null"], 66, "/dev/null: it is not a framebuffer device"),
    (["--display", "drm:/dev/null"], 66, "cannot use /dev/null"),
    (["--display", "png:/no/such/folder"], 73, "/no/such/folder"),
    (["--display", "panel:/no/such/folder/p.png"], 73, "/no/such/folder/p.png"),
    (["--display", "screen"], 64, "unknown display `screen`"),
    (["--display", "headless", "--also", "drm"], 64, "SCENE@WHERE"),
    (["--display", "headless", "--also", "no-such.yaml@headless"], 66, "no-such.yaml"),
    (["--display", "headless", "--rotate", "45"], 64, "0, 90, 180 or 270"),
    (["--display", "headless", "--calibration", "1,0,0"], 64, "six numbers"),
    (["--display", "headless", "--frames", "3"], 64, "in real time"),
    (["--rotate", "90", "--frames", "3"], 64, "needs --display"),
  ]) func impossibleRequestsAreReportedWithARemedy(arguments: [String], status: Int32, message: String) throws {
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml")] + arguments)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
