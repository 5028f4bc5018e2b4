internal import Tessera
internal import TesseraGeometry

/// Page, capitals, pressed key and ring of a keyboard: what touches, keys and time do to it. A value; each board is
/// created once.
struct KeyboardState: Sendable {
  /// Times of keys, seconds of the stage's clock.
  enum Timing {
    /// Time after which Delete removes words.
    static let wordDelay = 2.0
    static let longPress = 0.5
    /// Maximum time between two presses of Shift that lock it.
    static let doublePress = 0.4
  }
  /// Distance on the space key that moves the caret by one grapheme, logical units.
  static let caretStep = 10.0
  /// Distance from which a touch on the space key moves the caret, logical units.
  static let caretSlop = 16.0

  /// Touched or pressed key.
  struct Press: Sendable, Equatable {
    /// Id of the touch; nil for a key of the device.
    var touch: Int?
    var key: Int
    var start: Point
    var began: Double
    /// Time of the variants; infinite if there are none.
    var variantsDue = Double.infinity
    /// Repeats of the key; nil if it does not repeat.
    var keyRepeat: KeyRepeat?
    /// Chosen variant while the variants are shown.
    var variant: Int?
    /// Horizontal place from which the caret moves, while a touch on the space key moves it.
    var caretFrom: Double?
    /// Time of the next repeat or of the variants; infinite if there is none.
    var due: Double { keyRepeat?.due ?? variantsDue }
  }

  private(set) var layouts: [KeyboardLayout]
  /// Whether the next digit of a device chooses a candidate.
  var choosesByDigit = false
  private(set) var kind = BoardKind()
  private(set) var board: Board
  private var boards: [BoardKind: Board] = [:]
  /// Maximum number of stored boards.
  private static let boardLimit = 24
  private(set) var shift = BoardShift.off
  private var shiftTime = -Double.infinity
  private(set) var press: Press?
  /// Key with the ring, while keys or an encoder are used.
  private(set) var ring: Int?
  /// Sign that waits for a letter.
  private(set) var dead: String?
  /// Engine of the current layout; nil: letters are entered as they are.
  var composer: (any ComposingEngine)?
  /// First shown candidate.
  var firstCandidate = 0
  /// Letters of the search for emoji; nil while nothing is searched.
  private(set) var query: String?
  /// Words of the strip.
  private(set) var suggestions: [String] = []
  /// Whether the strip is shown for suggestions.
  private(set) var hasSuggestions = false
  /// Cells of the keys in the board's last size.
  var cells: [Rect] = []

  init(_ layouts: [KeyboardLayout]) {
    self.layouts = layouts
    board = layouts.first.map { Board(BoardKind(), layout: $0) } ?? Board(BoardKind())
  }

  /// Layout of the current language.
  var layout: KeyboardLayout? { layouts.indices.contains(kind.layout) ? layouts[kind.layout] : nil }

  /// Number of places of the strip.
  static let stripPlaces = 3
  static let emojiPlaces = 8

  // MARK: boards

  /// Shows the board of the current kind, which is created once.
  private mutating func show(_ change: (inout BoardKind) -> Void) {
    var next = kind
    change(&next)
    next.isUpper = next.page == .letters && shift != .off
    next.strip = query != nil || hasCandidates ? Self.emojiPlaces : hasSuggestions ? Self.stripPlaces : 0
    guard next != kind || board.kind != next else { return }
    kind = next
    let former = board
    if let known = boards[next] {
      board = known
    } else if let layout {
      if boards.count >= Self.boardLimit { boards.removeAll() }
      board = Board(next, layout: layout)
      boards[next] = board
    }
    if former.rows != board.rows || former.columns != board.columns || former.isPad != board.isPad {
      cells = []
      if let at = ring, !board.keys.indices.contains(at) || !board.keys[at].isPressable {
        ring = board.keys.firstIndex(where: \.isPressable)
      }
    }
  }

  /// Uses other layouts, and shows the first.
  mutating func use(_ new: [KeyboardLayout]) {
    guard new != layouts else { return }
    (layouts, boards, dead) = (new, [:], nil)
    composer = new.first?.engine.flatMap(ComposingEngines.make)
    show {
      $0.layout = 0
      $0.hasLanguages = new.count > 1
    }
    if let layout { board = Board(kind, layout: layout) }
    cells = []
  }

  /// Sets properties of the board that follow its node and the focused field.
  mutating func configure(_ change: (inout BoardKind) -> Void) {
    let hasLanguages = layouts.count > 1
    show {
      change(&$0)
      $0.hasLanguages = hasLanguages
    }
  }

