internal import TesseraKit
internal import TesseraReader
internal import TesseraScene

extension ScriptLine {
  /// Commands without a further word.
  private static let readerCommands: [String: ReaderCommand] = [
    "first": .first, "last": .last, "current": .current, "spell": .spell, "activate": .activate, "increment": .increment,
    "decrement": .decrement, "dismiss": .dismiss, "rotor": .rotor, "up": .rotorPrevious, "down": .rotorNext, "action": .action,
    "read": .read, "read-all": .readAll, "stop": .stop,
  ]

  private static let readerWords = ["next", "previous", "scroll", "explore"] + readerCommands.keys.sorted()

  /// Consumes `rest` or `silence`; nil if a time follows.
  mutating func waited() -> EventScript.Action? { consume("rest") ? .rest : consume("silence") ? .silence : nil }

  /// Consumes a size: `320x240`.
  mutating func size() throws(SceneError) -> Size {
    let text = try word("a size, such as 320x240")
    guard let size = SizeArgument(argument: text)?.size else { throw wrong("a size, such as 320x240", text) }
    return size
  }

  /// Consumes a command of the screen reader, or `explore` and a place.
  mutating func readerAction() throws(SceneError) -> EventScript.Action {
    consume("explore") ? .explore(try target()) : .reader(try readerCommand())
  }

  /// Consumes a command of the screen reader: `next`, `previous heading`, `scroll down`, `activate`.
  mutating func readerCommand() throws(SceneError) -> ReaderCommand {
    let word = try word("a command, such as next or activate")
    switch word {
    case "next", "previous":
      let unit: ReaderUnit = isAtEnd ? .element : try choice("a kind of element")
      return word == "next" ? .next(unit) : .previous(unit)
    case "scroll": return .scroll(try choice("a direction"))
    default:
      if let command = Self.readerCommands[word] { return command }
      throw error(
        "unknown command `\(word)`; valid are \(Self.readerWords.joined(separator: ", "))",
        suggestion: nearestName(to: word, among: Self.readerWords))
    }
  }

  private static let brailleKeys: [String: BrailleKey] = [
    "right": .panRight, "left": .panLeft, "start": .lineStart, "end": .lineEnd, "home": .home, "back": .command(.dismiss),
    "next": .command(.next(.element)), "previous": .command(.previous(.element)),
  ]

  /// Consumes a key of the braille display: `right`, `home`, `route 7`.
  mutating func brailleKey() throws(SceneError) -> BrailleKey {
    let word = try word("a key of a braille display, such as right")
    if let key = Self.brailleKeys[word] { return key }
    let names = Self.brailleKeys.keys.sorted() + ["route"]
    guard word == "route" else {
      throw error(
        "unknown key `\(word)`; valid are \(names.joined(separator: ", "))", suggestion: nearestName(to: word, among: names))
    }
    let text = try self.word("a cell, such as 7")
    guard let cell = Int(text), (1...BrailleLine.limit).contains(cell) else {
      throw wrong("a cell from 1 to \(BrailleLine.limit)", text)
    }
    return .route(cell - 1)
  }

  /// Consumes one of the names of an enumeration.
  private mutating func choice<T: RawRepresentable & CaseIterable>(_ kind: String) throws(SceneError) -> T where T.RawValue == String {
    let names = T.allCases.map(\.rawValue)
    let word = try word(kind)
    guard let value = T(rawValue: word) else {
      throw error(
        "must be \(kind), one of \(names.joined(separator: ", ")), got `\(word)`", suggestion: nearestName(to: word, among: names))
    }
    return value
  }
}
