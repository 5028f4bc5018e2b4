internal import TesseraBase

/// One formatting of a message: values of variables, and errors.
struct MessageResolver {
  /// Value of an expression.
  struct Resolved {
    /// Function value; `nil` is a fallback.
    var value: (any ResolvedMessageValue)?
    var source: String
    var direction: MessageDirection?
    var id: String?
    var locale: String
  }

  private let format: MessageFormat
  private let arguments: [String: MessageValue]
  private let declarations: [String: MessageModel.Declaration]
  private var known: [String: Resolved] = [:]
  private(set) var errors: [MessageError] = []

  /// Errors that a result keeps.
  private static let errorLimit = 1_000

  init(_ format: MessageFormat, _ arguments: [String: MessageValue]) {
    self.format = format
    self.arguments = arguments
    declarations = Dictionary(format.model.declarations.map { ($0.name, $0) }) { first, _ in first }
  }

  private mutating func report(_ error: MessageError) {
    if errors.count < Self.errorLimit { errors.append(error) }
  }

  // MARK: Variables

  /// Value of a variable. Declarations are resolved at first use.
  private mutating func variable(_ name: String) -> Resolved {
    if let resolved = known[name] { return resolved }
    // A long chain of declarations must not be a deep recursion: a list holds those that wait. The checked model has no cycles.
    var stack = [name]
    while let top = stack.popLast() {
      guard known[top] == nil else { continue }
      guard let declaration = declarations[top] else {
        known[top] = argument(top)
        continue
      }
      let waits = declaration.expression.variables.filter { $0 != top && known[$0] == nil && declarations[$0] != nil }
      if waits.isEmpty {
        known[top] = declared(declaration)
      } else {
        stack.append(top)
        stack.append(contentsOf: waits.reversed())
      }
    }
    return known[name] ?? Resolved(value: nil, source: "$" + name, locale: format.locale)
  }

  private mutating func declared(_ declaration: MessageModel.Declaration) -> Resolved {
    if declaration.isInput {
      // The operand of an input is the argument itself.
      let input = argument(declaration.name)
      guard declaration.expression.call != nil else { return input }
      return call(declaration.expression, operand: input, source: "$" + declaration.name)
    }
    var resolved = expression(declaration.expression)
    resolved.source = "$" + declaration.name
    return resolved
  }

  private mutating func argument(_ name: String) -> Resolved {
    let source = "$" + name
    guard let value = arguments[name] else {
      report(MessageError(.unresolvedVariable, "missing argument `\(name)`"))
      return Resolved(value: nil, source: source, locale: format.locale)
    }
    return Resolved(value: MessageResolver.plain(value, locale: format.locale), source: source, locale: format.locale)
  }

  /// Value without a function.
  private static func plain(_ value: MessageValue, locale: String) -> any ResolvedMessageValue {
    switch value {
    case .text(let text): StringValue(text: text, operand: value, isSelectable: false)
    case .number(let number):
      PlainValue(NumberValue(number: number, options: [:], format: LocaleNumberFormat(locale: locale), select: nil))
    case .date(let date): PlainValue(DateValue(date: date, options: [:], format: LocaleDateFormat(locale: locale, options: .standard)))
    case .other(let text): StringValue(text: text, operand: value, isSelectable: false)
    }
  }

  // MARK: Expressions

