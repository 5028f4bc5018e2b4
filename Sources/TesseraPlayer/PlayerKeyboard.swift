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
}
