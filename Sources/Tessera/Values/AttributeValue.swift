public import TesseraRender

/// A value for an attribute, already of the kind that the attribute declares.
public indirect enum AttributeValue: Sendable, Hashable {
  /// Characters as written in the file; also words of a choice and paths.
  case text(String)
  /// A number, whole or not.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A colour.
  case color(Color)
  /// Values in the order of the file.
  case list([AttributeValue])
  /// An outline of an animation. Scene files write it as SVG path data.
  case path(Path)
  /// Keys in the order of the file.
  case map([(key: String, value: AttributeValue)])

  public static func == (a: AttributeValue, b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.text(let x), .text(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.boolean(let x), .boolean(let y)): x == y
    case (.color(let x), .color(let y)): x == y
    case (.list(let x), .list(let y)): x == y
    case (.path(let x), .path(let y)): x == y
    case (.map(let x), .map(let y)): x.count == y.count && zip(x, y).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let v): hasher.combine(v)
    case .number(let v): hasher.combine(v)
    case .boolean(let v): hasher.combine(v)
    case .color(let v): hasher.combine(v)
    case .list(let v): hasher.combine(v)
    case .path(let v): hasher.combine(v)
    case .map(let v):
      for (key, value) in v {
        hasher.combine(key)
        hasher.combine(value)
      }
    }
  }
}

/// Kind of value that an attribute accepts. It decides how a scalar of a scene file is read: `no` stays text if the kind is text.
public indirect enum AttributeKind: Sendable, Hashable {
  /// Any characters, unchanged.
  case text
  /// A finite number within the range.
  case number(ClosedRange<Double>)
  /// A whole number within the range.
  case integer(ClosedRange<Int>)
  /// True or false.
  case boolean
  /// `#rrggbb`, `#rrggbbaa`, a CSS colour name.
  case color
  /// Language tag of BCP 47, such as `de` or `ar-EG`, or empty. The value is a text.
  case language
  /// One of these words.
  case choice([String])
  /// SVG path data. The value is a text, or a path during an animation.
  case path
  /// A file, relative to the scene file. The value is a path that can be opened unchanged.
  case asset
  /// Any number of values, each of this kind.
  case list(AttributeKind)
  /// Named values, each of its kind.
  case map([String: AttributeKind])
  /// Values under names chosen by the file, each of this kind.
  case named(AttributeKind)
  /// The first of these kinds that fits.
  case either([AttributeKind])

  /// Accepted values, for error messages. For maps with many members it lists only the first names.
  public var description: String { text(mostNames: Self.mostNames) }

  /// Accepted values, with the names of all members of maps.
  public var fullDescription: String { text(mostNames: .max) }

  /// Maximum number of names that an error message lists.
  package static let mostNames = 24

  private func text(mostNames: Int) -> String {
    switch self {
    case .text: "text"
    case .number(let r): "a number\(AttributeKind.bounds(r.lowerBound, r.upperBound))"
    case .integer(let r): "a whole number\(AttributeKind.bounds(Double(r.lowerBound), Double(r.upperBound)))"
    case .boolean: "true or false"
    case .color: "a color such as #3366cc or steelblue"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .language: "a language tag such as de or ar-EG"
    case .path: "SVG path data such as M0 0 L24 0 L12 20 Z"
    case .asset: "the path of a file"
    case .list(let kind): "a list, each \(kind.text(mostNames: mostNames))"
    case .map(let kinds):
      kinds.count <= mostNames
        ? "a map with " + kinds.keys.sorted().joined(separator: ", ")
        : "a map with \(kinds.keys.sorted().prefix(4).joined(separator: ", ")), … (\(kinds.count) names)"
    case .named(let kind): "a map of names, each with \(kind.text(mostNames: mostNames))"
    case .either(let kinds): kinds.map { $0.text(mostNames: mostNames) }.joined(separator: ", or ")
    }
  }

  /// Accepted words, including those of alternatives.
  package var words: [String] {
    switch self {
    case .choice(let words): words
    case .either(let kinds): kinds.flatMap(\.words)
    default: []
    }
  }

  /// Range of accepted numbers that the description does not give, also of an alternative; nil for other kinds.
  package var numbers: ClosedRange<Double>? {
    switch self {
    case .number(let range): Self.bounds(range.lowerBound, range.upperBound).isEmpty && range.upperBound < 1e300 ? range : nil
    case .either(let kinds): kinds.lazy.compactMap(\.numbers).first
    default: nil
    }
  }

  /// Members of an accepted map; nil if no map is accepted, or several kinds of maps.
  package var members: [String: AttributeKind]? {
    switch self {
    case .map(let kinds): return kinds
    case .either(let kinds):
      let maps = kinds.compactMap(\.members)
      return maps.count == 1 ? maps[0] : nil
    default: return nil
    }
  }

  /// Returns whether the text has the form of a language tag (RFC 5646): two or three letters, then parts of one to eight letters and digits after
  /// `-` or `_`, at most 100 bytes; or is empty, which means unset. Longer language codes are not assigned.
  package static func isLanguageTag(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return text.utf8.count <= 100 && (2...3).contains(parts[0].count) && parts[0].allSatisfy(isLetter)
      && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  private static func bounds(_ low: Double, _ high: Double) -> String {
    func short(_ v: Double) -> String { v == v.rounded() && abs(v) < 1e15 ? String(Int(v)) : String(v) }
    if abs(low) < 1e9, abs(high) < 1e9 { return " from \(short(low)) to \(short(high))" }
    if abs(low) < 1e9 { return " of at least \(short(low))" }
    return ""
  }
}
