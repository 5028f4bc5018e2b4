import Foundation
import Testing

/// The parts that a build can leave out: a compilation condition that Package.swift does not pass is false without a word.
struct PartTests {
  private struct Part {
    var name: String
    var condition: String
    var testedBy: Set<String>
  }

  private static func declared() throws -> [Part] {
    let manifest = try Repository.text("Package.swift")
    let pattern = #/name: "([a-z-]+)", condition: "(\w+)"[^\]]*?(?:\[[^\]]*\][^\]]*?)*testedBy: \[([^\]]*)\]/#
    return manifest.matches(of: pattern).map { match in
      let targets = match.output.3.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
      return Part(name: String(match.output.1), condition: String(match.output.2), testedBy: Set(targets))
    }
  }

  /// Conditions of `#if` and `#elseif` lines of a text.
  private static func conditions(in text: String) -> Set<String> {
    var found: Set<String> = []
    for line in text.matches(of: #/(?m)^\s*#(?:if|elseif)\s+(.*)$/#) {
      for word in line.output.1.matches(of: #/\w+/#) { found.insert(String(word.output)) }
    }
    return found
  }

  @Test func targetsAreCompiledWithTheConditionsTheyTest() throws {
    let parts = try Self.declared()
    try #require(parts.count > 15)
    let known = Set(parts.map(\.condition))
    var tested: [String: Set<String>] = [:]
    for file in Repository.files(under: "Sources", extensions: ["swift"]) + Repository.files(under: "Plugins", extensions: ["swift"]) {
      let target = String(file.split(separator: "/")[1])
      for condition in Self.conditions(in: try Repository.text(file)).intersection(known) { tested[condition, default: []].insert(target) }
    }
    for part in parts where part.condition != "ColorManagement" {
      #expect(
        tested[part.condition] == part.testedBy,
        "part `\(part.name)`: Package.swift passes \(part.condition) to other targets than those that test it")
    }
  }

  /// Tests are built with every part, and without its condition a test would be left out in silence.
  @Test func noTestIsCompiledForAPartAlone() throws {
    let known = Set(try Self.declared().map(\.condition))
    for file in Repository.files(under: "Tests", extensions: ["swift"]) {
      #expect(Self.conditions(in: try Repository.text(file)).isDisjoint(with: known), "\(file) tests the condition of a part")
    }
  }

  /// SwiftPM passes traits in a random order to all targets of a package, so that each new plan compiles everything again.
  @Test func packageDeclaresNoTraits() throws {
    #expect(!(try Repository.text("Package.swift")).contains(".trait("))
  }

  @Test func documentsNameEveryPart() throws {
    let page = try Repository.text("docs/player.md")
    for part in try Self.declared() { #expect(page.contains("`\(part.name)`"), "docs/player.md does not name the part `\(part.name)`") }
  }
}
