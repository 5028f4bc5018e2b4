import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera
@testable import TesseraScene

@Suite struct SceneAnimationTests {
  private static func stage(_ scene: String, threads: Int = 0) throws -> HeadlessStage {
    try HeadlessStage(scene: "tessera: 1\nsize: [200, 120]\n" + scene, threads: threads)
  }

  private static let card = """
    data: {isOpen: false, level: 0.5}
    root:
      type: box
      style: {flexDirection: column, alignItems: start}
      children:
        - {type: box, id: card, style: {width: 40, height: 40}, background: red}
        - type: box
          id: handle
          style: {width: 40, height: 40}
    """

  private static func stage(action: String, threads: Int = 0) throws -> HeadlessStage {
    try stage(card + "\n      on: {tap: \(action)}\n", threads: threads)
  }

  @Test func anActionChangesANodeByAMotion() throws {
    let h = try Self.stage(
      action: "{animate: {node: card, motion: {curve: linear, duration: 1}, opacity: 0.2, transform: {x: 100}, width: 80}}")
    let card = try h.node("card")
    try h.tap(id: "handle")
    #expect(card.opacity == 0.2 && card.presented.opacity == 1)
    try h.advance(by: 0.5, step: 0.5)
    #expect(abs(card.presented.opacity - 0.6) < 1e-5 && abs(card.presented.transform.tx - 50) < 1e-4)
    try h.advance(by: 0.6, step: 0.1)
    #expect(card.presented.opacity == 0.2 && card.frame.width == 80 && h.stage.nextDeadline == nil)
  }

  @Test func valuesMayBeBoundAndTheNodeOfTheSignalNeedsNoName() throws {
    let h = try Self.stage(action: "{animate: {motion: 1, opacity: {bind: level / 2}}}")
    let handle = try h.node("handle")
    try h.tap(id: "handle")
    #expect(handle.opacity == 0.25 && handle.presented.opacity == 1)
    try h.advance(by: 1, step: 0.25)
    #expect(handle.presented.opacity == 0.25 && h.errors.isEmpty)
  }

  @Test func keyframesArePlayedOnce() throws {
    let h = try Self.stage(
      action: "{animate: {node: card, keyframes: {opacity: {frames: [1, 0, 1], duration: 1}, transform: {frames: [{rotate: 0}, {x: 10}]}}}}"
    )
    let card = try h.node("card")
    try h.tap(id: "handle")
    try h.advance(by: 0.25, step: 0.25)
    #expect(abs(card.presented.opacity - 0.5) < 1e-5 && abs(card.presented.transform.tx - 2.5) < 1e-5)
    try h.advance(by: 1, step: 0.25)
    #expect(card.presented.opacity == 1 && card.presented.transform.isIdentity && h.stage.nextDeadline == nil)
  }

  @Test func changesInADoAreAnimated() throws {
    let h = try Self.stage(
      """
      data: {isOpen: false}
      root:
        type: box
        children:
          - {type: box, id: card, style: {width: 40, height: 40}, background: red, opacity: {bind: "isOpen ? 1 : 0.5"}}
          - type: box
            id: handle
            style: {width: 40, height: 40}
            on: {tap: [{animate: {motion: {curve: linear, duration: 1}, do: [{toggle: isOpen}]}}]}
      """)
    let card = try h.node("card")
    try h.tap(id: "handle")
    #expect(card.opacity == 1 && card.presented.opacity == 0.5)
    try h.advance(by: 0.5, step: 0.5)
    #expect(abs(card.presented.opacity - 0.75) < 1e-5)
    try h.tap(id: "handle")
    #expect(card.opacity == 0.5 && abs(card.presented.opacity - 0.75) < 1e-5)
    try h.advance(by: 1, step: 0.5)
    #expect(card.presented.opacity == 0.5)
  }

