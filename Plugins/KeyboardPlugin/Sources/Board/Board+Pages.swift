internal import Tessera

/// Rows of the pages. Signs that depend on the language are those of its layout.
extension Board {
  /// Creates the board of a kind.
  init(_ kind: BoardKind, layout: KeyboardLayout) {
    let pads: [BoardPage] = [.number, .decimal, .phone]
    self.init(kind, isPad: pads.contains(kind.page))
    if kind.strip > 0 { add((0..<kind.strip).map { Self.suggestion($0) }) }
    switch kind.page {
    case .letters: addLetters(layout)
    case .symbols: addSymbols(Self.symbols, more: .moreSymbols, sign: "=\\<")
    case .moreSymbols: addSymbols(Self.moreSymbols, more: .symbols, sign: "?123")
    case .emoji(let page): addEmoji(page)
    case .number: addPad(side: BoardKey(.caret(-1), icon: .left, spoken: .left), low: [BoardKey(.gap), Self.digit("0"), BoardKey(.gap)])
    case .decimal:
      addPad(side: Self.sign("-"), low: [Self.sign(layout.separator), Self.digit("0"), BoardKey(.caret(-1), icon: .left, spoken: .left)])
    case .phone: addPad(side: Self.sign("+"), low: [Self.sign("*"), Self.digit("0"), Self.sign("#")])
    }
  }

  private static let digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
  private static let symbols: [[String]] = [
    digits, ["@", "#", "€", "_", "&", "-", "+", "(", ")", "/"], ["*", "\"", "'", ":", ";", "!", "?"],
  ]
  private static let moreSymbols: [[String]] = [
    ["~", "`", "|", "•", "√", "π", "÷", "×", "§", "°"], ["£", "$", "¥", "^", "=", "{", "}", "[", "]", "\\"],
    ["%", "©", "™", "<", ">", "¿", "¡"],
  ]

  private static func suggestion(_ number: Int) -> BoardKey {
    var key = BoardKey(.suggestion(number))
    key.ground = .none
    return key
  }

  private static func digit(_ sign: String) -> BoardKey { BoardKey(letter: sign) }

  private static func sign(_ sign: String) -> BoardKey {
    var key = BoardKey(letter: sign)
    key.ground = .function
    return key
  }

  // MARK: letters

  private mutating func addLetters(_ layout: KeyboardLayout) {
    let isUpper = kind.isUpper
    if kind.hasDigits { add(Self.digits.map { BoardKey(letter: $0) }) }
    let widest = Double(layout.rows.map(\.count).max() ?? 10)
    for (number, letters) in layout.rows.enumerated() {
      var row = letters.enumerated().map { at, letter -> BoardKey in
        var key = BoardKey(letter.isDead ? .dead(letter.lower) : .text(isUpper ? letter.upper : letter.lower))
        key.label = isUpper ? letter.upper : letter.lower
        if letter.isDead { return key }
        let variants = layout.variants[letter.lower] ?? []
        let hint = number == 0 && at < 10 && !kind.hasDigits ? Self.digits[at] : ""
        key.hint = hint
        key.variants = (isUpper ? variants.map { $0.uppercased() } : variants) + (hint.isEmpty ? [] : [hint])
        return key
      }
      if number == layout.rows.count - 1 {
        // Shift and delete take the rest of the row.
        let rest = max(2.4, widest - Double(letters.count))
        let isShifted = layout.rows.contains { $0.contains { !$0.isDead && $0.lower != $0.upper } }
        if isShifted { row.insert(BoardKey(.shift, icon: .shift, width: rest / 2, spoken: .shift), at: 0) }
        row.append(BoardKey(.delete, icon: .delete, width: isShifted ? rest / 2 : min(rest, 2), spoken: .delete))
      }
      add(row)
    }
    add(lowerRow(layout, switchTo: .symbols, sign: "?123"))
  }

