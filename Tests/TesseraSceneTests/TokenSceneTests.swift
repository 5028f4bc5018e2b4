import Foundation
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Tokens of the theme as values in scenes.
@Suite struct TokenSceneTests {
  private func color(_ node: AnyNode?, _ name: String = "background") -> Color? { node?.attribute(name)?.color }

  @Test func aTokenIsValidForItsKindOfValue() throws {
    let text = """
      tessera: 1
      size: [500, 500]
      styles: {card: {background: $surface, padding: $space2 $space4}}
      defaults: {text: {color: $inkSoft}}
      root:
        type: box
        background: $ground
        cornerRadius: $radius4
        border: {width: $bar, color: $edge}
        shadow: $elevation2
        style: {padding: $space4, gap: [$space2, 3]}
        children:
          - {type: box, id: card, styles: card, cornerRadius: [$radius2, 0, 0, "$radius3"]}
          - {type: text, id: text, string: $9, fontSize: $title.size, weight: $title.weight}
          - {type: box, id: hot, background: {bind: "hot ? $warn : $good"}}
      data: {hot: true}
      """
    let data = SceneData()
    let root = try Scene.parse(text: text, registry: .standard).makeRoot(data: data)
    let h = try HeadlessStage(width: 500, height: 500) { root }
    let theme = Theme.lagoon
    #expect(color(root) == theme.ground && root.cornerRadii == CornerRadii(16) && root.style.padding.top == 16)
    #expect(
      root.border == Border(width: 3, color: theme.edge)
        && root.shadow == Shadow(color: Color(theme[.shadow].hex) ?? .clear, offset: Point(0, 4), radius: 12))
    let card = try h.node("card")
    #expect(color(card) == theme.surface && card.style.padding.left == 16 && card.style.padding.top == 8)
    #expect(card.attribute("cornerRadius")?.list?.compactMap(\.number) == [7, 0, 0, 10])
    let shown = try h.node("text")
    #expect(color(shown, "color") == theme.inkSoft && shown.attribute("string") == .text("$9"))
    #expect(shown.attribute("fontSize") == .number(28) && shown.attribute("weight") == .text("bold"))
    #expect(try color(h.node("hot")) == theme.warn)
    try data.set(.boolean(false), at: DataPath(["hot"]))
    #expect(try color(h.node("hot")) == theme.good)
  }

  @Test func tokensFollowThemeModeAndDensityAtRunTime() throws {
    let text = """
      tessera: 1
      theme: {mode: dark}
      root:
        type: box
        background: $accent
        style: {padding: $margin}
        children:
          - {type: box, id: own, environment: {theme: {name: ember, mode: night}}, children: [{type: box, id: below, background: $accent}]}
          - {type: box, id: look, background: $well, looks: {on: {when: on, background: $wash}}}
          - {type: box, id: each, each: {bind: names}, background: $ink}
      data: {on: false, names: [a]}
      """
    let data = SceneData()
    let root = try Scene.parse(text: text, registry: .standard).makeRoot(data: data)
    // Correct before the node is in a stage, also in nodes created from data.
    #expect(color(root) == Color(rgb: 0x6BC7C6) && color(root.find("each")) == Color(rgb: 0xEFEFEF))
    let h = try HeadlessStage(width: 500, height: 500) { root }
    #expect(try color(h.node("below")) == Color(rgb: 0xDE6139))
    h.stage.environment[\.density] = .roomy
    try data.set(.map(["name": .text("ultramarine"), "mode": .text("light")]), at: DataPath(["env", "theme"]))
    try data.set(.list([.text("a"), .text("b")]), at: DataPath(["names"]))
    try h.settle()
    #expect(try color(root) == Color(rgb: 0x3949B5) && color(h.node("below")) == Color(rgb: 0xDE6139))
    #expect(root.style.padding.top == .points(root.environmentValues.theme[.margin]) && root.environmentValues.density == .roomy)
    #expect(try color(h.node("each")) == Color(rgb: 0x181C21) && color(h.node("look")) == Color(rgb: 0xDEDBD6))
    try data.set(.boolean(true), at: DataPath(["on"]))
    try h.advance(by: 2)
    #expect(try color(h.node("look")) == Color(rgb: 0xDEE3F7))
    try h.node("own").environment.inheritAll()
    try h.settle()
    #expect(try color(h.node("below")) == Color(rgb: 0x3949B5))
  }

  @Test func aChangeOfModeRedrawsNodesThatReadAChangedToken() throws {
    let text = """
      tessera: 1
      root:
        type: box
        children:
          - {type: text, id: ink, string: a, color: $ink, outlineColor: $shadow}
          - {type: text, id: fixed, string: b, color: red, fontSize: $title.size, outlineColor: black}
      """
    let root = try Scene.parse(text: text, registry: .standard).makeRoot()
    let h = try HeadlessStage(width: 100, height: 100) { root }
    let draws = Locked<[String]>([])
    for id in ["ink", "fixed"] { try h.node(id).on(AnyNode.draw) { _ in draws.withLock { $0.append(id) } } }
    h.stage.environment[\.theme].mode = .dark
    try h.settle()
    #expect(draws.withLock { $0 } == ["ink"])
  }

  @Test func rowsOfAListHaveTheTokensOfTheirPlace() throws {
    let text = """
      tessera: 1
      root:
        type: table
        environment: {theme: {mode: night}}
        style: {width: 200, height: 200}
        items: names
        item: {type: box, id: row, background: $raised, style: {height: $row}}
      data: {names: [a, b]}
      """
    let root = try Scene.parse(text: text, registry: .standard).makeRoot()
    let h = try HeadlessStage(width: 200, height: 200) { root }
    let row = try h.node("row")
    #expect(color(row) == Color(rgb: 0x180808) && row.style.height == .points(44))
  }

  private func errors(_ node: String, theme: String = "{}") -> [String] {
    let text = "tessera: 1\ntheme: \(theme)\nroot:\n  type: box\n  \(node)\n"
    let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, name: "a.yaml", registry: .standard) }
    return errors?.errors.map { "\($0)" } ?? []
  }

  @Test(arguments: [
    ("background: $grond", "a.yaml:5:15: error: attribute `background` of `box`: the theme has no token `$grond`; did you mean `$ground`?"),
    (
      "style: {padding: 4 $spac4}", "a.yaml:5:22: error: style `padding` of `box`: the theme has no token `$spac4`; did you mean `$space4`?"
    ),
    (
      "background: {bind: 'a ? $ink : $inkk'}",
      "a.yaml:5:22: error: `bind` of attribute `background` of `box`: the theme has no token `$inkk`; did you mean `$ink`?"
    ),
    ("opacity: $space4", "a.yaml:5:12: error: attribute `opacity` of `box` must be a number from 0 to 1, got `$space4`, which is 16"),
    ("style: {width: $ink}", "got `$ink`"),
    ("style: {width: $title}", "got `$title`"),
    ("cornerRadius: $title", "got `$title`, which has the values `$title.line`, `$title.size`, `$title.weight`"),
    (
      "background: $ink + 1",
      "a.yaml:5:15: error: attribute `background` of `box` must be one token, got `$ink + 1`; write `{bind: $ink + 1}` for an expression"
    ),
    ("background: $", "unexpected `$` in an expression"),
    ("environment: {theme: {ink: $accent}}", "`theme` in `environment` of `box` has tokens of itself; its values must be fixed"),
    ("children: [{type: box, when: $ink}]", "cannot read the token `$ink`; values of attributes and style keys of nodes can"),
  ]) func mistakesAreReportedWithTheirPlace(_ node: String, _ message: String) {
    let told = errors(node)
    #expect(told.count == 1 && told.first?.hasSuffix(message) == true, "\(told)")
  }

  @Test func themesHaveTokensOfTheirOwn() throws {
    let text = """
      tessera: 1
      theme: {brandOfTokenTest: {light: "#102030", dark: "#405060"}, accent2: {light: red, dark: blue}, cellSide: {compact: 1, regular: 2, roomy: 3}}
      root: {type: box, background: $brandOfTokenTest, border: {width: $cellSide, color: $accent2}}
      """
    let root = try Scene.parse(text: text, registry: .standard).makeRoot()
    #expect(color(root) == Color(rgb: 0x102030) && root.border == Border(width: 2, color: Color(rgb: 0xFF0000)))
    let h = try HeadlessStage(width: 500, height: 500) { root }
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    #expect(color(root) == Color(rgb: 0x405060) && root.border?.color == Color(rgb: 0x0000FF))
    let near = errors("id: a", theme: "{acent: {light: red, dark: blue}}")
    #expect(near.count == 1 && near.first?.hasSuffix("did you mean `accent`?") == true)
  }
}
