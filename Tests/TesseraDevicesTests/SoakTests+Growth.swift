import CTesseraCounting
import Tessera
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

extension SoakTests {
  /// Something that is made, used and dropped over and over.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    var rounds = 1000
    /// Bytes of tables and caches that grow for a last time: up to 17 kB were seen. The smallest object, of 48 bytes, that is left by each of 800 rounds is
    /// more.
    var slack = 32 << 10
    /// Makes what lasts, and returns what one round does.
    let begin: @Sendable () throws -> (Int) throws -> Void
    var testDescription: String { name }
  }

  /// Every standard node type made, laid out, drawn and dropped; lists, screens, scenes and motions: after a thousand rounds the heap is what it was after
  /// two hundred. The heap of the process is weighed: what Swift allocates counts as well, which no leak checker sees.
  @Test(.enabled(if: isAlone, "`make soak` runs it alone in its process"), arguments: Fixture.all)
  func memoryDoesNotGrowBetween200And1000Rounds(fixture: Fixture) throws {
    let round = try fixture.begin()
    for number in 0..<fixture.rounds / 5 { try round(number) }
    let early = try Holdings()
    for number in fixture.rounds / 5..<fixture.rounds { try round(number) }
    let after = try Holdings()
    print("growth, \(fixture.name), \(fixture.rounds) rounds: \(after.heapBytes - early.heapBytes) bytes")
    #expect(after.heapBytes <= early.heapBytes + fixture.slack, "\(fixture.name): \(early), then \(after)")
    #expect(after.descriptors <= early.descriptors && after.threads <= early.threads, "\(fixture.name): \(early), then \(after)")
  }
}

extension SoakTests.Fixture {
  static let all = nodes + [list("table"), list("collection"), list("pager"), screens, scenes, data, motions, transitions]

  /// What a node type is told, so that it has something to do; nothing: as it is made.
  private static let attributes = [
    "text": "string: 'Some words with **marks** and a [link](to)', fontSize: 17",
    "image": "source: docs/examples/assets/moving/heat.png, style: {width: 40, height: 30}",
    "button": "title: Go on, style: {width: 80, height: 40}",
    "editable-text": "string: editable, style: {width: 100, height: 30}",
    "shape": "style: {width: 40, height: 40}, background: steelblue, cornerRadius: 9",
    "video-frame": "source: docs/examples/assets/video/cat.y4m, style: {width: 64, height: 48}",
    "icon": "name: eye-off, tint: steelblue",
    "spinner": "style: {width: 20, height: 20}",
    "table": "style: {width: 80, height: 60}",
    "collection": "style: {width: 80, height: 60}",
    "pager": "style: {width: 80, height: 60}",
  ]

  /// One for each registered type: a new type is among them by itself.
  private static let nodes = NodeRegistry.standard.names.map { type in
    Self(name: "node \(type)") {
      let root = Node(Box())
      let h = try HeadlessStage(width: 160, height: 120) { root }
      let takes = NodeRegistry.standard[type]?.acceptsChildren ?? false
      let children = takes ? ", children: [{type: \(type == "tabs" || type == "screens" ? "screen" : "box"), background: red}]" : ""
      let text = "tessera: 1\nroot: {type: \(type), \(attributes[type].map { $0 + ", " } ?? "")opacity: 0.9\(children)}"
      let scene = try Scene.parse(text: text, name: type, directory: try PackageFolder.root(), registry: .standard)
      return { _ in
        let node = try scene.makeRoot()
        root.addSubnode(node)
        try h.settle()
        node.setNeedsLayout()
        node.setNeedsDisplay()
        try h.advance(by: 1.0 / 30)
        node.removeFromSupernode()
        try h.settle()
      }
    }
  }

