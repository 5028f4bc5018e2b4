import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct MotionSceneTests {
  private static let scene = """
    tessera: 1
    size: [100, 60]
    root:
      type: box
      children:
        - type: box
          id: card
          style: {width: 40, height: 40}
          background: red
          motion: {opacity: {curve: linear, duration: 1}, background: {spring: {duration: 0.4, bounce: 0.3}}, transform: spring}
          keyframes:
            transform: {frames: [{rotate: 0}, {rotate: 360}], duration: 2, repeat: forever}
            cornerRadius: {frames: [0, {at: 0.5, value: 20, curve: easeOut}, 4], duration: 1, delay: 0.5}
    """

  @Test func aSceneDeclaresMotions() throws {
    let h = try HeadlessStage(scene: Self.scene)
    let card = try h.node("card")
    #expect(card.motion["opacity"] == .linear(1) && card.motion["background"] == .spring(duration: 0.4, bounce: 0.3))
    #expect(card.keyframes.map(\.name) == ["transform", "cornerRadius"])
    try h.advance(by: 0.5, step: 0.5)
    #expect(abs(card.presented.transform.b - 1) < 1e-5, "a quarter turn")
    try card.setAttribute("opacity", to: .number(0))
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    #expect(card.opacity == 0 && abs(card.presented.opacity - 0.5) < 1e-5)
    #expect(abs(card.presented.cornerRadii.topLeft - 20) < 1e-5)
    try h.advance(by: 1, step: 0.5)
    #expect(card.presented.cornerRadii.isZero && card.presented.opacity == 0)
  }

  @Test func aWrittenSceneIsReadTheSame() throws {
    let h = try HeadlessStage(scene: Self.scene)
    let text = try SceneWriter(registry: .standard).text(of: h.root)
    let back = try Scene.parse(text: text, registry: .standard).makeRoot()
    let (a, b) = (try h.node("card"), try #require(back.find("card")))
    #expect(a.motion == b.motion && a.keyframes == b.keyframes, "\(text)")
  }

  @Test(arguments: [
    ("motion: {opacity: wobbly}", "wobbly"), ("motion: {opacity: {duration: -1}}", "duration"), ("motion: spring", "map"),
    ("keyframes: {opacity: {duration: 1}}", "frames"), ("keyframes: {opacity: {frames: []}}", "frames"),
    ("keyframes: {opacity: {frames: [red, blue]}}", "opacity"), ("keyframes: {background: {frames: [1, 2]}}", "background"),
    ("keyframes: {opacity: {frames: [0, 1], duration: 0}}", "duration"), ("keyframes: {opacity: {frames: [0, 1], curve: [1, 2]}}", "curve"),
    ("contentFade: -1", "contentFade"), ("transition: {delay: soon}", "delay"),
  ])
  func invalidInputIsAnErrorThatNamesIt(line: String, word: String) throws {
    do throws(SceneErrors) {
      _ = try Scene.parse(text: "tessera: 1\nroot:\n  type: box\n  \(line)\n", registry: .standard)
      Issue.record("\(line) was taken")
    } catch {
      #expect(error.errors.contains { $0.line == 4 && "\($0)".contains(word) }, "\(error)")
    }
  }

  @Test func theExampleMovesAndRestsAtItsTargets() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/motion.yaml")
    try h.advance(by: 0.8)
    let card = try h.node("card1")
    let layouts = h.stage.statistics.layouts
    try card.setAttribute("transform", to: .map([("scale", .number(1.2))]))
    try h.advance(by: 0.1)
    #expect(card.presented.transform.a > 1.01 && card.transform.a == 1.2)
    try h.advance(by: 2)
    #expect(abs(card.presented.transform.a - 1.2) < 1e-9)
    #expect(h.stage.statistics.layouts == layouts)
  }
}
