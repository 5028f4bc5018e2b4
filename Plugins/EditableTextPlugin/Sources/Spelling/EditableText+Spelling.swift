internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

// Words that the dictionary does not know: underlined while drawing, with corrections after a touch.

extension EditingField {
  /// Whether words are checked: not those of secrets, patterns, addresses and numbers.
  var checksSpelling: Bool {
    guard text.checksSpelling, text.isEditable, !text.isSecure, text.fieldMask == nil else { return false }
    switch text.purpose {
    case .text, .search: return true
    default: return false
    }
  }

  /// Language of the dictionary; English without a locale.
  static func language(_ environment: EnvironmentValues) -> String { environment.locale.isEmpty ? "en" : environment.locale }

  /// Returns the words in a range of the string: runs of letters, with apostrophes and hyphens inside. Ranges in UTF-8 bytes. O(length of the range).
  func words(in range: Range<Int>) -> [(range: Range<Int>, word: String)] {
    let string = text.string
    let start = string.utf8.index(string.startIndex, offsetBy: text.editing.boundary(at: range.lowerBound))
    let end = string.utf8.index(string.startIndex, offsetBy: text.editing.boundary(at: range.upperBound, roundingUp: true))
    var words: [(range: Range<Int>, word: String)] = []
    var (offset, word, wordStart) = (string.utf8.distance(from: string.startIndex, to: start), "", 0)
    func finish() {
      // Codes such as A4 are no words.
      let isCode = word.contains(where: \.isNumber)
      while let last = word.last, !last.isLetter { word.removeLast() }
      if !isCode, !word.isEmpty { words.append((wordStart..<wordStart + word.utf8.count, word)) }
      word = ""
    }
    for character in string[start..<end] {
      let isInside = character.isLetter || character.isNumber || !word.isEmpty && (character == "'" || character == "’" || character == "-")
      if isInside {
        if word.isEmpty { wordStart = offset }
        word.append(character)
      } else {
        finish()
      }
      offset += character.utf8.count
    }
    finish()
    return words
  }

  /// Returns the unknown words in a range of the string, without the one that is being typed.
  func unknownWords(in range: Range<Int>, language: String) -> [Range<Int>] {
    let checker = SpellChecking.shared.checker
    let typed = interaction.isFocused && text.editing.isCaretOnly ? text.editing.caret : -1
    return words(in: range).filter { $0.range.upperBound != typed && !checker.isKnown($0.word, language: language) }.map(\.range)
  }

  /// Draws wavy lines below unknown words, dotted ones on 1-bit displays.
  func drawSpelling(_ layout: TextLayout, at origin: Point, scrolledBy scroll: Point, _ context: DrawContext, in canvas: borrowing Canvas) {
    guard checksSpelling else { return }
    let shown = Rect(scroll.x, scroll.y, context.contentRect.width, context.contentRect.height)
    let lines = layout.lines(from: shown.minY, to: shown.maxY)
    guard let first = lines.first?.range.lowerBound, let last = lines.last?.range.upperBound, first < last else { return }
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let color = isBilevel ? context.environment.theme.ink : context.environment.theme.danger
    for range in unknownWords(in: first..<last, language: Self.language(context.environment)) {
      for rect in layout.selectionRects(range, in: shown) {
        let line = rect.offset(by: origin)
        if isBilevel {
          var style = StrokeStyle(width: 1)
          style.dashes = [1, 2]
          canvas.stroke(Self.line(from: line.minX, to: line.maxX, y: line.maxY - 1.5, wave: 0), .color(color), style)
        } else {
          canvas.stroke(Self.line(from: line.minX, to: line.maxX, y: line.maxY - 1.5, wave: 1.5), .color(color), StrokeStyle(width: 1.25))
        }
      }
    }
  }

  private static func line(from start: Double, to end: Double, y: Double, wave: Double) -> Path {
    var path = Path()
    path.move(to: Point(start, y))
    guard wave > 0 else {
      path.line(to: Point(end, y))
      return path
    }
    // At most as many waves as a screen is wide.
    var (x, isUp) = (start, true)
    while x < end, x - start < 10_000 {
      let next = min(x + 3, end)
      path.quad(to: Point(next, y), control: Point((x + next) / 2, y + (isUp ? -wave : wave) * 1.3))
      (x, isUp) = (next, !isUp)
    }
    return path
  }
}

extension EditableText {
  /// Shows corrections if the caret is in an unknown word: a worker finds them. Called after a tap. Returns whether it is in one. Frame loop.
  static func suggestCorrections(_ node: Node<EditableText>) -> Bool {
    let field = EditingField(node)
    guard field.checksSpelling, node.canBeEdited, field.text.editing.isCaretOnly else { return false }
    let (caret, language, checker) = (field.text.editing.caret, EditingField.language(node.environmentValues), SpellChecking.shared.checker)
    // A checked word is shorter than this.
    let near = max(0, caret - HunspellChecker.wordLimit)..<caret + HunspellChecker.wordLimit
    let found = field.words(in: near).first { $0.range.lowerBound <= caret && caret <= $0.range.upperBound }
    guard let found, !checker.isKnown(found.word, language: language) else { return false }
    let string = field.text.string
    node.task { _ in
      Array(checker.corrections(of: found.word, language: language).prefix(SuggestionList.limit))
    } then: { node, corrections in
      guard node.isFocused, node.value.string.utf8.elementsEqual(string.utf8) else { return }
      suggest(corrections, for: found.range, node)
    }
    return true
  }

  /// Reports once that the words of a field cannot be checked. Any thread.
  static func reportSpelling(_ node: Node<EditableText>) {
    guard node.value.checksSpelling else { return }
    let language = EditingField.language(node.environmentValues)
    guard
      node.storage.reportedLanguage.withLock({ last in
        defer { last = language }
        return last != language
      }), let problem = SpellChecking.shared.checker.problem(language: language)
    else { return }
    node.report(.draw, problem)
  }
}
