import Testing
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraReader
import TesseraTestSupport

/// Commands of the reader on scenes.
struct ReaderCommandTests {
  static let controls = """
    tessera: 1
    root:
      type: box
      style: {flexDirection: column, gap: 8}
      children:
        - {type: text, string: Oven, semantics: {role: heading, level: 1}}
        - {type: switch, id: light, title: Light}
        - {type: slider, id: heat, label: Heat, value: 40, step: 10, style: {width: 200, height: 40}}
        - {type: button, id: start, title: Start, semantics: {hint: Bakes}}
        - {type: button, title: Clean, enabled: false}
        - {type: text, string: Timer, semantics: {role: heading, level: 2}}
        - {type: box, label: Alarm, role: button, semantics: {actions: [activate], customActions: [Mute, Delete]}, style: {height: 20}}
    """

  @Test func controlsAreUsedByCommandsAlone() throws {
    let s = try SpokenStage(scene: Self.controls)
    #expect(try s.take() == ["Oven, heading, level 1"])
    #expect(try s.say(.next(.element)) == ["Light, switch, off"])
    #expect(try s.say(.activate) == ["on"])
    #expect(try s.say(.activate, .current) == ["off", "Light, switch, off"])
    #expect(try s.say(.next(.element), .increment, .rotorNext, .decrement) == ["Heat, 40, slider", "50", "60", "50"])
    #expect(try s.say(.previous(.element), .increment) == ["Light, switch, off", "not adjustable"])
    #expect(try s.say(.last) == ["Alarm, button, actions available"])
    #expect(try s.say(.action, .action, .action) == ["Mute", "Delete", "Mute"])
    #expect(try s.say(.next(.element)) == ["last element"])
    let headings = ["Timer, heading, level 2", "Oven, heading, level 1", "no more headings"]
    #expect(try s.say(.previous(.heading), .previous(.heading), .previous(.heading)) == headings)
    #expect(try s.say(.spell) == ["capital O, v, e, n"])
    #expect(try s.say(.rotor, .rotorNext) == ["controls", "Light, switch, off"])
    let next = ["Heat, 50, slider", "Start, button, Bakes", "Clean, button, dimmed", "dimmed"]
    #expect(try s.say(.next(.control), .next(.control), .next(.control), .activate) == next)
  }

  @Test func customActionsReachTheProgram() throws {
    let s = try SpokenStage(scene: Self.controls)
    let done = Locked<[SemanticsAction]>([])
    let node = try #require(s.h.root.subnodes.last)
    node.on(AnyNode.semanticsAction) { action in done.withLock { $0.append(action) } }
    _ = try s.say(.last, .action, .action, .activate)
    #expect(done.withLock { $0 } == [.custom("Delete")])
  }

  @Test func keysAreCommandsAndOtherKeysSilence() throws {
    let s = try SpokenStage(scene: Self.controls)
    _ = try s.take()
    try s.h.key(.right, modifiers: [.control, .alt])
    try s.h.key(.space, modifiers: [.control, .alt])
    #expect(try s.takeAll() == ["|", "Light, switch, off", "|", "on"])
    try s.h.key(.character("x"))
    #expect(try s.takeAll() == ["|"])
    // Tab moves the focus; the cursor follows.
    try s.h.key(.tab)
    #expect(try s.take() == ["Light, switch, on"])
    for key in ["h", "c", "k", "f", "r", "l", "s", "u", "+", "-", "."] as [Character] {
      #expect(ReaderKeys.command(KeyPress(.character(key), modifiers: ReaderKeys.modifiers)) != nil)
      #expect(ReaderKeys.command(KeyPress(.character(key))) == nil)
    }
  }

  @Test func theRingShowsTheCursor() throws {
    let s = try SpokenStage(scene: Self.controls)
    #expect(s.h.stage.highlightedElement == s.reader.reader.cursor)
    let before = try s.h.snapshot()
    _ = try s.say(.next(.element))
    s.h.clock.advance(by: 1)
    try s.h.settle()
    #expect(s.h.stage.highlightedElement.flatMap { s.h.stage.semanticsTree[$0]?.name } == "light")
    #expect(try pixelDifference(before, s.h.framebuffer).count > 100)
    s.h.stage.assistant = nil
    #expect(s.h.stage.highlightedElement == nil)
  }

  @Test func touchesExploreSwipeAndActivate() throws {
    let s = try SpokenStage(scene: Self.controls)
    _ = try s.take()
    let light = try #require(s.h.stage.convert(Point(5, 5), from: try s.h.node("light")))
    func tap() throws {
      try s.h.tap(at: light)
      s.h.clock.advance(by: 0.1)
    }
    try tap()
    #expect(try s.take() == ["Light, switch, off"])
    try tap()
    #expect(try s.take() == ["on"])
    s.h.clock.advance(by: 1)
    try s.h.drag(from: Point(50, 300), to: Point(150, 305), over: 0.1)
    #expect(try s.take() == ["Heat, 40, slider"])
    try s.h.drag(from: Point(50, 300), to: Point(52, 200), over: 0.1)
    #expect(try s.take() == ["50"])
    // A finger that rests explores what is below it.
    try s.h.touch(.began, at: light)
    s.h.clock.advance(by: 0.3)
    #expect(try s.take() == ["Light, switch, on"])
    try s.h.touch(.moved, at: try #require(s.h.stage.convert(Point(5, 5), from: try s.h.node("start"))))
    try s.h.touch(.ended, at: Point(5, 5))
    #expect(try s.take() == ["Start, button, Bakes"])
    // Two fingers stop.
    for (phase, id) in [(Touch.Phase.began, 1), (.began, 2), (.ended, 1), (.ended, 2)] { try s.h.touch(phase, at: Point(9, 9), id: id) }
    #expect(try s.takeAll() == ["|"])
  }
}
