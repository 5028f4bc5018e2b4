import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import Testing

@testable import TesseraScene

@Suite struct SceneWriterTests {
  /// Returns everything that a scene file can express of a tree.
  private func everything(_ root: AnyNode, _ registry: NodeRegistry) -> [String] {
    var out: [String] = []
    var stack = [(root, 0)]
    while let (node, depth) = stack.popLast() {
      let names = (registry[node.typeName]?.attributes ?? []) + AnyNode.commonAttributeDescriptions
      let values = names.map { "\($0.name)=\(node.attribute($0.name).map { "\($0)" } ?? "-")" }
      out.append("\(depth) \(node.typeName) \(node.id) \(node.style) \(values)")
      stack += node.subnodes.reversed().map { ($0, depth + 1) }
    }
    return out
  }

  @Test func defaultsOfATypeAreOmittedAndOtherValuesWritten() throws {
    // Nodes of these types clip by default, unlike others.
    let writer = SceneWriter(registry: .standard)
    for type in ["scroll", "screens", "box"] {
      for clips in [true, false] {
        let root = try Scene.parse(text: "{tessera: 1, root: {type: \(type), clip: \(clips)}}", name: "s", registry: .standard).makeRoot()
        let text = try writer.text(of: root)
        #expect(text.contains("clip") == (clips == (type == "box")), "\(text)")
        #expect(try Scene.parse(text: text, name: "s", registry: .standard).makeRoot().clipsToBounds == clips)
      }
    }
  }

  @Test func treeSurvivesWritingAndReading() throws {
    let registry = try sampleRegistry()
    let root = BoxNode()
    root.id = "the root: \"1\""
    root.background = .gradient(
      .linear(
        from: Point(0, 0), to: Point(1, 0.5),
        stops: [GradientStop(0, Color(rgb: 0x102030)), GradientStop(1, try #require(Color("#ffffff80")))]))
    root.cornerRadii = CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4.25)
    root.border = Border(width: 2, color: .black)
    root.shadow = Shadow(color: Color(rgb: 0x336699), offset: Point(1, -2), radius: 8, spread: 1)
    root.opacity = 0.1
    root.semantics.label = "naïve\n\t\u{1}\u{85}\u{2028}: 'quoted' # no comment"
    root.style = LayoutStyle {
      $0.direction = .columnReverse
      $0.wrap = .wrapReverse
      $0.justifyContent = .safe(.center)
      $0.alignItems = .lastBaseline
      $0.width = .percent(33.25)
      $0.height = .fitContent
      $0.margin = LayoutEdges(top: .auto, right: 1.5, bottom: .percent(-5), left: 0, start: 7)
      $0.inset = LayoutEdges(top: 3, right: .auto, bottom: .auto, left: .percent(10))
      $0.rowGap = 4
      $0.aspectRatio = 1.5
      $0.writingDirection = .rightToLeft
      $0.boxSizing = .borderBox
      $0.order = -3
    }
    for (i, string) in ["no", "1.0", "~", "", " leading", "a: b", "- x", "#c", "true", "<<", "*a", "😀 \u{FEFF}", "plain"].enumerated() {
      let node = Node(Sample())
      node.string = string
      node.count = i % 6
      node.stops = [0.1, Double(i)]
      node.mixed = i % 2 == 0 ? .text("no") : .map([("at", .number(0.5)), ("name", .text("x, y"))])
      root.addSubnode(node)
    }
    let inner = BoxNode()
    inner.addSubnode(BoxNode())
    root.addSubnode(inner)
    let writer = SceneWriter(registry: registry, size: Size(800, 480.5), scale: 1.5, background: .white)
    let text = try writer.text(of: root)
    let scene = try Scene.parse(text: text, registry: registry)
    let again = try scene.makeRoot()
    #expect(everything(again, registry) == everything(root, registry))
    #expect(scene.size == Size(800, 480.5))
    #expect(scene.scale == 1.5)
    #expect(scene.background == .white)
    #expect(try writer.text(of: again) == text)
  }

  @Test(arguments: ["{rotate: 36000}", "{rotate: -36000, scale: 1}", "{x: 0}", "{rotate: 90, y: 2}"])
  func aTransformIsWrittenTheSameTwice(transform: String) throws {
    let registry = NodeRegistry.standard
    let writer = SceneWriter(registry: registry)
    let text = try writer.text(
      of: Scene.parse(text: "tessera: 1\nroot: {type: box, transform: \(transform)}", registry: registry).makeRoot())
    #expect(try writer.text(of: Scene.parse(text: text, registry: registry).makeRoot()) == text)
  }

  @Test(arguments: LayoutStyle.keys.map(\.name)) func everyStyleKeySurvives(key: String) throws {
    let candidates: [StyleValue] =
      (LayoutStyle.key(named: key)?.words ?? []).map { .text($0) } + [.number(3), .text("25%"), .number(-2.5)]
    var tried = 0
    for value in candidates {
      let node = BoxNode()
      guard (try? node.style.set(key: key, value: value)) != nil else { continue }
      tried += 1
      let text = try SceneWriter(registry: NodeRegistry()).text(of: node)
      #expect(try Scene.parse(text: text, registry: NodeRegistry()).makeRoot().style == node.style, "\(value) wrote \(text)")
    }
    #expect(tried > 0)
  }

  @Test(arguments: ["{rotate: 45, scale: 2, x: 3.5}", "{rotate: -12.5}", "{y: -7}", "{scale: 0.1}", "{rotate: 180}"])
  func transformIsWrittenAsItWasRead(transform: String) throws {
    let source = "tessera: 1\nroot:\n  type: box\n  transform: \(transform)\n"
    let node = try Scene.parse(text: source, registry: NodeRegistry()).makeRoot()
    #expect(try SceneWriter(registry: NodeRegistry()).text(of: node) == source)
    // A scene file cannot express a shear.
    node.transform = Transform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)
    #expect(node.attribute("transform") == nil)
  }

  @Test func defaultsAreLeftOut() throws {
    #expect(try SceneWriter(registry: sampleRegistry()).text(of: Node(Sample())) == "tessera: 1\nroot:\n  type: sample\n")
  }

  @Test func filesBelowTheSceneAreWrittenRelativeToIt() throws {
    let node = Node(Sample())
    node.source = "/scenes/pictures/a.png"
    let near = try SceneWriter(registry: sampleRegistry(), directory: "/scenes").text(of: node)
    #expect(near.contains("source: \"pictures/a.png\""))
    let far = try SceneWriter(registry: sampleRegistry(), directory: "/other").text(of: node)
    #expect(far.contains("source: \"/scenes/pictures/a.png\""))
    #expect(
      try Scene.parse(text: near, directory: "/scenes", registry: sampleRegistry()).makeRoot().attribute("source")
        == .text("/scenes/pictures/a.png"))
  }

  @Test func unreadableTreesAreNotWritten() throws {
    #expect(throws: SceneWriter.Failure.unknownType("sample")) { try SceneWriter(registry: NodeRegistry()).text(of: Node(Sample())) }
    let root = BoxNode()
    var last: AnyNode = root
    for _ in 0..<SceneLimits.nodeDepth {
      let next = BoxNode()
      last.addSubnode(next)
      last = next
    }
    #expect(throws: SceneWriter.Failure.tooDeep) { try SceneWriter(registry: NodeRegistry()).text(of: root) }
  }
}
