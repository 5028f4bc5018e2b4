/// Generated texts of 100 kB from lists of words: meaningless, with the scripts, lengths and punctuation of real texts.
enum BenchParagraphs {
  private static let byteCount = 100_000

  /// Returns sentences of Arabic and Hebrew alternately; some contain Latin words, a number, or a sentence of the other script.
  static func bidirectional(arabic: [String], hebrew: [String], latin: [String]) -> [String] {
    var random = BenchRandom(state: 1)
    var number = 0
    return paragraphs { length in
      var sentences: [String] = []
      while sentences.reduce(0, { $0 + $1.count + 1 }) < length {
        let (own, other) = number / 6 % 2 == 0 ? (arabic, hebrew) : (hebrew, arabic)
        var words = random.words(6 + random.next(10), of: own)
        if number % 3 == 0 { words.insert(contentsOf: random.words(5, of: latin), at: words.count / 2) }
        sentences.append(words.joined(separator: " ") + ".")
        if number % 5 == 0 { sentences.append(random.words(8, of: other).joined(separator: " ") + ".") }
        if number % 7 == 0 { sentences.append("(\(number % 97).\(10 + number % 89)%)") }
        number += 1
      }
      return sentences.joined(separator: " ")
    }
  }

  /// Returns sentences without spaces, with full-width comma and stop.
  static func chinese(words: [String]) -> [String] {
    var random = BenchRandom(state: 2)
    return paragraphs { length in
      var text = ""
      var count = 0
      while count < length / 3 {
        let clause = random.words(3 + random.next(5), of: words).joined()
        text += clause + (random.next(3) == 0 ? "。" : "，")
        count += clause.count + 1
      }
      return text + random.words(3, of: words).joined() + "。"
    }
  }

  private static func paragraphs(_ make: (Int) -> String) -> [String] {
    var sizes = BenchRandom(state: 12_345)
    var found: [String] = []
    var bytes = 0
    while true {
      let paragraph = make(200 + sizes.next(700))
      bytes += paragraph.utf8.count + 1
      if bytes > byteCount { return found }
      found.append(paragraph)
    }
  }
}
