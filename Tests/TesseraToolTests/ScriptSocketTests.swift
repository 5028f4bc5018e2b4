import Foundation
import TesseraDevices
import Testing

/// Scripts that programs at a data socket take part in.
@Suite struct ScriptSocketTests {
  private static let scene = """
    {tessera: 1, size: [100, 40], data: {n: 0, go: 0, ack: 0}, root: {type: button, id: b, title: {bind: n}, on: {tap: {send: {name: tap, payload: n}}}}}
    """

  /// The tool with a script, and its output.
  private final class Run {
    let folder: Folder
    let socket: String
    private let process = Process()

    init(_ script: String, _ options: [String] = []) throws {
      folder = try Folder()
      socket = folder.path("socket")
      process.executableURL = Tool.executable
      process.arguments = [
        "run", try folder.write(ScriptSocketTests.scene, "scene.yaml"), "--script", try folder.write(script, "s.events"), "--data-socket",
        socket,
      ]
      process.arguments? += options
      for name in ["out", "err"] { try Data().write(to: URL(filePath: folder.path(name))) }
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder.path("out")))
      process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path("err")))
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Connects once the tool listens.
    func connect() throws -> LineClient {
      while process.isRunning {
        if let client = try? LineClient(socket) { return client }
        sched_yield()
      }
      return try LineClient(socket)
    }

    func end(terminated: Bool = false) throws -> (status: Int32, output: String, errors: String) {
      if terminated { process.terminate() }
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: try folder.data("out"), as: UTF8.self),
        String(decoding: try folder.data("err"), as: UTF8.self)
      )
    }
  }

  private func text(_ line: LineBuffer.Line?) -> String? { if case .text(let text)? = line { text } else { nil } }

  @Test func aProgramAndAScriptTakeTurns() throws {
    let run = try Run("await go 1\ntap #b\nawait n 5\ntap #b\nawait go 2\ntap #b\n")
    let client = try run.connect()
    try client.send(#"{"events": true}"#)
    try client.send(#"{"set": {"go": 1}}"#)
    #expect(text(try client.next()) == #"{"event":"tap","payload":0}"#)
    try client.send(#"{"set": {"n": 5}}"#)
    #expect(text(try client.next()) == #"{"event":"tap","payload":5}"#)
    // The event of the last step arrives, though the tool ends with it.
    try client.send(#"{"set": {"go": 2, "n": 6}}"#)
    #expect(text(try client.next()) == #"{"event":"tap","payload":6}"#)
    #expect(try client.next() == nil)
    let outcome = try run.end()
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output == [0, 5, 6].map { "{\"event\":\"tap\",\"payload\":\($0)}\n" }.joined())
    #expect(!run.folder.names.contains("socket"))
  }

  @Test func timeOfTheScriptIsRealTimeForPrograms() throws {
    let run = try Run("wait 3600\n")
    let client = try run.connect()
    try client.send(#"{"set": {"n": 3}}"#)
    try client.send(#"{"get": "n"}"#)
    #expect(text(try client.next()) == #"{"path":"n","value":3}"#)
    _ = try run.end(terminated: true)
  }

  @Test func aMissingAwaitedValueIsAnErrorWithItsLine() throws {
    let waiting = try Run("wait 0.1\nawait go 1\n", ["--timeout", "0"]).end()
    #expect(
      waiting.status == 65 && waiting.errors.contains("s.events:2:1: error: `go` is 0, not 1 within 0 s"), "\(waiting.errors)"
    )
    let folder = try Folder()
    let alone = try Tool.run([
      "run", folder.write(Self.scene, "scene.yaml"), "--script", folder.write("data go 1\nawait go 1\nawait go 2\n", "s.events"),
    ])
    #expect(alone.status == 65 && alone.errors.contains("s.events:3:1: error: `go` is 1, not 2"), "\(alone.errors)")
  }

  @Test func aSocketWithoutScriptIsAUsageError() throws {
    let outcome = try Tool.run(["run", Tool.fixture("plain.yaml"), "--data-socket", "/tmp/none"])
    #expect(outcome.status == 64 && outcome.errors.contains("nothing to play: give --script"), "\(outcome.errors)")
  }
}
