internal import CTesseraDevices
internal import Tessera

/// Converts X keysyms, with the sender's layout applied, to key presses and text. Loop thread.
struct SymbolKeyboard {
  /// Maximum number of keys held down; further ones are released immediately.
  private static let maximumKeys = 64
  private var down: [UInt32: KeyPress] = [:]
  private var modifiers: [UInt32: KeyPress.Modifiers] = [:]

  /// Keysyms of modifier keys. Source: X11's keysymdef.h.
  private static let modifierKeys: [UInt32: KeyPress.Modifiers] = [
    0xFFE1: .shift, 0xFFE2: .shift, 0xFFE3: .control, 0xFFE4: .control, 0xFFE7: .meta, 0xFFE8: .meta, 0xFFE9: .alt, 0xFFEA: .alt,
    0xFFEB: .meta, 0xFFEC: .meta,
  ]

  /// Processes a key press or release. Returns the resulting events.
  mutating func press(_ symbol: UInt32, isDown: Bool) -> [Event] {
    if let modifier = Self.modifierKeys[symbol] {
      modifiers[symbol] = isDown ? modifier : nil
      return []
    }
    guard isDown else {
      // Shift may have been released since: match the key that was pressed.
      let press = down.removeValue(forKey: symbol) ?? down.removeValue(forKey: Self.otherCase(symbol))
      return press.map { [.key(Self.released($0))] } ?? []
    }
    let held = modifiers.values.reduce(into: KeyPress.Modifiers()) { $0.formUnion($1) }
    let character = Unicode.Scalar(td_keyboard_character(symbol)).flatMap { $0.value > 0 ? Character($0) : nil }
    let named = KeyboardLayout.key(of: symbol)
    // A letter with Shift belongs to the key of the lowercase letter.
    let plain = character.map { c in Character(c.lowercased().count == 1 ? c.lowercased() : String(c)) }
    var events: [Event] = []
    if let key = named ?? plain.map({ .character($0) }) {
      let press = KeyPress(key, modifiers: held, isRepeat: down[symbol] != nil)
      events.append(.key(press))
      if down[symbol] != nil || down.count < Self.maximumKeys { down[symbol] = press } else { events.append(.key(Self.released(press))) }
    }
    // Text with Control, Alt or the logo key is a command.
    if let character, held.isDisjoint(with: [.control, .alt, .meta]) { events.append(.text(String(character))) }
    return events
  }

  /// Releases all keys. Returns the resulting events.
  mutating func releaseAll() -> [Event] {
    defer { (down, modifiers) = ([:], [:]) }
    return down.sorted { $0.key < $1.key }.map { .key(Self.released($0.value)) }
  }

  private static func released(_ press: KeyPress) -> KeyPress { KeyPress(press.key, modifiers: press.modifiers, isDown: false) }

  private static func otherCase(_ symbol: UInt32) -> UInt32 {
    let isLetter = (0x41...0x5A).contains(symbol & ~0x20) || (0xC0...0xDE).contains(symbol & ~0x20) && symbol <= 0xFF
    return isLetter ? symbol ^ 0x20 : symbol
  }
}
