internal import Tessera
internal import TesseraKit

/// On-screen keyboard of a player's option: none, by the locale, or with layouts. A value.
public struct PlayerKeyboard: Sendable, Hashable {
  /// Layouts; empty by the locale, nil without a keyboard.
  public let languages: [String]?

  /// Reads `auto`, `none`, or layouts with commas.
  public init(_ text: String) {
    if text == "none" {
      languages = nil
    } else {
      languages = text == "auto" ? [] : text.split(separator: ",").map(String.init)
    }
  }

  /// Error of a layout that does not exist or is damaged; nil if all layouts are valid, or without node type `keyboard` in the program.
  package var problem: String? {
    guard let languages, !languages.isEmpty, let type = NodeRegistry.standard["keyboard"] else { return nil }
    do {
      try type.makeNode().setAttribute("languages", to: .list(languages.map(AttributeValue.text)))
      return nil
    } catch {
      return (error as? AttributeError)?.reason ?? "\(error)"
    }
  }
}

extension PlayerOptions {
  /// Sets ``onScreenKeyboard`` to the value of `--on-screen-keyboard`.
  mutating func setOnScreenKeyboard(_ value: String) throws(PlayerArguments.Wrong) {
    let keyboard = PlayerKeyboard(value)
    if let problem = keyboard.problem { throw PlayerArguments.Wrong(reason: "--on-screen-keyboard: \(problem)") }
    onScreenKeyboard = keyboard
  }
}
