import Foundation
import Testing

@Suite struct ExitCodeTests {
  @Test(
    arguments: [
      (["--help"], 0, ""), (["render", "--help"], 0, ""), (["--version"], 0, ""), (["nodes"], 0, ""), (["nodes", "--schema"], 0, ""),
      ([], 0, ""),
      (["rendr"], 64, "unknown command `rendr`; did you mean `tessera render`?"), (["render"], 64, "scene"),
      (["render", "PLAIN"], 64, "output"),
      (["render", "PLAIN", "-o", "a.gif"], 64, ".png, .ppm or .raw"), (["render", "PLAIN", "-o", "-", "--size", "0xx"], 64, "0xx"),
      (["render", "PLAIN", "-o", "-", "--size", "nanxnan"], 64, "nanxnan"),
      (["render", "PLAIN", "-o", "-", "--size", "1e9x3"], 64, "16384"),
      (["render", "PLAIN", "-o", "-", "--scale", "0"], 64, "at most 64"),
      (["render", "PLAIN", "-o", "-", "--format", "rgb"], 64, "rgb565"),
      (["render", "PLAIN", "-o", "-", "--rotate", "45"], 64, "270"), (["render", "PLAIN", "-o", "-", "--threads", "0"], 64, "1 to 64"),
      (["render", "PLAIN", "-o", "-", "--time", "-1"], 64, ""), (["render", "PLAIN", "-o", "-", "--size", "0x0"], 64, "0 x 0"),
      (["nodes", "boxx"], 64, "did you mean `box`?"), (["run", "PLAIN"], 64, "--frames"), (["run", "PLAIN", "--frames", "0"], 64, ""),
      (["layout", "PLAIN", "--available", "5"], 64, ""),
      (["render", "WRONG", "-o", "-"], 65, ":4:3: error: unknown attribute `colour` of `box`"),
      (["layout", "WRONG"], 65, ":6:14: error: "),
      (["render", "nowhere.yaml", "-o", "-"], 66, "tessera: error: cannot open nowhere.yaml: no such file"),
      (["render", "PLAIN", "-o", "-", "--fonts", "/nowhere"], 66, "/nowhere"),
      (["run", "PLAIN", "--script", "/nowhere"], 66, "/nowhere"),
      (["render", "PLAIN", "-o", "/nowhere/a.png"], 73, "/nowhere/a.png"),
      (["run", "PLAIN", "--frames", "1", "--record", "/nowhere/a.y4m"], 73, "/nowhere/a.y4m"),
    ] as [([String], Int32, String)])
  func theExitStatusNamesTheFailure(arguments: [String], status: Int32, message: String) throws {
    let arguments = arguments.map {
      $0 == "PLAIN" ? Tool.fixture("plain.yaml") : $0 == "WRONG" ? Tool.fixture("wrong.yaml") : $0
    }
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    if status == 0 { #expect(!outcome.output.isEmpty && outcome.errors.isEmpty) } else { #expect(outcome.output.isEmpty) }
  }

  @Test(arguments: [["--help"], ["render", "--help"], ["--version"], ["nodes"]])
  func aFullOutputIsAnError(arguments: [String]) throws {
    let outcome = try Tool.run(arguments, output: FileHandle(forWritingTo: URL(filePath: "/dev/full")))
    #expect(outcome.status == 74 && outcome.errors.contains("no space left"), "\(outcome.errors)")
  }

  @Test func allErrorsOfASceneAreShown() throws {
    let outcome = try Tool.run(["render", Tool.fixture("wrong.yaml"), "-o", "-"])
    #expect(
      outcome.errors.split(separator: "\n").map { $0.drop { $0 != ":" } } == [
        ":4:3: error: unknown attribute `colour` of `box`; `tessera nodes box` lists all",
        ":6:14: error: unknown node type `boxx` (`tessera nodes` lists all); did you mean `box`?",
      ])
  }
}