  @Test func inRowsTheNodeOfTheRowIsMeant() throws {
    let h = try Self.stage(
      """
      data: {names: [a, b, c]}
      root:
        type: box
        style: {flexDirection: column}
        children:
          - type: box
            each: names
            children:
              - {type: box, id: mark, style: {width: 20, height: 20}, background: red}
              - {type: box, style: {width: 20, height: 20}, on: {tap: {animate: {node: mark, motion: none, opacity: 0}}}}
      """)
    let rows = h.root.subnodes
    try h.tap(at: Point(30, 30))
    #expect(rows.map { $0.find("mark")?.opacity } == [1, 0, 1])
  }

  @Test(arguments: [
    ("{animate: {node: crad, opacity: 0}}", "crad", "card"), ("{animate: {node: card, opactiy: 0}}", "opactiy", "opacity"),
    ("{animate: {node: card, opacity: 2}}", "opacity", "0 to 1"),
    ("{animate: {node: card, motion: wobbly, opacity: 1}}", "motion", "spring"),
    ("{animate: {node: card}}", "is empty; it needs", "keyframes"), ("{animate: {node: card, width: wide}}", "width", "wide"),
    ("{animate: {node: card, keyframes: {opactiy: {frames: [0, 1]}}}}", "opactiy", "opacity"),
    ("{animate: {node: card, keyframes: {opacity: {frames: [red]}}}}", "opacity", "values"),
    ("{animate: {do: [{jump: 1}]}}", "jump", "set"), ("{animate: card}", "map", "card"), ("{animat: {node: card}}", "animat", "animate"),
    ("{animate: {node: [card], opacity: 1}}", "node", "text"),
  ])
  func invalidInputIsAnErrorWithItsPlace(action: String, word: String, other: String) throws {
    do {
      _ = try Self.stage(action: action)
      Issue.record("\(action) was taken")
    } catch let error as SceneErrors {
      #expect(
        error.errors.contains { $0.line == 12 && $0.column > 14 && "\($0)".contains(word) && "\($0)".contains(other) }, "\(error)")
    }
  }

  // MARK: looks

  private static let looks = """
    data: {mode: none}
    root:
      type: box
      style: {flexDirection: column, alignItems: start}
      children:
        - type: box
          id: card
          style: {width: 40, height: 40}
          background: red
          opacity: 0.4
          looks:
            open: {when: "mode == 'open' or mode == 'both'", motion: {curve: linear, duration: 1}, opacity: 1, width: 120}
            faded: {when: "mode == 'faded' or mode == 'both'", motion: {curve: linear, duration: 0.5}, opacity: 0, background: blue}
    """

  @Test func theFirstMatchingLookWinsWithItsMotion() throws {
    let h = try Self.stage(Self.looks)
    let (card, data) = (try h.node("card"), try #require(h.root.sceneData))
    func set(_ mode: String) throws {
      try data.set(.text(mode), at: DataPath(["mode"]))
      try h.settle()
    }
    try set("open")
    #expect(card.opacity == 1 && card.presented.opacity == 0.4)
    try h.advance(by: 0.5, step: 0.25)
    #expect(abs(card.presented.opacity - 0.7) < 1e-5)
    try h.advance(by: 0.6, step: 0.1)
    #expect(card.presented.opacity == 1 && card.frame.width == 120)
    try set("both")
    #expect(card.presented.opacity == 1 && card.presented.background == .color(Color("red")!))
    try set("faded")
    try h.advance(by: 0.25, step: 0.25)
    #expect(abs(card.presented.opacity - 0.5) < 1e-5)
    try h.advance(by: 0.3, step: 0.1)
    #expect(card.presented.opacity == 0 && card.background == .color(Color("blue")!) && card.frame.width == 40)
    try set("none")
    try h.advance(by: 0.25, step: 0.25)
    #expect(abs(card.presented.opacity - 0.2) < 1e-5, "what it leaves says how")
    try h.advance(by: 0.3, step: 0.1)
    #expect(card.presented.opacity == 0.4 && h.stage.nextDeadline == nil)
  }

  @Test(arguments: [
    ("looks: {open: {opacity: 1}}", "when"), ("looks: {open: {when: a, opactiy: 1}}", "opactiy"), ("looks: [a]", "map"),
    ("looks: {open: {when: a, motion: wobbly}}", "motion"), ("looks: {open: {when: a, variants: [{when: b, opacity: 1}]}}", "variants"),
    ("looks: {open: {when: 'a +', opacity: 1}}", "when"),
  ])
  func invalidLooksAreErrors(line: String, word: String) throws {
    do throws(SceneErrors) {
      _ = try Scene.parse(text: "tessera: 1\nroot:\n  type: box\n  \(line)\n", registry: .standard)
      Issue.record("\(line) was taken")
    } catch {
      #expect(error.errors.contains { $0.line == 4 && "\($0)".contains(word) }, "\(error)")
    }
  }

  // MARK: Animated attributes

  @Test func pathsAndNumbersOfTextMoveInScenes() throws {
    let h = try Self.stage(
      """
      data: {count: 10, shape: M0 0 L10 0 L10 10 Z}
      root:
        type: box
        style: {flexDirection: column, alignItems: start}
        children:
          - {type: shape, id: shape, path: {bind: shape}, fill: black, motion: {path: {curve: linear, duration: 1}}, style: {width: 40, height: 40}}
          - {type: text, id: label, value: {bind: count}, format: "%.1f°", motion: {value: {curve: linear, duration: 1}}}
          - {type: shape, id: beat, fill: black, path: M0 0 L4 4, keyframes: {path: {frames: [M0 0 L4 4, M0 0 L8 8], duration: 1}}}
      """)
    let data = try #require(h.root.sceneData)
    try data.set(.number(20), at: DataPath(["count"]))
    try data.set(.text("M0 0 L30 0 L10 30 Z"), at: DataPath(["shape"]))
    try h.settle()
    let (shape, label) = (try h.node("shape"), try h.node("label"))
    #expect(shape.attribute("path") == .text("M0 0 L30 0 L10 30 Z") && label.attribute("value") == .number(20))
    try h.advance(by: 0.5, step: 0.5)
    let middle = try h.snapshot()
    let still = try Self.stage(
      """
      root:
        type: box
        style: {flexDirection: column, alignItems: start}
        children:
          - {type: shape, path: M0 0 L20 0 L10 20 Z, fill: black, style: {width: 40, height: 40}}
          - {type: text, string: "15.0°"}
          - {type: shape, fill: black, path: M0 0 L6 6, style: {width: 4, height: 4}}
      """)
    try expectEqualPixels(middle, still.snapshot())
    let text = try SceneWriter(registry: .standard).text(of: h.root)
    let back = try Scene.parse(text: text, registry: .standard).makeRoot()
    #expect(back.find("label")?.attribute("format") == .text("%.1f°") && back.find("label")?.attribute("value") == .number(20), "\(text)")
    #expect(back.find("beat")?.keyframes == (try h.node("beat")).keyframes)
  }

  /// An animation started by a tap gives identical frames with any step size and any number of workers.
  @Test func anActionIsSeenTheSameByAnyWay() throws {
    func picture(step: Double, threads: Int) throws -> PixelBuffer {
      let h = try Self.stage(
        action: "{animate: {node: card, motion: {spring: {duration: 0.5, bounce: 0.4}}, transform: {rotate: 30, x: 40}, cornerRadius: 12}}",
        threads: threads)
      try h.tap(id: "handle")
      try h.advance(by: 0.25, step: step)
      return try h.snapshot()
    }
    let one = try picture(step: 0.25, threads: 0)
    try expectEqualPixels(picture(step: 1.0 / 64, threads: 0), one)
    try expectEqualPixels(picture(step: 1.0 / 64, threads: 3), one)
  }

  @Test func theSchemaHasTheActionAndLooks() {
    let schema = SceneSchema.json(.standard)
    #expect(schema.contains("\"animate\"") && schema.contains("\"looks\""))
  }
}
