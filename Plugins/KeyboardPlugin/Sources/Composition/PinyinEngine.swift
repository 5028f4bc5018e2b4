/// Chinese words from Pinyin without tones: letters are cut into syllables, and words that sound so are candidates. `v` is `ü`.
struct PinyinEngine: ComposingEngine {
  static let hasCandidates = true
  /// Maximum number of letters; further ones are ignored until a candidate is chosen.
  private static let limit = 48

  private var letters = ""
  private(set) var candidates: [String] = []

  init() {}

  var preedit: String { PinyinTable.standard.syllables(letters).joined(separator: " ") }

  mutating func insert(_ letter: String) -> String {
    var done = ""
    for sign in letter.lowercased() {
      if sign == "'" || sign.isASCII && sign.isLetter {
        if letters.utf8.count < Self.limit, sign != "'" || !letters.isEmpty { letters.append(sign == "ü" ? "v" : sign) }
      } else {
        done += (convert() ?? "") + (Self.marks[sign] ?? String(sign))
      }
    }
    find()
    return done
  }

  private mutating func find() { candidates = letters.isEmpty ? [] : PinyinTable.standard.candidates(letters).map(\.text) }

  mutating func deleteBackward() -> Bool {
    guard !letters.isEmpty else { return false }
    letters.removeLast()
    find()
    return true
  }

  mutating func convert() -> String? {
    guard isComposing else { return nil }
    var done = ""
    // Each choice removes letters, so that this ends.
    while !letters.isEmpty {
      let chosen = choose(0)
      if chosen.isEmpty { return done + finish() }
      done += chosen
    }
    return done
  }

  mutating func choose(_ number: Int) -> String {
    let found = PinyinTable.standard.candidates(letters)
    guard found.indices.contains(number) else { return "" }
    letters = String(letters.dropFirst(found[number].letters).drop { $0 == "'" })
    find()
    return found[number].text
  }

  mutating func finish() -> String {
    defer { (letters, candidates) = ("", []) }
    return letters
  }

  private static let marks: [Character: String] = [
    ",": "，", ".": "。", "?": "？", "!": "！", ":": "：", ";": "；", "(": "（", ")": "）",
  ]
}
