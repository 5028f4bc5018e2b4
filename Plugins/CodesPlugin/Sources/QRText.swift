/// Text of a QR code with the encodings of its characters. A value.
struct QRText {
  struct Character {
    let scalar: Unicode.Scalar
    let bytes: [UInt8]
    /// Number in kanji mode, 13 bits.
    let kanji: Int?
  }

  /// Sequence of characters in one mode.
  struct Segment {
    let mode: QRMode
    var characters: Range<Int>
  }

  /// Encoding of characters beyond ASCII: of byte mode, or kanji mode alone. Readers apply a designator, and their guess, to both modes: a
  /// code has one encoding.
  enum Encoding { case utf8, latin1, kanji }

  /// Number of characters above which no code can have the text.
  static let limit = 7089

  let characters: [Character]
  let isASCII: Bool
  /// Designator before the segments; nil without one.
  let designator: Int?

  /// Returns nil if the encoding does not have all characters.
  init?(_ scalars: [Unicode.Scalar], _ encoding: Encoding, isDesignated: Bool) {
    var (characters, isASCII) = ([Character](), true)
    characters.reserveCapacity(scalars.count)
    for scalar in scalars {
      if encoding == .latin1, scalar.value > 0xFF { return nil }
      if !scalar.isASCII { isASCII = false }
      let kanji = encoding == .kanji ? Kanji.number(scalar) : nil
      if encoding == .kanji, kanji == nil, !scalar.isASCII { return nil }
      let bytes = encoding == .latin1 ? [UInt8(scalar.value)] : Array(String(Swift.Character(scalar)).utf8)
      characters.append(Character(scalar: scalar, bytes: bytes, kanji: kanji))
    }
    (self.characters, self.isASCII) = (characters, isASCII)
    designator = isDesignated ? (encoding == .utf8 ? 26 : 3) : nil
  }

  /// Returns six times the bits of a character in a mode; nil if the mode does not have it.
  private func cost(_ character: Character, _ mode: QRMode) -> Int? {
    switch mode {
    case .numeric: ("0"..."9").contains(character.scalar) ? 20 : nil
    case .alphanumeric: QRMode.alphanumeric(character.scalar) == nil ? nil : 33
    case .byte: character.kanji == nil ? 48 * character.bytes.count : nil
    case .kanji: character.kanji == nil ? nil : 78
    }
  }

  /// Returns the shortest sequence of segments. O(n).
  ///
  /// - Parameter header: Bits before the characters of a segment; nil if the code does not have the mode.
  func segments(header: (QRMode) -> Int?) -> [Segment]? {
    let modes = QRMode.allCases.filter { header($0) != nil }
    let headers = modes.map { (header($0) ?? 0) * 6 }
    // Least cost of a text up to a character that ends in a mode, and the mode of the character before.
    var costs = headers
    var origins: [[Int8]] = []
    for character in characters {
      var (next, origin) = (Array(repeating: Int.max, count: modes.count), Array(repeating: Int8(-1), count: modes.count))
      for (to, mode) in modes.enumerated() {
        guard let own = cost(character, mode) else { continue }
        for from in modes.indices where costs[from] < Int.max {
          // A segment ends at whole bits.
          let total = from == to ? costs[from] + own : (costs[from] + 5) / 6 * 6 + headers[to] + own
          let before = origins.isEmpty && from != to ? Int.max : total
          if before < next[to] { (next[to], origin[to]) = (before, Int8(from)) }
        }
      }
      costs = next
      origins.append(origin)
    }
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best] < Int.max else { return nil }
    var (segments, mode) = ([Segment](), best)
    for i in origins.indices.reversed() {
      if segments.last?.mode == modes[mode] {
        segments[segments.count - 1].characters = i..<segments[segments.count - 1].characters.upperBound
      } else {
        segments.append(Segment(mode: modes[mode], characters: i..<i + 1))
      }
      mode = Int(origins[i][mode])
    }
    return segments.reversed()
  }

  /// Returns one segment with all characters.
  func segment(_ mode: QRMode) throws(CodeError) -> [Segment] {
    if let wrong = characters.firstIndex(where: { cost($0, mode) == nil }) {
      throw .character(characters[wrong].scalar, at: wrong, in: mode.name, valid: mode.valid)
    }
    return [Segment(mode: mode, characters: 0..<characters.count)]
  }

  /// Returns the number of a segment's characters, or its bytes in byte mode.
  func count(_ segment: Segment) -> Int {
    segment.mode == .byte ? characters[segment.characters].reduce(0) { $0 + $1.bytes.count } : segment.characters.count
  }

  /// Appends the characters of a segment.
  func append(_ segment: Segment, to buffer: inout BitBuffer) {
    let part = characters[segment.characters]
    switch segment.mode {
    case .byte: for character in part { for byte in character.bytes { buffer.append(Int(byte), 8) } }
    case .kanji: for character in part { buffer.append(character.kanji ?? 0, 13) }
    case .numeric:
      for group in groups(part, of: 3) {
        buffer.append(group.reduce(0) { $0 * 10 + Int($1.scalar.value) - 48 }, [0, 4, 7, 10][group.count])
      }
    case .alphanumeric:
      for group in groups(part, of: 2) {
        buffer.append(group.reduce(0) { $0 * 45 + (QRMode.alphanumeric($1.scalar) ?? 0) }, [0, 6, 11][group.count])
      }
    }
  }

  private func groups(_ part: ArraySlice<Character>, of size: Int) -> [ArraySlice<Character>] {
    stride(from: part.startIndex, to: part.endIndex, by: size).map { part[$0..<min($0 + size, part.endIndex)] }
  }
}
