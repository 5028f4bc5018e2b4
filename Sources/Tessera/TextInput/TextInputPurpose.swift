/// Kind of text that a node takes, by which an input method selects its keys.
public enum TextInputPurpose: String, Sendable, CaseIterable, Hashable {
  /// Any text.
  case text
  /// Whole number.
  case number
  /// Number with a decimal separator and a sign.
  case decimal
  /// Phone number.
  case phone
  /// E-mail address.
  case email
  /// Address of a page.
  case url
  /// Secret: no suggestions, no automatic capitals.
  case password
  /// Words to search for.
  case search
  /// Code that is sent to the user, of digits.
  case oneTimeCode = "one-time-code"

  /// Whether words of a language are entered, so that sentences begin with a capital and words are suggested.
  public var isProse: Bool { self == .text || self == .search }
}

/// Action of the Enter key, which an input method shows on its key.
public enum TextInputAction: String, Sendable, CaseIterable, Hashable {
  /// Ends the input.
  case done
  /// Moves the focus to the next field.
  case next
  /// Searches for the text.
  case search
  /// Sends the text.
  case send
  /// Opens the address.
  case go
}
