/// Pattern of a number: `#,##0.00 ¤`, `0 Mio'.'`.
struct NumberPattern: Sendable {
  /// Part of a prefix or suffix.
  enum Token: Sendable, Equatable {
    case minus, plus, percent, perMille, currency
    case literal(String)
  }

  var prefix: [Token] = []
  var suffix: [Token] = []
  /// Prefix and suffix of negative numbers; `nil` is a minus sign before the prefix.
  var negative: (prefix: [Token], suffix: [Token])?
  /// Digits of the last group; 0 is no grouping.
  var primaryGroup = 0
  /// Digits of other groups.
  var secondaryGroup = 0
  /// Count of `0` before the point.
  var zeros = 0

  init(_ text: some StringProtocol) {
    let halves = NumberPattern.split(Array(text))
    let body = NumberPattern.affixes(halves.positive)
    prefix = body.prefix
    suffix = body.suffix
    let integer = body.number.prefix { $0 != "." && $0 != "E" }
    zeros = integer.count { $0 == "0" }
    let groups = integer.split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1 {
      primaryGroup = groups[groups.count - 1].count
      secondaryGroup = groups.count > 2 ? groups[groups.count - 2].count : primaryGroup
    }
    if let second = halves.negative {
      let other = NumberPattern.affixes(second)
      negative = (other.prefix, other.suffix)
    }
  }

  private static func split(_ text: [Character]) -> (positive: ArraySlice<Character>, negative: ArraySlice<Character>?) {
    var isQuoted = false
    for (index, character) in text.enumerated() {
      if character == "'" { isQuoted.toggle() }
      if character == ";", !isQuoted { return (text[..<index], text[(index + 1)...]) }
    }
    return (text[...], nil)
  }

  private static func affixes(_ text: ArraySlice<Character>) -> (prefix: [Token], number: [Character], suffix: [Token]) {
    var prefix: [Token] = []
    var suffix: [Token] = []
    var number: [Character] = []
    var literal = ""
    var isQuoted = false
    func flush() {
      guard !literal.isEmpty else { return }
      if number.isEmpty { prefix.append(.literal(literal)) } else { suffix.append(.literal(literal)) }
      literal = ""
    }
    func add(_ token: Token) {
      flush()
      if number.isEmpty { prefix.append(token) } else { suffix.append(token) }
    }
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      index += 1
      if character == "'" {
        if index < text.endIndex, text[index] == "'" {
          literal.append("'")
          index += 1
        } else {
          isQuoted.toggle()
        }
        continue
      }
      if isQuoted {
        literal.append(character)
        continue
      }
      switch character {
      case "#", "0", ",", ".", "E":
        guard suffix.isEmpty, number.isEmpty || literal.isEmpty, number.isEmpty ? "#0,.".contains(character) : true else {
          literal.append(character)
          continue
        }
        flush()
        number.append(character)
      case "-": add(.minus)
      case "+": add(.plus)
      case "%": add(.percent)
      case "‰": add(.perMille)
      case "¤":
        // Any number of signs is one symbol.
        if (number.isEmpty ? prefix.last : suffix.last) != .currency || !literal.isEmpty { add(.currency) }
      default: literal.append(character)
      }
    }
    flush()
    return (prefix, number, suffix)
  }

  /// Prefix and suffix for a sign.
  func affixes(sign: NumberSign) -> (prefix: [Token], suffix: [Token]) {
    switch sign {
    case .none: return (prefix, suffix)
    case .minus: return negative ?? ([.minus] + prefix, suffix)
    case .plus:
      if let negative, negative.prefix.contains(.minus) || negative.suffix.contains(.minus) {
        let swap: (Token) -> Token = { $0 == .minus ? .plus : $0 }
        return (negative.prefix.map(swap), negative.suffix.map(swap))
      }
      return ([.plus] + prefix, suffix)
    }
  }
}

/// Sign that a number shows.
enum NumberSign: Sendable { case none, minus, plus }

/// Symbols of numbers of a locale.
struct NumberSymbols: Sendable {
  let decimal: String
  let group: String
  let percent: String
  let plus: String
  let minus: String
  let exponential: String
  let perMille: String
  /// Sign for "about".
  let approximate: String
  let infinity: String
  let nan: String
  let currencyDecimal: String
  let currencyGroup: String
  let digits: [Character]

  init(_ data: LocaleData, system: String) {
    let fields = (data.fields("sym/\(system)") ?? data.fields("sym/latn") ?? []).map(String.init)
    func field(_ index: Int, _ standard: String) -> String {
      index < fields.count && !fields[index].isEmpty ? fields[index] : standard
    }
    decimal = field(0, ".")
    group = field(1, ",")
    percent = field(2, "%")
    plus = field(3, "+")
    minus = field(4, "-")
    exponential = field(5, "E")
    perMille = field(7, "‰")
    approximate = data["apx/\(system)"] ?? data["apx/latn"] ?? "~"
    infinity = field(8, "∞")
    nan = field(9, "NaN")
    currencyDecimal = field(11, decimal)
    currencyGroup = field(12, group)
    digits = NumberingSystem.digits(of: system) ?? Array("0123456789")
  }

  /// ASCII digits in the locale's digits.
  func localized(_ digits: String) -> String {
    guard self.digits.first != "0" else { return digits }
    return String(digits.utf8.map { $0 >= 48 && $0 <= 57 ? self.digits[Int($0 - 48)] : Character(Unicode.Scalar($0)) })
  }
}
