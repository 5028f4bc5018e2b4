import Foundation
import TesseraKit
import Testing

@Suite struct NodesTests {
  @Test func everyTypeIsListed() throws {
    let list = try Tool.run(["nodes"]).text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(list == NodeRegistry.standard.names)
    for name in ["box", "text", "image", "button", "editable-text", "video-frame", "icon"] { #expect(list.contains(name)) }
    try NodeRegistry.standard.check()
    let json = try #require(try JSONSerialization.jsonObject(with: Tool.run(["nodes", "--json"]).output) as? [[String: Any]])
    #expect(json.compactMap { $0["name"] as? String } == list)
  }

  /// Whether a text has a part. `contains` takes most of the test's time in a debug build.
  private func holds(_ text: String, _ part: String) -> Bool { text.withCString { strstr($0, part) != nil } }

  @Test(arguments: NodeRegistry.standard.names) func everyAttributeIsDescribed(type: String) throws {
    let description = try #require(NodeRegistry.standard[type])
    let text = try Tool.run(["nodes", type]).text
    for attribute in description.attributes + AnyNode.commonAttributeDescriptions {
      #expect(holds(text, "  \(attribute.name)"))
      // The formats of pictures are part of a help; in this process other tests add some.
      let help = attribute.help.split(separator: " Formats: ", maxSplits: 1)
      #expect(holds(text, String(help[0])))
      if help.count > 1 { #expect(holds(text, "Formats: JPEG")) }
    }
    let json = try #require(try JSONSerialization.jsonObject(with: Tool.run(["nodes", type, "--json"]).output) as? [String: Any])
    #expect((json["attributes"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == description.attributes.map(\.name))
    #expect(json["traits"] as? [String] == description.traits.names)
    // Other tests of this process declare conformances of `box`, which the tool does not have.
    let hooks = try #require(json["hooks"] as? [String])
    #expect(hooks == description.hookNames || type == "box" && Set(hooks).isSubset(of: description.hookNames))
    #expect(json["acceptsItems"] as? Bool == description.acceptsItems)
    for name in description.traits.names + hooks { #expect(text.contains(name)) }
  }

  @Test func traitsAndHooksMatchTheSwiftType() throws {
    let toggle = try Tool.run(["nodes", "switch"]).text
    #expect(toggle.contains("hooks: FocusableType, ") && !toggle.contains("takes children"))
    #expect(try Tool.run(["nodes", "button"]).text.contains("traits: drawsNothing, sendsTaps\n"))
    let table = try Tool.run(["nodes", "table"]).text
    #expect(table.contains("takes children, takes items of data\n") && table.contains("ScrollContainerType, ListContainerType"))
  }

  @Test func theTableOfTypesInTheDocumentIsThatOfTheRegistry() throws {
    let rows = NodeRegistry.standard.names.compactMap { NodeRegistry.standard[$0] }.map { type in
      let hooks = Set(type.hookNames)
      let content = type.acceptsItems ? "children, items" : type.acceptsChildren ? "children" : ""
      let marks = ["FocusableType", "GestureRecognizingType", "HoverableType", "ScrollContainerType", "TextInputType"]
        .map { hooks.contains($0) ? "yes" : "" }
      let traits = type.traits.names.map { "`\($0)`" }.joined(separator: ", ")
      return (["| [`\(type.name)`](#\(type.name))", content] + marks + [traits]).joined(separator: " | ") + " |"
    }
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/node-types.md"), encoding: .utf8)
    let written = page.split(separator: "\n").filter { $0.hasPrefix("| [`") }.map(String.init)
    #expect(written == rows, "\(rows.joined(separator: "\n"))")
  }

  @Test func schemaIsJSON() throws {
    let schema = try #require(try JSONSerialization.jsonObject(with: Tool.run(["nodes", "--schema"]).output) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }
}
