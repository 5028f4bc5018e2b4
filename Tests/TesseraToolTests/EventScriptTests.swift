import TesseraKit
import TesseraPlayer
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

  @Test(arguments: [
    (#"\ud83d\ude00 \uD83D\uDE00"#, "😀 😀"), (#"\b\f\n\r\t\/\\\""#, "\u{8}\u{C}\n\r\t/\\\""), (#"\u0041\u00e9"#, "Aé"),
    (#"\udbff\udfff"#, "\u{10FFFF}"), ("\u{301}a", "\u{301}a"), (#"\\\u0301"#, "\\\u{301}"), ("a\u{2028}b", "a\u{2028}b"), ("", ""),
  ]) func textsHaveTheEscapesOfJSON(escaped: String, text: String) throws {
    #expect(try actions("wait 1\ntext \"\(escaped)\"") == [.send(.text(text))])
  }

  @Test(arguments: [
    (#"\ud83d"#, 7), (#"a\ude00"#, 8), (#"\ud83d\ud83d\ude00"#, 7), (#"\ude00\ud83d"#, 7), (#"\ud83dx\ude00"#, 7),
  ]) func halfASurrogatePairIsAnErrorWithItsPlace(escaped: String, column: Int) throws {
    let errors = #expect(throws: SceneErrors.self) { try EventScript("wait 1\n\ntext \"\(escaped)\"", file: "s") }
    #expect(errors?.errors.map(\.line) == [3] && errors?.errors.map(\.column) == [column])
    #expect(errors?.description.contains("is half of a surrogate pair") == true)
  }

  @Test(arguments: [#"\u12"#, #"\u+123"#, #"\u12g4"#, #"\x41"#, #"\u"#]) func otherEscapesAreErrors(escaped: String) throws {
    let errors = #expect(throws: SceneErrors.self) { try EventScript("text \"\(escaped)\"", file: "s") }
    #expect(errors?.errors.map(\.column) == [7])
  }

  @Test func linesEndAsInEditors() throws {
    let script = try EventScript("\u{FEFF}wait 1\r\nkey a\rkey b\nkey c", file: "s")
    #expect(script.steps.map(\.line) == [2, 2, 3, 3, 4, 4])
  }

  @Test func picturesAreTakenAtRestOrNow() throws {
    #expect(
      try actions("screenshot a.png\nscreenshot b.png now\nwait rest\nawait room.target 21\nawait a text") == [
        .screenshot("a.png", atRest: true), .screenshot("b.png", atRest: false), .rest,
        .await(.init(path: DataPath(["room", "target"]), value: .number(21))), .await(.init(path: DataPath(["a"]), value: .text("text"))),
      ])
    #expect(throws: SceneErrors.self) { try actions("screenshot a.png later") }
    #expect(throws: SceneErrors.self) { try actions("data a=b c") }
  }

  @Test(arguments: [("klick 1 2", "tap"), ("sleep 1", "wait"), ("swipe 1 2 3 4", "drag"), ("snapshot a.png", "screenshot")])
  func namesOfOtherToolsAreUnderstoodAsMeant(line: String, event: String) {
    let errors = #expect(throws: SceneErrors.self) { try EventScript(line, file: "s") }
    #expect(errors?.errors.map(\.suggestion) == [event])
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
    ("tap", "1:4: `tap` needs a place: two numbers, or #id, got nothing", nil), ("tap 1 x", "1:7: `tap` needs a number, got `x`", nil),
    ("tap 1 2 3", "1:9: `tap` needs `for` and a time here, such as `for 0.5`, got `3`", nil),
    ("  drag 1 2", "1:11: `drag` needs a place: two numbers, or #id, got nothing", nil),
    ("touch 1 1\ntouch 2 2", "2:1: `touch` begins a touch, and one is active; `release` or `cancel` ends it", nil),
    ("touch 1 1\ntap 2 2", "2:1: `tap` begins a touch, and one is active; `release` or `cancel` ends it", nil),
    ("wait soon", "1:6: `wait` needs a time from 0 to 3600 seconds, such as 0.5 or 500ms, got `soon`", nil),
    ("wait 1e9", "1:6: `wait` needs a time from 0 to 3600 seconds, such as 0.5 or 500ms, got `1e9`", nil),
    ("text a", "1:6: `text` needs a text in double quotes: text \"a\"", nil),
    ("text \"a", "1:6: the text that begins here has no closing quote", nil),
    (
      "text \"\\q\"", "1:7: `\\q` is not a valid escape; valid are \\n \\t \\r \\b \\f \\\" \\\\ \\/ and \\u with four hexadecimal digits",
      nil
    ),
    ("wait 5 minutes", "1:8: unexpected `minutes`; times are 5s or 500ms", nil),
    ("screenshot a.gif", "1:12: `screenshot` needs a file that ends in .png, .ppm or .raw, got `a.gif`", nil),
    ("focus 1 2", "1:7: `focus` needs the id of a node, #name, got `1`", nil),
    ("tap nan 1", "1:5: `tap` needs a place, two numbers or #id, got `nan`", nil),
    ("key ctl+a", "1:5: unknown modifier `ctl`; valid are shift, ctrl, alt, meta", "ctrl"),
    (
      "wiat 1",
      "1:1: unknown event `wiat`; valid are touch, move, release, cancel, tap, drag, hover, rightclick, wheel, key, text, focus, set, add, remove, data, await, resize, wait, screenshot, reader, braille, switch",
      "wait"
    ),
    ("move 1 1", "1:1: `move` needs a touch, and no touch is active; `touch` begins one", nil),
    ("touch 1 1\nrelease\ncancel", "3:1: `cancel` needs a touch, and no touch is active; `touch` begins one", nil),
    ("drag 1 1 2 2\nrelease", "2:1: `release` needs a touch, and no touch is active; `touch` begins one", nil),
    ("set width 3", "1:5: `set` needs the id of a node, #name, got `width`", nil),
    ("set #a width", "1:13: `set` needs a value, got nothing", nil),
    ("add #a at x {type: box}", "1:11: `add` needs a whole number, got `x`", nil),
    (
      "reader nxt",
      "1:8: unknown command `nxt`; valid are next, previous, scroll, explore, action, activate, current, decrement, dismiss, down, first, increment, last, read, read-all, rotor, spell, stop, up",
      "next"
    ),
    ("reader next header", "1:13: must be a kind of element, one of element, heading, control, link, field, got `header`", nil),
    ("remove #a #b", "1:11: unexpected `#b`: `remove` is complete before it", nil),
  ]) func wrongLinesAreReportedWithPlaceAndReason(text: String, message: String, suggestion: String?) throws {
    let errors = #expect(throws: SceneErrors.self) { try EventScript(text, file: "s") }
    #expect(errors?.errors.map { "\($0.line):\($0.column): \($0.message)" } == [message])
    #expect(errors?.errors.first?.suggestion == suggestion)
  }
}
