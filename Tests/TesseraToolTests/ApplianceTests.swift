import Foundation
import Testing

/// docs/examples/appliances and the catalogue, as their users run them.
@Suite struct ApplianceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples/appliances")
    .standardizedFileURL
  private static let names = [
    "thermostat", "coffee-machine", "washing-machine", "music-player", "lift-panel", "car-cluster", "medical-monitor", "settings",
    "point-of-sale", "room-sign", "remote-control",
  ]

  private static func file(_ name: String) -> String { folder.appending(path: name).path }
  private static func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  @Test func eachSceneOfTheFolderIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.filter { $0.hasSuffix(".yaml") }.sorted() == Self.names.map { $0 + ".yaml" }.sorted())
    #expect(files.filter { $0.hasSuffix(".events") }.sorted() == Self.names.map { $0 + ".events" }.sorted())
  }

  /// The scripts touch, turn and press keys, and `await` the data after each step.
  @Test(arguments: names) func anApplianceIsUsedByTouchKnobAndKeys(name: String) throws {
    let script = try Self.text(name + ".events")
    let awaited = script.split(separator: "\n").filter { $0.hasPrefix("await ") }
    #expect(script.contains("tap ") && script.contains("key enter") && awaited.count >= 4)
    let outcome = try Tool.run(["run", Self.file(name + ".yaml"), "--script", Self.file(name + ".events")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func theDiallerIsUsedByTouchKnobAndKeys() throws {
    let folder = try Folder()
    let script = Self.file("../dialler.events")
    let text = try String(contentsOfFile: script, encoding: .utf8).replacing("dialler-search.png", with: folder.path("search.png"))
    let outcome = try Tool.run(["run", Self.file("../dialler.yaml"), "--script", try folder.write(text, "dialler.events")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(arguments: names) func colorsFollowTheTheme(name: String) throws {
    let scene = try Self.text(name + ".yaml")
    #expect(!scene.contains(#/['"]#[0-9A-Fa-f]{3,8}['"]|rgba?\(/#), "a color that no theme changes")
  }

  @Test func programsAreShort() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix(".sh") {
      #expect(try Self.text(name).split(separator: "\n", omittingEmptySubsequences: false).count <= 31, "\(name)")
    }
    #expect(try Self.text("settings.yaml").split(separator: "\n").count <= 200)
  }

  /// Program, script and touch: a coffee is made, and the lift arrives.
  @Test(arguments: [
    ("coffee-machine", "await ready true\ntap #brew\nawait finished true\nawait brewing false\n"),
    ("lift-panel", "await ready true\ndata calls [3,1]\nawait calls []\nawait floor 3\n"),
    ("car-cluster", "await ready true\ndata left false\nawait left true\n"),
    ("medical-monitor", "await ready true\ndata heart 0\nawait heart 74\n"),
  ]) func aShellScriptDrivesIt(name: String, events: String) throws {
    let folder = try Folder()
    let socket = folder.path("socket")
    let player = Process()
    player.executableURL = Tool.executable
    player.arguments = [
      "run", Self.file(name + ".yaml"), "--script", try folder.write(events, "s.events"), "--data-socket", socket, "--timeout", "400",
    ]
    for output in ["out", "err"] { try Data().write(to: URL(filePath: folder.path(output))) }
    player.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder.path("out")))
    player.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path("err")))
    try player.run()
    defer { if player.isRunning { player.terminate() } }
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    // The scene does not read `ready`; it is the script's sign that the program runs. A program that watches events has to be connected before the first.
    let wrapper = """
      until tessera data get "$1" env > /dev/null; do :; done
      "$0" "$1" 0.05 & p=$!
      if grep -q 'data watch' "$0"; then until [ "$(grep -cF "$1" /proc/net/unix)" -ge 2 ]; do :; done; fi
      tessera data set "$1" ready=true
      wait $p
      """
    program.arguments = ["-c", wrapper, Self.file(name + ".sh"), socket]
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = Tool.executable.deletingLastPathComponent().path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    program.environment = environment
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    player.waitUntilExit()
    program.waitUntilExit()
    let errors = String(decoding: try folder.data("err"), as: UTF8.self)
    #expect(player.terminationStatus == 0, "\(errors)")
  }

  /// `make findings` checks all pages in all modes.
  @Test func aPageOfTheCatalogueHasNoFinding() throws {
    let file = Self.folder.appending(path: "../catalogue.yaml").standardizedFileURL.path
    let outcome = try Tool.run(["check", file, "--set", "page=button", "--modes", "light", "--text-scales", "1"])
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }
}
