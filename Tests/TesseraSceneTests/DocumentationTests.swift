import Foundation
import TesseraKit
import TesseraScene
import Testing

/// The scenes in docs/scene-files.md and docs/scene-data.md are valid.
@Suite struct DocumentationTests {
  static let examples: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs").standardizedFileURL
    let texts = ["scene-files.md", "scene-data.md"].map { (try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)) ?? "" }
    let blocks = texts.flatMap { $0.components(separatedBy: "```") }
    return blocks.filter { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 9) }

  @Test(arguments: examples) func exampleIsRead(text: String) throws {
    let scene = try Scene.parse(text: text, registry: .standard)
    #expect(scene.warnings.isEmpty)
    let data = SceneData()
    data.onProblem = { Issue.record("\($0)") }
    #expect(try !scene.makeRoot(data: data).typeName.isEmpty)
  }
}