  /// Returns the row with the space key.
  private func lowerRow(_ layout: KeyboardLayout?, switchTo page: BoardPage, sign: String) -> [BoardKey] {
    let isWide = columns >= 11
    var row = [BoardKey(.page(page), words: sign, width: 1.5, spoken: page == .letters ? .letters : .symbols)]
    if kind.hasLanguages { row.append(BoardKey(.language, icon: .globe, spoken: .language)) }
    if kind.hasEmoji, kind.address == .none { row.append(BoardKey(.page(.emoji(0)), icon: .emoji, spoken: .emoji)) }
    switch kind.address {
    case .email: row.append(Self.sign("@"))
    case .url: row.append(Self.sign("/"))
    case .none: row.append(Self.sign(layout?.name == "ar" ? "،" : ","))
    }
    var space = BoardKey(.space)
    space.label = layout?.title ?? ""
    space.spoken = .space
    row.append(space)
    row.append(Self.sign("."))
    if kind.address != .none {
      var end = Self.sign(".com")
      end.width = 1.5
      row.append(end)
    }
    if kind.hides { row.append(BoardKey(.hide, icon: .hide, spoken: .hideKeyboard)) }
    row.append(enterKey(width: isWide ? 2 : 1.5))
    let used = row.reduce(0) { $0 + $1.width } - 1
    if let at = row.firstIndex(where: { $0.role == .space }) { row[at].width = max(2, columns - used) }
    return row
  }

  private func enterKey(width: Double) -> BoardKey {
    let (icon, spoken): (KeyIcon, StandardWord) =
      switch kind.enter {
      case .done: (.done, .done)
      case .next: (.next, .nextField)
      case .search: (.search, .search)
      case .send: (.send, .send)
      case .go: (.go, .go)
      case .newLine: (.newLine, .newLine)
      }
    var key = BoardKey(.enter, icon: icon, width: width, spoken: spoken)
    if kind.enter != .newLine { key.ground = .action }
    return key
  }

  // MARK: signs and pads

  private mutating func addSymbols(_ signs: [[String]], more: BoardPage, sign: String) {
    for (number, line) in signs.enumerated() {
      var row = line.map { BoardKey(letter: $0) }
      if number == signs.count - 1 {
        row.insert(BoardKey(.page(more), words: sign, width: 1.5, spoken: .moreSymbols), at: 0)
        row.append(BoardKey(.delete, icon: .delete, width: 1.5, spoken: .delete))
      }
      add(row)
    }
    add(lowerRow(nil, switchTo: .letters, sign: "ABC"))
  }

  private mutating func addPad(side: BoardKey, low: [BoardKey]) {
    let ends = [
      BoardKey(.delete, icon: .delete, spoken: .delete), side,
      kind.hides ? BoardKey(.hide, icon: .hide, spoken: .hideKeyboard) : BoardKey(.caret(1), icon: .right, spoken: .right),
    ]
    for line in 0..<3 { add(Self.digits[line * 3..<line * 3 + 3].map { BoardKey(letter: $0) } + [ends[line]]) }
    add(low + [enterKey(width: 1)])
  }

  // MARK: emoji

  /// Number of signs on a page.
  private static func emojiPlaces(_ kind: BoardKind) -> (columns: Int, rows: Int) { (kind.hasDigits ? 12 : 8, kind.hasDigits ? 4 : 3) }

  /// Number of pages of emoji.
  static func emojiPages(_ kind: BoardKind) -> Int {
    let (columns, rows) = emojiPlaces(kind)
    return (EmojiTable.standard.signs.count + columns * rows - 1) / (columns * rows)
  }

  private mutating func addEmoji(_ page: Int) {
    let (columns, rows) = Self.emojiPlaces(kind)
    let signs = EmojiTable.standard.signs.dropFirst(page * columns * rows).prefix(columns * rows).map(\.text)
    for line in 0..<rows {
      let row = signs.dropFirst(line * columns).prefix(columns).map { BoardKey(letter: $0) }
      add(row + Array(repeating: BoardKey(.gap), count: columns - row.count))
    }
    let group = EmojiTable.standard.groups.last { $0.start <= page * columns * rows }?.name ?? ""
    var search = BoardKey(.searchEmoji, icon: .search, spoken: .searchEmoji)
    search.word = StandardWord(rawValue: "emoji" + group)
    if search.word == nil { search.label = group }
    search.width = Double(columns) - 6.5
    add([
      BoardKey(.page(.letters), words: "ABC", width: 1.5, spoken: .letters), BoardKey(.previousEmoji, icon: .left, spoken: .previous),
      search, BoardKey(.nextEmoji, icon: .right, spoken: .next), BoardKey(.delete, icon: .delete, spoken: .delete),
      enterKey(width: 2),
    ])
  }
}
