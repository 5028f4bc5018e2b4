internal import TesseraJSON
import Foundation
import TesseraKit
import Testing

@testable import TesseraScene

@Suite struct SceneSchemaTests {
  private func schema(_ registry: NodeRegistry) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(SceneSchema.json(registry).utf8))
    return try #require(object as? [String: Any])
  }

  @Test func everyTypeHasItsAttributesInTheSchema() throws {
    let registry = NodeRegistry.standard
    let definitions = try #require(try schema(registry)["$defs"] as? [String: Any])
    for name in registry.names {
      let type = try #require(registry[name])
      let node = try #require(definitions["node-\(name)"] as? [String: Any])
      let properties = try #require(node["properties"] as? [String: Any])
      #expect(
        Set(properties.keys)
          == Set(
            (type.attributes + AnyNode.commonAttributeDescriptions).map(\.name) + [
              "type", "id", "style", "styles", "when", "each", "on", "timers", "variants", "looks",
            ]
          )
          .union(type.acceptsChildren ? ["children"] : [])
          .union(type.acceptsItems ? ["items", "key", "as", "section", "item", "header"] : []))
      let signals = ((properties["on"] as? [String: Any])?["properties"] as? [String: Any]) ?? [:]
      #expect(Set(signals.keys) == Set(type.signals.map(\.name)) && !signals.isEmpty)
    }
    let style = try #require((definitions["style"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(style.keys) == Set(LayoutStyle.keys.map(\.name)))
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let root = try schema(.standard)
    let definitions = try #require(root["$defs"] as? [String: Any])
    var references: Set<String> = []
    func walk(_ value: Any) {
      if let map = value as? [String: Any] {
        if let reference = map["$ref"] as? String { references.insert(reference) }
        map.values.forEach(walk)
      } else if let list = value as? [Any] {
        list.forEach(walk)
      }
    }
    walk(root)
    #expect(references.contains("#/$defs/node"))
    for reference in references { #expect(definitions[String(reference.dropFirst("#/$defs/".count))] != nil, "\(reference)") }
  }

  @Test func jsonTextIsReadBackByAnotherReader() throws {
    let text = JSONValue.map([
      ("a\"\\\n\u{1}é\u{2028}😀", .list([.number(0.1), .number(-0), .number(1e300), .number(.nan), .boolean(true), .null])),
      ("b", .map([("c", .list([.list([]), .map([])]))])),
    ])
    for form in [text.pretty, text.compact] {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(form.utf8)) as? [String: Any])
      let list = try #require(object["a\"\\\n\u{1}é\u{2028}😀"] as? [Any])
      #expect(list[0] as? Double == 0.1)
      #expect(list[2] as? Double == 1e300)
      #expect(list[3] is NSNull)
      #expect(object["b"] != nil)
    }
  }
}
