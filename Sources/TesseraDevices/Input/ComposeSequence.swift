internal import CTesseraDevices

/// Incomplete sequence of a Compose key or dead key, as text for the field. A value.
struct ComposeSequence {
  /// Maximum number of signs; Compose files have shorter sequences.
  private static let limit = 32
  /// Sign of the Compose key, and of symbols that are no characters.
  private static let dot = "·"

  /// Signs of the sequence: the dot of a Compose key only until the next sign.
  private(set) var text = ""

  /// Adds the X keysym of a key.
  mutating func add(_ symbol: UInt32) {
    guard text.count < Self.limit else { return }
    if text == Self.dot { text = "" }
    text += Self.sign(of: symbol)
  }

  private static func sign(of symbol: UInt32) -> String {
    if (0xFE50..<0xFE50 + UInt32(dead.count)).contains(symbol) { return String(dead[Int(symbol - 0xFE50)]) }
    return Unicode.Scalar(td_keyboard_character(symbol)).flatMap { $0.value > 0 ? String($0) : nil } ?? dot
  }

  /// Spacing signs of dead keys from `dead_grave` on, in the order of X11's keysymdef.h. Accents without a spacing form have one like them.
  private static let dead = Array("`´^~¯˘˙¨˚˝ˇ¸˛ͺ゛゜.̉ʼ/᾽῾ˮ˳ˍꞈ˷⏝‥⁀,¤".unicodeScalars)
}
