// Tokens by name, for scenes and tools.

extension Theme {
  /// Names of all tokens of the program, those of Tessera first. Any thread.
  public static var tokenNames: [String] { ThemeTokens.all.map(\.name) }

  /// Names of the standard tokens of Tessera.
  public static let standardTokenNames = ThemeTokens.standard.map { ThemeTokens.all[$0].name }

  /// Maximum number of tokens that theme files may add to those of the program.
  static let mostTokens = 1024

  /// Returns the value of the token called `name`, in the mode and the density of the environment that the theme was read from; nil if no token has
  /// that name. Any thread. Takes a lock.
  public func value(named name: String) -> ThemeValue? {
    guard let number = ThemeTokens.number(name) else { return nil }
    ChangeTracking.current?.pointee.environmentKeys.insert(ThemeTokens.bit(number))
    return value(number, ThemeTokens.all[number])
  }

  /// Returns whether a token can have the name, and no other member of a theme file has it.
  public static func isTokenName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64, !["name", "mode", "density"].contains(name) else {
      return false
    }
    return name.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