  /// Begins the input of a field: the page of its purpose, without capitals and without a search.
  mutating func begin(page: BoardPage, address: BoardKind.Address, enter: BoardKind.Enter) {
    (shift, dead, query, press) = (.off, nil, nil, nil)
    cancelComposition()
    show { ($0.page, $0.address, $0.enter) = (page, address, enter) }
  }

  mutating func setSuggestions(_ words: [String], isShown: Bool) {
    if hasCandidates { return showCandidates() }
    suggestions = words
    guard isShown != hasSuggestions else { return }
    hasSuggestions = isShown
    show { _ in }
  }

  /// Words of the strip: results of the search, or suggestions.
  func stripLabel(_ number: Int) -> String {
    if isMore(number) { return "›" }
    return suggestions.indices.contains(number) ? suggestions[number] : ""
  }

  /// Begins a sentence with a capital, or ends that before a letter was entered.
  mutating func setCapital(_ isCapital: Bool) {
    guard shift != .locked, kind.page == .letters, layout?.hasCapitals ?? false, isCapital != (shift == .once) else { return }
    shift = isCapital ? .once : .off
    shiftTime = -.infinity
    show { _ in }
  }

  mutating func setRing(_ key: Int?) { ring = key }

  mutating func endPress() { press = nil }

  mutating func begin(_ new: Press) { press = new }
  mutating func change(_ body: (inout Press) -> Void) {
    guard var changed = press else { return }
    body(&changed)
    press = changed
  }

  // MARK: effects

  /// Performs a key at `time`. Returns its effect on the text.
  mutating func perform(_ role: BoardKey.Role, at time: Double) -> KeyboardOutput? {
    switch role {
    case .text(let text): return enter(text)
    case .dead(let sign):
      if dead != nil { return enter(sign) }
      dead = sign
      return .compose(sign)
    case .space: return convert() ?? enter(" ")
    case .delete:
      if query == nil, let output = deleteComposed() { return output }
      if query != nil {
        if query?.isEmpty == false { query?.removeLast() }
        searchEmoji()
        return nil
      }
      defer { dead = nil }
      return .delete(byWord: false)
    case .enter:
      if query != nil {
        endSearch()
        return nil
      }
      return enterKey()
    case .shift: pressShift(at: time)
    case .page(let page):
      query = nil
      show { $0.page = page }
    case .language: return nextLanguage()
    case .hide: return .hide
    case .previousEmoji: turnEmoji(-1)
    case .nextEmoji: turnEmoji(1)
    case .searchEmoji:
      (query, suggestions, shift) = ("", [], .off)
      show { $0.page = .letters }
    case .caret(let step): return .moveCaret(step)
    case .suggestion(let number):
      if isMore(number) { return nextCandidates() }
      guard suggestions.indices.contains(number) else { return nil }
      if query != nil {
        let sign = suggestions[number]
        endSearch()
        return .insert(sign)
      }
      if hasCandidates { return chooseCandidate(number) }
      return .suggestion(number)
    case .gap: break
    }
    return nil
  }

  private mutating func enter(_ text: String) -> KeyboardOutput? {
    if query != nil {
      if (query?.utf8.count ?? 0) < 64 { query? += text }
      searchEmoji()
      return nil
    }
    defer { endCapital() }
    if composer != nil { return compose(text) }
    guard let sign = dead, let layout else { return .insert(text) }
    dead = nil
    return .insert(layout.combine(sign, text))
  }

  private mutating func enterKey() -> KeyboardOutput {
    dead = nil
    return finishComposition() ?? .enter
  }

  private mutating func endCapital() {
    guard shift == .once else { return }
    shift = .off
    show { _ in }
  }

  private mutating func pressShift(at time: Double) {
    let isDouble = time - shiftTime <= Timing.doublePress
    shiftTime = time
    shift = isDouble && shift != .off ? .locked : shift == .off ? .once : .off
    show { _ in }
  }

  private mutating func nextLanguage() -> KeyboardOutput? {
    let output = finishComposition()
    let count = max(1, layouts.count)
    let next = layouts.isEmpty ? 0 : (kind.layout + 1) % count
    composer = layouts.indices.contains(next) ? layouts[next].engine.flatMap(ComposingEngines.make) : nil
    suggestions = []
    show { $0.layout = next }
    return output
  }

  /// Sets the words of the strip to candidates, a page of them.
  mutating func setStrip(_ words: [String]) { suggestions = words }

  private mutating func turnEmoji(_ step: Int) {
    guard case .emoji(let page) = kind.page else { return }
    let count = Board.emojiPages(kind)
    show { $0.page = .emoji((page + step + count) % count) }
  }

  private mutating func searchEmoji() { suggestions = EmojiTable.standard.search(query ?? "", limit: Self.emojiPlaces) }

  private mutating func endSearch() {
    (query, suggestions) = (nil, [])
    show { $0.page = .emoji(0) }
  }
}
