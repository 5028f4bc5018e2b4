import Tessera
import TesseraDevices
import TesseraGeometry
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct UpdateTests {
  private func scene(_ root: String) throws -> Scene { try Scene.parse(text: "{tessera: 1, root: \(root)}", registry: .standard) }

  @Test func typedTextStaysAndChangesOfTheFileApply() throws {
    let old = try scene(
      "{type: box, id: root, children: [{type: editable-text, id: name, string: ''}, {type: text, id: title, string: Old}]}")
    let root = try old.makeRoot()
    let field = try #require(root.find("name"))
    try field.setAttribute("string", to: .text("typed"))
    let new = try scene(
      "{type: box, id: root, background: red, children: [{type: text, id: title, string: New}, {type: box, children: "
        + "[{type: editable-text, id: name, string: '', fontSize: 31}]}]}")
    let updated = try new.update(root, from: old)
    #expect(updated === root && root.find("name") === field)
    #expect(field.attribute("string") == .text("typed") && field.attribute("fontSize") == .number(31))
    #expect(root.find("title")?.attribute("string") == .text("New"))
    #expect(root.subnodes.map(\.typeName) == ["text", "box"] && field.supernode === root.subnodes[1])
  }

  @Test func removedSettingsGetTheirDefaults() throws {
    let old = try scene(
      "{type: box, id: root, children: [{type: text, id: a, string: Word, fontSize: 40, opacity: 0.5}, {type: box, id: gone}]}")
    let root = try old.makeRoot()
    let new = try scene("{type: box, id: root, children: [{type: text, id: a, string: Word}]}")
    _ = try new.update(root, from: old)
    let fresh = try new.makeRoot()
    for name in ["fontSize", "opacity"] { #expect(root.find("a")?.attribute(name) == fresh.find("a")?.attribute(name), "\(name)") }
    #expect(root.find("gone") == nil)
  }

  @Test func nodesThatSwapPlacesOrTypesMakeATree() throws {
    let old = try scene("{type: box, id: a, children: [{type: box, id: b, children: [{type: text, id: c, string: x}]}]}")
    let root = try old.makeRoot()
    let b = try #require(root.find("b"))
    let new = try scene("{type: box, id: b, children: [{type: box, id: a, children: [{type: box, id: c}]}]}")
    let updated = try new.update(root, from: old)
    #expect(updated === b && b.supernode == nil && b.subnodes.map(\.id) == ["a"] && root.supernode === b)
    #expect(root.subnodes.map(\.typeName) == ["box"])
  }

  /// A tree that followed updates of a file looks like a new tree of the last version, whatever the steps were.
  @Test(arguments: 0..<30) func anUpdateGivesThePictureOfAFreshStart(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func tree(_ depth: Int) -> String {
      let colors = ["red", "lime", "blue", "gold"]
      var fields = ["type: box", "background: \(colors.randomElement(using: &random)!)"]
      if Bool.random(using: &random) { fields.append("id: n\(Int.random(in: 0..<6, using: &random))") }
      if Bool.random(using: &random) { fields.append("cornerRadius: \(Int.random(in: 0...9, using: &random))") }
      if Bool.random(using: &random) { fields.append("opacity: 0.5") }
      fields.append(
        "style: {flexGrow: 1, minWidth: 2, minHeight: 2, padding: \(Int.random(in: 0...5, using: &random)), flexDirection: \(Bool.random(using: &random) ? "row" : "column")}"
      )
      if depth < 3 {
        let children = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth + 1) }
        fields.append("children: [\(children.joined(separator: ", "))]")
      }
      return "{\(fields.joined(separator: ", "))}"
    }
    var scene = try scene(tree(0))
    let h = try HeadlessStage(width: 60, height: 40) { try scene.makeRoot() }
    for _ in 0..<6 {
      let next = try self.scene(tree(0))
      h.stage.root = try next.update(h.stage.root, from: scene)
      scene = next
      try h.settle()
      let anew = try HeadlessStage(width: 60, height: 40) { try next.makeRoot() }
      let (followed, wanted) = (try RawEncoder.encode(h.framebuffer), try RawEncoder.encode(anew.framebuffer))
      #expect(followed == wanted)
    }
  }
}
