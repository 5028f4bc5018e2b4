internal import Tessera
internal import TesseraRender

/// Markup similar to Markdown's inline rules, for text in scene files.
///
/// `**bold**` or `__bold__`, `*italic*` or `_italic_`, `~~struck~~`, `` `code` ``, `[words](target)`, and `![](id)` or `![](id 40x20)` for
/// a subnode of the text. Marks nest in any order. An unclosed mark, or one before a space where it would open, is plain text; so are
/// underscores within a word, as in `snake_case`. A target may contain balanced brackets. A backslash before a sign removes its special
/// meaning.
enum Markup {
  private enum Mark: Character {
    case bold = "B"
    case italic = "*"
    case struck = "~"
  }

  private struct Piece {
    var text: String
    var marks: Set<Mark> = []
    var isCode = false
    var link: String?
    var node: String?
  }

  /// Maximum number of parts in different fonts and colors of one text. Each takes about 2 kB while it is laid out.
  static let mostParts = 20_000

  /// Maximum number of bytes of markup.
  static let mostBytes = 4 << 20

  /// Returns the parts of `text` without marks, or throws where the text exceeds `mostParts` or `mostBytes`. Linear in the length, except that
  /// each unclosed link is searched once, up to a limit.
  static func spans(_ text: String) throws -> [TextSpan] {
    guard text.utf8.count <= mostBytes else {
      throw AttributeError(attribute: "markup", reason: "has \(text.utf8.count) bytes, \(mostBytes) at most: split it into several texts")
    }
    let pieces = parse(Array(text), link: nil)
    guard pieces.count <= mostParts else {
      throw AttributeError(attribute: "markup", reason: "has more than \(mostParts) parts with marks: split it into several texts")
    }
    return pieces.map { piece in
      var span = TextSpan(piece.text)
      if piece.marks.contains(.bold) { span.weight = .bold }
      if piece.marks.contains(.italic) { span.slant = .italic }
      if piece.marks.contains(.struck) { span.strikethrough = true }
      if piece.isCode { span.families = ["monospace"] }
      span.link = piece.link
      if let node = piece.node { span.attachment = attachment(node) }
      return span
    }
  }

  /// Parses `id`, or `id 40x20` with its size.
  private static func attachment(_ text: String) -> TextSpan.Attachment {
    let parts = text.split(separator: " ")
    let size = parts.last?.split(separator: "x").compactMap { Double($0) } ?? []
    guard parts.count == 2, size.count == 2, size.allSatisfy({ (0...10_000).contains($0) }) else { return TextSpan.Attachment(node: text) }
    return TextSpan.Attachment(node: String(parts[0]), width: size[0], height: size[1])
  }

  /// Maximum number of searches for the end of unclosed links and code. Later opening signs count as plain text.
  private static let patience = 64

  private static func parse(_ text: [Character], link: String?, marks outer: Set<Mark> = []) -> [Piece] {
    var pieces: [Piece] = []
    var open: [(mark: Mark, sign: String, piece: Int)] = []
    var words = ""
    var misses = 0
    func marks() -> Set<Mark> { outer.union(open.map(\.mark)) }
    func flush() {
      if !words.isEmpty { pieces.append(Piece(text: words, marks: marks(), link: link)) }
      words = ""
    }
    var i = 0
    while i < text.count, pieces.count <= mostParts {
      let c = text[i]
      if c == "\\", i + 1 < text.count, text[i + 1].isASCII, !text[i + 1].isLetter, !text[i + 1].isNumber, !text[i + 1].isWhitespace {
        words.append(text[i + 1])
        i += 2
        continue
      }
      if c == "`", misses < patience {
        if let end = text[(i + 1)...].firstIndex(of: "`"), end > i + 1 {
          flush()
          pieces.append(Piece(text: String(text[(i + 1)..<end]), marks: marks(), isCode: true, link: link))
          i = end + 1
          continue
        }
        misses += 1
      }
      if c == "!", i + 1 < text.count, text[i + 1] == "[", misses < patience {
        if let found = findLink(text, from: i + 1), !found.target.isEmpty {
          flush()
          pieces.append(Piece(text: TextAttachment.character, marks: marks(), link: link, node: found.target))
          i = found.end
          continue
        }
        misses += 1
      }
      if c == "[", link == nil, misses < patience {
        if let found = findLink(text, from: i) {
          flush()
          pieces += parse(Array(text[(i + 1)..<found.close]), link: found.target, marks: marks())
          i = found.end
          continue
        }
        misses += 1
      }
      if let (mark, sign) = mark(text, at: i) {
        let before = i > 0 ? text[i - 1] : " "
        let after = i + sign.count < text.count ? text[i + sign.count] : " "
        let isLow = text[i] == "_"
        if let last = open.lastIndex(where: { $0.sign == sign }), !before.isWhitespace, !(isLow && Self.isInWord(after)) {
          flush()
          // Unclosed inner marks are plain text.
          while open.count > last + 1 { undo(open.removeLast(), &pieces) }
          open.removeLast()
          i += sign.count
          continue
        }
        if !after.isWhitespace, !open.contains(where: { $0.mark == mark }), !(isLow && Self.isInWord(before)) {
          flush()
          open.append((mark, sign, pieces.count))
          i += sign.count
          continue
        }
      }
      words.append(c)
      i += 1
    }
    flush()
    while let last = open.popLast() { undo(last, &pieces) }
    return pieces
  }

  private static func mark(_ text: [Character], at i: Int) -> (Mark, String)? {
    let isDouble = i + 1 < text.count && text[i + 1] == text[i]
    switch text[i] {
    case "*": return isDouble ? (.bold, "**") : (.italic, "*")
    case "_": return isDouble ? (.bold, "__") : (.italic, "_")
    case "~" where isDouble: return (.struck, "~~")
    default: return nil
    }
  }

  private static func isInWord(_ c: Character) -> Bool { c.isLetter || c.isNumber || c == "_" }

  /// Inserts the sign of an unclosed mark as text, and removes the mark from the following pieces.
  private static func undo(_ open: (mark: Mark, sign: String, piece: Int), _ pieces: inout [Piece]) {
    for index in open.piece..<max(open.piece, pieces.count) { pieces[index].marks.remove(open.mark) }
    var sign = Piece(text: open.sign)
    if open.piece < pieces.count {
      sign.marks = pieces[open.piece].marks
      sign.link = pieces[open.piece].link
    }
    pieces.insert(sign, at: min(open.piece, pieces.count))
  }

  /// Parses `[words](target)` at `from`. Returns the end of the words, the target, and the index after the link.
  private static func findLink(_ text: [Character], from: Int) -> (close: Int, target: String, end: Int)? {
    var depth = 0
    var i = from
    while i < text.count {
      if text[i] == "\\" {
        i += 2
        continue
      }
      if text[i] == "[" { depth += 1 }
      if text[i] == "]" {
        depth -= 1
        if depth == 0 { break }
      }
      i += 1
    }
    guard i + 1 < text.count, text[i + 1] == "(" else { return nil }
    var end = i + 2
    var inner = 0
    while end < text.count, text[end] != ")" || inner > 0 {
      if text[end] == "(" { inner += 1 }
      if text[end] == ")" { inner -= 1 }
      end += 1
    }
    // If brackets in the target are unbalanced, the target ends at the first closing bracket.
    if end == text.count { end = text[(i + 2)...].firstIndex(of: ")") ?? end }
    guard end < text.count else { return nil }
    return (i, String(text[(i + 2)..<end]), end + 1)
  }
}
