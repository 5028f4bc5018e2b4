import Testing
import Tessera

@Suite struct RegistryTests {
  struct Thing: NodeType { static let typeName = "thing" }
  struct Shouting: NodeType { static let typeName = "Thing" }
  struct Greedy: NodeType {
    static let typeName = "greedy"
    static var attributes: [NodeAttribute<Greedy>] { [.text("opacity", \.text, help: "")] }
    var text = ""
  }
  enum First: NodePlugin {
    static let manifest = PluginManifest(identifier: "org.first", version: "1.2")
    static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Thing.self) }
  }
  enum Second: NodePlugin {
    static let manifest = PluginManifest(identifier: "org.second", version: "3.4")
    static func register(in registry: inout NodeRegistry) throws(RegistryError) {
      try registry.register(Patch.self)
      try registry.register(Thing.self)
    }
  }
  enum Future: NodePlugin {
    static let manifest = PluginManifest(identifier: "org.future", version: "9", apiVersion: 99)
    static func register(in registry: inout NodeRegistry) throws(RegistryError) {}
  }

  @Test func twoPluginsWithOneNameAreBothNamedAndTheSecondLeavesNothing() throws {
    var registry = NodeRegistry()
    try registry.add(First.self)
    let error = #expect(throws: RegistryError.self) { try registry.add(Second.self) }
    #expect(error?.description.contains("org.first") == true)
    #expect(error?.description.contains("org.second") == true)
    #expect(registry.names == ["box", "thing"])
  }

  @Test func aPluginForAnotherInterfaceIsRefused() {
    var registry = NodeRegistry()
    #expect(throws: RegistryError.apiVersion(plugin: Future.manifest, supported: 1)) { try registry.add(Future.self) }
  }

  @Test func namesAndAttributesHaveToBeFree() {
    var registry = NodeRegistry()
    #expect(throws: RegistryError.self) { try registry.register(Shouting.self) }
    #expect(throws: RegistryError.self) { try registry.register(Greedy.self) }
  }

  @Test func anUnknownTypeSuggestsTheNearest() throws {
    var registry = NodeRegistry()
    try registry.add(First.self)
    let error = #expect(throws: RegistryError.self) { try registry.makeNode("tihng") }
    #expect(error == .unknownType(name: "tihng", suggestion: "thing"))
    #expect(error?.description == "unknown node type `tihng`; did you mean `thing`?")
    let far = #expect(throws: RegistryError.self) { try registry.makeNode("elephant") }
    #expect(far == .unknownType(name: "elephant", suggestion: nil))
  }

  @Test func aDescriptionHoldsEveryAttributeWithItsDefault() throws {
    var registry = NodeRegistry()
    try registry.register(Patch.self)
    let patch = try #require(registry["patch"])
    #expect(patch.attributes.map(\.name) == ["color", "name"])
    #expect(patch.attributes[1].defaultValue == .text(""))
    #expect(patch.makeNode().typeName == "patch")
  }

  @Test(
    arguments: [("colour", "color"), ("colro", "color"), ("Color", "color"), ("kolor", "color"), ("size", nil), ("", nil)]
      as [(String, String?)])
  func nearNamesAreSuggested(name: String, expected: String?) {
    #expect(nearestName(to: name, among: ["color", "alignment", "fontSize"]) == expected)
  }
}
