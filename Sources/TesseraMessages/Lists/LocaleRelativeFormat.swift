internal import TesseraBase

/// Format of distances in time, as `Intl.RelativeTimeFormat` of ECMA-402: "in 3 days", "yesterday".
public struct LocaleRelativeFormat: Sendable {
  public enum Unit: String, Sendable, CaseIterable { case second, minute, hour, day, week, month, quarter, year }
  public enum Style: String, Sendable, CaseIterable { case long, short, narrow }
  public enum Numeric: String, Sendable, CaseIterable { case always, auto }

  private let data: LocaleData
  private let style: Style
  private let numeric: Numeric
  private let numbers: LocaleNumberFormat

  /// `auto` as `numeric` has words such as "yesterday" if the language has them.
  public init(locale: String, numeric: Numeric = .always, style: Style = .long) {
    let tag = LocaleTag(locale)
    data = LocaleLibrary.data(tag)
    self.style = style
    self.numeric = numeric
    numbers = LocaleNumberFormat(data, keyword: tag.keywords["nu"], options: NumberOptions())
  }

  /// Text of a distance; negative values, and -0, are in the past.
  public func format(_ value: Double, _ unit: Unit) -> String {
    let record = data.record("rel/\(unit.rawValue)/\(style.rawValue)") ?? [:]
    if numeric == .auto, let whole = Int(exactly: value), !(value == 0 && value.sign == .minus) || record["r0"] != nil {
      if let text = record["r\(whole)"] { return text }
    }
    let number = DecimalNumber(value.magnitude)
    let tense = value.sign == .minus ? "p" : "f"
    let category = numbers.pluralCategory(number).rawValue
    let sign = value.sign == .minus ? "-" : "+"
    let pattern = record["\(tense).\(category)"] ?? record["\(tense).other"] ?? "\(sign){0} \(unit.rawValue)"
    return pattern.replacingBytes(of: "{0}", with: numbers.format(number))
  }
}
