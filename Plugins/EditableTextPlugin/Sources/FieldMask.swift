/// Pattern of a field: places for digits and letters, and signs that the field shows between them. A value.
struct FieldMask: Sendable, Hashable {
  /// Characters that fit in a place.
  enum Place: Sendable, Hashable {
    case digit, letter, any

    func fits(_ sign: Character) -> Bool {
      switch self {
      case .digit: sign.isASCII && sign.isNumber
      case .letter: sign.isLetter
      case .any: !sign.isNewline
      }
    }
  }

  /// Maximum length of a pattern, characters.
  static let limit = 256
  /// Places, each with the signs before it.
  private let places: [(signs: String, place: Place)]

  static func == (a: FieldMask, b: FieldMask) -> Bool { a.places.elementsEqual(b.places, by: ==) }
  func hash(into hasher: inout Hasher) {
    for (signs, place) in places {
      hasher.combine(signs)
      hasher.combine(place)
    }
  }

  /// Reads a pattern: `#` is a place for a digit, `A` for a letter, `*` for any character; all others are shown, and those after a backslash, too.
  ///
  /// - Returns: nil for a pattern without a place, or a longer one than ``limit``.
  init?(_ pattern: String) {
    guard pattern.utf8.count <= Self.limit * 4, pattern.count <= Self.limit else { return nil }
    var (places, signs, isLiteral) = ([(signs: String, place: Place)](), "", false)
    for sign in pattern {
      let place: Place? = isLiteral ? nil : sign == "#" ? .digit : sign == "A" ? .letter : sign == "*" ? .any : nil
      if let place {
        places.append((signs, place))
        signs = ""
      } else if !isLiteral, sign == "\\" {
        isLiteral = true
        continue
      } else {
        signs.append(sign)
      }
      isLiteral = false
    }
    guard !places.isEmpty else { return nil }
    self.places = places
  }

  /// Returns a string with the signs between its characters. Characters beyond the last place follow without signs. O(n).
  func shown(_ string: some StringProtocol) -> String {
    var result = ""
    for (number, character) in string.enumerated() {
      if places.indices.contains(number) { result += places[number].signs }
      result.append(character)
    }
    return result
  }

  /// Returns the number of characters of a string that are shown before a position, UTF-8 bytes of the shown string. O(n).
  func count(before position: Int, in string: String) -> Int {
    var (length, count) = (0, 0)
    for (number, character) in string.enumerated() {
      length += (places.indices.contains(number) ? places[number].signs.utf8.count : 0) + character.utf8.count
      if length > position { break }
      count += 1
    }
    return count
  }

  /// Returns the characters of a typed text that fit in the places from `start` on, at most `room`. Others are left out.
  func fitting(_ text: String, from start: Int, room: Int) -> String {
    var (result, at) = ("", start)
    for character in text where at < start + room && places.indices.contains(at) && places[at].place.fits(character) {
      result.append(character)
      at += 1
    }
    return result
  }

  /// Returns whether characters fit in the places from `start` on.
  func fits(_ text: Substring, from start: Int) -> Bool {
    zip(text, start...).allSatisfy { places.indices.contains($1) && places[$1].place.fits($0) }
  }

  /// Number of places.
  var count: Int { places.count }
}

extension EditableText {
  /// Parsed ``mask``; nil if there is none.
  var fieldMask: FieldMask? { mask.isEmpty ? nil : FieldMask(mask) }
}
