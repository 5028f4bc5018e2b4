import Testing

/// A test runs, fails, or prints why it was not run. It does not pass without a check.
@Suite struct SilentReturnTests {
  /// Functions that may return before they check anything, or check under a condition, each with the reason.
  private static let returning: [String: String] = [
    "Tests/TesseraDevicesTests/SoakTests.swift expectNoGrowth":
      "weighs the process if nothing else runs in it, which is so in `make soak`; its tests compare pictures everywhere"
  ]

  /// Tests and suites with a condition whose reason does not begin with "not run: ", each with the reason.
  private static let conditional: [String: String] = [
    "Tests/TesseraTests/AllocationTests.swift AllocationTests": counting,
    "Tests/TesseraLayoutTests/RelayoutCostTests.swift layingOutAgainAllocatesNothingPerBox": counting,
    "Tests/TesseraLayoutTests/RelayoutCostTests.swift aFreshLayoutAllocatesNothingPerBox": counting,
    "Tests/TesseraRenderTests/PixelTests.swift largeBuffersTakeNoMemoryBeforeTheyAreWritten": counting,
    "Tests/TesseraRenderTests/PixelTests.swift aPopulatedBufferHasItsMemoryAndKeepsItsPixels": counting,
    "Tests/TesseraToolTests/ReloadHeapTests.swift reloadsDoNotGrowTheHeap": counting,
    "Tests/TesseraToolTests/ReloadHeapTests.swift aReloadThatLeaksAHundredBytesIsDetected": counting,
    "Tests/TesseraSoundTests/SoundOutputTests.swift mixingAllocatesNothing": counting,
    "Tests/TesseraDevicesTests/SoakTests+Growth.swift memoryDoesNotGrowBetween200And1000Rounds": "`make soak`, a step of .ci/run, runs it",
  ]
  private static let counting = "a sanitizer has an allocator of its own; `make test` runs it"

  private static let files = ["Tests", "docs"].flatMap { Repository.files(under: $0, extensions: ["swift"]) }

