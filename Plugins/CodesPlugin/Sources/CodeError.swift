/// Reason why a text cannot be encoded. Names the character or digit. A value.
public struct CodeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence without a period.
  public let description: String

  init(_ description: String) { self.description = description }

  /// Returns the error for a character that a code does not have.
  ///
  /// - Parameters:
  ///   - character: The character.
  ///   - index: Its index in the text, from 0.
  ///   - kind: Name of the code.
  ///   - valid: Valid characters.
  static func character(_ character: Unicode.Scalar, at index: Int, in kind: String, valid: String) -> CodeError {
    CodeError("\(kind) has no character \(name(character)) (position \(index + 1)); valid are \(valid)")
  }

  /// Returns the error for a wrong check digit.
  static func checkDigit(_ digit: Int, in kind: String, expected: Int) -> CodeError {
    CodeError("the check digit of \(kind) is \(expected), not \(digit)")
  }

  /// Returns the error for a text of the wrong length.
  static func length(_ count: Int, in kind: String, valid: String) -> CodeError {
    CodeError("\(kind) takes \(valid), not \(count)")
  }

  /// Returns a character in quotes; control characters and invisible ones as their number.
  static func name(_ character: Unicode.Scalar) -> String {
    let isVisible = character.value > 0x20 && character.value != 0x7F && !(0x80...0xA0).contains(character.value)
    let number = String(character.value, radix: 16, uppercase: true)
    return isVisible ? "'\(character)'" : "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
  }
}
