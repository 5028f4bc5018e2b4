import Foundation
import TesseraKit
import TesseraScene
import Testing

/// The scenes in docs/scene-files.md are scenes.
@Suite struct DocumentationTests {
  static let examples: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/scene-files.md").standardizedFileURL
    let blocks = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "```")
    return blocks.filter { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) }
  }()

  @Test func thereAreExamples() { #expect(Self.examples.count >= 4) }

  @Test(arguments: examples) func exampleIsRead(text: String) throws {
    let scene = try Scene.parse(text: text, registry: .standard)
    #expect(scene.warnings.isEmpty)
    #expect(try !scene.makeRoot().typeName.isEmpty)
  }
}
