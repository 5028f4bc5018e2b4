internal import CChewing
internal import Tessera

/// Chinese words in traditional signs from Bopomofo, by libchewing. Keys of a device are those of a Latin keyboard in Dachen order.
struct ZhuyinEngine: ComposingEngine {
  static let hasCandidates = true
  static let usesDigits = true
  /// Maximum number of syllables in the pre-edit; the first ones of a longer one become final.
  private static let limit = 20
  /// Maximum number of candidates that are read.
  private static let mostCandidates = 512

  /// Bopomofo signs in the order of ``keys``. Source: the Dachen layout of CNS 11643.
  private static let signs = Array("ㄅㄉˇˋㄓˊ˙ㄚㄞㄢㄦㄆㄊㄍㄐㄔㄗㄧㄛㄟㄣㄇㄋㄎㄑㄕㄘㄨㄜㄠㄤㄈㄌㄏㄒㄖㄙㄩㄝㄡㄥ")
  private static let keys = Array("1234567890-qwertyuiopasdfghjkl;zxcvbnm,./")
  private static let codes = Dictionary(uniqueKeysWithValues: zip(signs, keys.map { Int32($0.asciiValue ?? 0) }))
  private static let signsOfKeys = Dictionary(uniqueKeysWithValues: zip(keys, signs))

  private let session: ChewingSession
  private(set) var preedit = ""
  private(set) var candidates: [String] = []

  /// Creates an engine; nil if libchewing is missing or has no dictionary.
  init?() {
    guard let session = ChewingSession(limit: Self.limit) else { return nil }
    self.session = session
  }

  mutating func insert(_ letter: String) -> String {
    var done = ""
    for sign in letter {
      if let code = Self.codes[sign] {
        done += session.press(code)
      } else {
        done += session.finish() + (Self.marks[sign] ?? String(sign))
      }
    }
    read()
    return done
  }

  mutating func insert(key: String) -> String {
    insert(String(key.map { Self.signsOfKeys[$0] ?? $0 }))
  }

  private mutating func read() { (preedit, candidates) = session.state(mostCandidates: Self.mostCandidates) }

  mutating func deleteBackward() -> Bool {
    guard isComposing else { return false }
    session.deleteBackward()
    read()
    return true
  }

  /// A space is the first tone of an incomplete syllable; otherwise it ends the composition.
  mutating func convert() -> String? {
    guard isComposing else { return nil }
    let done = session.convert()
    read()
    return done
  }

  mutating func choose(_ number: Int) -> String {
    session.choose(number)
    read()
    return ""
  }

  mutating func finish() -> String {
    let done = session.finish()
    read()
    return done
  }

  private static let marks: [Character: String] = [",": "，", ".": "。", "?": "？", "!": "！", ":": "：", "(": "（", ")": "）"]
}

/// Composition of libchewing. Any thread; it learns nothing, and writes no file.
private final class ChewingSession: Sendable {
  /// Context of the library. The pointer is used only while the lock is held, so that one thread uses it at a time.
  private struct Handle: @unchecked Sendable { let context: OpaquePointer }
  private let handle: Locked<Handle>
  private let limit: Int

  init?(limit: Int) {
    guard let context = ch_create() else { return nil }
    self.limit = limit
    handle = Locked(Handle(context: context))
  }

  deinit { handle.withLock { ch_delete($0.context) } }

  private func use<R>(_ body: (OpaquePointer) -> R) -> R { handle.withLock { body($0.context) } }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// Presses the key of a Latin keyboard. Returns text that became final.
  func press(_ code: Int32) -> String {
    use { context in
      // The library has a limit of its own, beyond which it ignores keys.
      let done = Self.text(ch_buffer(context)).count >= limit ? Self.text(ch_commit(context)) : ""
      ch_key(context, code)
      return done + Self.text(ch_committed(context))
    }
  }

  func deleteBackward() { use { ch_backspace($0) } }

  func convert() -> String {
    use { context in
      let letters = Self.text(ch_letters(context))
      if letters.isEmpty { return Self.text(ch_commit(context)) }
      ch_space(context)
      // Letters that are no syllable stay: they are discarded, so that the next space ends the composition.
      if Self.text(ch_letters(context)) == letters { ch_clear_letters(context) }
      return ""
    }
  }

  /// Ends the composition. Returns its text; letters of an incomplete syllable are part of it.
  func finish() -> String {
    use { context in
      let letters = Self.text(ch_letters(context))
      ch_clear_letters(context)
      return Self.text(ch_commit(context)) + letters
    }
  }

  /// Returns the pre-edit, and the candidates for its last word, the longest first.
  func state(mostCandidates: Int) -> (preedit: String, candidates: [String]) {
    use { context in
      let (buffer, letters) = (Self.text(ch_buffer(context)), Self.text(ch_letters(context)))
      var candidates: [String] = []
      if !buffer.isEmpty, letters.isEmpty {
        visit(context) { candidate, _ in
          if !candidates.contains(candidate) { candidates.append(candidate) }
          return candidates.count < mostCandidates
        }
        ch_close(context)
      }
      return (buffer + letters, candidates)
    }
  }

  /// Chooses a candidate for the last word; the composition goes on.
  func choose(_ number: Int) {
    use { context in
      guard number >= 0, !Self.text(ch_buffer(context)).isEmpty, Self.text(ch_letters(context)).isEmpty else { return }
      var known: [String] = []
      var chosen: Int32?
      visit(context) { candidate, index in
        if known.contains(candidate) { return true }
        if known.count == number {
          chosen = index
          return false
        }
        known.append(candidate)
        return true
      }
      if let chosen { ch_choose(context, chosen) }
      ch_close(context)
    }
  }

  /// Visits the candidates of all lists with their index in the list, until `body` returns false; the list of that candidate is then the open one.
  private func visit(_ context: OpaquePointer, _ body: (String, Int32) -> Bool) {
    guard ch_open(context) else { return }
    repeat {
      ch_begin(context)
      var index: Int32 = 0
      while let candidate = ch_next(context) {
        if !body(Self.text(candidate), index) { return }
        index += 1
      }
    } while ch_next_list(context)
  }
}
