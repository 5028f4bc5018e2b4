/// Japanese syllables from Latin letters: Hiragana, or Katakana as a candidate. Source: ISO 3602 (Kunrei) and the Hepburn romanization.
struct KanaEngine: ComposingEngine {
  static let hasCandidates = true
  /// Maximum number of signs in the pre-edit; a longer one becomes final.
  private static let limit = 64

  /// Signs that are complete, and the letters of the next one.
  private var (kana, letters) = ("", "")

  init() {}

  var preedit: String { kana + letters }

  var candidates: [String] {
    let whole = finished()
    return whole.isEmpty ? [] : [whole, Self.katakana(whole)]
  }

  mutating func insert(_ letter: String) -> String {
    var done = ""
    for sign in letter.lowercased() { done += insert(sign) }
    return done
  }

  private mutating func insert(_ sign: Character) -> String {
    if let mark = Self.marks[sign] {
      kana = finished() + mark
      letters = ""
    } else if sign.isASCII, sign.isLetter || sign == "'" {
      add(sign)
    } else {
      return finish() + String(sign)
    }
    return kana.count > Self.limit ? finish() : ""
  }

  private mutating func add(_ sign: Character) {
    // `n` before a consonant, and doubled consonants.
    if letters == "n", sign == "'" || !"aiueoyn".contains(sign) {
      (kana, letters) = (kana + "ん", "")
      if sign == "'" { return }
    } else if letters == "n", sign == "n" {
      (kana, letters) = (kana + "ん", "")
      return
    } else if letters.count == 1, let last = letters.last, last == sign, !"aiueon".contains(sign) {
      (kana, letters) = (kana + "っ", "")
    }
    letters.append(sign)
    if let found = Self.table[letters] {
      kana += found
      letters = ""
    } else if letters.count >= 4 || !Self.prefixes.contains(letters) {
      // No syllable begins like this: the letters stay as they are, except the last, which may begin one.
      let begins = letters.count > 1 && Self.prefixes.contains(String(sign))
      kana += begins ? String(letters.dropLast()) : letters
      letters = begins ? String(sign) : ""
      if let found = Self.table[letters] { (kana, letters) = (kana + found, "") }
    }
  }

  mutating func deleteBackward() -> Bool {
    if !letters.isEmpty { letters.removeLast() } else if !kana.isEmpty { kana.removeLast() } else { return false }
    return true
  }

  mutating func convert() -> String? { isComposing ? choose(0) : nil }

  mutating func choose(_ number: Int) -> String {
    let texts = candidates
    guard texts.indices.contains(number) else { return "" }
    (kana, letters) = ("", "")
    return texts[number]
  }

  mutating func finish() -> String {
    defer { (kana, letters) = ("", "") }
    return finished()
  }

  /// Returns the pre-edit with a last `n` as a sign.
  private func finished() -> String { kana + (letters == "n" ? "ん" : letters) }

  /// Returns a text with the Katakana of its Hiragana, which are 96 places behind in Unicode.
  static func katakana(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { (0x3041...0x3096).contains($0.value) ? Unicode.Scalar($0.value + 0x60) ?? $0 : $0 }))
  }

  private static let marks: [Character: String] = ["-": "ー", ".": "。", ",": "、", "[": "「", "]": "」", "~": "〜", "/": "・"]

  /// Syllables by their letters.
  private static let table: [String: String] = {
    var table: [String: String] = ["wo": "を", "xtu": "っ", "ltu": "っ", "xtsu": "っ", "wi": "うぃ", "we": "うぇ", "nn": "ん"]
    let rows: [(String, String)] = [
      ("", "あいうえお"), ("k", "かきくけこ"), ("s", "さしすせそ"), ("t", "たちつてと"), ("n", "なにぬねの"), ("h", "はひふへほ"), ("m", "まみむめも"),
      ("r", "らりるれろ"), ("g", "がぎぐげご"), ("z", "ざじずぜぞ"), ("d", "だぢづでど"), ("b", "ばびぶべぼ"), ("p", "ぱぴぷぺぽ"), ("x", "ぁぃぅぇぉ"),
      ("l", "ぁぃぅぇぉ"),
    ]
    for (letter, signs) in rows { for (vowel, sign) in zip("aiueo", signs) { table[letter + String(vowel)] = String(sign) } }
    table["wa"] = "わ"
    for (vowel, sign) in zip("auo", "やゆよ") { table["y\(vowel)"] = String(sign) }
    for (vowel, sign) in zip("auo", "ゃゅょ") { (table["xy\(vowel)"], table["ly\(vowel)"]) = (String(sign), String(sign)) }
    // Syllables with a small sign.
    let soft: [(String, Character)] = [
      ("ky", "き"), ("sy", "し"), ("ty", "ち"), ("ny", "に"), ("hy", "ひ"), ("my", "み"), ("ry", "り"), ("gy", "ぎ"), ("zy", "じ"), ("jy", "じ"),
      ("dy", "ぢ"), ("by", "び"), ("py", "ぴ"), ("sh", "し"), ("ch", "ち"), ("cy", "ち"), ("j", "じ"),
    ]
    for (letters, sign) in soft { for (vowel, small) in zip("aueo", "ゃゅぇょ") { table["\(letters)\(vowel)"] = "\(sign)\(small)" } }
    for (letters, signs) in [("f", "ふ"), ("v", "ゔ"), ("ts", "つ")] {
      for (vowel, small) in zip("aieo", "ぁぃぇぉ") { table["\(letters)\(vowel)"] = "\(signs)\(small)" }
    }
    for (letters, sign) in [
      ("shi", "し"), ("chi", "ち"), ("tsu", "つ"), ("fu", "ふ"), ("ji", "じ"), ("vu", "ゔ"), ("thi", "てぃ"), ("dhi", "でぃ"), ("twu", "とぅ"),
      ("dwu", "どぅ"),
    ] { table[letters] = sign }
    return table
  }()

  /// Beginnings of syllables.
  private static let prefixes: Set<String> = {
    var prefixes: Set<String> = []
    for letters in table.keys { for count in 1...letters.count { prefixes.insert(String(letters.prefix(count))) } }
    return prefixes
  }()
}
