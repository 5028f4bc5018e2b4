import Foundation
import Testing

/// Tables of documents that list what a source file has.
@Suite struct DocumentedPartsTests {
  /// The code spans of the first cell of each row of the tables in the section of this title.
  private func rows(of document: String, _ title: String) throws -> [String] {
    let section = try #require(Markdown(try Repository.text(document)).sections.first { $0.title == title })
    return section.prose.filter { $0.hasPrefix("| `") }.flatMap { line in
      line.dropFirst().prefix { $0 != "|" }.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }
  }

  /// What stands in `file` from the line with `start` to the next line that closes its brace.
  private func body(_ start: String, in file: String) throws -> [Substring] {
    let lines = try Repository.lines(file)
    let first = try #require(lines.firstIndex { $0.contains(start) })
    let indent = lines[first].prefix { $0 == " " }
    return Array(lines[(first + 1)...].prefix { $0 != indent + "}" })
  }

  @Test func thePassesOfAFrameMatchTheirDocument() throws {
    let call = #/^ {6}(?:let \w+ = |if let \w+ \{ |if \w+ != nil \{ )?(?:try )?(\w+)\(/#
    let calls = try body("public func frame() throws", in: "Sources/Tessera/Stage/Stage+Frame.swift")
      .compactMap { $0.firstMatch(of: call).map { String($0.output.1) } }
    #expect(calls.first == "beginFrame" && calls.last == "endRecording", "\(calls)")
    #expect(try rows(of: "docs/passes.md", "Passes") == Array(calls.dropFirst().dropLast()))
  }

  @Test func thePartsOfTheStageMatchTheirDocument() throws {
    let parts = try body("struct Loop {", in: "Sources/Tessera/Stage/Stage.swift")
      .compactMap { $0.firstMatch(of: #/^ {4}var \w+(?: = |: )(\w+)(?:<\w+>)?(?:\(\))?$/#).map { String($0.output.1) } }
    // With the tree fewer than 15: a new one belongs to one of them, or two of them belong together.
    #expect((11...13).contains(parts.count), "\(parts)")
    #expect(try Set(rows(of: "docs/architecture.md", "The parts of the stage")) == Set(parts))
  }

  @Test func theMembersOfEachProtocolOfNodeTypesAreInTheirDocument() throws {
    let table = try #require(Markdown(try Repository.text("docs/node-hooks.md")).sections.first { $0.title == "Protocols" }).prose
    for file in Repository.files(under: "Sources/Tessera/Types", extensions: ["swift"]) {
      let refinement = #/public protocol (\w+): (?:NodeType|ScrollContainerType) \{/#
      guard let name = try Repository.text(file).firstMatch(of: refinement)?.output.1 else { continue }
      let row = try #require(table.first { $0.hasPrefix("| `\(name)`") }, "\(name) has no row")
      for line in try body("public protocol \(name):", in: file) {
        guard let member = line.firstMatch(of: #/^ {2}(?:static )?(?:func|var) (\w+)/#)?.output.1 else { continue }
        #expect(row.contains("`\(member)`") || row.contains("`\(member)("), "the row of \(name) lacks \(member)")
      }
    }
  }

  /// The names that tools print of hooks and traits are complete.
  @Test func eachHookProtocolAndEachTraitHasAName() throws {
    let hooks = try Repository.text("Sources/Tessera/Types/NodeHooks.swift")
    let accessors = hooks.matches(of: #/lookUp\(\.(\w+)\) \{ \$0 as\? any (\w+)\.Type/#)
    #expect(accessors.count > 20)
    for accessor in accessors {
      let (hook, name) = (accessor.output.1, accessor.output.2)
      #expect(hooks.contains("case .\(hook): (\"\(name)\", \(hook) != nil)"), "\(name) has no row with its name")
    }
    let traits = try Repository.text("Sources/Tessera/Values/NodeTraits.swift")
    for trait in traits.matches(of: #/static let (\w+) = NodeTraits/#).map({ $0.output.1 }) {
      #expect(traits.contains("(.\(trait), \"\(trait)\")"), "\(trait) has no name")
    }
  }
}
