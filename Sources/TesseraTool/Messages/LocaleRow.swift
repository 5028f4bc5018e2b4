internal import TesseraJSON
internal import TesseraMessages

/// Value to write in a language: a line of JSON with `kind`, `locale`, `options` and `value`, named as in ECMA-402.
struct LocaleRow {
  private let kind: String
  private let locale: String
  private let options: [JSONValue.Member]
  private let value: JSONValue

  /// Reason why a row is not valid.
  struct Problem: Error { let reason: String }

  init(_ row: JSONValue) throws(Problem) {
    guard let kind = row["kind"]?.text, let locale = row["locale"]?.text, let value = row["value"] else {
      throw Problem(reason: "a row needs `kind`, `locale` and `value`")
    }
    self.kind = kind
    self.locale = locale
    self.value = value
    options = row["options"]?.members ?? []
  }

  /// Text of the value.
  func text() throws(Problem) -> String {
    switch kind {
    case "number", "currency", "unit": try numbers()
    case "date", "date-fields": try dates()
    case "list": try list()
    case "relative": try relative()
    case "name": try name()
    case "plural": try plural()
    case "week": try week()
    default:
      throw Problem(reason: "unknown kind `\(kind)`: number, currency, unit, date, date-fields, list, relative, name, plural or week")
    }
  }

  private func option(_ name: String) -> String? { options.last { $0.key == name }?.value.shown }

  private func number(_ value: JSONValue) throws(Problem) -> DecimalNumber {
    guard case .literal(let literal) = value, let number = Double(literal) else { throw Problem(reason: "`value` must be a number") }
    return DecimalNumber(literal: literal) ?? DecimalNumber(number)
  }

  private func numberOptions(without: Set<String> = []) throws(Problem) -> NumberOptions {
    var result = NumberOptions()
    for option in options where !without.contains(option.key) {
      let (name, value) = (option.key, option.value)
      guard let text = value.shown, result.set(name, to: text) else {
        throw Problem(reason: "invalid option `\(name)`: \(value.compact)")
      }
    }
    return result
  }

  private func dateOptions() throws(Problem) -> DateOptions {
    var result = DateOptions()
    for option in options where option.key != "timeZone" {
      let (name, value) = (option.key, option.value)
      guard let text = value.shown, result.set(name, to: text) else {
        throw Problem(reason: "invalid option `\(name)`: \(value.compact)")
      }
    }
    return result
  }

  /// Text of a number; of a list of two, that of their range.
  private func numbers() throws(Problem) -> String {
    let format = LocaleNumberFormat(locale: locale, options: try numberOptions())
    guard let (start, end) = try ends() else { return format.format(try number(value)) }
    return format.formatRange(try number(start), try number(end))
  }

  /// Text of a date; of a list of two, that of their range.
  private func dates() throws(Problem) -> String {
    let format = LocaleDateFormat(locale: locale, options: try dateOptions())
    guard let (start, end) = try ends() else { return format.format(try date(value)) }
    return format.formatRange(try date(start), try date(end))
  }

  /// Ends of a range; nil if the value is not a list.
  private func ends() throws(Problem) -> (JSONValue, JSONValue)? {
    guard let list = value.list else { return nil }
    guard list.count == 2 else { throw Problem(reason: "`value` must be one value, or a list of the first and the last one of a range") }
    return (list[0], list[1])
  }

  private func date(_ value: JSONValue) throws(Problem) -> CivilDate {
    let date: CivilDate
    if let text = value.text, let read = CivilDate(iso: text) {
      date = read
    } else {
      date = CivilDate(milliseconds: try number(value).double)
    }
    guard let zone = option("timeZone") else { return date }
    guard let shifted = date.inZone(zone) else {
      throw Problem(
        reason: "invalid option `timeZone`: `\(zone)`; it must be an offset such as +02:00, or a name of the time zone database")
    }
    return shifted
  }

  /// Value of an enumeration; the standard one if the row has none.
  private func choice<Value: RawRepresentable<String>>(_ name: String, _ standard: Value) throws(Problem) -> Value {
    guard let text = option(name) else { return standard }
    guard let value = Value(rawValue: text) else { throw Problem(reason: "invalid option `\(name)`: \(text)") }
    return value
  }

  private func list() throws(Problem) -> String {
    guard let items = value.list else { throw Problem(reason: "`value` must be a list") }
    let kind: LocaleListFormat.Kind = try choice("type", .conjunction)
    let style: LocaleListFormat.Style = try choice("style", .long)
    return LocaleListFormat(locale: locale, kind: kind, style: style).format(items.compactMap(\.shown))
  }

  private func relative() throws(Problem) -> String {
    guard let items = value.list, items.count == 2, let unit = items[1].text.flatMap(LocaleRelativeFormat.Unit.init(rawValue:)) else {
      throw Problem(reason: "`value` must be a list of a number and a unit")
    }
    let numeric: LocaleRelativeFormat.Numeric = try choice("numeric", .always)
    let style: LocaleRelativeFormat.Style = try choice("style", .long)
    guard case .literal(let literal) = items[0], let number = Double(literal) else {
      throw Problem(reason: "`value` must begin with a number")
    }
    return LocaleRelativeFormat(locale: locale, numeric: numeric, style: style).format(number, unit)
  }

  private func name() throws(Problem) -> String {
    guard let code = value.text else { throw Problem(reason: "`value` must be a code") }
    let names = LocaleNames(locale: locale)
    switch option("type") {
    case "language": return names.language(code) ?? code
    case "region": return names.region(code) ?? code
    case "script": return names.script(code) ?? code
    case "currency": return names.currency(code) ?? code
    default: throw Problem(reason: "`type` must be language, region, script or currency")
    }
  }

  private func plural() throws(Problem) -> String {
    let kind: PluralRules.Kind = try choice("type", .cardinal)
    let format = LocaleNumberFormat(locale: locale, options: try numberOptions(without: ["type"]))
    guard let ends = value.list else { return format.pluralCategory(try number(value), kind: kind).rawValue }
    guard ends.count == 2 else { throw Problem(reason: "`value` must be a number, or a list of the first and the last number of a range") }
    let (first, last) = (format.pluralCategory(try number(ends[0]), kind: kind), format.pluralCategory(try number(ends[1]), kind: kind))
    return PluralRules.category(from: first, to: last, locale: locale).rawValue
  }

  private func week() throws(Problem) -> String {
    let facts = WeekFacts(locale: locale)
    switch value.text {
    case "firstDay": return String(facts.firstDay)
    case "hourCycle": return facts.hourCycle.rawValue
    case "numberingSystem": return facts.numberingSystem
    case "direction": return facts.isRightToLeft ? "rtl" : "ltr"
    default: throw Problem(reason: "`value` must be firstDay, hourCycle, numberingSystem or direction")
    }
  }
}
