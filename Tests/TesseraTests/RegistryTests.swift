import Testing
@testable import Tessera

@Suite struct RegistryTests {
  struct Thing: NodeType { static let typeName = "thing" }
  struct Shouting: NodeType { static let typeName = "Thing" }
  struct Greedy: NodeType {
    static let typeName = "greedy"
    static var attributes: [NodeAttribute<Greedy>] { [.text("opacity", \.text, help: "")] }
    var text = ""
  }
  struct Twice: NodeType {
    static let typeName = "twice"
    static var attributes: [NodeAttribute<Twice>] { [.text("text", \.text, help: "first"), .text("text", \.text, help: "second")] }
    var text = "unset"
  }
  /// Counts reads of its attributes.
  struct Counted: NodeType {
    static let typeName = "counted"
    static let asked = Locked(0)
    static var attributes: [NodeAttribute<Counted>] {
      asked.withLock { $0 += 1 }
      return [.text("text", \.text, help: ""), .number("number", \.number, in: 0...9, help: "")]
    }
    var text = "unset"
    var number = 1.0
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

  @Test func namesHaveToBeFreeAndWellFormed() {
    var registry = NodeRegistry()
    #expect(throws: RegistryError.badName(name: "Thing", plugin: PluginManifest(identifier: "tessera.core", version: "0.1.0"))) {
      try registry.register(Shouting.self)
    }
    #expect(registry.names == ["box"])
  }

  @Test func attributesOfOneNameAreFoundWhenTheTypeIsFirstUsed() throws {
    var registry = NodeRegistry()
    try registry.register(Greedy.self)
    try registry.register(Twice.self)
    try registry.register(Thing.self)
    for (type, attribute) in [("greedy", "opacity"), ("twice", "text")] {
      let error = #expect(throws: RegistryError.self) { try registry.makeNode(type) }
      #expect(error == registry.attributeError(of: type))
      #expect(
        error?.description
          == "node type `\(type)` of tessera.core 0.1.0 declares `\(attribute)`, which it or every node has already: rename it")
    }
    let first = #expect(throws: RegistryError.self) { try registry.check() }
    #expect(first == registry.attributeError(of: "greedy"))
    #expect(try registry.makeNode("thing").typeName == "thing")
    #expect(registry.attributeError(of: "thing") == nil)
    #expect(registry["twice"]?.attributes.map(\.help) == ["first"])
  }

  @Test func attributesAreComputedAtFirstUseAndCached() throws {
    let before = Counted.asked.withLock { $0 }
    var registry = NodeRegistry()
    try registry.register(Counted.self)
    #expect(registry.names == ["box", "counted"])
    let description = try #require(registry["counted"])
    #expect(description.summary == "" && !description.acceptsChildren)
    #expect(Counted.asked.withLock { $0 } == before)
    let copy = registry
    let node = try registry.makeNode("counted")
    #expect(node.typeName == "counted")
    #expect(Counted.asked.withLock { $0 } == before + 1)
    _ = try copy.makeNode("counted")
    #expect(description.kind(of: "number") == .number(0...9))
    #expect(description.kind(of: "opacity") == .number(0...1))
    #expect(description.kind(of: "colour") == nil)
    #expect(description.attributeNames.contains("text") && description.attributeNames.contains("hidden"))
    #expect(Counted.asked.withLock { $0 } == before + 1)
    #expect(description.attributes.map(\.defaultValue) == [.text("unset"), .number(1)])
    #expect(copy["counted"]?.attributes == description.attributes)
    try node.setAttribute("text", to: .text("set"))
    #expect(node.attribute("text") == .text("set"))
    // Descriptions, nodes and copies of the registry share the result.
    #expect(Counted.asked.withLock { $0 } == before + 1)
  }

  @Test func concurrentReadersGetTheSameAttributes() throws {
    for _ in 0..<50 {
      var registry = NodeRegistry()
      try registry.register(Patch.self)
      try registry.register(Twice.self)
      let shared = registry
      let answers = Locked<[String]>([])
      let workers = WorkerPool(threads: 4)
      workers.parallel(8) { index in
        let type = index % 2 == 0 ? "patch" : "twice"
        let found = shared[type]
        let made = (try? shared.makeNode(type)) != nil
        let names = found?.attributes.map(\.name).joined(separator: " ") ?? ""
        answers.withLock { $0.append("\(type) \(names) \(made)") }
      }
      #expect(Set(answers.withLock { $0 }) == ["patch color name true", "twice text false"])
    }
  }

  @Test func anUnknownTypeSuggestsTheNearest() throws {
    var registry = NodeRegistry()
    try registry.add(First.self)
    let error = #expect(throws: RegistryError.self) { try registry.makeNode("tihng") }
    #expect(error == .unknownType(name: "tihng", suggestion: "thing"))
    #expect(error?.description == "unknown node type `tihng` (`tessera nodes` lists all); did you mean `thing`?")
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
