/// `:date`, `:time` and `:datetime`.
struct DateFunction: MessageFunction {
  enum Kind: Sendable { case date, time, datetime }
  let kind: Kind

  func resolve(_ call: inout MessageCall) throws(MessageError) -> any ResolvedMessageValue {
    var date = try operand(call)
    var options = DateOptions()
    if let option = call.options["timeZone"] ?? call.inherited["timeZone"] {
      if let text = option.text, let shifted = date.inZone(text) { date = shifted } else { call.reportOption("timeZone", option) }
    } else {
      date = date.inZone("UTC") ?? date
    }
    if kind != .time {
      let fields = call.options[kind == .date ? "fields" : "dateFields"]
      let length = call.options[kind == .date ? "length" : "dateLength"]
      setDate(&options, fields: fields, length: length, &call)
    }
    if kind != .date {
      let precision = call.options[kind == .time ? "precision" : "timePrecision"]
      setTime(&options, precision, &call)
      if let option = call.options["hour12"] ?? call.inherited["hour12"] {
        switch option.text {
        case "true": options.hour12 = true
        case "false": options.hour12 = false
        default: call.reportOption("hour12", option)
        }
      }
      if let option = call.options["timeZoneStyle"], !["long", "short"].contains(option.text ?? "") {
        call.reportOption("timeZoneStyle", option)
      }
    }
    var kept: [String: MessageOption] = [:]
    for name in ["timeZone", "hour12", "calendar"] { kept[name] = call.options[name] ?? call.inherited[name] }
    var value = DateValue(date: date, options: kept, format: LocaleDateFormat(locale: call.locale, options: options))
    if let option = call.options[MessageCall.rangeEnd] {
      do throws(MessageError) {
        let end = try self.date(option.value, isBare: true)
        let zone = (call.options["timeZone"] ?? call.inherited["timeZone"])?.text ?? "UTC"
        value.end = end.inZone(zone) ?? end
      } catch {
        call.reportOption(MessageCall.rangeEnd, option)
      }
    }
    return value
  }

  private func operand(_ call: MessageCall) throws(MessageError) -> CivilDate {
    try date(call.operand, isBare: call.operandType == nil)
  }

  /// - Parameter isBare: whether the value has no function: only then a number is a date.
  private func date(_ value: MessageValue?, isBare: Bool) throws(MessageError) -> CivilDate {
    switch value {
    case .date(let date): return date
    case .text(let text):
      if let date = CivilDate(iso: text) { return date }
      throw MessageError(.badOperand, "`\(text)` is not a date: expected 2026-01-31 or 2026-01-31T15:04:06")
    case .number(let number) where isBare && !number.isNaN && !number.isInfinite:
      return CivilDate(milliseconds: number.double)
    case .number, .other: throw MessageError(.badOperand, "the operand is not a date")
    case nil: throw MessageError(.badOperand, "missing date")
    }
  }

  private func setDate(_ options: inout DateOptions, fields: MessageOption?, length: MessageOption?, _ call: inout MessageCall) {
    let known = ["weekday", "day-weekday", "month-day", "month-day-weekday", "year-month-day", "year-month-day-weekday"]
    var names = fields?.text ?? "year-month-day"
    if let fields, !known.contains(names) {
      call.reportOption(kind == .date ? "fields" : "dateFields", fields)
      names = "year-month-day"
    }
    var style = length?.text ?? "medium"
    if let length, !["long", "medium", "short"].contains(style) {
      call.reportOption(kind == .date ? "length" : "dateLength", length)
      style = "medium"
    }
    for name in names.split(separator: "-") {
      switch name {
      case "year": options.year = .numeric
      case "month": options.month = style == "long" ? .long : style == "medium" ? .short : .numeric
      case "day": options.day = .numeric
      default: options.weekday = style == "long" ? .long : .short
      }
    }
  }

  private func setTime(_ options: inout DateOptions, _ precision: MessageOption?, _ call: inout MessageCall) {
    var text = precision?.text ?? "minute"
    if let precision, !["hour", "minute", "second"].contains(text) {
      call.reportOption(kind == .time ? "precision" : "timePrecision", precision)
      text = "minute"
    }
    options.hour = .numeric
    if text != "hour" { options.minute = .twoDigit }
    if text == "second" { options.second = .twoDigit }
  }
}

/// Date with its format.
struct DateValue: ResolvedMessageValue {
  let date: CivilDate
  let options: [String: MessageOption]
  let format: LocaleDateFormat
  /// Last date of a range that begins with the date.
  var end: CivilDate?

  var type: String { "datetime" }
  var operand: MessageValue { .date(date) }
  var direction: MessageDirection { format.data.isRightToLeft ? .rtl : .ltr }
  var isFormattable: Bool { true }
  var isSelectable: Bool { false }
  func parts() -> [LocaleNumberFormat.Part] { end.map { format.rangeParts(date, $0) } ?? format.parts(date) }
  func matches(_ keys: Set<String>) -> [String] { [] }
}