  private mutating func expression(_ expression: MessageModel.Expression) -> Resolved {
    switch expression.operand {
    case .variable(let name)?:
      var operand = variable(name)
      operand.source = "$" + name
      return expression.call == nil ? operand : call(expression, operand: operand, source: operand.source)
    case .literal(let text)?:
      let source = "|" + text.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "|", with: "\\|") + "|"
      let value = StringValue(text: text, operand: .text(text), isSelectable: false)
      let operand = Resolved(value: value, source: source, locale: format.locale)
      return expression.call == nil ? operand : call(expression, operand: operand, source: source)
    case nil: return call(expression, operand: nil, source: ":" + (expression.call?.name ?? ""))
    }
  }

  private mutating func call(_ expression: MessageModel.Expression, operand: Resolved?, source: String) -> Resolved {
    var resolved = Resolved(value: nil, source: source, locale: operand?.locale ?? format.locale)
    guard let name = expression.call?.name else { return resolved }
    guard let function = format.functions[name] else {
      let known = format.functions.keys.sorted().prefix(20).map { ":" + $0 }.joined(separator: ", ")
      report(MessageError(.unknownFunction, "unknown function `:\(name)`; there are \(known)"))
      return resolved
    }
    var options: [String: MessageOption] = [:]
    for option in expression.call?.options ?? [] {
      let (value, isLiteral) = self.value(option.value)
      guard let value else { continue }
      let resolvedOption = MessageOption(value: value, isLiteral: isLiteral)
      if option.name.hasPrefix("u:") {
        setCommon(option.name, resolvedOption, &resolved)
      } else {
        options[option.name] = resolvedOption
      }
    }
    let isPlain = operand?.value is PlainValue || (operand?.value as? StringValue)?.isSelectable == false
    var call = MessageCall(
      locale: resolved.locale, operand: operand?.value?.operand, inherited: operand?.value?.options ?? [:],
      operandType: isPlain ? nil : operand?.value?.type, options: options)
    do {
      resolved.value = try function.resolve(&call)
      call.errors.forEach { report($0) }
    } catch {
      call.errors.forEach { report($0) }
      report(error)
    }
    return resolved
  }

  private mutating func value(_ operand: MessageModel.Operand) -> (value: MessageValue?, isLiteral: Bool) {
    switch operand {
    case .literal(let text): (.text(text), true)
    case .variable(let name): (variable(name).value?.operand, false)
    }
  }

  private mutating func setCommon(_ name: String, _ option: MessageOption, _ resolved: inout Resolved) {
    switch name {
    case "u:id": resolved.id = option.text
    case "u:dir":
      switch option.text {
      case "ltr"?: resolved.direction = .ltr
      case "rtl"?: resolved.direction = .rtl
      case "auto"?: resolved.direction = .auto
      case "inherit"?: resolved.direction = nil
      default: report(MessageError(.badOption, "invalid value of `u:dir`: valid are ltr, rtl, auto and inherit"))
      }
    case "u:locale":
      if let text = option.text, LocaleTag(text).language != "und" {
        resolved.locale = text
      } else {
        report(MessageError(.badOption, "invalid value of `u:locale`"))
      }
    // The namespace is reserved; other names have no effect.
    default: break
    }
  }

  // MARK: Selection

  /// Pattern that the arguments select.
  mutating func pattern() -> [MessageModel.Element] {
    switch format.model.body {
    case .pattern(let pattern): return pattern
    case .match(let selectors, let variants): return select(selectors, variants)
    }
  }

  private mutating func select(_ selectors: [MessageModel.Selector], _ variants: [MessageModel.Variant]) -> [MessageModel.Element] {
    var ranks: [[String: Int]] = []
    for (index, selector) in selectors.enumerated() {
      let keys = Set(variants.compactMap { index < $0.keys.count ? $0.keys[index] : nil })
      ranks.append(ranked(selector, keys))
    }
    var best: (rank: [Int], variant: MessageModel.Variant)?
    for variant in variants {
      var rank: [Int] = []
      for (key, ranks) in zip(variant.keys, ranks) {
        guard let key else {
          rank.append(.max)
          continue
        }
        guard let place = ranks[key] else { break }
        rank.append(place)
      }
      guard rank.count == selectors.count else { continue }
      if let known = best, !rank.lexicographicallyPrecedes(known.rank) { continue }
      best = (rank, variant)
    }
    return best?.variant.pattern ?? []
  }

  private mutating func ranked(_ selector: MessageModel.Selector, _ keys: Set<String>) -> [String: Int] {
    let resolved = variable(selector.name)
    guard let value = resolved.value, value.isSelectable else {
      report(MessageError(.badSelector, "`$\(selector.name)` cannot select"))
      return [:]
    }
    do {
      let matches = try value.matches(keys)
      return Dictionary(matches.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    } catch {
      report(MessageError(.badSelector, error.reason))
      return [:]
    }
  }

  // MARK: Parts

  /// Formatted parts of a pattern.
  mutating func parts(_ pattern: [MessageModel.Element]) -> [MessagePart] {
    var parts: [MessagePart] = []
    for element in pattern {
      switch element {
      case .text(let text): parts.append(.text(text))
      case .markup(let markup): parts.append(.markup(self.markup(markup)))
      case .expression(let expression): parts += isolated(self.expression(expression))
      }
    }
    return parts
  }

  private mutating func markup(_ markup: MessageModel.Markup) -> MessagePart.Markup {
    var options: [String: String] = [:]
    var id: String?
    for option in markup.options {
      let (value, isLiteral) = self.value(option.value)
      guard let value, let text = MessageOption(value: value, isLiteral: isLiteral).text else { continue }
      switch option.name {
      case "u:id": id = text
      case "u:dir", "u:locale": report(MessageError(.badOption, "`\(option.name)` is not valid on markup"))
      default: options[option.name] = text
      }
    }
    return .init(kind: markup.kind, name: markup.name, id: id, options: options)
  }

  private mutating func isolated(_ resolved: Resolved) -> [MessagePart] {
    let part = part(resolved)
    guard format.isolation == .standard else { return [part] }
    var direction = MessageDirection.auto
    if case .value(let value) = part { direction = value.direction }
    if direction == .ltr, !format.isRightToLeft, resolved.direction == nil { return [part] }
    let start = direction == .ltr ? "\u{2066}" : direction == .rtl ? "\u{2067}" : "\u{2068}"
    return [.isolation(start), part, .isolation("\u{2069}")]
  }

  private mutating func part(_ resolved: Resolved) -> MessagePart {
    guard let value = resolved.value else { return .fallback(source: resolved.source) }
    guard value.isFormattable else {
      report(MessageError(.notFormattable, "`\(resolved.source)` cannot be formatted"))
      return .fallback(source: resolved.source)
    }
    do {
      let parts = try value.parts()
      let isText = value.type == "string"
      return .value(
        .init(
          type: value.type, text: parts.reduce(into: "") { $0 += $1.value }, parts: isText ? [] : parts,
          direction: resolved.direction ?? value.direction, id: resolved.id, locale: resolved.locale))
    } catch {
      report(error)
      return .fallback(source: resolved.source)
    }
  }
}

/// Argument without a function: it formats, but does not select.
struct PlainValue: ResolvedMessageValue {
  private let base: any ResolvedMessageValue
  init(_ base: any ResolvedMessageValue) { self.base = base }
  var type: String { base.type }
  var operand: MessageValue { base.operand }
  var options: [String: MessageOption] { [:] }
  var direction: MessageDirection { base.direction }
  var isFormattable: Bool { true }
  var isSelectable: Bool { false }
  func parts() throws(MessageError) -> [LocaleNumberFormat.Part] { try base.parts() }
  func matches(_ keys: Set<String>) -> [String] { [] }
}
