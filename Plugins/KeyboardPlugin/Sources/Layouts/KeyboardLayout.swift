/// Letters of a language on an on-screen keyboard: rows of keys, variants of letters, dead keys. Immutable; any thread.
///
/// The text format is described in docs/text-input.md. Layouts of 17 languages are part of the plugin (``standard(_:)``).
public struct KeyboardLayout: Sendable, Equatable {
  /// Limits of a file.
  enum Limit {
    static let bytes = 64 << 10
    static let rows = 4
    static let keysInRow = 14
    static let variants = 12
    static let keyLength = 16
  }

  /// Letter key with its capital, or a dead key.
  struct Letter: Sendable, Equatable {
    var lower: String
    var upper: String
    var isDead = false
  }

  /// Letters that a dead key combines with.
  struct DeadKey: Sendable, Equatable {
    var sign: String
    /// Letters and their results.
    var pairs: [String: String] = [:]
  }

  /// Name by which programs select the layout, such as "de".
  public private(set) var name = ""
  /// Name of the language in the language, which the space key shows.
  public private(set) var title = ""
  /// Whether lines of the language start at the right.
  public private(set) var isRightToLeft = false
  /// Decimal separator of number pads.
  public private(set) var separator = "."
  /// Name of the engine that turns letters into signs; nil: letters are entered as they are.
  private(set) var engine: String?
  private(set) var rows: [[Letter]] = []
  /// Variants by lower-case letter.
  private(set) var variants: [String: [String]] = [:]
  private(set) var deadKeys: [DeadKey] = []

  /// Whether letters have capitals.
  var hasCapitals: Bool { engine == nil && rows.contains { $0.contains { !$0.isDead && $0.lower.uppercased() != $0.lower } } }

  /// Parses a layout.
  ///
  /// - Parameters:
  ///   - text: the text of the file.
  ///   - file: the name of the file in errors.
  /// - Throws: the first error, with its line.
  /// - Complexity: linear in the length of the text, which is at most 64 KiB.
  public init(text: String, file: String) throws(KeyboardLayoutError) {
    guard text.utf8.count <= Limit.bytes else {
      throw KeyboardLayoutError(file: file, line: 0, reason: "the file has \(text.utf8.count) bytes; at most \(Limit.bytes) are valid")
    }
    var number = 0
    var hasVersion = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
      guard let key = words.first, !key.hasPrefix("#") else { continue }
      do throws(Wrong) {
        if !hasVersion {
          guard key == "keys", words.count == 2, words[1] == "1" else { throw Wrong("the first line must be `keys 1`, got `\(line)`") }
          hasVersion = true
        } else {
          try read(key, words.dropFirst(), line)
        }
      } catch {
        throw KeyboardLayoutError(file: file, line: number, reason: error.reason)
      }
    }
    guard hasVersion else { throw KeyboardLayoutError(file: file, line: 0, reason: "the first line must be `keys 1`") }
    guard !name.isEmpty, !rows.isEmpty else {
      throw KeyboardLayoutError(file: file, line: 0, reason: "\(name.isEmpty ? "`layout`" : "`row`") is missing")
    }
    if title.isEmpty { title = name }
  }

  private struct Wrong: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private static let keys = ["layout", "name", "direction", "separator", "input", "row", "variants", "dead"]

  private mutating func read(_ key: Substring, _ words: ArraySlice<Substring>, _ line: Substring) throws(Wrong) {
    func single(_ what: String) throws(Wrong) -> String {
      guard words.count == 1, let word = words.first, word.utf8.count <= 32 else { throw Wrong("`\(key)` must be \(what), got `\(line)`") }
      return String(word)
    }
    switch key {
    case "layout": name = try single("one word of at most 32 bytes")
    case "name":
      guard !words.isEmpty, line.utf8.count <= 128 else { throw Wrong("`name` must be 1 to 120 bytes") }
      title = words.joined(separator: " ")
    case "direction":
      let word = try single("ltr or rtl")
      guard word == "ltr" || word == "rtl" else { throw Wrong("`direction` must be ltr or rtl, got `\(word)`") }
      isRightToLeft = word == "rtl"
    case "input":
      let word = try single("the name of an engine")
      guard ComposingEngines.names.contains(word) else {
        throw Wrong("`input` must be one of \(ComposingEngines.names.joined(separator: ", ")), got `\(word)`")
      }
      engine = word
    case "separator": separator = try single("one sign")
    case "row":
      guard rows.count < Limit.rows else { throw Wrong("a layout has at most \(Limit.rows) rows") }
      guard (1...Limit.keysInRow).contains(words.count) else {
        throw Wrong("a row has 1 to \(Limit.keysInRow) keys, got \(words.count)")
      }
      var row: [Letter] = []
      for word in words { row.append(try Self.letter(word)) }
      rows.append(row)
    case "variants": for word in words { try readVariants(word) }
    case "dead": try readDead(words, line)
    default: throw Wrong("unknown word `\(key)`; valid are \(Self.keys.joined(separator: ", "))")
    }
  }

  /// Reads `a`, `i/İ` or `dead:´`.
  private static func letter(_ word: Substring) throws(Wrong) -> Letter {
    guard word.utf8.count <= Limit.keyLength else { throw Wrong("a key has at most \(Limit.keyLength) bytes, got `\(word)`") }
    if word.hasPrefix("dead:") {
      let sign = String(word.dropFirst(5))
      guard !sign.isEmpty else { throw Wrong("`dead:` needs a sign, such as dead:´") }
      return Letter(lower: sign, upper: sign, isDead: true)
    }
    // The first character may be a slash.
    if let slash = word.dropFirst().firstIndex(of: "/"), word.index(after: slash) < word.endIndex {
      return Letter(lower: String(word[..<slash]), upper: String(word[word.index(after: slash)...]))
    }
    return Letter(lower: String(word), upper: word.uppercased())
  }

  /// Reads `a:àáâ`.
  private mutating func readVariants(_ word: Substring) throws(Wrong) {
    guard let colon = word.dropFirst().firstIndex(of: ":"), word.index(after: colon) < word.endIndex else {
      throw Wrong("variants must be a letter, a colon and its variants, such as a:àáâ, got `\(word)`")
    }
    let signs = word[word.index(after: colon)...].prefix(Limit.variants + 1).map(String.init)
    guard signs.count <= Limit.variants else { throw Wrong("a letter has at most \(Limit.variants) variants, got `\(word)`") }
    variants[String(word[..<colon])] = signs
  }

  /// Reads `´ aá eé`.
  private mutating func readDead(_ words: ArraySlice<Substring>, _ line: Substring) throws(Wrong) {
    guard let sign = words.first, words.count > 1, sign.utf8.count <= Limit.keyLength else {
      throw Wrong("`dead` must be a sign and pairs of a letter and its result, such as `dead ´ aá eé`")
    }
    var key = DeadKey(sign: String(sign))
    for pair in words.dropFirst() {
      guard pair.count == 2, let letter = pair.first, let result = pair.last else {
        throw Wrong("a pair of `dead` must be a letter and its result, such as aá, got `\(pair)`")
      }
      key.pairs[String(letter)] = String(result)
    }
    deadKeys.append(key)
  }

  /// Returns the result of a dead key and a text: its combination, or both.
  func combine(_ sign: String, _ text: String) -> String {
    if text == " " || text == sign { return sign }
    guard let key = deadKeys.first(where: { $0.sign == sign }), let result = key.pairs[text] else { return sign + text }
    return result
  }
}
