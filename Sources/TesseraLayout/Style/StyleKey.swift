/// One key of a style, for schemas, suggestions and documentation.
public struct StyleKey: Sendable {
  /// Kinds of values besides words.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// A number of logical units.
    case length
    /// A percentage, written `50%`.
    case percentage
    /// A plain number.
    case number
    /// A whole number.
    case integer
    /// Two numbers: `3 / 2`.
    case ratio
    /// Several values, separated by spaces.
    case list
  }

  /// Name in camel case, as in scene files; the kebab-case spelling of CSS is accepted too.
  public let name: String
  /// Accepted kinds of values.
  public let forms: [Form]
  /// Accepted words.
  public let words: [String]
  /// Whether negative numbers are allowed.
  public let allowsNegative: Bool
  /// CSS's initial value, as text.
  public let initial: String
  /// One line of help.
  public let help: String
  let apply: @Sendable (inout LayoutStyle, Parsed) -> Bool

  /// The valid values, in words.
  public var expectation: String {
    var parts: [String] = []
    for form in forms {
      switch form {
      case .length: parts.append(allowsNegative ? "a number" : "a number of at least 0")
      case .percentage: parts.append("a percentage such as `50%`")
      case .number: parts.append(allowsNegative ? "a number" : "a number of at least 0")
      case .integer: parts.append("a whole number")
      case .ratio: parts.append("a ratio such as `3 / 2`")
      case .list: parts.append("several values separated by spaces")
      }
    }
    parts += words.map { "`\($0)`" }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "nothing" }
    return parts.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Token of a value: words in kebab case, numbers and percentages checked.
  enum Token: Sendable, Hashable {
    case number(Double), percent(Double), word(String)
  }

  /// All tokens of a value.
  struct Parsed: Sendable {
    var tokens: [Token]
    var single: Token? { tokens.count == 1 ? tokens[0] : nil }
    /// Up to three tokens for pattern matching; no key accepts more.
    var triple: (Token?, Token?, Token?) {
      func at(_ i: Int) -> Token? { i < tokens.count ? tokens[i] : nil }
      return tokens.count <= 3 ? (at(0), at(1), at(2)) : (nil, nil, nil)
    }
  }
}

extension StyleKey {
  /// Splits a value into tokens; nil if a number is not finite or a token is empty.
  static func parse(_ value: StyleValue) -> Parsed? {
    switch value {
    case .number(let v): return v.isFinite ? Parsed(tokens: [.number(v)]) : nil
    case .text(let text):
      var tokens: [Token] = []
      for part in text.replacingSlash().split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "," }) {
        guard let token = token(String(part)) else { return nil }
        tokens.append(token)
      }
      return tokens.isEmpty ? nil : Parsed(tokens: tokens)
    }
  }

  private static func token(_ part: String) -> Token? {
    func finite(_ s: some StringProtocol) -> Double? { Double(String(s)).flatMap { $0.isFinite ? $0 : nil } }
    if part.hasSuffix("%") { return finite(part.dropLast()).map { .percent($0) } }
    if let v = Double(part) { return v.isFinite ? .number(v) : nil }
    for unit in ["px", "pt"] where part.hasSuffix(unit) {
      if let v = finite(part.dropLast(2)) { return .number(v) }
    }
    return .word(kebab(part))
  }

  /// Returns a name or word in kebab case: `flexStart` and `flex-start` are the same.
  static func kebab(_ s: String) -> String {
    // Most names are in kebab case already. Non-ASCII characters may have a lower case.
    let (upper, underscore) = (UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"))
    guard s.utf8.contains(where: { upper.contains($0) || $0 == underscore || $0 >= 128 }) else { return s }
    var out = ""
    for c in s {
      if c.isUppercase {
        if !out.isEmpty, out.last != "-" { out.append("-") }
        out += c.lowercased()
      } else {
        out.append(c == "_" ? "-" : c)
      }
    }
    return out
  }

  /// Returns a name in camel case.
  static func camel(_ s: String) -> String {
    guard s.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else { return s }
    var out = ""
    var raise = false
    for c in s {
      if c == "-" || c == "_" {
        raise = !out.isEmpty
      } else {
        out += raise ? c.uppercased() : String(c)
        raise = false
      }
    }
    return out
  }
}

extension String {
  /// Returns the text with spaces around slashes, so that `3/2` splits into three tokens.
  fileprivate func replacingSlash() -> String {
    guard utf8.contains(UInt8(ascii: "/")) else { return self }
    var out = ""
    for c in self { if c == "/" { out += " / " } else { out.append(c) } }
    return out
  }
}
