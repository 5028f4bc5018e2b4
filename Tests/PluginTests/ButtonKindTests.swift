import TesseraKit
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

  @Test func whatTheProgramSetsIsKept() throws {
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
