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

  @Test(arguments: NodeRegistry.standard.names) func everyAttributeIsDescribed(type: String) throws {
    let description = try #require(NodeRegistry.standard[type])
    let text = try Tool.run(["nodes", type]).text
    for attribute in description.attributes + AnyNode.commonAttributeDescriptions {
      #expect(text.contains("  \(attribute.name)"))
      // The formats of pictures are part of a help; in this process other tests add some.
      let help = attribute.help.split(separator: " Formats: ", maxSplits: 1)
      #expect(text.contains(help[0]))
      if help.count > 1 { #expect(text.contains("Formats: JPEG")) }
    }
    let json = try #require(try JSONSerialization.jsonObject(with: Tool.run(["nodes", type, "--json"]).output) as? [String: Any])
    #expect((json["attributes"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == description.attributes.map(\.name))
  }

  @Test func schemaIsJSON() throws {
    let schema = try #require(try JSONSerialization.jsonObject(with: Tool.run(["nodes", "--schema"]).output) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
  }
}
