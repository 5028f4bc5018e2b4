import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// `env` of the data equals the values that the nodes of a scene inherit.
@Suite struct SceneEnvironmentTests {
  private static let text = """
    tessera: 1
    root:
      type: box
      id: root
      children:
        - {type: box, id: plain, background: "light-dark(white, black)"}
        - {type: box, id: night, when: {scheme: dark}}
        - {type: box, id: still, when: {reducedMotion: true}}
        - {type: box, id: mirrored, when: {direction: rtl}}
    """

  @Test func environmentValuesInTheDataApplyToTheNodes() throws {
    let tree = try LiveTree(Self.text)
    let plain = try #require(tree.root.find("plain"))
    #expect(plain.environment[\.colorScheme] == .light && tree.root.find("night") == nil)
    try tree.set("env.scheme", .text("dark"))
    try tree.set("env.reducedMotion", .boolean(true))
    try tree.set("env.direction", .text("rtl"))
    #expect(plain.environment[\.colorScheme] == .dark && plain.environment[\.reducesMotion])
    #expect(tree.root.direction == .rtl)
    #expect(tree.root.subnodes.map(\.id) == ["plain", "night", "still", "mirrored"])
    try tree.set("env.scheme", .text("light"))
    #expect(plain.environment[\.colorScheme] == .light && tree.root.find("night") == nil)
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func valuesOfTheStageAreInTheData() throws {
    let tree = try LiveTree(Self.text)
    let h = try HeadlessStage(width: 100, height: 100) { tree.root }
    h.stage.environment[\.colorScheme] = .dark
    h.stage.reducesMotion = true
    try h.settle()
    #expect(tree.root.subnodes.map(\.id) == ["plain", "night", "still"])
    h.stage.environment[\.colorScheme] = .light
    try h.settle()
    #expect(tree.root.subnodes.map(\.id) == ["plain", "still"])
    // A value of the data overrides the stage's.
    try tree.set("env.scheme", .text("dark"))
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    h.stage.environment[\.colorScheme] = .light
    try h.settle()
    #expect(tree.root.environment[\.colorScheme] == .dark && tree.root.find("night") != nil)
  }

  @Test func theDirectionOfTheStageIsInTheData() throws {
    let tree = try LiveTree(Self.text)
    let h = try HeadlessStage(width: 100, height: 100, settled: false) { tree.root }
    h.stage.direction = .rtl
    try h.settle()
    let direction = DataPath(["env", "direction"])
    #expect(tree.root.find("mirrored") != nil && tree.data.value(at: direction) == .text("rtl") && tree.root.direction == nil)
    h.stage.direction = .ltr
    try h.settle()
    #expect(tree.root.find("mirrored") == nil && tree.data.value(at: direction) == .text("ltr"))
    // A direction of the data overrides the stage's.
    try tree.set("env.direction", .text("rtl"))
    try h.settle()
    h.stage.direction = .ltr
    try h.settle()
    #expect(tree.root.direction == .rtl && tree.root.find("mirrored") != nil)
  }

  @Test func styleKeysThatFollowDataKeepTheDirectionOfTheRoot() throws {
    for settings in ["style: {padding: {bind: p}}", "variants: [{when: {direction: rtl, scheme: dark}, padding: 3}]"] {
      let tree = try LiveTree("tessera: 1\ndata: {p: 1}\nroot: {type: box, \(settings)}")
      try tree.set("env.direction", .text("rtl"))
      #expect(tree.root.direction == .rtl)
      try tree.set("p", .number(3))
      try tree.set("env.scheme", .text("dark"))
      #expect(tree.root.direction == .rtl && tree.root.style.padding.left == 3, "\(settings)")
      try tree.set("env.direction", .text("ltr"))
      #expect(tree.root.direction == .ltr, "\(settings)")
    }
    // A direction among the settings is set, and removed with them.
    let own = try LiveTree("tessera: 1\nroot: {type: box, variants: [{when: {scheme: dark}, direction: rtl}]}")
    try own.set("env.scheme", .text("dark"))
    #expect(own.root.direction == .rtl)
    try own.set("env.scheme", .text("light"))
    #expect(own.root.direction == nil)
  }

  @Test func aDirectionOfTheRootIsNotOverruledByThatOfTheScene() throws {
    let tree = try LiveTree(
      "tessera: 1\nroot: {type: box, style: {direction: rtl}, children: [{type: box, id: mirrored, when: {direction: rtl}}]}")
    #expect(tree.root.direction == .rtl)
    let h = try HeadlessStage(width: 100, height: 100) { tree.root }
    #expect(tree.root.direction == .rtl && tree.root.find("mirrored") != nil)
    h.stage.direction = .rtl
    try h.settle()
    #expect(tree.root.direction == .rtl && tree.root.find("mirrored") != nil)
  }

  @Test func theScaleOfTheStageIsInTheData() throws {
    let tree = try LiveTree("tessera: 1\nroot: {type: box, children: [{type: box, id: sharp, when: {scale: '>= 2'}}]}")
    let h = try HeadlessStage(width: 100, height: 100) { tree.root }
    let scale = DataPath(["env", "scale"])
    #expect(tree.root.find("sharp") == nil && tree.data.value(at: scale) == .number(1))
    try h.stage.resize(to: Size(100, 100), scale: 2)
    try h.settle()
    #expect(tree.root.find("sharp") != nil && tree.data.value(at: scale) == .number(2))
    try h.stage.resize(to: Size(50, 80), scale: 1.5)
    try h.settle()
    #expect(tree.root.find("sharp") == nil && tree.data.value(at: DataPath(["env", "width"])) == .number(50))
  }

  @Test(arguments: [true, false]) func theRootFollowsTheStageAfterAReload(hasID: Bool) throws {
    let text = hasID ? Self.text : Self.text.replacing("  id: root\n", with: "")
    let old = try LiveTree(text)
    let h = try HeadlessStage(width: 100, height: 100) { old.root }
    h.stage.environment[\.colorScheme] = .dark
    h.stage.environment[\.theme] = .ember
    h.stage.reducesMotion = true
    h.stage.direction = .rtl
    try h.settle()
    #expect(old.root.subnodes.map(\.id) == ["plain", "night", "still", "mirrored"])
    func reload(_ root: AnyNode) throws -> AnyNode {
      let new = try old.scene.update(root, from: old.scene, data: old.data)
      #expect((new === root) == hasID)
      h.stage.root = new
      try h.settle()
      return new
    }
    let root = try reload(old.root)
    #expect(root.subnodes.map(\.id) == ["plain", "night", "still", "mirrored"] && root.environmentValues.theme.name == "ember")
    h.stage.environment[\.colorScheme] = .light
    h.stage.environment[\.theme] = .lagoon
    h.stage.reducesMotion = false
    h.stage.direction = .ltr
    try h.settle()
    #expect(root.subnodes.map(\.id) == ["plain"] && root.environmentValues.theme.name == "lagoon")
    // A value of the data overrides the stage's after an update of the file, too.
    try old.set("env.scheme", .text("dark"))
    let last = try reload(root)
    #expect(last.environment[\.colorScheme] == .dark && last.find("night") != nil)
    try old.set("env.scheme", .text("light"))
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    #expect(try reload(last).environment[\.colorScheme] == .light)
  }

  @Test func valuesOfTheFileAreInTheData() throws {
    let scene = try Scene.parse(text: "environment: {colorScheme: dark, reducesMotion: true}\n" + Self.text, registry: .standard)
    let root = try scene.makeRoot()
    #expect(root.subnodes.map(\.id) == ["plain", "night", "still"] && root.environment[\.colorScheme] == .dark)
  }

  @Test(arguments: [
    ("env.scheme", DataValue.text("dusk"), "env.scheme must be light or dark, got dusk"),
    ("env.direction", .number(1), "env.direction must be ltr or rtl, got 1"),
    ("env.input", .text("mouse"), "env.input must be touch, pointer or keys, got mouse"),
    ("env.width", .text("wide"), "env.width must be a number above 0, got wide"),
    ("env.theme.accent", .text("nope"), "env.theme.accent must be a color"),
    ("env", .map(["reducedMotion": .text("often")]), "env.reducedMotion must be true or false, got often"),
    ("env.theme", .text("lagon"), "did you mean `lagoon`?"),
  ]) func anInvalidValueIsRefused(path: String, value: DataValue, reason: String) throws {
    let tree = try LiveTree(Self.text)
    let before = tree.data.values
    let error = #expect(throws: DataError.self) { try tree.set(path, value) }
    #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
    #expect(tree.data.values == before)
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test(arguments: [true, false]) func aSceneWithoutBindingsFollowsTheEnvironmentAndKeepsItsNodes(isSetFirst: Bool) throws {
    func scene(_ title: String, _ scheme: String = "light") throws -> Scene {
      try Scene.parse(
        text: """
          {tessera: 1, environment: {colorScheme: \(scheme)}, root: {type: box, id: root, children: [{type: text, id: title, string: \(title)}]}}
          """, registry: .standard)
    }
    let data = SceneData()
    let dark = DataPath(["env", "scheme"])
    if isSetFirst { try data.set(.text("dark"), at: dark) }
    let old = try scene("Old")
    let root = try old.makeRoot(data: data)
    if !isSetFirst { try data.set(.text("dark"), at: dark) }
    #expect(root.environment[\.colorScheme] == .dark)
    // A new version of the file keeps nodes, and values set in the data.
    let new = try scene("New")
    let title = root.find("title")
    #expect(try new.update(root, from: old, data: data) === root && root.find("title") === title)
    #expect(title?.attribute("string") == .text("New") && root.environment[\.colorScheme] == .dark)
    try data.set(.text("light"), at: dark)
    #expect(root.environment[\.colorScheme] == .light)
    // A value that the file has changed applies.
    _ = try scene("New", "dark").update(root, from: new, data: data)
    #expect(root.environment[\.colorScheme] == .dark && data.value(at: dark) == .text("dark"))
  }
}
