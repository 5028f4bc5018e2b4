internal import TesseraJSON
internal import TesseraMessages

/// Cases of the MessageFormat working group's suite: `{"defaultTestProperties": …, "tests": […]}`.
struct MessageSuite {
  /// Case with its result.
  struct Outcome {
    let json: String
    /// `nil` if the case says nothing of the result.
    let passed: Bool?
  }

  private let defaults: JSONValue?
  private let tests: [JSONValue]

  init?(_ value: JSONValue) {
    if let list = value.list {
      defaults = nil
      tests = list
    } else {
      guard let list = value["tests"]?.list else { return nil }
      defaults = value["defaultTestProperties"]
      tests = list
    }
  }

  func outcomes() -> [Outcome] { tests.map(outcome) }

  private func outcome(_ test: JSONValue) -> Outcome {
    func property(_ name: String) -> JSONValue? { test[name] ?? defaults?[name] }
    let source = property("src")?.text ?? ""
    let locale = property("locale")?.text ?? "en-US"
    let isolation = MessageFormat.BidiIsolation(rawValue: property("bidiIsolation")?.text ?? "default") ?? .standard
    var text: String?
    var parts: [JSONValue] = []
    var errors: [MessageError] = []
    do {
      let message = try MessageFormat(source, locale: locale, isolation: isolation, functions: SuiteFunction.all)
      let result = message.format(MessageSuite.arguments(property("params")))
      text = result.text
      parts = result.parts.map(MessageSuite.json)
      errors = result.errors
    } catch {
      errors = error.errors
    }
    let types = errors.map { JSONValue.map([("type", .text($0.kind.rawValue)), ("message", .text($0.description))]) }
    let passed = passes(property, text: text, parts: parts, errors: errors.map(\.kind.rawValue))
    let line = JSONValue.map([
      ("src", .text(source)), ("locale", .text(locale)), ("text", text.map(JSONValue.text) ?? .null), ("parts", .list(parts)),
      ("errors", .list(types)), ("passed", .boolean(passed)),
    ])
    return Outcome(json: line.compact, passed: passed)
  }

  private func passes(_ property: (String) -> JSONValue?, text: String?, parts: [JSONValue], errors: [String]) -> Bool {
    switch property("expErrors") {
    case .boolean(true)?: if errors.isEmpty { return false }
    case .list(let list)?: if list.compactMap({ $0["type"]?.text }) != errors { return false }
    default: if !errors.isEmpty { return false }
    }
    if let expected = property("exp")?.text, !Array(expected.utf8).elementsEqual((text ?? "\u{FFFD}").utf8) { return false }
    guard let expected = property("expParts")?.list else { return true }
    return expected.count == parts.count && zip(expected, parts).allSatisfy(MessageSuite.matches)
  }

  /// Whether `value` has all fields of `expected`.
  private static func matches(_ expected: JSONValue, _ value: JSONValue) -> Bool {
    switch expected {
    case .map(let members): members.allSatisfy { member in value[member.key].map { matches(member.value, $0) } ?? false }
    case .list(let list): value.list.map { $0.count == list.count && zip(list, $0).allSatisfy(matches) } ?? false
    default: expected == value
    }
  }

  static func arguments(_ params: JSONValue?) -> [String: MessageValue] {
    var arguments: [String: MessageValue] = [:]
    for param in params?.list ?? [] {
      guard let name = param["name"]?.text, let value = param["value"] else { continue }
      let isDate = param["type"]?.text == "datetime" || value["type"]?.text == "datetime"
      let inner = value["value"] ?? value
      if isDate, let date = inner.text.flatMap(CivilDate.init(iso:)) {
        arguments[name] = .date(date)
      } else {
        arguments[name] = argument(inner)
      }
    }
    return arguments
  }

  static func argument(_ value: JSONValue) -> MessageValue {
    switch value {
    case .text(let text): .text(text)
    case .literal(let literal): DecimalNumber(literal: literal).map(MessageValue.number) ?? .number(Double(literal) ?? 0)
    case .number(let number): .number(number)
    case .boolean, .null, .list, .map: .other(value.compact)
    }
  }

  static func json(_ part: MessagePart) -> JSONValue {
    switch part {
    case .text(let text): .map([("type", .text("text")), ("value", .text(text))])
    case .isolation(let text): .map([("type", .text("bidiIsolation")), ("value", .text(text))])
    case .fallback(let source): .map([("type", .text("fallback")), ("source", .text(source))])
    case .markup(let markup):
      .map(
        [("type", .text("markup")), ("kind", .text(markup.kind.rawValue)), ("name", .text(markup.name))]
          + (markup.id.map { [("id", .text($0))] } ?? [])
          + (markup.options.isEmpty
            ? [] : [("options", .map(markup.options.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }))]))
    case .value(let value):
      .map(
        [("type", .text(value.type))] + (value.direction == .auto ? [] : [("dir", .text(value.direction.rawValue))])
          + [("locale", .text(value.locale))] + (value.id.map { [("id", .text($0))] } ?? [])
          + (value.parts.isEmpty
            ? [("value", .text(value.text))]
            : [("parts", .list(value.parts.map { .map([("type", .text($0.type)), ("value", .text($0.value))]) }))]))
    }
  }
}
