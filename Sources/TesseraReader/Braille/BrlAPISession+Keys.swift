internal import Tessera

// Commands of brltty and keys of the braille keyboard (`brlapi_keycodes.h`, `brlapi_constants.h`).

extension BrlAPISession {
  private static let commandType: UInt32 = 0x2000_0000
  private static let routing: UInt32 = 0x2001_0000

  private static let commands: [UInt32: BrailleKey] = [
    1: .command(.previous(.element)), 5: .command(.previous(.element)), 147: .command(.previous(.element)),
    2: .command(.next(.element)), 6: .command(.next(.element)), 148: .command(.next(.element)),
    9: .command(.first), 11: .command(.first), 146: .command(.first), 10: .command(.last), 12: .command(.last), 149: .command(.last),
    13: .command(.previous(.heading)), 14: .command(.next(.heading)), 15: .command(.previous(.control)), 16: .command(.next(.control)),
    21: .panLeft, 23: .panLeft, 25: .panLeft, 22: .panRight, 24: .panRight, 26: .panRight, 27: .lineStart, 28: .lineEnd, 29: .home,
    31: .home, 30: .command(.dismiss), 137: .command(.dismiss), 59: .command(.decrement), 60: .command(.increment), 61: .command(.stop),
    63: .command(.current), 152: .command(.read),
  ]

  /// Ranges of key codes that are not left to brltty.
  static var acceptedKeys: [ClosedRange<UInt32>] {
    // Keys of a keyboard are Latin letters, function keys, and Unicode letters.
    commands.keys.sorted().map { commandType + $0...commandType + $0 } + [
      routing...routing + 0xFFFF, 0...0xFFFF, 0x0100_0000...0x0110_FFFF,
    ]
  }

  /// Returns the key of a code; nil if it has no meaning here.
  ///
  /// - Parameters:
  ///   - code: lower half of the code.
  ///   - flags: upper half, with the modifiers.
  static func key(_ code: UInt32, flags: UInt32) -> BrailleKey? {
    if code >= routing, code <= routing + 0xFFFF { return .route(Int(code - routing)) }
    if code >= commandType { return commands[code - commandType] }
    var modifiers: KeyPress.Modifiers = []
    if flags & 0x01 != 0 { modifiers.insert(.shift) }
    if flags & 0x04 != 0 { modifiers.insert(.control) }
    if flags & 0x08 != 0 { modifiers.insert(.alt) }
    guard let key = keyboardKey(code) else { return nil }
    return .type(KeyPress(key, modifiers: modifiers))
  }

  private static func keyboardKey(_ code: UInt32) -> KeyPress.Key? {
    switch code {
    case 0x20: return .space
    case 0x21...0x7E, 0xA1...0xFF: return Unicode.Scalar(code).map { .character(Character($0)) }
    case 0x0100_0000...0x0110_FFFF:
      return Unicode.Scalar(code - 0x0100_0000).flatMap { $0.value < 0x20 ? nil : .character(Character($0)) }
    case 0xFF08: return .backspace
    case 0xFF09: return .tab
    case 0xFF0D: return .enter
    case 0xFF1B: return .escape
    case 0xFF50: return .home
    case 0xFF51: return .left
    case 0xFF52: return .up
    case 0xFF53: return .right
    case 0xFF54: return .down
    case 0xFF55: return .pageUp
    case 0xFF56: return .pageDown
    case 0xFF57: return .end
    case 0xFFFF: return .delete
    default: return nil
    }
  }
}
