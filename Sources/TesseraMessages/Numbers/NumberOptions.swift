/// Options of a number format, with the names and meanings of `Intl.NumberFormat` in ECMA-402.
public struct NumberOptions: Sendable, Hashable {
  public enum Style: String, Sendable, CaseIterable { case decimal, percent, currency, unit }
  public enum Notation: String, Sendable, CaseIterable { case standard, scientific, engineering, compact }
  public enum CompactDisplay: String, Sendable, CaseIterable { case short, long }
  public enum SignDisplay: String, Sendable, CaseIterable { case auto, always, exceptZero, negative, never }
  public enum Grouping: String, Sendable, CaseIterable {
    case auto, always, min2
    case never = "false"
  }
  public enum CurrencyDisplay: String, Sendable, CaseIterable { case symbol, narrowSymbol, code, name, never }
  public enum CurrencySign: String, Sendable, CaseIterable { case standard, accounting }
  public enum UnitDisplay: String, Sendable, CaseIterable { case short, long, narrow }
  public enum RoundingMode: String, Sendable, CaseIterable {
    case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven
  }
  public enum RoundingPriority: String, Sendable, CaseIterable { case auto, morePrecision, lessPrecision }
  public enum TrailingZeroDisplay: String, Sendable, CaseIterable { case auto, stripIfInteger }

  public var style = Style.decimal
  public var notation = Notation.standard
  public var compactDisplay = CompactDisplay.short
  public var signDisplay = SignDisplay.auto
  /// `nil` is `min2` for compact notation and `auto` otherwise.
  public var useGrouping: Grouping?
  /// ISO 4217 code in capitals; for the style `currency`.
  public var currency: String?
  public var currencyDisplay = CurrencyDisplay.symbol
  public var currencySign = CurrencySign.standard
  /// CLDR unit without its category: `meter`, `kilometer-per-hour`; for the style `unit`.
  public var unit: String?
  public var unitDisplay = UnitDisplay.short
  /// Numbering system, for example `arab`; `nil` is that of the locale.
  public var numberingSystem: String?
  /// 1 to 21.
  public var minimumIntegerDigits = 1
  /// 0 to 100.
  public var minimumFractionDigits: Int?
  /// 0 to 100.
  public var maximumFractionDigits: Int?
  /// 1 to 21.
  public var minimumSignificantDigits: Int?
  /// 1 to 21.
  public var maximumSignificantDigits: Int?
  /// 1, 2, 5, 10, 20, 25, 50 …, 5000 units of the last fraction digit.
  public var roundingIncrement = 1
  public var roundingMode = RoundingMode.halfExpand
  public var roundingPriority = RoundingPriority.auto
  public var trailingZeroDisplay = TrailingZeroDisplay.auto

  public init() {}

  /// Sets an option by its name.
  ///
  /// - Returns: Whether name and value are valid.
  public mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "style": assign(&style, value)
    case "notation": assign(&notation, value)
    case "compactDisplay": assign(&compactDisplay, value)
    case "signDisplay": assign(&signDisplay, value)
    case "currencyDisplay": assign(&currencyDisplay, value)
    case "currencySign": assign(&currencySign, value)
    case "unitDisplay": assign(&unitDisplay, value)
    case "roundingMode": assign(&roundingMode, value)
    case "roundingPriority": assign(&roundingPriority, value)
    case "trailingZeroDisplay": assign(&trailingZeroDisplay, value)
    case "useGrouping": setGrouping(value)
    case "currency": setCurrency(value)
    case "unit": setUnit(value)
    case "numberingSystem": setNumberingSystem(value)
    default: setDigits(name, value)
    }
  }

  private func assign<Value: RawRepresentable<String>>(_ target: inout Value, _ text: String) -> Bool {
    guard let value = Value(rawValue: text) else { return false }
    target = value
    return true
  }

  private mutating func setGrouping(_ value: String) -> Bool {
    switch value {
    case "true": useGrouping = .always
    case "never": useGrouping = .never
    default:
      guard let grouping = Grouping(rawValue: value) else { return false }
      useGrouping = grouping
    }
    return true
  }

  private mutating func setCurrency(_ value: String) -> Bool {
    guard value.utf8.count == 3, value.utf8.allSatisfy({ ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 }) else { return false }
    currency = value.uppercased()
    return true
  }

  private mutating func setUnit(_ value: String) -> Bool {
    guard !value.isEmpty, value.utf8.allSatisfy({ ($0 >= 97 && $0 <= 122) || $0 == 45 || ($0 >= 48 && $0 <= 57) }) else { return false }
    unit = value
    return true
  }

  private mutating func setNumberingSystem(_ value: String) -> Bool {
    guard NumberingSystem.digits(of: value) != nil else { return false }
    numberingSystem = value
    return true
  }

  private mutating func setDigits(_ name: String, _ text: String) -> Bool {
    guard let value = NumberOptions.count(text) else { return false }
    switch name {
    case "minimumIntegerDigits" where value >= 1 && value <= 21: minimumIntegerDigits = value
    case "minimumFractionDigits" where value <= 100: minimumFractionDigits = value
    case "maximumFractionDigits" where value <= 100: maximumFractionDigits = value
    case "minimumSignificantDigits" where value >= 1 && value <= 21: minimumSignificantDigits = value
    case "maximumSignificantDigits" where value >= 1 && value <= 21: maximumSignificantDigits = value
    case "roundingIncrement" where NumberOptions.increments.contains(value): roundingIncrement = value
    default: return false
    }
    return true
  }

  static let increments: Set<Int> = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000]

  /// Digit size option: `0`, or digits that do not begin with 0.
  static func count(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), text == "0" || text.utf8.first != 48 else {
      return nil
    }
    return Int(text)
  }
}
