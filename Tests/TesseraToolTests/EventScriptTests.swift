import TesseraKit
import TesseraScene
import Testing

@testable import TesseraTool

@Suite struct EventScriptTests {
  private func actions(_ text: String) throws -> [EventScript.Action] { try EventScript(text, file: "s").steps.map(\.action) }

  @Test func linesBecomeEventsInTime() throws {
    let script = try EventScript(
      "tap 1 2.5 for 0.1\nwait 500ms\n\n# comment\ntext \"a \\\"b\\\" \\u00e9 # no comment\" # comment\r\ntouch #a\n", file: "s")
    #expect(script.steps.map(\.time) == [0, 0.1, 0.6, 0.6])
    #expect(script.steps.map(\.line) == [1, 1, 5, 6])
    #expect(
      script.steps.map(\.action) == [
        .touch(.began, .point(Point(1, 2.5))), .touch(.ended, nil), .send(.text("a \"b\" é # no comment")), .touch(.began, .node("a")),
      ])
  }

  @Test func changesTakeTheRestOfTheLine() throws {
    #expect(
      try actions("set #a background \"#336699\" # blue\nadd #a at 0 {type: text, string: \"b # c\"}\nadd #a {type: box}\nremove #b") == [
        .set("a", "background: \"#336699\" # blue"), .add("a", at: 0, "{type: text, string: \"b # c\"}"),
        .add("a", at: nil, "{type: box}"), .remove("b"),
      ])
  }

  @Test func aMouseIsSomewhereOrGone() throws {
    #expect(try actions("hover #a\nhover 1 2\nhover") == [.hover(.node("a")), .hover(.point(Point(1, 2))), .hover(nil)])
    #expect(throws: SceneErrors.self) { try actions("hover 1") }
    #expect(try actions("rightclick #a\nrightclick 1 2") == [.contextMenu(.node("a")), .contextMenu(.point(Point(1, 2)))])
    #expect(throws: SceneErrors.self) { try actions("rightclick") }
  }

  @Test func dragMovesOnceAFrame() throws {
    let script = try EventScript("drag 0 0 100 50 over 0.1", file: "s", framesPerSecond: 40)
    #expect(script.duration == 0.1)
    #expect(script.steps.map(\.action).prefix(2) == [.touch(.began, .point(.zero)), .glide(from: nil, to: .point(Point(100, 50)))])
    let shares = script.steps.compactMap { if case .glideMoved(let share) = $0.action { share } else { nil } }
    #expect(shares.count == 4)
    #expect(shares.last == 1)
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
    #expect(script.steps.last?.action == .touch(.ended, nil))
    #expect(try actions("drag 0 0 1 1 over 0").count == 4)
  }

  @Test func waysThatTakeTooManyFramesAreRefused() throws {
    // Few bytes must not become gigabytes of steps.
    let hour = "drag 0 0 1 1 over 3600\n"
    #expect(try EventScript(String(repeating: hour, count: 4), file: "s").steps.count == 4 * 216_003)
    let error = #expect(throws: SceneErrors.self) { try EventScript(String(repeating: hour, count: 6), file: "s") }
    #expect(error?.errors.count == 2)
    #expect(error?.errors.first.map { "\($0)" }?.contains("s:5:") == true)
    #expect(error?.description.contains("more than 1000000 steps") == true)
  }

  @Test(arguments: [
    ("a", KeyPress(.character("a"))), ("left", KeyPress(.left)), ("ctrl+shift+left", KeyPress(.left, modifiers: [.control, .shift])),
    ("+", KeyPress(.character("+"))), ("alt++", KeyPress(.character("+"), modifiers: .alt)),
    ("Meta+Return", KeyPress(.enter, modifiers: .meta)),
  ]) func keysAreReadWithModifiers(text: String, press: KeyPress) throws {
    var up = press
    up.isDown = false
    #expect(try actions("key \(text)") == [.send(.key(press)), .send(.key(up))])
  }

  @Test(arguments: [
    ("tap", "1:4: `tap` wants a place: two numbers, or #id, got nothing", nil), ("tap 1 x", "1:7: wants a number, got `x`", nil),
    ("tap 1 2 3", "1:9: wants `for` and a time, got `3`", nil),
    ("  drag 1 2", "1:11: `drag` wants a place: two numbers, or #id, got nothing", nil),
    ("wait soon", "1:6: wants a time from 0 to 3600 seconds, such as 0.5 or 500ms, got `soon`", nil),
    ("wait 1e9", "1:6: wants a time from 0 to 3600 seconds, such as 0.5 or 500ms, got `1e9`", nil),
    ("text a", "1:6: wants a text in double quotes, got `a`", nil),
    ("text \"a", "1:6: the text that begins here has no closing quote", nil),
    ("text \"\\q\"", "1:7: `\\q` is no escape; there are \\n \\t \\r \\\" \\\\ \\/ and \\u with four digits", nil),
    ("wait 1 2", "1:8: `2` is too much here", nil),
    ("screenshot a.gif", "1:12: wants a file that ends in .png, .ppm or .raw, got `a.gif`", nil),
    ("focus 1 2", "1:7: `focus` wants the id of a node, #name, got `1`", nil),
    ("tap nan 1", "1:5: wants a place, two numbers or #id, got `nan`", nil),
    ("key ctl+a", "1:5: unknown modifier `ctl`; there are shift, ctrl, alt, meta", "ctrl"),
    (
      "wiat 1",
      "1:1: unknown event `wiat`; there are touch, move, release, cancel, tap, drag, hover, rightclick, wheel, key, text, focus, set, add, remove, data, resize, wait, screenshot",
      "wait"
    ),
    ("move 1 1", "1:1: `move` without a touch: none has begun, or it ended before; `touch` begins one", nil),
    ("touch 1 1\nrelease\ncancel", "3:1: `cancel` without a touch: none has begun, or it ended before; `touch` begins one", nil),
    ("drag 1 1 2 2\nrelease", "2:1: `release` without a touch: none has begun, or it ended before; `touch` begins one", nil),
    ("set width 3", "1:5: `set` wants the id of a node, #name, got `width`", nil),
    ("set #a width", "1:13: `set` wants a value, got nothing", nil),
    ("add #a at x {type: box}", "1:11: wants a whole number, got `x`", nil),
    ("remove #a #b", "1:11: `#b` is too much here", nil),
  ]) func wrongLinesSayWhereAndWhat(text: String, message: String, suggestion: String?) throws {
    let errors = #expect(throws: SceneErrors.self) { try EventScript(text, file: "s") }
    #expect(errors?.errors.map { "\($0.line):\($0.column): \($0.message)" } == [message])
    #expect(errors?.errors.first?.suggestion == suggestion)
  }
}
