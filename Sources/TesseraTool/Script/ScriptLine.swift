internal import TesseraKit
internal import TesseraPlayer
internal import TesseraScene

/// One line of a script, consumed word by word.
struct ScriptLine {
  private struct Word {
    var text: String
    var isQuoted: Bool
    var column: Int
  }

  private let file: String
  private let lineNumber: Int
  private var words: [Word] = []
  private var index = 0
  private let endColumn: Int
  private let scalars: [Unicode.Scalar]

  /// Splits the line at spaces. A quoted text is one word, with JSON escapes; ` # ` begins a comment, `#name` does not.
  init(_ scalars: [Unicode.Scalar], file: String, number: Int) throws(SceneError) {
    (self.file, lineNumber, self.scalars, endColumn) = (file, number, scalars, scalars.count + 1)
    var i = 0
    while i < scalars.count {
      let start = i
      if Self.isBlank(scalars[i]) {
        i += 1
      } else if scalars[i] == "#", i + 1 == scalars.count || Self.isBlank(scalars[i + 1]) || words.isEmpty {
        break
      } else if scalars[i] == "\"" {
        let quoted: QuotedText
        do throws(QuotedText.Wrong) {
          quoted = try QuotedText(scalars, from: i)
        } catch {
          throw SceneError(file: file, line: number, column: error.offset + 1, message: error.message)
        }
        i = quoted.end
        words.append(Word(text: quoted.text, isQuoted: true, column: start + 1))
      } else {
        while i < scalars.count, !Self.isBlank(scalars[i]) { i += 1 }
        words.append(Word(text: Self.text(scalars[start..<i]), isQuoted: false, column: start + 1))
      }
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }

  /// Returns the lines of a script without their ends: LF, CR LF or CR. A byte order mark at the start is dropped.
  static func lines(of text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      if last == nil && scalar == "\u{FEFF}" || last == "\r" && scalar == "\n" { continue }
      if scalar == "\n" || scalar == "\r" { lines.append([]) } else { lines[lines.count - 1].append(scalar) }
    }
    return lines
  }

  var isAtEnd: Bool { index >= words.count }

  /// Position of the last consumed word.
  var place: (line: Int, column: Int) { (lineNumber, index > 0 ? words[index - 1].column : 1) }

  func error(_ message: String, suggestion: String? = nil) -> SceneError {
    SceneError(file: file, line: lineNumber, column: place.column, message: message, suggestion: suggestion)
  }

  /// Returns the error of the last consumed word, with the command that needs another one.
  func wrong(_ need: String, _ word: String) -> SceneError { error("`\(words.first?.text ?? "")` needs \(need), got `\(word)`") }

