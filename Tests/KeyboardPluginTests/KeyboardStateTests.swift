import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import KeyboardPlugin

@Suite struct KeyboardStateTests {
  static func state(_ languages: String..., page: BoardPage = .letters) -> KeyboardState {
    var state = KeyboardState([])
    state.use(languages.compactMap(KeyboardLayout.standard))
    state.begin(page: page, address: .none, enter: .done)
    measure(&state)
    return state
  }

  static func measure(_ state: inout KeyboardState) {
    state.cells = state.board.cells(in: Size(800, 216), strip: 44, padding: 3)
  }

  static func center(_ state: KeyboardState, _ role: BoardKey.Role) throws -> Point {
    try state.cells[#require(state.board.keys.firstIndex { $0.role == role })].center
  }

  static func touch(_ phase: Touch.Phase, _ at: Point, _ time: Double, id: Int = 0) -> Touch {
    Touch(id: id, phase: phase, location: at, time: time)
  }

  /// Taps a key. Returns all effects.
  @discardableResult
  static func tap(_ state: inout KeyboardState, _ role: BoardKey.Role, at time: Double = 0) throws -> [KeyboardOutput] {
    if state.cells.isEmpty { measure(&state) }
    let place = try center(state, role)
    let begun = state.touch(touch(.began, place, time), at: time)
    return [begun.output, state.touch(touch(.ended, place, time), at: time).output].compactMap(\.self)
  }

  @Test func aKeyActsWhereTheFingerIsLifted() throws {
    var state = Self.state("en-US")
    let (q, w) = try (Self.center(state, .text("q")), Self.center(state, .text("w")))
    #expect(state.touch(Self.touch(.began, q, 0), at: 0).output == nil)
    #expect(state.touch(Self.touch(.moved, w, 0.1), at: 0.1).output == nil)
    #expect(state.touch(Self.touch(.ended, w, 0.1), at: 0.1).output == .insert("w"))
  }

  @Test func aSecondFingerEndsTheKeyOfTheFirst() throws {
    var state = Self.state("en-US")
    let (q, w) = try (Self.center(state, .text("q")), Self.center(state, .text("w")))
    _ = state.touch(Self.touch(.began, q, 0, id: 1), at: 0)
    #expect(state.touch(Self.touch(.began, w, 0.1, id: 2), at: 0.1).output == .insert("q"))
    #expect(state.touch(Self.touch(.ended, q, 0.2, id: 1), at: 0.2).output == nil)
    #expect(state.touch(Self.touch(.ended, w, 0.2, id: 2), at: 0.2).output == .insert("w"))
  }

  @Test func touchesBetweenKeysBelongToTheNearest() throws {
    let state = Self.state("de")
    for x in stride(from: -20.0, to: 830, by: 1) {
      for y in [-5.0, 54, 108, 162, 300] { #expect(Board.key(at: Point(x, y), in: state.cells, of: state.board) != nil) }
    }
  }

  @Test func shiftIsForOneLetterAndTwoPressesLockIt() throws {
    var state = Self.state("en-US")
    try Self.tap(&state, .shift)
    #expect(state.shift == .once)
    #expect(try Self.tap(&state, .text("Q")) == [.insert("Q")])
    #expect(state.shift == .off)
    try Self.tap(&state, .shift, at: 5)
    try Self.tap(&state, .shift, at: 5.3)
    #expect(state.shift == .locked)
    try Self.tap(&state, .text("Q"), at: 6)
    #expect(state.shift == .locked)
    try Self.tap(&state, .shift, at: 9)
    #expect(state.shift == .off)
  }

  @Test func deleteRepeatsAndRemovesWordsAfterTwoSeconds() throws {
    var state = Self.state("en-US")
    let place = try Self.center(state, .delete)
    var step = state.touch(Self.touch(.began, place, 0), at: 0)
    #expect(step.output == .delete(byWord: false) && step.due == 0.4)
    var times: [Double] = []
    var firstWord: Double?
    while step.due < 2.5 {
      let time = step.due
      times.append(time)
      step = state.pass(at: time)
      if step.output == .delete(byWord: true), firstWord == nil { firstWord = time }
    }
    #expect(abs(times[1] - times[0] - 0.1) < 1e-9 && abs(times[12] - times[11] - 0.04) < 1e-9)
    #expect(firstWord.map { $0 >= 2 && $0 < 2.1 } ?? false)
    #expect(state.touch(Self.touch(.ended, place, 3), at: 3).output == nil)
  }

  @Test func aLongPressShowsVariantsAndASlideChoosesOne() throws {
    var state = Self.state("de")
    let key = try #require(state.board.keys.firstIndex { $0.role == .text("a") })
    _ = state.touch(Self.touch(.began, state.cells[key].center, 0), at: 0)
    #expect(state.pass(at: 0.5).showsVariants)
    let frames = state.variantFrames(of: key)
    #expect(frames.count == state.board.keys[key].variants.count)
    let place = frames[try #require(state.board.keys[key].variants.firstIndex(of: "à"))].center
    _ = state.touch(Self.touch(.moved, place, 0.7), at: 0.7)
    #expect(state.touch(Self.touch(.ended, place, 0.8), at: 0.8).output == .insert("à"))
  }

  @Test func aSlideOnSpaceMovesTheCaretAndInsertsNothing() throws {
    var state = Self.state("en-US")
    let place = try Self.center(state, .space)
    _ = state.touch(Self.touch(.began, place, 0), at: 0)
    var moved = 0
    for x in stride(from: 0.0, through: 77, by: 1) {
      if case .moveCaret(let steps)? = state.touch(Self.touch(.moved, place + Point(x, 0), 0.1), at: 0.1).output { moved += steps }
    }
    #expect(moved == 6)
    #expect(state.touch(Self.touch(.ended, place + Point(77, 0), 0.2), at: 0.2).output == nil)
  }

  @Test func aDeadKeyWaitsForItsLetter() throws {
    var state = Self.state("es")
    #expect(try Self.tap(&state, .dead("´")) == [.compose("´")])
    #expect(try Self.tap(&state, .text("e")) == [.insert("é")])
    #expect(try Self.tap(&state, .dead("´")) == [.compose("´")])
    #expect(try Self.tap(&state, .delete) == [.delete(byWord: false)])
    #expect(try Self.tap(&state, .text("e")) == [.insert("e")])
  }

  @Test func emojiAreSearchedByTheirNames() throws {
    var state = Self.state("en-US")
    state.configure { $0.hasEmoji = true }
    try Self.tap(&state, .page(.emoji(0)))
    try Self.tap(&state, .searchEmoji)
    for letter in ["d", "o", "g"] { #expect(try Self.tap(&state, .text(letter)).isEmpty) }
    #expect(state.suggestions.first == "🐶")
    #expect(try Self.tap(&state, .suggestion(0)) == [.insert("🐶")])
    #expect(state.query == nil && state.kind.page == .emoji(0))
  }

  @Test func theRingWrapsInItsRow() throws {
    var state = Self.state("en-US")
    state.showRing()
    let first = try #require(state.ring)
    let row = try #require(state.board.row(of: first))
    let keys = state.board.rows[row]
    var seen: Set<Int> = []
    for _ in keys {
      _ = state.key(KeyPress(.right), at: 0)
      seen.insert(try #require(state.ring))
    }
    #expect(seen == Set(keys))
    for _ in state.board.keys {
      _ = state.key(KeyPress(.next), at: 0)
      seen.insert(try #require(state.ring))
    }
    #expect(seen.count == state.board.keys.count)
    for _ in state.board.rows { _ = state.key(KeyPress(.down), at: 0) }
    #expect(state.board.row(of: try #require(state.ring)) == row)
  }

  @Test func aKeyOfTheDevicePressesTheKeyWithTheRing() throws {
    var state = Self.state("en-US")
    state.showRing()
    let role = state.board.keys[try #require(state.ring)].role
    #expect(state.key(KeyPress(.enter), at: 0)?.output == nil)
    let step = state.key(KeyPress(.enter, isDown: false), at: 0)
    #expect(step?.used == role)
  }

  /// Any touches and keys keep the state valid.
  @Test(arguments: 0..<8) func anyInputKeepsTheStateValid(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = Self.state("de", "ar", "es")
    state.configure { ($0.hasEmoji, $0.hasLanguages, $0.hides) = (true, true, true) }
    var time = 0.0
    let numbers = [0.0, -1e308, .nan, .infinity, 5, 60, 150, 210, 400, 799]
    for _ in 0..<1500 {
      if state.cells.isEmpty { Self.measure(&state) }
      time += Double.random(in: 0..<0.6, using: &random)
      let phase = Touch.Phase.allCases.randomElement(using: &random) ?? .began
      let place = Point(numbers.randomElement(using: &random) ?? 0, numbers.randomElement(using: &random) ?? 0)
      _ = state.touch(Self.touch(phase, place, time, id: Int.random(in: 0..<2, using: &random)), at: time)
      if state.cells.isEmpty { Self.measure(&state) }
      _ = state.pass(at: time)
      if state.cells.isEmpty { Self.measure(&state) }
      if Bool.random(using: &random) { state.showRing() }
      let keys: [KeyPress.Key] = [.left, .right, .up, .down, .next, .previous, .enter]
      _ = state.key(KeyPress(keys.randomElement(using: &random) ?? .left, isDown: Bool.random(using: &random)), at: time)
      #expect(state.ring.map(state.board.keys.indices.contains) != false)
      #expect(state.press.map { $0.key >= 0 } != false)
    }
  }

  @Test func keysAllocateNothingAfterTheirBoardsWereShown() throws {
    try #require(Allocations.areCounted)
    var state = Self.state("en-US")
    let places = try ["h", "e", "l", "o"].map { try Self.center(state, .text($0)) }
    func type() {
      var at = 0
      while at < places.count {
        _ = state.touch(Self.touch(.began, places[at], 1), at: 1)
        _ = state.touch(Self.touch(.ended, places[at], 1), at: 1)
        at += 1
      }
    }
    type()
    #expect(Allocations.count { type() } == 0)
  }
}
