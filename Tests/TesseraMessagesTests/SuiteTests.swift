import Foundation
import TesseraJSON
import TesseraMessages
import Testing

@testable import TesseraTool

/// The working group's suite, and its rules for input that JSON cannot hold.
struct SuiteTests {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static let files: [String] = {
    let folder = fixtures.appending(path: "messageformat")
    let names = FileManager.default.subpaths(atPath: folder.path) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test func suiteHasAllFiles() { #expect(Self.files.count == 16) }

  @Test(arguments: files) func everyCasePasses(_ name: String) throws {
    let text = try String(contentsOf: Self.fixtures.appending(path: "messageformat/\(name)"), encoding: .utf8)
    let suite = try #require(MessageSuite(JSONValue.suite(text)))
    let outcomes = suite.outcomes()
    #expect(!outcomes.isEmpty)
    for outcome in outcomes where outcome.passed != true { Issue.record("\(outcome.json)") }
  }

  @Test func invalidUTF8IsASyntaxError() {
    // `{` U+D800 `}` as CESU-8, a lone continuation byte, an overlong slash, and an end in the middle.
    for bytes: [UInt8] in [[0x7B, 0xED, 0xA0, 0x80, 0x7D], [0x61, 0x80], [0xC0, 0xAF], [0xE2, 0x82]] {
      let errors = #expect(throws: MessageErrors.self) { try MessageModel(parsing: bytes) }
      #expect(errors?.errors.map(\.kind) == [.syntax])
    }
  }

  @Test func syntaxErrorsHavePlaces() {
    let errors = #expect(throws: MessageErrors.self) { try MessageModel(parsing: ".local $x = {1}\n{{text {$y}") }
    #expect(errors?.errors.first?.place?.line == 2)
    #expect(errors?.description.hasPrefix("2:12: ") == true)
  }
}