  mutating func next() -> String? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1].text
  }

  private mutating func need(_ what: String) throws(SceneError) -> String {
    guard let word = next() else {
      throw SceneError(file: file, line: lineNumber, column: endColumn, message: "`\(words.first?.text ?? "")` needs \(what), got nothing")
    }
    return word
  }

  mutating func number() throws(SceneError) -> Double {
    let word = try need("a number")
    guard case .number(let value) = NumberText.read(word), abs(value) <= 1e6 else { throw wrong("a number", word) }
    return value
  }

  /// Consumes a point, given as two numbers or `#id`.
  mutating func target() throws(SceneError) -> EventScript.Target {
    if index < words.count, words[index].text.hasPrefix("#"), !words[index].isQuoted {
      let id = String(words[index].text.dropFirst())
      index += 1
      return .node(id)
    }
    guard index < words.count, case .number = NumberText.read(words[index].text) else {
      let word = try need("a place: two numbers, or #id")
      throw wrong("a place, two numbers or #id", word)
    }
    return .point(Point(try number(), try number()))
  }

  /// Consumes `#name`; returns it without the `#`.
  mutating func id() throws(SceneError) -> String {
    let word = try need("the id of a node, #name")
    guard word.hasPrefix("#"), word.count > 1, !words[index - 1].isQuoted else {
      throw wrong("the id of a node, #name", word)
    }
    return String(word.dropFirst())
  }

  mutating func word(_ what: String) throws(SceneError) -> String { try need(what) }

  /// Consumes `word` and an integer; nil if `word` is not next.
  mutating func index(after word: String) throws(SceneError) -> Int? {
    guard consume(word) else { return nil }
    let text = try need("a whole number")
    guard let number = Int(text), number >= 0 else { throw wrong("a whole number", text) }
    return number
  }

  /// Consumes the word if it is next and not quoted.
  mutating func consume(_ word: String) -> Bool {
    guard index < words.count, words[index].text == word, !words[index].isQuoted else { return false }
    index += 1
    return true
  }

  /// Consumes the unchanged rest of the line.
  mutating func rest(_ what: String) throws(SceneError) -> String {
    _ = try need(what)
    defer { index = words.count }
    return Self.text(scalars[(words[index - 1].column - 1)...])
  }

  /// Consumes a value of the data, such as `room.target 21`: JSON, or otherwise the unchanged text.
  mutating func setting() throws(SceneError) -> PlayerOptions.DataSetting {
    let text = try need("the path of a value, such as room.target")
    guard let path = DataPath(text), !path.keys.isEmpty else {
      throw wrong("the path of a value, such as room.target or rooms[2].name", text)
    }
    return PlayerOptions.DataSetting(path: path, text: try rest("a value"))
  }

  /// Consumes a time: `0.5`, `0.5s` or `500ms`.
  mutating func seconds() throws(SceneError) -> Double {
    let word = try need("a time, such as 0.5 or 500ms")
    var digits = Substring(word)
    var unit = 1.0
    if digits.hasSuffix("ms") {
      digits = digits.dropLast(2)
      unit = 0.001
    } else if digits.hasSuffix("s") {
      digits = digits.dropLast()
    }
    guard case .number(let value) = NumberText.read(String(digits)), (0...3600).contains(value * unit) else {
      throw wrong("a time from 0 to 3600 seconds, such as 0.5 or 500ms", word)
    }
    return value * unit
  }

  /// Consumes `word` and a time; nil at the end of the line.
  mutating func duration(after word: String) throws(SceneError) -> Double? {
    guard let next = next() else { return nil }
    guard next == word else { throw wrong("`\(word)` and a time here, such as `\(word) 0.5`", next) }
    return try seconds()
  }

  mutating func quoted() throws(SceneError) -> String {
    let word = try need("a text in double quotes")
    guard words[index - 1].isQuoted else { throw error("`\(words[0].text)` needs a text in double quotes: \(words[0].text) \"\(word)\"") }
    return word
  }

  mutating func path() throws(SceneError) -> String {
    let word = try need("a file that ends in .png, .ppm or .raw")
    guard PictureOutput.Kind(rawValue: Files.fileExtension(word)) != nil else {
      throw wrong("a file that ends in .png, .ppm or .raw", word)
    }
    return word
  }

  /// Consumes a key: `left`, `a`, `ctrl+shift+left`, `+`.
  mutating func key() throws(SceneError) -> KeyPress {
    let word = try need("a key")
    var modifiers: KeyPress.Modifiers = []
    var rest = Substring(word)
    let known: [String: KeyPress.Modifiers] = ["shift": .shift, "ctrl": .control, "control": .control, "alt": .alt, "meta": .meta]
    while let plus = rest.dropLast().firstIndex(of: "+"), plus != rest.startIndex {
      let name = String(rest[..<plus])
      guard let modifier = known[name.lowercased()] else {
        throw error(
          "unknown modifier `\(name)`; valid are shift, ctrl, alt, meta", suggestion: nearestName(to: name, among: known.keys.sorted()))
      }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let key = KeyPress.Key(name: String(rest)) else {
      let names = [
        "backspace", "delete", "enter", "tab", "escape", "space", "left", "right", "up", "down", "home", "end", "pageup", "pagedown", "f1",
      ]
      throw error(
        "unknown key `\(rest)`; valid are a single character, \(names.joined(separator: ", ")) to f24",
        suggestion: nearestName(to: String(rest), among: names))
    }
    return KeyPress(key, modifiers: modifiers)
  }

  mutating func end() throws(SceneError) {
    guard let extra = next() else { return }
    let isTime = words.first?.text == "wait"
    throw error("unexpected `\(extra)`" + (isTime ? "; times are 5s or 500ms" : ": `\(words.first?.text ?? "")` is complete before it"))
  }
}