  @Test func noTestReturnsInSilence() throws {
    var needed: Set<String> = []
    for file in Self.files {
      let text = try Repository.text(file)
      guard SourceRules.holdsOne(of: ["import Testing"], text) else { continue }
      for finding in SilentReturns(text).findings {
        let name = "\(file) \(finding.name)"
        needed.insert(name)
        #expect(
          Self.returning[name] != nil,
          "\(file):\(finding); make what it needs, require it, or give the test `.enabled(if:)` with a reason that begins with \"not run: \""
        )
      }
    }
    #expect(needed.isSuperset(of: Self.returning.keys), "not needed: \(Set(Self.returning.keys).subtracting(needed).sorted())")
  }

  @Test func anOmittedTestReportsNotRun() throws {
    var needed: Set<String> = []
    for file in Self.files {
      for finding in SourceRules.silentConditions(in: try Repository.text(file)) {
        let name = "\(file) \(finding.name)"
        needed.insert(name)
        #expect(Self.conditional[name] != nil, "\(file):\(finding.line): the reason of a condition begins with \"not run: \"")
      }
    }
    #expect(needed.isSuperset(of: Self.conditional.keys), "not needed: \(Set(Self.conditional.keys).subtracting(needed).sorted())")
  }

  @Test(arguments: [
    "guard let device = try? open() else { return }\n  #expect(device.isOpen)",
    "guard let device = try? open() else {\n    return\n  }\n  #expect(device.isOpen)",
    "guard\n    let device = try? open(),\n    device.isOpen\n  else { return }\n  #expect(device.isOpen)",
    "if !exists { return }\n  #expect(exists)",
    "if exists {\n    #expect(exists)\n  } else {\n    print(1)\n    return\n  }\n  use()",
    "for a in b {\n    guard let c = a else { return }\n    #expect(c)\n  }",
    "do {\n    try use()\n  } catch {\n    return\n  }\n  #expect(exists)",
    "if a,\n    b\n  {\n    return\n  }\n  #expect(exists)",
    "let text = \"#expect(1)\"\n  if text.isEmpty { return }\n  #expect(text)",
    "guard a else { return }\n  use()",
  ]) func anEarlyReturnIsDetected(body: String) {
    let found = SilentReturns("@Suite struct A {\n @Test(arguments: [(1, { 2 })]) func a(\n  b: Int\n ) throws {\n  \(body)\n }\n}")
      .findings
    #expect(found.contains { $0.name == "a" && $0.reason == .returnsEarly }, "\(found)")
  }

  @Test(arguments: [
    "#expect(a)\n  guard let b else { return }\n  use(b)",
    "for a in b { #expect(a) }\n  if c { return }\n  #expect(c)",
    "if a.isEmpty {\n    #expect(throws: E.self) { try use() }\n    return\n  }\n  #expect(a)",
    "guard let a = try #require(b) as? C else { return #expect(Bool(false)) }\n  #expect(a)",
    "use { a in\n    guard let a else { return }\n    use(a)\n  }\n  #expect(a)",
    "func use() {\n    guard let a else { return }\n  }\n  #expect(a)",
    "let make: (Int) -> Int = {\n    if $0 > 1 { return 2 }\n    return 1\n  }\n  #expect(make(1) == 1)",
    "guard let a else {\n    Issue.record(\"no a\")\n    return\n  }\n  use(a)",
    "guard let a else { throw Missing() }\n  use(a)",
    "switch a {\n  case 1: #expect(b)\n  default: #expect(c)\n  }",
    "expectSame(a, b)\n  if c { return }",
  ]) func aReturnAfterACheckIsAllowed(body: String) {
    let found = SilentReturns("@Suite struct A {\n @Test func a() throws {\n  \(body)\n }\n}").findings
    #expect(found == [])
  }

  @Test func checksUnderAConditionAreDetected() {
    func reasons(_ body: String) -> [SilentReturns.Finding.Reason] {
      SilentReturns("@Test func a() {\n  \(body)\n}").findings.map(\.reason)
    }
    #expect(reasons("if exists {\n    #expect(a)\n  }") == [.checksConditionally])
    #expect(reasons("if let a {\n    for b in a { #expect(b) }\n  }\n  use()") == [.checksConditionally])
    #expect(reasons("if exists { #expect(a) }\n  #expect(b)") == [])
    #expect(reasons("use()") == [])
  }

  @Test func helpersOfTestsAreReadAsWell() {
    let helper = "private func weigh(_ a: Int) {\n  guard isAlone else { return }\n  #expect(a == 1)\n}"
    #expect(SilentReturns(helper).findings.map(\.name) == ["weigh"])
    #expect(SilentReturns("func weigh(_ a: Int) {\n  guard isAlone else { return }\n  use(a)\n}").findings == [])
  }

  @Test(arguments: [
    ("@Test(.enabled(if: exists)) func a() {}", ["a"]),
    ("@Test(.enabled(if: exists, \"no file\"), arguments: [1])\nfunc a(b: Int) {}", ["a"]),
    ("@Suite(.enabled(if: exists)) struct Files {}", ["Files"]), ("@Test(.disabled(\"later\")) func a() {}", ["a"]),
    ("@Test func a() {\n  withKnownIssue { use() }\n}", ["withKnownIssue"]),
    ("@Test(.enabled(if: exists, \"REASON\")) func a() {}", []),
    ("@Test(\n  .enabled(\n    if: exists,\n    \"REASON\"))\nfunc a() {}", []),
    ("// .enabled(if: exists)\nlet text = \".enabled(if: exists)\"", []),
  ]) func aSilentConditionIsSeen(text: String, names: [String]) {
    // Put in here: arguments are printed, and a line of the log with these words says that a part of the step was not run.
    let text = text.replacing("REASON", with: "not run: there is no file")
    #expect(SourceRules.silentConditions(in: text).map(\.name) == names)
  }
}
