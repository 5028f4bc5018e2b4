/// Korean syllables from the letters of the two-set keyboard. Source: KS X 5002 (keys); The Unicode Standard, section 3.12 (syllables).
///
/// A syllable has an initial consonant, a vowel, and possibly a final consonant. A final consonant moves to the next syllable when a vowel follows.
struct HangulEngine: ComposingEngine {
  static let hasCandidates = false

  /// Letters of a syllable by their numbers in Unicode's order; nil: not entered yet.
  private var (initial, vowel, final): (Int?, Int?, Int?)

  init() { (initial, vowel, final) = (nil, nil, nil) }

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  /// The number of a final is its place plus 1.
  private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  /// Two letters and the one that they form.
  private static let pairs: [String: Character] = [
    "ㅗㅏ": "ㅘ", "ㅗㅐ": "ㅙ", "ㅗㅣ": "ㅚ", "ㅜㅓ": "ㅝ", "ㅜㅔ": "ㅞ", "ㅜㅣ": "ㅟ", "ㅡㅣ": "ㅢ", "ㄱㅅ": "ㄳ", "ㄴㅈ": "ㄵ", "ㄴㅎ": "ㄶ",
    "ㄹㄱ": "ㄺ", "ㄹㅁ": "ㄻ", "ㄹㅂ": "ㄼ", "ㄹㅅ": "ㄽ", "ㄹㅌ": "ㄾ", "ㄹㅍ": "ㄿ", "ㄹㅎ": "ㅀ", "ㅂㅅ": "ㅄ",
  ]
  /// The letters of Latin keyboards, in the places of the two-set keyboard.
  private static let latin: [Character: Character] = [
    "q": "ㅂ", "w": "ㅈ", "e": "ㄷ", "r": "ㄱ", "t": "ㅅ", "y": "ㅛ", "u": "ㅕ", "i": "ㅑ", "o": "ㅐ", "p": "ㅔ", "a": "ㅁ", "s": "ㄴ", "d": "ㅇ",
    "f": "ㄹ", "g": "ㅎ", "h": "ㅗ", "j": "ㅓ", "k": "ㅏ", "l": "ㅣ", "z": "ㅋ", "x": "ㅌ", "c": "ㅊ", "v": "ㅍ", "b": "ㅠ", "n": "ㅜ", "m": "ㅡ",
    "Q": "ㅃ", "W": "ㅉ", "E": "ㄸ", "R": "ㄲ", "T": "ㅆ", "O": "ㅒ", "P": "ㅖ",
  ]

  var preedit: String {
    guard let initial else { return vowel.map { String(Self.vowels[$0]) } ?? "" }
    guard let vowel else { return String(Self.initials[initial]) }
    return Unicode.Scalar(0xAC00 + UInt32((initial * 21 + vowel) * 28 + (final ?? 0))).map { String(Character($0)) } ?? ""
  }

  var candidates: [String] { [] }

  mutating func insert(_ letter: String) -> String {
    var done = ""
    for sign in letter { done += insert(Self.latin[sign] ?? Self.latin[Character(sign.lowercased())] ?? sign) }
    return done
  }

  private mutating func insert(_ sign: Character) -> String {
    if let number = Self.vowels.firstIndex(of: sign) { return insertVowel(sign, number) }
    guard let number = Self.initials.firstIndex(of: sign) else { return finish() + String(sign) }
    return insertConsonant(sign, number)
  }

  private mutating func insertVowel(_ sign: Character, _ number: Int) -> String {
    if let final {
      // The final consonant, or the second half of a double one, begins the next syllable.
      let (kept, moved) = Self.split(Self.finals[final - 1])
      self.final = kept.flatMap { Self.finals.firstIndex(of: $0) }.map { $0 + 1 }
      let done = finish()
      (initial, vowel) = (Self.initials.firstIndex(of: moved), number)
      return done
    }
    if let before = vowel {
      if let joined = Self.pairs["\(Self.vowels[before])\(sign)"], let number = Self.vowels.firstIndex(of: joined) {
        vowel = number
        return ""
      }
      let done = finish()
      vowel = number
      return done
    }
    vowel = number
    return ""
  }

  private mutating func insertConsonant(_ sign: Character, _ number: Int) -> String {
    if initial != nil, vowel != nil {
      if let final {
        if let joined = Self.pairs["\(Self.finals[final - 1])\(sign)"], let number = Self.finals.firstIndex(of: joined) {
          self.final = number + 1
          return ""
        }
      } else if let number = Self.finals.firstIndex(of: sign) {
        final = number + 1
        return ""
      }
    }
    let done = finish()
    initial = number
    return done
  }

  /// Returns the halves of a double letter, or nil and a single letter.
  private static func split(_ letter: Character) -> (first: Character?, second: Character) {
    guard let pair = pairs.first(where: { $0.value == letter })?.key, let first = pair.first, let second = pair.last else {
      return (nil, letter)
    }
    return (first, second)
  }

  mutating func deleteBackward() -> Bool {
    if let number = final {
      final = Self.split(Self.finals[number - 1]).first.flatMap { Self.finals.firstIndex(of: $0) }.map { $0 + 1 }
    } else if let number = vowel {
      vowel = Self.split(Self.vowels[number]).first.flatMap { Self.vowels.firstIndex(of: $0) }
    } else if initial != nil {
      initial = nil
    } else {
      return false
    }
    return true
  }

  mutating func convert() -> String? { isComposing ? finish() + " " : nil }

  mutating func choose(_ number: Int) -> String { "" }

  mutating func finish() -> String {
    defer { (initial, vowel, final) = (nil, nil, nil) }
    return preedit
  }
}
