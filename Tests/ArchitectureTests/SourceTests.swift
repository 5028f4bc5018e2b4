import Foundation
import Testing

@Suite struct SourceTests {
  @Test func noFileIsLongerThanOneNounNeeds() throws {
    for file in Repository.sourceFiles {
      let lines = try Repository.lines(file)
      #expect(
        lines.count <= SourceRules.maximumLines + 1 || SourceRules.isGenerated(lines),
        "\(file) has \(lines.count - 1) lines, more than \(SourceRules.maximumLines)")
    }
  }

  @Test func noSourceFileHasAMarkOfUnfinishedWork() throws {
    for file in Repository.sourceFiles {
      let marks = SourceRules.unfinishedMarks(in: try Repository.lines(file))
      #expect(marks.isEmpty, "\(file) \(marks.joined(separator: "\n"))")
    }
  }

  @Test func functionsHaveNoVagueNames() throws {
    for file in Repository.sourceFiles where file.hasSuffix(".swift") && !file.hasPrefix("Tests/") {
      let vague = SourceRules.vagueFunctions(in: try Repository.lines(file))
      #expect(vague.isEmpty, "docs/terms.md has verbs with one sense: \(file) \(vague.joined(separator: "\n"))")
    }
    #expect(SourceRules.vagueFunctions(in: ["  func take(_ value: Int) {", "func takeOff() {", "func handle() { take(1) }"]).count == 2)
    #expect(SourceRules.vagueFunctions(in: ["  func taken() {", "func followers() -> Int {"]).isEmpty)
  }

  @Test func nodeTypesHaveNoLiteralWords() throws {
    for file in Repository.sourceFiles where SourceRules.holdsNodeTypes(file) {
      let literals = SourceRules.literalWords(in: try Repository.lines(file))
      #expect(literals.isEmpty, "use a StandardWord: \(file) \(literals.joined(separator: "\n"))")
    }
  }

  @Test(arguments: [
    #"  public var backLabel = "Back""#, #"NodeSemantics(.button, label: "Clear")"#, #"key(.shift, spoken: "Shift")"#,
    #"semantics.actions = [.custom("remove")]"#, #"public var emptyText: String = "No data""#,
  ]) func aLiteralWordIsDetected(line: String) {
    #expect(SourceRules.literalWords(in: [line[...]]).count == 1)
    #expect(SourceRules.literalWords(in: [line.replacing("\"", with: "")[...], "// label: \"Clear\"", "label: \"\", title: \"+\""]) == [])
  }

  @Test func uncheckedCodeHasAComment() throws {
    for file in Repository.sourceFiles where file.hasSuffix(".swift") {
      let bare = SourceRules.unexplainedUnsafety(in: try Repository.lines(file))
      #expect(bare.isEmpty, "\(file) \(bare.joined(separator: "\n"))")
    }
  }

  @Test func theTopLevelHasOnlyExpectedEntries() throws {
    let allowed: Set<String> = [
      "CHANGELOG.md", "CONTRIBUTING.md", "CRender", "LICENSE", "Makefile", "Package.resolved", "Package.swift", "Plugins", "README.md",
      "Sources", "Tests", "docs",
      "out",  // what the Makefile writes; ignored by git
    ]
    let strange = try Repository.names(in: ".").filter { !$0.hasPrefix(".") && !allowed.contains($0) }
    #expect(strange.isEmpty, "not expected at the top level: \(strange.joined(separator: ", "))")
  }

  @Test(arguments: [
    ("final class Cache: @unchecked Sendable {", 1),
    ("// Every field stands behind `lock`.\nfinal class Cache: @unchecked Sendable {", 0),
    ("let page = try! load()  // the file is in the bundle", 0),
    ("let text = \"try! https://example.org\"", 0),
    ("let a = try! b(\"//\")", 1),
    ("let pair = unsafeBitCast(a, to: b)\n", 1),
    ("/// Says that `try!` is bad.", 0),
    ("nonisolated(unsafe) var shared = 0", 1),
  ]) func unexplainedUnsafetyIsDetected(text: String, count: Int) {
    #expect(SourceRules.unexplainedUnsafety(in: text.split(separator: "\n")).count == count)
  }

  @Test(arguments: [("// TO" + "DO: later", 1), ("/* FIX" + "ME */", 1), ("let todoList = 1", 0), ("// XX" + "X", 1)])
  func aMarkOfUnfinishedWorkIsDetected(text: String, count: Int) {
    #expect(SourceRules.unfinishedMarks(in: text.split(separator: "\n")).count == count)
  }
}
