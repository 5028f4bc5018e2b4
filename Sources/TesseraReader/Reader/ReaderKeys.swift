public import Tessera

/// Keys of the screen reader: Control and Alt with another key.
public enum ReaderKeys {
  /// Modifiers of all keys; Shift reverses some.
  public static let modifiers: KeyPress.Modifiers = [.control, .alt]

  /// Returns the command of a key; nil if it is not the reader's.
  public static func command(_ press: KeyPress) -> ReaderCommand? {
    guard press.modifiers.subtracting(.shift) == modifiers else { return nil }
    let isBack = press.modifiers.contains(.shift)
    func move(_ unit: ReaderUnit) -> ReaderCommand { isBack ? .previous(unit) : .next(unit) }
    switch press.key {
    case .right, .next: return .next(.element)
    case .left, .previous: return .previous(.element)
    case .up: return .rotorPrevious
    case .down: return .rotorNext
    case .home: return .first
    case .end: return .last
    case .space, .enter: return .activate
    case .escape: return .dismiss
    case .pageDown: return .scroll(.down)
    case .pageUp: return .scroll(.up)
    case .tab: return .action
    case .character(let character):
      switch Character(character.lowercased()) {
      case "h": return move(.heading)
      case "c": return move(.control)
      case "k": return move(.link)
      case "f": return move(.field)
      case "r": return isBack ? .readAll : .read
      case "l": return .current
      case "s": return .spell
      case "u": return .rotor
      case "+", "=": return .increment
      case "-": return .decrement
      case ".": return .stop
      default: return nil
      }
    case .backspace, .delete, .function: return nil
    }
  }
}
