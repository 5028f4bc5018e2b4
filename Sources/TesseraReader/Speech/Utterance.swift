/// Text for a synthesizer, with its language and its place in the queue. A value.
public struct Utterance: Sendable, Hashable {
  /// Urgency, the lowest first.
  public enum Priority: Int, Sendable, Hashable, Comparable {
    /// Spoken after everything that waits: a change of a polite live region.
    case polite
    /// Continues the current speech: the next element while a screen is read on.
    case following
    /// Replaces the current utterance and waiting ones, except polite ones: the answer to a command, a move of the focus.
    case command
    /// As a command; it is not replaced before it has been spoken: a change of an assertive live region.
    case assertive

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Number, unique in its queue; 0 before it is queued.
  public var id = 0
  /// Text.
  public var text: String
  /// BCP 47 tag.
  public var language: String
  /// Urgency.
  public var priority: Priority
  /// Region that it reports; a newer utterance of the same region replaces one that waits. nil means none.
  public var region: UInt64?

  /// Text for a braille display in place of the element at the cursor, such as a change of a live region; nil: none.
  public var announcement: String?

  /// Longest text in UTF-8 bytes; a longer one is cut at a character.
  public static let limit = 8_000

  /// Creates an utterance.
  public init(_ text: String, language: String = "en", priority: Priority = .command, region: UInt64? = nil) {
    (self.language, self.priority, self.region) = (language, priority, region)
    let plain = Self.withoutMarks(text)
    self.text = plain.utf8.count <= Self.limit ? plain : Self.cut(plain)
  }

  /// Removes marks of direction (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), which are for lines of text.
  private static func withoutMarks(_ text: String) -> String {
    func isMark(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    guard text.unicodeScalars.contains(where: isMark) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
  }

  private static func cut(_ text: String) -> String {
    var (result, count) = ("", 0)
    for character in text {
      count += character.utf8.count
      if count > limit { break }
      result.append(character)
    }
    return result
  }
}