  private static func list(_ type: String) -> Self {
    Self(name: "\(type) that is scrolled") {
      let rows = (0..<200).map { "{id: \($0), name: 'Row \($0)'}" }.joined(separator: ", ")
      let scene = try Scene.parse(
        text: """
          tessera: 1
          data: {rows: [\(rows)]}
          root: {type: \(type), style: {width: 160, height: 120}, items: {bind: rows}, key: id, item: {type: text, string: {bind: item.name}}}
          """, name: type, registry: .standard)
      let h = try HeadlessStage(width: 160, height: 120) { try scene.makeRoot() }
      return { round in
        // There and back.
        let down = round % 20 < 10
        try h.send(.wheel(location: Point(80, 60), delta: Point(down ? 90 : -90, down ? 90 : -90)))
        try h.advance(by: 1.0 / 15, step: 1.0 / 30)
      }
    }
  }

  private static let screens = Self(name: "screens pushed and popped") {
    let stack = Node(Screens())
    let h = try HeadlessStage(width: 160, height: 120) { stack }
    func screen(_ name: String) -> ScreenNode { ScreenNode(name, content: TextNode(name)) }
    stack.push(screen("First"), transition: ScreenTransition.none)
    try h.settle()
    return { round in
      stack.push(screen("Screen \(round % 7)"), transition: round % 4 == 0 ? ScreenTransition.slide : ScreenTransition.none)
      try h.advance(by: round % 4 == 0 ? 0.5 : 0.1, step: 0.1)
      stack.pop(transition: ScreenTransition.none)
      try h.advance(by: 0.1, step: 0.1)
    }
  }

  /// Whole scenes fill caches of pictures, glyphs and words: 16 to 38 kB were seen, whatever the number of rounds. A node that is left by each round is more.
  private static let scenes = Self(name: "scenes loaded and dropped", rounds: 400, slack: 64 << 10) {
    let path = try PackageFolder.root() + "/docs/examples/"
    return { round in
      let h = try HeadlessStage(sceneFile: path + ["showcase.yaml", "screens.yaml", "motion.yaml"][round % 3], width: 320, height: 240)
      try h.advance(by: 0.1)
    }
  }

  private static let data = Self(name: "data of a scene that change") {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        data: {n: 0, rows: []}
        root:
          type: box
          children:
            - {type: text, string: {bind: "format('%d of 7', n)"}}
            - {type: text, each: {bind: rows, key: id, as: r}, string: {bind: r.id}}
            - {type: box, when: n > 3, style: {width: {bind: n * 10}, height: 10}, background: red}
        """, name: "data", registry: .standard)
    let data = SceneData()
    let h = try HeadlessStage(width: 160, height: 120) { try scene.makeRoot(data: data) }
    return { round in
      let rows = (0..<round % 5).map { DataValue.map(["id": .text("row \($0 + round % 3)")]) }
      try data.set([(DataPath(["n"]), .number(Double(round % 7))), (DataPath(["rows"]), .list(rows))])
      try h.advance(by: 1.0 / 30)
    }
  }

  private static let motions = Self(name: "motions that run and are cut short") {
    let (box, text) = (Node(Box()), TextNode("in motion"))
    let root = Node(Box())
    root.addSubnode(box)
    root.addSubnode(text)
    let h = try HeadlessStage(width: 160, height: 120) { root }
    return { round in
      _ = animate(.spring()) {
        box.opacity = round % 2 == 0 ? 0.3 : 1
        box.transform = .translation(Double(round % 5), 3)
        text.transform = .scale(1 + Double(round % 3) / 4, 1)
      }
      try h.advance(by: round % 3 == 0 ? 2 : 0.1, step: round % 3 == 0 ? 0.25 : 1.0 / 30)
    }
  }

  private static let transitions = Self(name: "nodes that come and go with a transition") {
    let root = Node(Box())
    let h = try HeadlessStage(width: 160, height: 120) { root }
    return { round in
      let node = TextNode("coming \(round % 9)")
      h.stage.animate(LayoutTransition(duration: 0.3, insertion: .slide(.top), removal: .scale())) { root.addSubnode(node) }
      try h.advance(by: 0.1, step: 0.05)
      h.stage.animate(LayoutTransition(duration: 0.3, removal: .scale())) { node.removeFromSupernode() }
      try h.advance(by: 0.6, step: 0.2)
    }
  }
}
