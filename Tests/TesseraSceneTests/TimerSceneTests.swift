import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Timers and pressable nodes of scenes.
@Suite struct TimerSceneTests {
  private func stage(_ text: String) throws -> (h: HeadlessStage, data: SceneData) {
    let scene = try Scene.parse(text: text, registry: .standard)
    let data = SceneData()
    data.onProblem = { Issue.record("\($0)") }
    return (try HeadlessStage(width: 200, height: 100) { try scene.makeRoot(data: data) }, data)
  }

  private func value(_ data: SceneData, _ path: String) throws -> DataValue? { data.value(at: try #require(DataPath(path))) }

  private func padded(_ minute: Int) -> String { minute % 60 < 10 ? "0\(minute % 60)" : "\(minute % 60)" }

  @Test func timersSetDataWhileTheirConditionHolds() throws {
    let (h, data) = try stage(
      """
      tessera: 1
      data: {seconds: 0, runs: true, done: false}
      root:
        type: box
        id: root
        timers:
          - {every: 1s, when: runs, do: {set: {seconds: seconds + 1}}}
          - {after: 2500ms, do: {set: {done: true}}}
      """)
    try h.advance(by: 2.1)
    #expect(try value(data, "seconds") == .number(2))
    #expect(try value(data, "done") == .boolean(false))
    try h.advance(by: 1)
    #expect(try value(data, "seconds") == .number(3))
    #expect(try value(data, "done") == .boolean(true))
    try data.set(.boolean(false), at: DataPath(["runs"]))
    try h.advance(by: 5)
    #expect(try value(data, "seconds") == .number(3))
    // The interval begins when the condition holds again.
    try data.set(.boolean(true), at: DataPath(["runs"]))
    try h.advance(by: 0.9)
    #expect(try value(data, "seconds") == .number(3))
    try h.advance(by: 0.2)
    #expect(try value(data, "seconds") == .number(4))
    // A hidden node has no timers.
    h.root.isHidden = true
    try h.advance(by: 3)
    #expect(try value(data, "seconds") == .number(4))
  }

  @Test func theTimeOfDayIsUpdatedWhileVisible() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        data: {showsSeconds: true, started: 0}
        root:
          type: box
          id: root
          on: {tap: {set: {started: env.time.epoch}}}
          children:
            - {type: text, id: minutes, string: {bind: "format('%02d', env.time.minute)"}}
            - {type: box, when: showsSeconds, children: [{type: text, id: seconds, string: {bind: "env.time.second"}}]}
        """, registry: .standard)
    let data = SceneData()
    let clock = Locked<ManualClock?>(nil)
    // 50 seconds after a full minute in every time zone.
    data.wallClock = { 1_799_999_990 + (clock.withLock { $0 }?.now ?? 0) }
    let h = try HeadlessStage(width: 100, height: 100) { try scene.makeRoot(data: data) }
    clock.withLock { $0 = h.clock }
    func text(_ id: String) throws -> String? { try h.node(id).attribute("string")?.text }
    let shown = try #require(try text("minutes"))
    let minute = try #require(Int(shown))
    #expect(try text("seconds") == "50")
    try h.advance(by: 3.5)
    #expect(try text("seconds") == "53")
    try h.tap(at: Point(1, 90))
    #expect(try value(data, "started") == .number(1_799_999_993))
    // Without seconds, only the next minute is awaited.
    try data.set(.boolean(false), at: DataPath(["showsSeconds"]))
    try h.settle()
    let updates = data.statistics.changes
    try h.advance(by: 5)
    #expect(data.statistics.changes == updates)
    try h.advance(by: 2)
    #expect(try text("minutes") == padded(minute + 1))
    // A clock that appears again is current.
    h.root.isHidden = true
    try h.advance(by: 200, step: 10)
    h.root.isHidden = false
    try h.settle()
    #expect(try text("minutes") == padded(minute + 4))
  }

  @Test func aTimerOfARowHasItsNames() throws {
    let (h, data) = try stage(
      """
      tessera: 1
      data: {rooms: [{n: 0}, {n: 10}]}
      root:
        type: box
        children:
          - {type: box, style: {width: 10, height: 10}, each: {bind: rooms, as: room}, timers: {every: 0.5, do: {set: {room.n: room.n + 1}}}}
      """)
    try h.advance(by: 1.1)
    #expect(try value(data, "rooms[0].n") == .number(2))
    #expect(try value(data, "rooms[1].n") == .number(12))
  }

  @Test func aSceneThatIsReadAgainHasEachTimerOnce() throws {
    func text(_ step: Int) -> String {
      "{tessera: 1, data: {n: 0}, root: {type: box, id: r, timers: {every: 1s, do: {set: {n: n + \(step)}}}}}"
    }
    let old = try Scene.parse(text: text(1), registry: .standard)
    let data = SceneData()
    let h = try HeadlessStage(width: 100, height: 100) { try old.makeRoot(data: data) }
    try h.advance(by: 1.1)
    #expect(try value(data, "n") == .number(1))
    let new = try Scene.parse(text: text(10), registry: .standard)
    _ = try new.update(h.root, from: old, data: data)
    try h.settle()
    try h.advance(by: 1.1)
    #expect(try value(data, "n") == .number(11))
  }

  @Test(arguments: [
    ("{every: 1s}", "a timer of `box` needs `do`, its actions"),
    ("{do: pop}", "a timer of `box` needs `every` or `after`, a time such as 1s or 300ms"),
    ("{every: 1 fortnight, do: pop}", "`every` of a timer of `box` must be a time such as 1s, 300ms, 5min or 2h, got `1 fortnight`"),
    ("{every: 1ms, do: pop}", "`every` of a timer of `box` must be from 16ms to 24h, got `1ms`"),
    ("{after: 25h, do: pop}", "`after` of a timer of `box` must be from 16ms to 24h, got `25h`"),
    ("{every: 1s, after: 1s, do: pop}", "a timer of `box` has both `every` and `after`; write two timers"),
    ("{evry: 1s, do: pop}", "a timer of `box` has no `evry`, only every, after, when, do"),
    ("[\(Array(repeating: "{every: 1s, do: pop}", count: 17).joined(separator: ", "))]", "`box` has more than 16 timers"),
  ])
  func reportsTheProblem(timers: String, message: String) throws {
    do {
      _ = try Scene.parse(text: "{tessera: 1, root: {type: box, timers: \(timers)}}", registry: .standard)
      Issue.record("\(timers) was read")
    } catch {
      #expect(error.errors.contains { $0.message == message && $0.line == 1 && $0.column > 1 }, "\(error.errors.map(\.message))")
    }
  }

  @Test func aPressableCardIsTappedByFingerAndKeys() throws {
    let (h, data) = try stage(
      """
      tessera: 1
      data: {taps: 0}
      root:
        type: box
        style: {padding: 10}
        children:
          - type: box
            id: card
            pressable: true
            background: $surface
            cornerRadius: $radius3
            style: {width: 80, height: 60}
            on: {tap: {set: {taps: taps + 1}}}
      """)
    let card = try h.node("card")
    #expect(card.resolvedSemantics.role == .button)
    try h.tap(id: "card")
    #expect(try value(data, "taps") == .number(1))
    try h.key(.next)
    #expect(h.stage.focusedNode === card)
    try h.key(.enter)
    try h.key(.space)
    #expect(try value(data, "taps") == .number(3))
    #expect(h.errors.isEmpty)
  }

  @Test func aDragSetsData() throws {
    let (h, data) = try stage(
      """
      tessera: 1
      data: {x: 0, moved: 0, phase: none, presses: 0}
      root:
        type: box
        children:
          - type: box
            id: bar
            pressable: true
            style: {width: 100, height: 40}
            on:
              drag: {set: {x: value.x, moved: value.dx, phase: value.phase}}
              pressChange: {set: {presses: presses + 1}, when: value}
              tap: {set: {phase: "'tapped'"}}
      """)
    try h.drag(from: Point(10, 20), to: Point(60, 20))
    #expect(try value(data, "x") == .number(60))
    #expect(try value(data, "phase") == .text("ended"))
    guard case .number(let moved)? = try value(data, "moved") else { throw TestFailure("no movement") }
    #expect(moved > 30 && moved <= 50)
    #expect(try value(data, "presses") == .number(1))
    try h.advance(by: 1)
    try h.tap(at: Point(10, 20))
    #expect(try value(data, "phase") == .text("tapped"))
    #expect(try value(data, "presses") == .number(2))
  }

  @Test func aConditionOfTheTemplateLeavesRowsOut() throws {
    let (h, data) = try stage(
      """
      tessera: 1
      data: {least: 20, rooms: [{n: 18}, {n: 21}, {n: 25}]}
      root:
        type: table
        id: list
        items: {bind: rooms}
        item: {type: text, when: item.n >= least, string: {bind: "index + ': ' + item.n"}}
        style: {width: 200, height: 100}
      """)
    func rows() throws -> [String] {
      let list = try h.node("list")
      func texts(_ node: AnyNode) -> [String] { ((node.attribute("string")?.text).map { [$0] } ?? []) + node.subnodes.flatMap(texts) }
      return texts(list)
    }
    #expect(try rows() == ["1: 21", "2: 25"])
    try data.set(.number(25), at: DataPath(["least"]))
    try h.settle()
    try h.advance(by: 1)
    #expect(try rows() == ["2: 25"])
    try data.set(.number(30), at: try #require(DataPath("rooms[0].n")))
    try h.settle()
    try h.advance(by: 1)
    #expect(try rows() == ["0: 30", "2: 25"])
  }
}
