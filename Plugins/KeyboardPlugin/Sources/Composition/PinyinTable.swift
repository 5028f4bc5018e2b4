/// Chinese words by their Pinyin. Immutable; any thread. The words are in ``PinyinWords``, which tools/make_pinyin.py creates.
struct PinyinTable: Sendable {
  static let standard = PinyinTable()

  /// Texts of the same letters, the most frequent first.
  private struct Entry {
    let letters: String
    let texts: [Substring]
    /// Frequency of the first text: 0 is the highest of 10.
    let rank: Int
  }

  /// Sorted by letters.
  private let words: [Entry]
  /// Letters of single signs.
  private let sounds: Set<String>
  private let longest: Int

  private init() {
    var words: [Entry] = []
    var sounds: Set<String> = []
    for line in PinyinWords.text.description.split(whereSeparator: { $0 == "\n" || $0 == "|" }) {
      let parts = line.split(separator: " ")
      guard let letters = parts.first, parts.count > 1 else { continue }
      // Single signs have no spaces between them, and no frequency.
      guard let rank = letters.last?.wholeNumberValue else {
        sounds.insert(String(letters))
        words.append(Entry(letters: String(letters), texts: parts[1].indices.map { parts[1][$0...$0] }, rank: 0))
        continue
      }
      words.append(Entry(letters: String(letters.dropLast()), texts: Array(parts.dropFirst()), rank: rank))
    }
    self.words = words.sorted { ($0.letters, $0.rank) < ($1.letters, $1.rank) }
    self.sounds = sounds
    longest = sounds.reduce(0) { max($0, $1.utf8.count) }
  }

  /// Returns the syllables of typed letters: the longest sound first; an apostrophe cuts. The last one may be unfinished.
  func syllables(_ letters: String) -> [String] {
    var result: [String] = []
    for part in letters.split(separator: "'") { result += cut(part) }
    return result
  }

  private func cut(_ letters: Substring) -> [String] {
    var result: [String] = []
    var rest = letters
    while !rest.isEmpty {
      var count = min(longest, rest.count)
      while count > 1, !isCut(rest, at: count) { count -= 1 }
      result.append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return result
  }

  /// Returns whether the first `count` letters are a sound, after which another can begin.
  private func isCut(_ letters: Substring, at count: Int) -> Bool {
    guard sounds.contains(String(letters.prefix(count))) else { return false }
    guard let next = letters.dropFirst(count).first else { return true }
    // `xingan` is `xin gan`: no sound begins with i, u or v, and a vowel after n, g or r takes the consonant if the rest remains a sound.
    if "iuv".contains(next) { return false }
    guard "aoe".contains(next), let last = letters.prefix(count).last, "ngr".contains(last) else { return true }
    return !sounds.contains(String(letters.prefix(count - 1)))
  }

  /// Returns texts for typed letters, each with the number of letters that it covers: words of all letters, then words that begin so, then words and
  /// signs of the first syllables.
  /// - Complexity: logarithmic in the table, and linear in the result of at most some hundred texts.
  func candidates(_ letters: String) -> [(text: String, letters: Int)] {
    let parts = syllables(letters)
    guard !parts.isEmpty else { return [] }
    var result: [(text: String, letters: Int)] = []
    var known: Set<String> = []
    func add(_ texts: some Sequence<Substring>, covering count: Int) {
      for text in texts where known.insert(String(text)).inserted { result.append((String(text), count)) }
    }
    let whole = parts.joined()
    // Words of as many signs as syllables were typed are first: `xi'an` is a town, `xian` a sign.
    let exact = texts(whole)
    add(exact.filter { $0.count == parts.count }, covering: letters.count)
    add(exact, covering: letters.count)
    // Unfinished words: only if more than one letter was typed, else everything would match.
    if whole.utf8.count > 1 { add(completions(whole).prefix(8), covering: letters.count) }
    for count in stride(from: parts.count - 1, to: 0, by: -1) {
      add(texts(parts.prefix(count).joined()), covering: covered(parts.prefix(count), of: letters))
    }
    return result
  }

  /// Returns the number of typed letters that syllables cover, with the apostrophes between them.
  private func covered(_ parts: ArraySlice<String>, of letters: String) -> Int {
    var left = parts.reduce(0) { $0 + $1.count }
    var count = 0
    for sign in letters where left > 0 {
      count += 1
      if sign != "'" { left -= 1 }
    }
    return count
  }

  private func texts(_ letters: String) -> [Substring] {
    var result: [Substring] = []
    var at = place(letters)
    while at < words.count, words[at].letters == letters {
      result += words[at].texts
      at += 1
    }
    return result
  }

  /// Returns the most frequent texts of longer words that begin with these letters.
  private func completions(_ letters: String) -> [Substring] {
    var found: [Entry] = []
    var at = place(letters)
    while at < words.count, words[at].letters.hasPrefix(letters), found.count < 128 {
      if words[at].letters != letters { found.append(words[at]) }
      at += 1
    }
    return found.sorted { ($0.rank, $0.letters) < ($1.rank, $1.letters) }.compactMap(\.texts.first)
  }

  /// Returns the place of the first word that is not before these letters.
  private func place(_ letters: String) -> Int {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].letters < letters { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
