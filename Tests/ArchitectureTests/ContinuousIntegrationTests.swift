import Foundation
import Testing

/// How `.ci/run` judges its steps, tried with a `make` that prints and exits as each case asks.
struct ContinuousIntegrationTests {
  /// Runs a copy of `.ci/run` whose steps are the shell commands `steps`, by the name of the step; other steps do nothing.
  /// `limit`: minutes for all steps.
  private func run(_ arguments: [String], steps: [String: String], limit: Int = 78) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-ci-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["repository/.ci", "bin"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Repository.text(".ci/run").write(to: folder.appending(path: "repository/.ci/run"), atomically: true, encoding: .utf8)
    let cases = steps.sorted { $0.key < $1.key }.map { "  \($0.key)) \($0.value) ;;" }.joined(separator: "\n")
    let make =
      "#!/bin/bash\nfor word in \"$@\"; do case $word in -*|*=*) ;; *) step=$word; break ;; esac; done\ncase $step in\n\(cases)\nesac\n"
    let program = folder.appending(path: "bin/make")
    try make.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)

    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [folder.appending(path: "repository/.ci/run").path] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = folder.appending(path: "bin").path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["CI_LIMIT"] = "\(limit)"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func everyStepPassesIfItsCommandDoes() throws {
    let result = try run([], steps: [:])
    #expect(result.status == 0, "\(result.output)")
    let passed = result.output.matches(of: #/(?m)^(\w+) +passed/#).map { String($0.output.1) }
    #expect(
      Set(passed).isSuperset(of: [
        "lint", "test", "run", "release", "package", "docs", "asan", "tsan", "fuzz", "simd", "compositor", "soak", "window", "qemu",
      ]))
  }

  @Test func stepsDoLessIfTheTimeIsShort() throws {
    // Prints the arguments of make.
    let steps = ["asan": "echo $@", "qemu": "echo $@", "findings": "echo $@"]
    let slow = try run([], steps: steps, limit: 20)
    #expect(slow.status == 0, "\(slow.output)")
    let less = slow.output.matches(of: #/(?m)^(\w+) +passed .* with less work/#).map { String($0.output.1) }
    #expect(Set(less) == ["release", "asan", "tsan", "fuzz", "simd", "package", "soak", "qemu"])
    #expect(slow.output.contains("QEMU_PLAYER=debug") && slow.output.contains("FINDINGS=light") && slow.output.contains("ASAN_TARGETS="))
    #expect(slow.output.contains("slow: the machine takes "))
    let usual = try run([], steps: steps)
    #expect(!usual.output.contains("with less work") && usual.output.contains("QEMU_PLAYER=ordinary"))
    #expect(!usual.output.contains("ASAN_TARGETS="))
  }

  /// A log that has the words `not run:` does not turn an error into a step that was not run.
  @Test func aStepThatExitsWithAnErrorHasFailed() throws {
    let test = "echo 'not run: no font'; echo '✘ Test \"a\" recorded an issue at A.swift:3:4: Expectation failed: 1 == 2'; exit 1"
    let result = try run(["--allow-missing", "test", "test"], steps: ["test": test])
    #expect(result.status == 1)
    #expect(result.output.contains(#/(?m)^test +FAILED .*Expectation failed: 1 == 2$/#), "\(result.output)")
    #expect(result.output.contains("test failed: ✘ Test \"a\" recorded an issue at A.swift:3:4"))
  }

  @Test func aStepThatWasNotRunDoesNotPass() throws {
    let steps = ["qemu": "echo 'qemu: not run: no QEMU'"]
    let result = try run(["qemu"], steps: steps)
    #expect(result.status == 1)
    #expect(result.output.contains(#/(?m)^qemu +not run .*no QEMU$/#), "\(result.output)")
    #expect(try run(["--allow-missing", "qemu", "qemu"], steps: steps).status == 0)
  }

  @Test func noStepRunsWithoutTheSystemPackages() throws {
    let result = try run([], steps: ["deps": "exit 1"])
    #expect(result.status == 1)
    #expect(!result.output.contains("begins: lint"))
  }

  @Test func aWrongWordIsAnError() throws {
    let result = try run(["tests"], steps: [:])
    #expect(result.status == 2 && result.output.contains("there is no step 'tests'; the steps are deps lint test"))
  }

  /// A renamed test would run under the sanitizers again, where it takes minutes.
  @Test func testsThatSanitizersSkipExist() throws {
    let lists = try Repository.text("Makefile").matches(of: #/(?m)^(SANITIZER|TSAN)_SKIPS [?:]?= ((.*\\\n)*.*)$/#)
    #expect(lists.count == 2)
    let sources = Repository.files(under: "Tests", extensions: ["swift"])
    let tests = Set(try sources.flatMap { try Repository.text($0).components(separatedBy: "func ").map { $0.prefix(while: \.isLetter) } })
    for list in lists {
      for name in list.output.2.split(whereSeparator: { $0.isWhitespace || $0 == "\\" }) where !name.contains(".") {
        #expect(tests.contains(name), "no test is called \(name)")
      }
    }
  }
}
