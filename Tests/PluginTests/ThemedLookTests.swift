import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Standard types without colors have those of the theme, in every mode.
@Suite struct ThemedLookTests {
  private func has(_ color: Color, _ buffer: PixelBuffer) -> Bool {
    for y in 0..<buffer.height { for x in 0..<buffer.width where buffer.color(x: x, y: y).hex == color.hex { return true } }
    return false
  }

  private static let scene = """
    tessera: 1
    size: [300, 260]
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, id: ink, string: MMM, fontSize: 40}
        - {type: text, id: own, string: MMM, fontSize: 40, color: "#123456"}
        - {type: text, id: link, markup: "[MMM](https://a.example)", fontSize: 40}
        - {type: editable-text, id: field, placeholderText: MMM, fontSize: 40}
        - {type: image, id: icon, style: {width: 4, height: 4}}
    """

  @Test(arguments: ThemeMode.allCases) func textAndGroundFollowTheMode(_ mode: ThemeMode) throws {
    let h = try HeadlessStage(scene: Self.scene)
    h.stage.environment[\.theme].mode = mode
    try h.settle()
    let theme = try h.node("ink").environmentValues.theme
    let picture = h.framebuffer
    #expect(picture.color(x: 299, y: 259).hex == theme.ground.hex)
    #expect(has(theme.ink, picture) && has(theme.accent, picture) && has(theme.inkFaint, picture) && has(Color(rgb: 0x123456), picture))
  }

  @Test func aColorSchemeChoosesTheMode() throws {
    let h = try HeadlessStage(scene: Self.scene.replacing("size:", with: "environment: {colorScheme: dark}\nsize:"))
    let theme = try h.node("ink").environmentValues.theme
    #expect(
      theme.ground == Color(rgb: 0x101418) && h.framebuffer.color(x: 299, y: 259).hex == theme.ground.hex && has(theme.ink, h.framebuffer))
  }

  @Test func aSceneKeepsItsBackgroundInEveryMode() throws {
    let h = try HeadlessStage(scene: Self.scene.replacing("size:", with: "background: '#204060'\nsize:"))
    h.stage.environment[\.theme].mode = .dark
    try h.settle()
    #expect(h.framebuffer.color(x: 299, y: 259).hex == Color(rgb: 0x204060).hex)
  }

  @Test func aChangeOfModeDrawsReadersOfAChangedTokenOnce() throws {
    let text = """
      tessera: 1
      size: [300, 200]
      root:
        type: box
        style: {width: 300, height: 200}
        children:
          - {type: text, id: themed, string: a}
          - {type: text, id: spans, spans: [{text: a, underline: true}]}
          - {type: text, id: own, string: b, color: red}
          - {type: editable-text, id: field, placeholderText: c}
          - {type: editable-text, id: own-field, string: c, color: red, caretColor: red, selectionColor: red, placeholderColor: red}
          - {type: spinner, id: spinner, animating: false}
          - {type: box, id: box, background: red}
      """
    let h = try HeadlessStage(scene: text)
    let draws = Locked<[String]>([])
    for id in ["themed", "spans", "own", "field", "own-field", "spinner", "box"] {
      try h.node(id).on(AnyNode.draw) { _ in draws.withLock { $0.append(id) } }
    }
    let before = h.stage.statistics
    h.stage.environment[\.theme].mode = .dark
    try h.settle()
    #expect(draws.withLock { $0.sorted() } == ["field", "spans", "themed"])
    let after = h.stage.statistics
    #expect(after.draws - before.draws == 3 && after.layouts == before.layouts)
    #expect(after.paintedFrames - before.paintedFrames == 1, "ground and letters change in one frame")
  }

  @Test func propertiesTakeTokens() throws {
    let box = BoxNode()
    box.style.width = .points(20)
    box.style.height = .points(20)
    box.background = .theme(.surface)
    box.border = Border(width: 2, color: .theme(.danger).opacity(0.5))
    let h = try HeadlessStage(width: 20, height: 20) { box }
    #expect(h.framebuffer.color(x: 10, y: 10).hex == Theme.lagoon.surface.hex)
    h.stage.environment[\.theme].set(.surface, to: Color(rgb: 0x336699))
    try h.settle()
    #expect(h.framebuffer.color(x: 10, y: 10).hex == Color(rgb: 0x336699).hex && box.background == .theme(.surface))
    let danger = Color.theme(.danger).opacity(0.5).resolved(in: box.environmentValues)
    #expect(abs(danger.alpha - 0.5) < 0.003 && danger.opacity(2).hex.hasPrefix("#ad2821"))
  }

  @Test func tablesTabsAndMenusTakeTokens() throws {
    let text = """
      tessera: 1
      size: [300, 200]
      root:
        type: tabs
        style: {width: 300, height: 200, boxSizing: border-box}
        children:
          - type: screen
            title: One
            children: [{type: table, id: list, style: {flexGrow: 1}, items: names, item: {type: text, string: {bind: item}, style: {height: 40}}}]
          - {type: screen, title: Two}
      data: {names: [a, b]}
      """
    let h = try HeadlessStage(scene: text)
    for mode in ThemeMode.allCases {
      h.stage.environment[\.theme].mode = mode
      try h.settle()
      let theme = try h.node("list").environmentValues.theme
      for color in [theme.surface, theme.line, theme.accent, theme.inkSoft, theme.ink] {
        #expect(has(color, h.framebuffer), "\(mode) \(color.hex)")
      }
    }
  }

  @Test func aSheetWithoutABackgroundHasTheThemes() throws {
    let text = """
      tessera: 1
      size: [300, 200]
      root:
        type: screens
        style: {width: 300, height: 200}
        children: [{type: screen}, {type: screen, id: sheet, presentation: sheet}]
      """
    let h = try HeadlessStage(scene: text)
    let sheet = try h.node("sheet")
    for mode in ThemeMode.allCases {
      h.stage.environment[\.theme].mode = mode
      try h.settle()
      #expect(h.framebuffer.color(x: 150, y: 190).hex == sheet.environmentValues.theme.raised.hex)
    }
    sheet.background = .color(Color(rgb: 0x336699))
    try h.settle()
    #expect(h.framebuffer.color(x: 150, y: 190).hex == Color(rgb: 0x336699).hex)
  }

  @Test func aOneBitStageHasThePropertiesOfPaper() throws {
    func box() -> AnyNode {
      let box = BoxNode()
      box.style.width = .points(20)
      box.style.height = .points(20)
      box.background = .theme(.accent)
      return box
    }
    let first = box()
    let h = try HeadlessStage(width: 40, height: 20) {
      let row = BoxNode()
      row.addSubnode(first)
      return row
    }
    #expect(h.framebuffer.color(x: 10, y: 10).hex == Theme.lagoon.accent.hex)
    h.stage.textAntialiasing = .bilevel
    h.root.addSubnode(box())
    try h.settle()
    #expect(h.framebuffer.color(x: 10, y: 10) == .black && h.framebuffer.color(x: 30, y: 10) == .black)
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    let accent = first.environmentValues.theme.accent.hex
    #expect(h.framebuffer.color(x: 10, y: 10).hex == accent && h.framebuffer.color(x: 30, y: 10).hex == accent)
  }
}
