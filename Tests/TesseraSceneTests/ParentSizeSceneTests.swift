import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

@Suite struct ParentSizeSceneTests {
  private static let panel = """
    tessera: 1
    root:
      type: box
      style: {flexDirection: row}
      children:
        - type: box
          id: pane
          style: {flexGrow: 1, padding: 10}
          children:
            - {type: box, id: always, style: {height: {bind: "parent.width > 150 ? 20 : 10"}}}
            - {type: box, id: detail, when: {parent: {width: ">= 180"}}}
            - {type: box, id: narrow, when: "parent.width < 180", variants: [{when: {parent: {width: "< 100"}}, height: 7}]}
        - {type: box, id: side, style: {width: 100}}
    """

  @Test func conditionsAndBindingsFollowTheParentsSize() throws {
    let tree = try LiveTree(Self.panel)
    let h = try HeadlessStage(width: 400, height: 100) { tree.root }
    try h.settle()
    func ids() -> [String] { tree.root.find("pane")?.subnodes.map(\.id) ?? [] }
    #expect(ids() == ["always", "detail"] && tree.root.find("always")?.frame.height == 20)
    // The pane is 190 wide, its content 170.
    tree.root.find("side")?.style.width = 210
    try h.settle()
    #expect(ids() == ["always", "narrow"] && tree.root.find("always")?.frame.height == 20)
    tree.root.find("side")?.style.width = 300
    try h.settle()
    #expect(ids() == ["always", "narrow"] && tree.root.find("always")?.frame.height == 10)
    #expect(tree.root.find("narrow")?.frame.height == 7)
    let layouts = h.stage.statistics.layouts
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts)
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func otherSizesAddLittleWork() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {size: 40000, many: 400}
      root:
        type: box
        style: {flexDirection: column}
        children:
          - type: box
            each: range(many)
            style: {height: 10}
            children:
              - {type: box, style: {height: {bind: "parent.width / 100 + count(reverse(range(size))) - size"}}}
      """)
    let h = try HeadlessStage(width: 400, height: 100) { tree.root }
    try h.settle()
    try h.stage.resize(to: Size(500, 100), scale: 1)
    try h.settle()
    // The work of the whole scene is enough for 75 of the 400. Each layout adds a part that is not enough for one.
    let known = tree.root.subnodes.filter { $0.subnodes.first?.frame.height == 4 || $0.subnodes.first?.frame.height == 5 }
    #expect(known.count > 0 && known.count <= SceneLimits.liveWork / 40_000 + 5, "\(known.count)")
  }

  /// Pictures of a display: the color at a point, for each.
  private final class Witness: Display {
    var seen: [(pane: String, child: String)] = []
    func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) {
      // The color right of the pane tells its width, the color inside of it the child.
      seen.append((frame.color(x: 195, y: 50).hex, frame.color(x: 20, y: 50).hex))
    }
  }

  @Test func aChildAppearsInTheSamePictureAsTheSizeOfItsParent() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      root:
        type: box
        style: {flexDirection: row}
        children:
          - type: box
            style: {flexGrow: 1}
            children:
              - {type: box, background: red, style: {flexGrow: 1}, when: {parent: {width: ">= 180"}}}
              - {type: box, background: blue, style: {flexGrow: 1}, when: {parent: {width: "< 180"}}}
          - {type: box, id: side, background: black, style: {width: 100}}
      """)
    let h = try HeadlessStage(width: 300, height: 100, settled: false) { tree.root }
    let display = Witness()
    h.stage.display = display
    try h.settle()
    for width in [150.0, 100, 160] {
      tree.root.find("side")?.style.width = .points(width)
      try h.settle()
    }
    // The pane is 200, 150, 200 and 140 wide: no picture has a red child in a narrow pane, or a blue one in a wide pane.
    let (red, blue, black) = (Color(rgb: 0xFF0000).hex, Color(rgb: 0x0000FF).hex, Color.black.hex)
    #expect(display.seen.map(\.pane) == [red, black, red, black])
    #expect(display.seen.map(\.child) == [red, blue, red, blue])
    #expect(h.stage.statistics.layouts == 7)
  }

  @Test func rowsReadTheWidthOfTheirList() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {rooms: [{id: a}, {id: b}]}
      root:
        type: box
        children:
          - type: table
            id: list
            style: {height: 100, width: 100%}
            items: {bind: rooms}
            key: id
            item: {type: text, string: {bind: "parent.width >= 300 ? 'wide' : 'narrow'"}}
      """)
    let h = try HeadlessStage(width: 400, height: 100) { tree.root }
    try h.settle()
    func words() -> [String] { tree.root.find("list")?.allNodes(typeName: "text") ?? [] }
    #expect(words() == ["wide", "wide"])
    tree.root.find("list")?.style.width = 200
    try h.settle()
    #expect(words() == ["narrow", "narrow"] && tree.problems.withLock { $0 } == [])
  }

  @Test func mistakesAreErrorsWithTheirPlace() {
    func messages(_ condition: String) -> [String] {
      do throws(SceneErrors) {
        _ = try Scene.parse(text: "tessera: 1\nroot: {type: box, children: [{type: box, when: \(condition)}]}", registry: .standard)
        return []
      } catch {
        return error.errors.map(\.description)
      }
    }
    #expect(messages("{parent: 300}").first?.contains("`parent` in `when` of `box` must be a map such as `{width: '>= 600'}`") ?? false)
    #expect(messages("{parent: {widht: '< 3'}}").first?.contains("unknown key `widht` of `parent`") ?? false)
    #expect(messages("{parent: {width: wide}}").first?.contains("must be a comparison") ?? false)
    #expect(messages("{parent: {width: ['>= 3', '< 9'], height: '> 1'}}") == [])
  }
}

extension AnyNode {
  /// Strings of all nodes of a type below, in order.
  fileprivate func allNodes(typeName: String) -> [String] {
    subnodes.flatMap { ($0.typeName == typeName ? [$0.attribute("string")?.text ?? ""] : []) + $0.allNodes(typeName: typeName) }
  }
}
