/// Names, literals and space.
extension MessageParser {
  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  var isAtEnd: Bool { position >= scalars.count }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  func failure(_ reason: String) -> Failure { Failure(reason: reason, place: position) }

  mutating func expect(_ scalar: Unicode.Scalar) throws(Failure) {
    guard next == scalar else { throw failure("expected `\(scalar)`") }
    position += 1
  }

  /// Skips `word` if it is next.
  mutating func skip(_ word: String) -> Bool {
    var distance = 0
    for scalar in word.unicodeScalars {
      guard peek(distance) == scalar else { return false }
      distance += 1
    }
    position += distance
    return true
  }

  /// `$name`.
  mutating func variable() throws(Failure) -> String {
    guard next == "$" else { throw failure("expected a variable: `$name`") }
    position += 1
    return try name()
  }

  /// `name` or `namespace:name`.
  mutating func identifier() throws(Failure) -> String {
    let first = try name()
    guard next == ":" else { return first }
    position += 1
    return first + ":" + (try name())
  }

  mutating func name() throws(Failure) -> String {
    if let scalar = next, MessageScalars.isBidi(scalar) { position += 1 }
    let start = position
    guard let first = next, MessageScalars.startsName(first) else { throw failure("expected a name") }
    while let scalar = next, MessageScalars.continuesName(scalar) { position += 1 }
    let name = text(start..<position)
    if let scalar = next, MessageScalars.isBidi(scalar) { position += 1 }
    return name
  }

  /// `|quoted|`, or letters, digits and so on.
  mutating func literal() throws(Failure) -> String {
    if next == "|" { return try quotedLiteral() }
    let start = position
    while let scalar = next, MessageScalars.continuesName(scalar) { position += 1 }
    guard position > start else { throw failure(isAtEnd ? "unexpected end" : "expected a value: `|text|`, `text` or `$name`") }
    return text(start..<position)
  }

  private mutating func quotedLiteral() throws(Failure) -> String {
    position += 1
    var value = String.UnicodeScalarView()
    while let scalar = next {
      switch scalar {
      case "|":
        position += 1
        return String(value)
      case "\\":
        guard let escaped = peek(1), escaped == "\\" || escaped == "{" || escaped == "|" || escaped == "}" else {
          throw failure("invalid escape: valid are `\\\\`, `\\{`, `\\|` and `\\}`")
        }
        value.append(escaped)
        position += 2
      case "\0": throw failure("U+0000 is not allowed")
      default:
        value.append(scalar)
        position += 1
      }
    }
    throw failure("missing `|`")
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// Skips space and marks of direction.
  mutating func skipOptionalSpace() {
    while let scalar = next, MessageScalars.isSpace(scalar) || MessageScalars.isBidi(scalar) { position += 1 }
  }

  /// Skips space and marks of direction; returns whether at least one was space.
  mutating func skipSpace() -> Bool {
    var hasSpace = false
    while let scalar = next {
      if MessageScalars.isSpace(scalar) {
        hasSpace = true
      } else if !MessageScalars.isBidi(scalar) {
        break
      }
      position += 1
    }
    return hasSpace
  }

  mutating func skipRequiredSpace() throws(Failure) {
    guard skipSpace() else { throw failure("missing space") }
  }
}

/// Classes of scalars in the grammar.
enum MessageScalars {
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\r", "\n", "\u{3000}": true
    default: false
    }
  }

  static func isBidi(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x2066...0x2069: true
    default: false
    }
  }

  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x2B, 0x5F: true
    case 0xA1...0x61B, 0x61D...0x167F, 0x1681...0x1FFF, 0x200B...0x200D, 0x2010...0x2027, 0x2030...0x205E: true
    case 0x2060...0x2065, 0x206A...0x2FFF, 0x3001...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFFD: true
    case let value where value >= 0x10000: value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x2D, 0x2E: true
    default: startsName(scalar)
    }
  }
}
