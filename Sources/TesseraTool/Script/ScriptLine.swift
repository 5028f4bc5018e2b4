internal import TesseraKit
internal import TesseraScene

/// One line of a script, taken word by word.
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
  private let characters: [Character]

  /// Splits the line at blanks. A text in double quotes is one word, with the escapes of JSON; ` # ` begins a comment, `#name` does not.
  init(_ line: Substring, file: String, number: Int) throws(SceneError) {
    self.file = file
    self.lineNumber = number
    let characters = Array(line)
    self.characters = characters
    endColumn = characters.count + 1
    var i = 0
    while i < characters.count {
      let c = characters[i]
      if c == " " || c == "\t" {
        i += 1
      } else if c == "#", i + 1 == characters.count || characters[i + 1] == " " || words.isEmpty {
        break
      } else if c == "\"" {
        let start = i
        let text = try Self.quoted(characters, &i, file: file, line: number)
        words.append(Word(text: text, isQuoted: true, column: start + 1))
      } else {
        let start = i
        while i < characters.count, characters[i] != " ", characters[i] != "\t" { i += 1 }
        words.append(Word(text: String(characters[start..<i]), isQuoted: false, column: start + 1))
      }
    }
  }

  /// Reads from the opening quote at `i` to behind the closing one.
  private static func quoted(_ characters: [Character], _ i: inout Int, file: String, line: Int) throws(SceneError) -> String {
    let start = i
    func error(_ at: Int, _ message: String) -> SceneError { SceneError(file: file, line: line, column: at + 1, message: message) }
    var text = String.UnicodeScalarView()
    i += 1
    while i < characters.count, characters[i] != "\"" {
      guard characters[i] == "\\" else {
        text.append(contentsOf: characters[i].unicodeScalars)
        i += 1
        continue
      }
      guard i + 1 < characters.count else { break }
      let escapes: [Character: Unicode.Scalar] = ["n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "/": "/"]
      if let scalar = escapes[characters[i + 1]] {
        text.append(scalar)
        i += 2
      } else if characters[i + 1] == "u", i + 6 <= characters.count, let code = UInt32(String(characters[i + 2..<i + 6]), radix: 16),
        let scalar = Unicode.Scalar(code)
      {
        text.append(scalar)
        i += 6
      } else {
        throw error(i, "`\\\(characters[i + 1])` is no escape; there are \\n \\t \\r \\\" \\\\ \\/ and \\u with four digits")
      }
    }
    guard i < characters.count else { throw error(start, "the text that begins here has no closing quote") }
    i += 1
    return String(text)
  }

  var isAtEnd: Bool { index >= words.count }

  /// Where the word that was taken last stands.
  var place: (line: Int, column: Int) { (lineNumber, index > 0 ? words[index - 1].column : 1) }

  func error(_ message: String, suggestion: String? = nil) -> SceneError {
    SceneError(file: file, line: lineNumber, column: place.column, message: message, suggestion: suggestion)
  }

  mutating func next() -> String? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1].text
  }

  private mutating func need(_ what: String) throws(SceneError) -> String {
    guard let word = next() else {
      throw SceneError(file: file, line: lineNumber, column: endColumn, message: "`\(words.first?.text ?? "")` wants \(what), got nothing")
    }
    return word
  }

  mutating func number() throws(SceneError) -> Double {
    let word = try need("a number")
    guard case .number(let value) = NumberText.read(word), abs(value) <= 1e6 else { throw error("wants a number, got `\(word)`") }
    return value
  }

  /// A point as two numbers, or `#id`.
  mutating func target() throws(SceneError) -> EventScript.Target {
    if index < words.count, words[index].text.hasPrefix("#"), !words[index].isQuoted {
      let id = String(words[index].text.dropFirst())
      index += 1
      return .node(id)
    }
    guard index < words.count, case .number = NumberText.read(words[index].text) else {
      let word = try need("a place: two numbers, or #id")
      throw error("wants a place, two numbers or #id, got `\(word)`")
    }
    return .point(Point(try number(), try number()))
  }

  /// `#name`, without the `#`.
  mutating func id() throws(SceneError) -> String {
    let command = words.first?.text ?? ""
    let word = try need("the id of a node, #name")
    guard word.hasPrefix("#"), word.count > 1, !words[index - 1].isQuoted else {
      throw error("`\(command)` wants the id of a node, #name, got `\(word)`")
    }
    return String(word.dropFirst())
  }

  mutating func word(_ what: String) throws(SceneError) -> String { try need(what) }

  /// The whole number after `word`, or nil where that does not come next.
  mutating func index(after word: String) throws(SceneError) -> Int? {
    guard index < words.count, words[index].text == word, !words[index].isQuoted else { return nil }
    index += 1
    let text = try need("a whole number")
    guard let number = Int(text), number >= 0 else { throw error("wants a whole number, got `\(text)`") }
    return number
  }

  /// Everything that is left, as it stands.
  mutating func rest(_ what: String) throws(SceneError) -> String {
    _ = try need(what)
    defer { index = words.count }
    return String(characters[(words[index - 1].column - 1)...])
  }

  /// `0.5`, `0.5s` or `500ms`.
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
      throw error("wants a time from 0 to 3600 seconds, such as 0.5 or 500ms, got `\(word)`")
    }
    return value * unit
  }

  /// The time after `word`, or nil at the end of the line.
  mutating func duration(after word: String) throws(SceneError) -> Double? {
    guard let next = next() else { return nil }
    guard next == word else { throw error("wants `\(word)` and a time, got `\(next)`") }
    return try seconds()
  }

  mutating func quoted() throws(SceneError) -> String {
    let word = try need("a text in double quotes")
    guard words[index - 1].isQuoted else { throw error("wants a text in double quotes, got `\(word)`") }
    return word
  }

  mutating func path() throws(SceneError) -> String {
    let word = try need("a file that ends in .png, .ppm or .raw")
    guard PictureOutput.Kind(rawValue: Files.fileExtension(word)) != nil else {
      throw error("wants a file that ends in .png, .ppm or .raw, got `\(word)`")
    }
    return word
  }

  /// `left`, `a`, `ctrl+shift+left`, `+`.
  mutating func key() throws(SceneError) -> KeyPress {
    let word = try need("a key")
    var modifiers: KeyPress.Modifiers = []
    var rest = Substring(word)
    let known: [String: KeyPress.Modifiers] = ["shift": .shift, "ctrl": .control, "control": .control, "alt": .alt, "meta": .meta]
    while let plus = rest.dropLast().firstIndex(of: "+"), plus != rest.startIndex {
      let name = String(rest[..<plus])
      guard let modifier = known[name.lowercased()] else {
        throw error(
          "unknown modifier `\(name)`; there are shift, ctrl, alt, meta", suggestion: nearestName(to: name, among: known.keys.sorted()))
      }
      modifiers.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let key = KeyPress.Key(name: String(rest)) else {
      let names = [
        "backspace", "delete", "enter", "tab", "escape", "space", "left", "right", "up", "down", "home", "end", "pageup", "pagedown",
      ]
      throw error(
        "unknown key `\(rest)`: a single character, or \(names.joined(separator: ", "))",
        suggestion: nearestName(to: String(rest), among: names))
    }
    return KeyPress(key, modifiers: modifiers)
  }

  mutating func end() throws(SceneError) {
    if let extra = next() { throw error("`\(extra)` is too much here") }
  }
}
