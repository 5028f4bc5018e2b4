import Foundation
import Tessera
import Testing

@testable import TesseraScene

/// Every file in Fixtures/bad contains its expected errors, in lines that begin with `#! `.
@Suite struct BadSceneTests {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/bad")
  static let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.filter { $0.hasSuffix(".yaml") }.sorted() ?? []

  @Test func thereAreFixtures() { #expect(Self.files.count >= 15) }

  @Test(arguments: files) func everyErrorIsReportedWithPlaceAndSuggestion(file: String) throws {
    let path = Self.directory.appending(path: file).path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let expected = text.split(separator: "\n").filter { $0.hasPrefix("#! ") }.map { String($0.dropFirst(3)) }
    #expect(!expected.isEmpty)
    let errors = #expect(throws: SceneErrors.self) { try Scene.load(file: path, registry: sampleRegistry()) }
    let found = (errors?.errors ?? []).map { error in
      "\(error.line):\(error.column): \(error.message)" + (error.suggestion.map { " | \($0)" } ?? "")
    }
    #expect(found == expected)
    #expect(errors?.errors.allSatisfy { $0.file == path } == true)
  }

  @Test func descriptionReadsAsCompilersWrite() {
    let error = SceneError(file: "a.yaml", line: 3, column: 5, message: "unknown attribute `colour` of `text`", suggestion: "color")
    #expect(error.description == "a.yaml:3:5: error: unknown attribute `colour` of `text`; did you mean `color`?")
    let missing = SceneError(kind: .unreadable, file: "a.yaml", message: "gone")
    #expect(missing.description == "cannot open a.yaml: gone")
  }

  @Test func aMissingFileIsReported() throws {
    let errors = #expect(throws: SceneErrors.self) { try Scene.load(file: "/nowhere/at/all.yaml", registry: NodeRegistry()) }
    #expect(errors?.errors.first?.kind == .unreadable)
    #expect(errors?.description.contains("no such file") == true)
    let directory = #expect(throws: SceneErrors.self) { try Scene.load(file: "/", registry: NodeRegistry()) }
    #expect(directory?.errors.first?.kind == .unreadable)
  }

  @Test func aPipeOrADeviceIsRefusedWithoutWaiting() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString).yaml").path
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for path in [pipe, "/dev/zero"] {
      let errors = #expect(throws: SceneErrors.self) { try Scene.load(file: path, registry: NodeRegistry()) }
      #expect(errors?.errors.first?.kind == .unreadable)
      #expect(errors?.description.contains("it must be a regular file") == true)
    }
  }

  struct Faulty: NodeType {
    static let typeName = "faulty"
    static var attributes: [NodeAttribute<Faulty>] { [.boolean("hidden", \.isFlagged, help: "")] }
    var isFlagged = false
  }

  @Test func aTypeThatRedeclaresACommonAttributeIsAnErrorAtItsUse() throws {
    var registry = NodeRegistry()
    try registry.register(Faulty.self)
    let text = "tessera: 1\nroot:\n  type: box\n  children:\n    - {type: faulty}\n"
    let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, registry: registry) }
    #expect(errors?.errors.map(\.line) == [5])
    #expect(errors?.errors.first?.message == registry.attributeError(of: "faulty")?.description)
    #expect(errors?.errors.first?.message.contains("declares `hidden`") == true)
    _ = try Scene.parse(text: "{tessera: 1, root: {type: box, hidden: true}}", registry: registry)
  }

  @Test func noMoreThanTwentyErrorsAreReported() throws {
    let bad = (0..<50).map { "    - {type: box, x\($0): 1}\n" }.joined()
    let errors = #expect(throws: SceneErrors.self) {
      try Scene.parse(text: "tessera: 1\nroot:\n  type: box\n  children:\n" + bad, registry: NodeRegistry())
    }
    #expect(errors?.errors.count == 20)
    #expect(errors?.omitted == 30)
    #expect(errors?.errors.map(\.line) == Array(5..<25))
  }

  @Test(
    arguments: [
      ([0xFF, 0x41], 1, 1), (Array("tessera: 1\nré: ".utf8) + [0xC3, 0x28], 2, 6), (Array("a: \u{1}".utf8), 1, 4),
    ] as [([UInt8], Int, Int)])
  func invalidTextBytesAreAnErrorWithTheirPlace(bytes: [UInt8], line: Int, column: Int) throws {
    let errors = #expect(throws: SceneErrors.self) { try Scene.parse(bytes: bytes, registry: NodeRegistry()) }
    #expect(errors?.errors.first?.kind == .syntax)
    #expect(errors?.errors.first?.line == line)
    #expect(errors?.errors.first?.column == column)
  }

  @Test func errorOfRepeatedNodeIsReportedOnce() throws {
    let text = """
      tessera: 1
      definitions: {bad: &bad {type: box, opacity: 7}}
      root: {type: box, children: [*bad, *bad, *bad]}
      """
    let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, registry: NodeRegistry()) }
    #expect(errors?.errors.map(\.line) == [2])
  }
}
