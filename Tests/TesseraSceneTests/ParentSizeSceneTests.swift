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
