import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Looks of buttons from the theme.
@Suite struct ButtonKindTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - type: box
        style: {gap: 8}
        children:
          - {type: button, kind: primary, title: Start}
          - {type: button, kind: normal, title: Later}
      - type: box
        style: {gap: 8}
        children:
          - {type: button, kind: danger, title: Delete}
          - {type: button, kind: quiet, title: Cancel}
      - type: box
        style: {gap: 8}
        children:
          - {type: button, kind: normal, title: 'On', selected: true}
          - {type: button, kind: normal, title: Small, size: small}
      - type: box
        style: {gap: 8}
        children:
          - {type: button, kind: primary, title: Locked, enabled: false}
          - {type: button, kind: quiet, title: Locked, enabled: false}
      - {type: button, id: a$, kind: primary, title: Held}
      - {type: button, id: b$, kind: normal, title: Held, highlighted: true}
      - {type: button, kind: danger, title: Held, highlighted: true}
      - {type: button, kind: quiet, title: Held, highlighted: true}
      """, width: 220, height: 480)
    try ControlSheet.press("a", in: h)
    try expectGolden(h.framebuffer, "button-kinds")
  }

  /// A bar would leave the corners of a round button, so it has a ring.
  @Test(arguments: ["light", "paper"]) func roundButtonsHaveARing(mode: String) throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [250, 80]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: \(mode)}
        root:
          type: box
          background: $ground
          style: {alignItems: center, padding: 16, gap: 12, width: 250, height: 80, boxSizing: border-box}
          children:
            - {type: button, id: round, icon: heart, label: Keep, kind: normal, selected: true, cornerRadius: 24, style: {width: 48, height: 48}}
            - {type: button, id: own, icon: heart, label: Keep, kind: normal, selected: true, rounding: 24, style: {width: 48, height: 48}}
            - {type: button, id: square, icon: heart, label: Keep, kind: normal, selected: true, style: {width: 48, height: 48}}
        """, directory: try PackageFolder.root())
    try h.settle()
    try expectGolden(h.framebuffer, "button-round-" + mode)
    func pixel(_ id: String, y: Double) throws -> Color {
      let place = try #require(h.stage.convert(Point(24, y), from: try h.node(id)))
      return h.framebuffer.color(x: Int(place.x), y: Int(place.y))
    }
    let accent = h.root.environmentValues.theme.accent
    for id in ["round", "own"] { #expect(try pixel(id, y: 1).hex == accent.hex && pixel(id, y: 46).hex == accent.hex) }
    #expect(try pixel("square", y: 4).hex != accent.hex, "no ring")
    try h.node("round").setAttribute("cornerRadius", to: .number(4))
    try h.settle()
    #expect(try pixel("round", y: 4).hex != accent.hex, "the bar is back")
  }

  /// A held button has more contrast to its letters than one at rest.
  @Test(arguments: [ThemeMode.light, .dark, .contrast, .contrastDark]) func heldDangerHasMoreContrast(mode: ThemeMode) throws {
    let button = ButtonNode("Delete")
    button.kind = .danger
    let h = try HeadlessStage(width: 120, height: 60) { button }
    h.stage.environment[\.theme].mode = mode
    try h.settle()
    func ground() -> Color { h.framebuffer.color(x: 60, y: 6) }
    let (theme, rest) = (button.environmentValues.theme, ground())
    button.isHighlighted = true
    try h.settle()
    func distance(_ a: Color, _ b: Color) -> Float { abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) }
    #expect(distance(theme.onDanger, ground()) > distance(theme.onDanger, rest))
  }

  /// On 1-bit displays, frames and not shades tell the states of buttons, cards and options apart.
  @Test func statesOnBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [320, 420]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, width: 320, boxSizing: border-box}
          children:
            - {type: box, style: {gap: 8}, children: [{type: button, kind: primary, title: Go}, {type: button, kind: primary, title: Locked, enabled: false}]}
            - {type: box, style: {gap: 8}, children: [{type: button, title: 'On', selected: true}, {type: button, title: Locked, enabled: false}]}
            - {type: box, style: {gap: 8}, children: [{type: button, kind: quiet, title: Go}, {type: button, kind: quiet, title: Locked, enabled: false}]}
            - {type: button, kind: danger, title: Held, highlighted: true}
            - {type: segmented, label: Air, options: [{value: a, title: Air}, {value: b, title: Grill}], value: b, enabled: false}
            - {type: card, enabled: false, children: [{type: text, string: Locked}]}
            - {type: box, border: {width: 3, color: black, style: dotted}, cornerRadius: 9, style: {height: 21, marginLeft: 0.5}}
            - {type: box, border: {width: 0, color: black, style: dotted}, style: {height: 21}}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "button-kinds-bilevel")
    let gray = (0..<420 * 320).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 320, y: $0 / 320)) }
    #expect(gray == 0, "no part is a pattern")
    let box = try #require(h.root.subnodes.dropLast().last)
    #expect(box.border == Border(width: 3, color: .black, style: .dotted))
    let line = try SceneWriter(registry: .standard).text(of: h.root)
    #expect(line.contains("dotted"))
  }

  @Test func valuesOfTheProgramAreKept() throws {
    let button = ButtonNode("Go")
    button.kind = .primary
    button.background = nil
    button.normal.background = .color(.black)
    button.titleColor = .white
    let h = try HeadlessStage(width: 200, height: 100) {
      let root = BoxNode()
      root.style.alignItems = .flexStart
      root.addSubnode(button)
      return root
    }
    #expect(h.framebuffer.color(x: 6, y: 12) == .black && button.appearance.titleColor == .white)
    #expect(h.frame(of: button).height == 36, "a control of the compact density")
    button.style.height = .points(30)
    try h.settle()
    #expect(h.frame(of: button).height == 30)
    button.kind = .unstyled
    button.normal.background = nil
    try h.settle()
    #expect(h.framebuffer.color(x: 6, y: 12) == .white)
  }

  @Test func aChangeOfTheModeDrawsNoBackground() throws {
    let button = ButtonNode("")
    button.kind = .normal
    let h = try HeadlessStage(width: 100, height: 50) { button }
    let light = h.framebuffer.color(x: 50, y: 20)
    h.stage.environment[\.theme].mode = .dark
    try h.settle()
    #expect(h.framebuffer.color(x: 50, y: 20) != light)
  }
}
