import Foundation
import TesseraKit
import TesseraScene
import Testing

/// The scenes in the guides to scene files and in the recipes of docs/cookbook are valid.
@Suite struct DocumentationTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs").standardizedFileURL
  static let examples: [String] = {
    let recipes = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "cookbook").path)) ?? []
    let guides = [
      "scene-files.md", "scene-data.md", "scene-actions.md", "scene-variants.md", "layout.md", "text.md", "collections.md", "containers.md",
    ]
    let pages = guides + recipes.sorted().map { "cookbook/\($0)" }
    let texts = pages.map { (try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)) ?? "" }
    let blocks = texts.flatMap { $0.components(separatedBy: "```") }
    return blocks.filter { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 24) }

  @Test(arguments: examples) func exampleIsRead(text: String) throws {
    let scene = try Scene.parse(text: text, directory: Self.folder.appending(path: "cookbook").path, registry: .standard)
    #expect(scene.warnings.isEmpty)
    let data = SceneData()
    data.onProblem = { Issue.record("\($0)") }
    #expect(try !scene.makeRoot(data: data).typeName.isEmpty)
  }
}
