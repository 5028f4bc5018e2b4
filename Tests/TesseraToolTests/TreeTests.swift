import Foundation
import Testing

/// `tessera tree`.
@Suite struct TreeTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/examples").standardizedFileURL

  @Test(arguments: ["thermostat", "fields", "table", "screens", "menu"]) func examplesHaveTheirTrees(name: String) throws {
    let outcome = try Tool.run(["tree", Self.examples.appending(path: name + ".yaml").path, "--timeout", "0"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let expected = try String(contentsOf: Tool.fixtures.appending(path: "trees/\(name).txt"), encoding: .utf8)
    #expect(outcome.text == expected, "the tree of \(name):\n\(outcome.text)")
  }

  @Test func readingListsReachableElementsInOrder() throws {
    let outcome = try Tool.run(["tree", Tool.fixture("semantics.yaml"), "--reading"])
    #expect(
      outcome.text
        == "heading 1 \"Rooms\"\nbutton \"Kitchen, 21°\" [activate] #kitchen\nslider \"Light\" = 40 (0 to 100 by 5) [increment]\ntext \"Far\" (off screen)\n"
    )
    let tree = try Tool.run(["tree", Tool.fixture("semantics.yaml")])
    #expect(
      tree.text.contains("  text \"Far\" (off screen)\n") && tree.text.contains("  group (hidden)\n    text \"Secret\"\n"), "\(tree.text)")
  }

  @Test func jsonHasFramesAndEverythingThatIsSet() throws {
    let outcome = try Tool.run(["tree", Tool.fixture("semantics.yaml"), "--json"])
    let json = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let tree = try #require(json["tree"] as? [String: Any])
    let children = try #require(tree["children"] as? [[String: Any]])
    #expect(tree["role"] as? String == "window" && children.count == 5)
    let light = try #require(children.first { $0["role"] as? String == "slider" })
    #expect(light["number"] as? [String: Double] == ["value": 40, "min": 0, "max": 100, "step": 5])
    #expect(light["actions"] as? [String] == ["increment"] && light["visibility"] as? String == "visible")
    #expect((light["frame"] as? [String: Double])?["height"] == 20)
  }

  @Test func wrongArgumentsAreErrors() throws {
    #expect(try Tool.run(["tree", Tool.fixture("semantics.yaml"), "--json", "--reading"]).status == 64)
    #expect(try Tool.run(["tree", "none.yaml"]).status == 66)
    #expect(try Tool.run(["tree", Tool.fixture("semantics.yaml"), "--time", "-1"]).errors.contains("--time must be 0 to 3600"))
  }
}
