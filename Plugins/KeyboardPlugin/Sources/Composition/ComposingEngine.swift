internal import CChewing

/// Turns the letters of keys into the signs of a writing system. A value; the text that is not final yet is the pre-edit.
protocol ComposingEngine: Sendable {
  /// Text that is not final yet, as the field shows it; empty if nothing is composed.
  var preedit: String { get }
  /// Texts to choose from, the likeliest first; empty if there is no choice.
  var candidates: [String] { get }
  /// Whether the engine ever has candidates, so that a place for them is kept.
  static var hasCandidates: Bool { get }

  /// Whether digits are letters, so that they choose candidates only after the key Down.
  static var usesDigits: Bool { get }

  /// Adds the letter of a key. Returns text that became final.
  mutating func insert(_ letter: String) -> String
  /// Adds the letter of a device's key. Returns text that became final.
  mutating func insert(key: String) -> String
  /// Removes the last letter. Returns whether there was one.
  mutating func deleteBackward() -> Bool
  /// Ends the composition with the likeliest text, or completes a syllable, as the space key does. Returns the final text; nil if nothing is composed.
  mutating func convert() -> String?
  /// Chooses a candidate. Returns text that became final; the letters that it does not cover stay in the pre-edit.
  mutating func choose(_ number: Int) -> String
  /// Ends the composition with the pre-edit as it is. Returns the final text.
  mutating func finish() -> String
}

extension ComposingEngine {
  /// Whether there is text that is not final.
  var isComposing: Bool { !preedit.isEmpty }
  static var usesDigits: Bool { false }
  mutating func insert(key: String) -> String { insert(key) }
}

/// Engines by their names in files of layouts.
enum ComposingEngines {
  static let names = ["hangul", "kana", "pinyin", "zhuyin"]

  /// Returns the reason for which an engine cannot be made; nil if it can.
  static func problem(_ name: String) -> String? {
    guard name == "zhuyin" else { return nil }
    let reason = String(cString: ch_problem())
    return reason.isEmpty ? nil : reason + "; without it the keys type their signs"
  }

  static func make(_ name: String) -> (any ComposingEngine)? {
    switch name {
    case "hangul": HangulEngine()
    case "kana": KanaEngine()
    case "pinyin": PinyinEngine()
    case "zhuyin": ZhuyinEngine()
    default: nil
    }
  }
}
