import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct EditableTextStateTests {
  static let family = "👨‍👩‍👧‍👦"
  static let flag = "🇩🇪"
  static let combined = "e\u{301}\u{323}"
  static let hangul = "\u{1112}\u{1161}\u{11AB}"

  @Test(arguments: [family, flag, combined, hangul, "👍🏽", "\r\n", "क्षि", "x"])
  func backspaceAndDeleteRemoveOneWholeGrapheme(grapheme: String) {
    var state = EditingState("a" + grapheme + "b")
    state.moveCaret(to: 1 + grapheme.utf8.count)
    let done1 = state.delete(.backward)
    #expect(done1)
    #expect(state.string == "ab")
    #expect(state.caret == 1)

    state = EditingState("a" + grapheme + "b")
    state.moveCaret(to: 1)
    let done2 = state.delete(.forward)
    #expect(done2)
    #expect(state.string == "ab")
    #expect(state.caret == 1)
  }

  @Test(arguments: [family, flag, combined, hangul])
  func movingStepsOverAWholeGrapheme(grapheme: String) {
    var state = EditingState("a" + grapheme + "b")
    state.moveCaret(to: 0)
    var seen: [Int] = [state.caret]
    while state.caret < state.end {
      state.move(.forward)
      seen.append(state.caret)
    }
    #expect(seen == [0, 1, 1 + grapheme.utf8.count, 2 + grapheme.utf8.count])
    var back: [Int] = [state.caret]
    while state.caret > 0 {
      state.move(.backward)
      back.append(state.caret)
    }
    #expect(back == seen.reversed())
  }

  @Test func aPositionInsideAGraphemeMovesToItsStart() {
    var state = EditingState("a" + Self.family + "b")
    for inside in 2..<(1 + Self.family.utf8.count) {
      state.moveCaret(to: inside)
      #expect(state.caret == 1)
    }
    state.select(3..<4)
    #expect(state.selection == 1..<(1 + Self.family.utf8.count))
  }

  @Test func insertingALetterBeforeAMarkPutsTheCaretAfterBoth() {
    var state = EditingState("\u{301}x")
    state.moveCaret(to: 0)
    state.insert("e")
    #expect(state.string == "e\u{301}x")
    #expect(state.caret == 3)
  }

  @Test func insertingAMarkJoinsTheLetterBeforeTheCaret() {
    var state = EditingState("e")
    state.insert("\u{301}")
    #expect(state.string.count == 1)
    state.delete(.backward)
    #expect(state.string.isEmpty)
  }

  @Test func typingReplacesTheSelection() {
    var state = EditingState("one two three")
    state.select(4..<7)
    state.insert("2")
    #expect(state.string == "one 2 three")
    #expect(state.caret == 5 && state.isCaretOnly)
  }

  @Test func aSelectionCollapsesToTheSideOfTheMove() {
    var state = EditingState("abcdef")
    state.select(2..<4)
    state.move(.backward)
    #expect(state.caret == 2 && state.isCaretOnly)
    state.select(2..<4)
    state.move(.forward)
    #expect(state.caret == 4 && state.isCaretOnly)
  }

  @Test func shiftKeepsTheOtherEnd() {
    var state = EditingState("abcdef")
    state.moveCaret(to: 3)
    state.move(.forward, extending: true)
    state.move(.forward, extending: true)
    #expect(state.selection == 3..<5)
    state.move(.start, extending: true)
    #expect(state.selection == 0..<3)
    #expect(state.caret == 0 && state.anchor == 3)
  }

  @Test func wordsAreLettersDigitsAndMarksTogether() {
    var state = EditingState("  don't stop, 日本語かな 42!")
    state.moveCaret(to: 0)
    var words: [String] = []
    while state.caret < state.end {
      state.moveCaret(to: state.caret)
      state.move(.wordForward)
      let end = state.caret
      state.move(.wordBackward, extending: true)
      if !state.isCaretOnly { words.append(state.selectedText) }
      state.moveCaret(to: end)
    }
    #expect(words == ["don't", "stop", "日本語", "かな", "42", "42!"])
  }

  @Test(arguments: [
    ("one two", 1, "one"), ("one two", 3, " "), ("one two", 7, "two"), ("ab\ncd", 2, "ab"), ("naïve café", 8, "café"), ("", 0, ""),
  ])
  func aDoubleTapSelectsTheRunUnderIt(text: String, offset: Int, selected: String) {
    var state = EditingState(text)
    state.selectWord(at: offset)
    #expect(state.selectedText == selected)
  }

  @Test func lineEdgesAreBetweenLineBreaks() {
    var state = EditingState("ab\ncdef\ngh")
    state.moveCaret(to: 5)
    state.move(.lineStart)
    #expect(state.caret == 3)
    state.move(.lineEnd)
    #expect(state.caret == 7)
  }

  @Test func aSingleLineTakesLineBreaksAsSpacesAndNoControlCharacters() {
    var state = EditingState()
    state.insert("a\r\nb\u{2028}c\u{0}\u{7}\td")
    #expect(state.string == "a b c d")
    state = EditingState()
    state.isMultiline = true
    state.insert("a\r\nb\u{2029}c\u{1B}\td")
    #expect(state.string == "a\nb\nc\td")
  }

  @Test func theMaximumLengthCountsGraphemesAndTruncatesPastedText() {
    var state = EditingState("ab")
    state.maximumLength = 4
    state.insert(Self.family + Self.flag + "zz")
    #expect(state.string == "ab" + Self.family + Self.flag)
    let done3 = state.insert("x")
    #expect(!done3)
    // A mark joins the existing letter, so it still fits.
    state.moveCaret(to: 1)
    let done4 = state.insert("\u{308}")
    #expect(done4)
    #expect(state.string.count == 4)
    state.selectAll()
    state.insert("wxyz!")
    #expect(state.string == "wxyz")
  }

  @Test func typingIsUndoneAsARunAndPastingOnItsOwn() {
    var (state, history) = (EditingState(), EditingHistory())
    func edit(_ change: (inout EditingState) -> Void) {
      let before = state
      change(&state)
      history.record(before, state)
    }
    for letter in ["T", "o", "u"] { edit { $0.insert(letter) } }
    edit { $0.insert("can and more") }
    edit { $0.delete(.wordBackward) }
    #expect(state.string == "Toucan and ")
    history.undo(&state)
    #expect(state.string == "Toucan and more")
    history.undo(&state)
    #expect(state.string == "Tou")
    history.undo(&state)
    #expect(state.string == "")
    let done5 = history.undo(&state)
    #expect(!done5)
    history.redo(&state)
    history.redo(&state)
    #expect(state.string == "Toucan and more")
    edit { $0.insert("!") }
    let done6 = history.redo(&state)
    #expect(!done6)
  }

  @Test func aStringSetByTheProgramIsNotAnEditAndKeepsTheCaretInside() {
    var (state, history) = (EditingState("long text"), EditingHistory())
    let before = state
    state.insert(" here")
    history.record(before, state)
    state.moveCaret(to: 9)
    state.setString("a" + Self.family)
    #expect(state.caret == 1 || state.caret == state.end)
    #expect(state.caret == state.boundary(at: state.caret))
    let done7 = history.undo(&state)
    #expect(!done7)
    state.moveCaret(to: .max)
    state.setString("more than before")
    #expect(state.caret == state.end)
  }

  static let pieces = [
    "a", "B", " ", "\n", "\r\n", "é", combined, "\u{301}", "\u{200D}", family, "👩", "👍🏽", "🏽", flag, "🇩", "🇪", hangul, "\u{1161}", "한",
    "क", "्", "षि", "م", "ﷺ", "日", "か", "\u{0}", "\u{2029}", "longer words, with punctuation", "",
  ]

  @Test(arguments: 0..<40)
  func randomEditsKeepEveryPositionOnABoundary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var state = EditingState(Self.pieces.shuffled(using: &random).prefix(5).joined())
    var history = EditingHistory()
    state.isMultiline = Bool.random(using: &random)
    state.maximumLength = [0, 0, 7, 30].randomElement(using: &random)!
    for step in 0..<400 {
      let before = state
      let movement = EditingState.Movement.allCases.randomElement(using: &random)!
      let anywhere = Int.random(in: -3...(state.end + 3), using: &random)
      var changed: Bool?
      let choice = Int.random(in: 0..<11, using: &random)
      let inserts = choice < 3
      switch choice {
      case 0, 1, 2: changed = state.insert(Self.pieces.randomElement(using: &random)!)
      case 3: changed = state.delete(movement)
      case 4, 5: state.move(movement, extending: Bool.random(using: &random))
      case 6: state.moveCaret(to: anywhere, extending: Bool.random(using: &random))
      case 7:
        let other = Int.random(in: -3...(state.end + 3), using: &random)
        state.select(min(anywhere, other)..<max(anywhere, other))
      case 8: state.selectWord(at: anywhere)
      case 9: changed = history.undo(&state)
      default: changed = history.redo(&state)
      }
      if choice < 9 { history.record(before, state) }
      let boundaries = Set(state.string.indices.map { state.string.utf8.distance(from: state.string.startIndex, to: $0) } + [state.end])
      #expect(boundaries.contains(state.caret) && boundaries.contains(state.anchor), "seed \(seed), step \(step): \(state)")
      if changed != true { #expect(state.string.utf8.elementsEqual(before.string.utf8), "seed \(seed), step \(step)") }
      if state.maximumLength > 0, inserts {
        #expect(state.string.count <= max(state.maximumLength, before.string.count), "seed \(seed), step \(step)")
      }
    }
    // All edits can be undone to one state and redone to the other.
    while history.redo(&state) {}
    let last = state.string
    var count = 0
    while history.undo(&state) { count += 1 }
    #expect(count > 0)
    while history.redo(&state) { count -= 1 }
    #expect(count == 0)
    #expect(state.string.utf8.elementsEqual(last.utf8))
  }

  @Test(arguments: 0..<20)
  func walkingByGraphemesVisitsSwiftCharacters(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 1000)
    let text = (0..<30).map { _ in Self.pieces.randomElement(using: &random)! }.joined()
    var state = EditingState(text)
    state.moveCaret(to: 0)
    var steps = 0
    while state.caret < state.end {
      state.move(.forward)
      steps += 1
    }
    #expect(steps == text.count)
    while state.caret > 0 {
      state.delete(.forward)
      state.move(.backward)
    }
  }

  @Test func theClipboardIsSharedByThreads() async {
    let clipboard = Clipboard()
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<8 { group.addTask { for _ in 0..<100 { clipboard.string = String(repeating: "\(i)", count: 20) } } }
    }
    #expect(clipboard.string.count == 20)
    #expect(Set(clipboard.string).count == 1)
  }
}
