internal import CTesseraDevices
internal import Glibc
internal import Tessera

/// Keyboard layout in the names of setxkbmap; empty names mean the system's settings.
public struct KeyboardNames: Sendable, Hashable {
  /// Model, such as `pc105`.
  public var model = ""
  /// Layout, such as `de`, or several separated by commas: `us,de`.
  public var layout = ""
  /// Variant, such as `nodeadkeys`.
  public var variant = ""
  /// Options, such as `compose:ralt,grp:alt_shift_toggle`.
  public var options = ""
  /// Locale whose Compose file applies, such as `de_DE.UTF-8`; empty: that of `LC_ALL`, `LC_CTYPE` or `LANG`.
  public var locale = ""
  /// Creates names.
  public init(model: String = "", layout: String = "", variant: String = "", options: String = "", locale: String = "") {
    (self.model, self.layout, self.variant, self.options, self.locale) = (model, layout, variant, options, locale)
  }
}

/// Converts kernel key codes to key presses and text, through libxkbcommon. One thread.
final class KeyboardLayout {
  /// Result of a key.
  struct Result {
    /// Key press; nil for a key without a name, and for keys of a Compose sequence.
    var key: KeyPress?
    /// Typed text; empty if there is none.
    var text = ""
    /// X keysym.
    var symbol: UInt32 = 0
    /// Signs of the incomplete Compose sequence if the key changed them; empty: the sequence was cancelled.
    var composition: String?
  }

  private var handle: OpaquePointer?
  /// Incomplete Compose sequence.
  private var sequence = ComposeSequence()
  /// Kernel codes of keys that a sequence used: their repeats and releases have no effect.
  private var used: Set<Int> = []
  /// Error in the Compose file; its other lines are used.
  private(set) var composeProblem: DeviceError?

  /// Compiles a keymap.
  /// - Throws: ``DeviceError`` if libxkbcommon or the keymap is missing.
  init(_ names: KeyboardNames) throws(DeviceError) {
    var handle: OpaquePointer?
    let (code, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      message.initialize(repeating: 0)
      let code = td_keyboard_create(
        names.model, names.layout, names.variant, names.options, names.locale.isEmpty ? Self.locale : names.locale, &handle,
        message.baseAddress, message.count)
      return (code, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    guard code == 0, let handle else {
      throw .unusable(
        device: "keyboards", reason: code == ENOMEM ? "out of memory" : reason,
        advice: code == ENOENT
          ? "install libxkbcommon0 and xkb-data; until then only keys that type nothing work"
          : code == EINVAL ? "`localectl list-x11-keymap-layouts` lists the valid ones" : nil)
    }
    self.handle = handle
    if !reason.isEmpty {
      composeProblem = .unusable(
        device: "Compose file", reason: reason, advice: "a line is `<Multi_key> <a> <e> : \"æ\"`; correct it or remove the file")
    }
  }

  deinit { td_keyboard_destroy(handle) }

  /// Locale of the environment; it selects the Compose table.
  static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return "C"
  }

  /// Processes a key: state 1 pressed, 2 repeated, 0 released.
  func press(code: Int, state: Int) -> Result {
    var key = td_key()
    td_keyboard_press(handle, UInt32(clamping: code), Int32(clamping: state), &key)
    var result = Result(symbol: key.symbol)
    if state == 1 { used.remove(code) }
    if state == 1, Int(key.compose) != td_compose_nothing { return compose(key, code) }
    guard !used.contains(code) else {
      if state == 0 { used.remove(code) }
      return result
    }
    result.text = Self.text(of: key)
    let named = Self.key(of: key.symbol) ?? Self.key(of: key.plain_symbol)
    let character = Unicode.Scalar(key.plain).flatMap { key.plain >= 0x20 && key.plain != 0x7F ? Character($0) : nil }
    result.key = (named ?? character.map { .character($0) }).map {
      KeyPress(
        $0, modifiers: KeyPress.Modifiers(rawValue: UInt8(truncatingIfNeeded: key.modifiers)), isDown: state != 0, isRepeat: state == 2)
    }
    return result
  }

  private static func text(of key: td_key) -> String {
    withUnsafeBytes(of: key.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Advances the Compose sequence. Its keys are no commands, so that a space of a sequence activates no button.
  private func compose(_ key: td_key, _ code: Int) -> Result {
    used.insert(code)
    switch Int(key.compose) {
    case td_compose_pending:
      sequence.add(key.symbol)
      return Result(symbol: key.symbol, composition: sequence.text)
    case td_compose_done:
      sequence = ComposeSequence()
      let text = Self.text(of: key)
      return Result(text: text, symbol: key.symbol, composition: text.isEmpty ? "" : nil)
    default:
      sequence = ComposeSequence()
      return Result(symbol: key.symbol, composition: "")
    }
  }

  /// Releases all keys and cancels an incomplete sequence. Returns whether there was one.
  @discardableResult
  func reset() -> Bool {
    td_keyboard_reset(handle)
    defer { (sequence, used) = (ComposeSequence(), []) }
    return !sequence.text.isEmpty
  }

  /// Returns the key of a keysym that is no character.
  static func key(of symbol: UInt32) -> KeyPress.Key? {
    if let key = named[symbol] { return key }
    return (0xFFBE...0xFFD5).contains(symbol) ? .function(Int(symbol - 0xFFBD)) : nil
  }

  /// Keys of editing and moving by keysym. Source: X11's keysymdef.h.
  private static let named: [UInt32: KeyPress.Key] = [
    0xFF08: .backspace, 0xFFFF: .delete, 0xFF9F: .delete, 0xFF0D: .enter, 0xFF8D: .enter, 0xFF09: .tab, 0xFE20: .tab, 0xFF1B: .escape,
    0x0020: .space, 0xFF51: .left, 0xFF52: .up, 0xFF53: .right, 0xFF54: .down, 0xFF96: .left, 0xFF97: .up, 0xFF98: .right, 0xFF99: .down,
    0xFF50: .home, 0xFF57: .end, 0xFF55: .pageUp, 0xFF56: .pageDown, 0xFF95: .home, 0xFF9C: .end, 0xFF9A: .pageUp, 0xFF9B: .pageDown,
  ]

  /// Function keys by kernel code, for use without libxkbcommon. Source: linux/input-event-codes.h.
  static func plainKey(code: Int) -> KeyPress.Key? {
    switch code {
    case 1, InputCode.padEast: .escape
    case 14: .backspace
    case 15: .tab
    case 28, 96, 0x160, 353, InputCode.knob, InputCode.padSouth: .enter
    case 57: .space
    case 59...68: .function(code - 58)
    case 87, 88: .function(code - 76)
    case 102: .home
    case 103, InputCode.padUp: .up
    case 104: .pageUp
    case 105, InputCode.padLeft: .left
    case 106, InputCode.padRight: .right
    case 107: .end
    case 108, InputCode.padDown: .down
    case 109: .pageDown
    case 111: .delete
    default: nil
    }
  }

  /// Returns the terminal number of Ctrl+Alt+F1…F12.
  static func terminal(symbol: UInt32) -> Int? { (0x1008_FE01...0x1008_FE0C).contains(symbol) ? Int(symbol - 0x1008_FE00) : nil }
}
