import Testing

@testable import TesseraBench

@Suite struct BenchArgumentsTests {
  @Test(arguments: [
    (["--case", "fill"], BenchArguments.run(name: "fill", data: "out/bench/data", out: nil)),
    (["--case", "fill", "--out", "x", "--data", "y"], .run(name: "fill", data: "y", out: "x")),
    // A harness that wants no pictures gives an empty folder.
    (["--out", "", "--case", "fill"], .run(name: "fill", data: "out/bench/data", out: nil)),
    (["--make-data", "z"], .makeData(folder: "z")),
    (["--case", "fill", "--help"], .help),
  ]) func argumentsAreReadInAnyOrder(words: [String], expected: BenchArguments) throws {
    #expect(try BenchArguments(words, environmentData: nil) == expected)
  }

  @Test func withoutAnArgumentTheEnvironmentNamesTheData() throws {
    #expect(try BenchArguments(["--case", "a"], environmentData: "env") == .run(name: "a", data: "env", out: nil))
    #expect(try BenchArguments(["--case", "a", "--data", "b"], environmentData: "env") == .run(name: "a", data: "b", out: nil))
  }

  @Test(arguments: [[], ["--case"], ["fill"], ["--make-data", "a", "--case", "b"], ["--cases", "fill"]])
  func invalidArgumentsAreRefused(words: [String]) {
    let error = #expect(throws: BenchError.self) { try BenchArguments(words, environmentData: nil) }
    #expect(error?.status == .usage)
  }
}
