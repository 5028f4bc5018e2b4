import Foundation
import Testing

/// `tessera run --speak` and `--switch`: transcripts.
struct SpeakTests {
  private let scene = """
    tessera: 1
    size: [200, 120]
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, string: Rooms, semantics: {role: heading}}
        - {type: switch, id: lamp, title: Lamp, value: true}
        - {type: button, title: "Off"}
    """

  private func run(_ arguments: [String], script: String? = nil) throws -> Tool.Outcome {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    try scene.write(toFile: folder.path("scene.yaml"), atomically: true, encoding: .utf8)
    var all = ["run", folder.path("scene.yaml")] + arguments
    if let script {
      try script.write(toFile: folder.path("script"), atomically: true, encoding: .utf8)
      all += ["--script", folder.path("script")]
    }
    return try Tool.run(all)
  }

  @Test func aSceneIsReadToItsEnd() throws {
    let outcome = try run(["--speak"])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.text == "[0.000] Rooms, heading\n[1.050] Lamp, switch, on\n[2.217] Off, button\n")
  }

  @Test func aScriptOperatesTheReaderInALanguage() throws {
    let script =
      "wait silence\nreader next\nwait silence\nreader activate\nwait 100ms\nreader explore 5 5\nwait silence\nreader next heading\n"
    let outcome = try run(["--speak", "--language", "de"], script: script)
    #expect(outcome.status == 0 && outcome.errors == "")
    let words = outcome.text.split(separator: "\n").compactMap { $0.split(separator: "] ").last.map(String.init) }
    #expect(
      words == [
        "Rooms, Überschrift", "Lamp, Schalter, ein", "aus", "(stopped)", "Rooms, Überschrift", "keine weiteren Überschriften", "(stopped)",
      ])
  }

  @Test func switchesArePrintedAndSpoken() throws {
    let script = "wait 1s\nswitch\nwait 1s\n"
    let outcome = try run(["--switch", "one", "--scan-interval", "0.7"], script: script)
    #expect(outcome.text == "[0.000] Lamp, switch, on\n[0.700] Off, button\n[1.000] Lamp, switch, on\n[1.700] Off, button\n")
    let spoken = try run(["--switch", "one", "--speak"], script: "wait 100ms\n")
    #expect(spoken.text.contains("Lamp, switch, on"))
  }

  /// The book of docs/examples with the screen off, in large letters, and by one switch.
  @Test func aBookIsReadAloud() throws {
    let examples = Tool.fixtures.appending(path: "../../../docs/examples").standardizedFileURL
    func lines(_ arguments: [String]) throws -> [String] {
      let outcome = try Tool.run(["run", examples.appending(path: "reader.yaml").path, "--speak"] + arguments)
      #expect(outcome.status == 0 && outcome.errors == "")
      return outcome.text.split(separator: "\n").map { String($0.drop { $0 != "]" }.dropFirst(2).prefix(24)) }
    }
    let script = ["--script", examples.appending(path: "reader.events").path]
    let book = [
      "Page, Down the Rabbit-Ho", "The Pool of Tears, headi", "Read, button", "Down the Rabbit-Hole", "Alice was beginning to g",
      "So she was considering i", "Suddenly a White Rabbit ", "The Pool of Tears", "(stopped)", "Next, button", "“Curiouser and curiouser",
      "“Now I’m opening out lik", "For when she looked down", "A Caucus-Race", "Pause, button", "Page, A Caucus-Race, hea",
    ]
    #expect(try lines(script) == book)
    #expect(try lines(script + ["--set", "env.textScale=2"]) == book)
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    try "wait 1s\nswitch\nwait 26s\n".write(toFile: folder.path("script"), atomically: true, encoding: .utf8)
    let spoken = try lines(["--switch", "one", "--script", folder.path("script")])
    #expect(spoken.suffix(4) == ["Down the Rabbit-Hole", "Alice was beginning to g", "So she was considering i", "(stopped)"])
  }

  @Test func theBrailleLineIsPrinted() throws {
    let all = try run(["--braille"])
    #expect(all.status == 0 && all.errors == "")
    #expect(all.text == "[0.000] braille: Rooms h\n[1.050] braille: Lamp swt <x>\n[2.217] braille: Off btn\n")
    let script =
      "wait silence\nbraille next\nbraille route 2\nwait 100ms\nbraille right\nwait 100ms\nbraille right\nwait 100ms\nbraille right\nwait 4s\n"
    let keys = try run(["--braille=8", "--language", "de"], script: script)
    #expect(keys.status == 0 && keys.errors == "")
    let lines = keys.text.split(separator: "\n").compactMap { $0.split(separator: "braille: ").last.map(String.init) }
    #expect(lines == ["Rooms h", "Lamp sch", "< >", "Off schl", "letztes", "Off schl"])
    #expect(try run(["--braille=3"]).errors.contains("--braille must be 4 to 400 cells (got 3)"))
    #expect(try run([], script: "braille home\n").errors.contains("`braille` needs a braille line; run with --braille"))
    #expect(try run(["--braille"], script: "braille hom\n").errors.contains("unknown key `hom`"))
  }

  @Test func wrongOptionsAreErrors() throws {
    #expect(try run(["--switch", "three"]).errors.contains("--switch must be one, two or touch (got `three`)"))
    #expect(try run(["--scan-interval", "0"]).errors.contains("--scan-interval must be 0.2 to 60 seconds (got `0`)"))
    #expect(
      try run(["--accessibility-bus", "tcp:x"]).errors.contains("--accessibility-bus must be auto, none, or the address of a Unix socket"))
    let missing = try run([], script: "reader next\n")
    #expect(
      missing.status == 65 && missing.errors.contains("script:1:1: error: `reader` needs the screen reader; run with --speak or --braille"))
    let program = try run(["--speak", "--synthesizer", "/nowhere/espeak"])
    #expect(program.status == 0 && program.errors.contains("speech: the program `/nowhere/espeak` was not found"))
  }
}
