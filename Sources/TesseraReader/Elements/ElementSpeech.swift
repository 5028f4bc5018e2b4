internal import TesseraMessages
public import Tessera

/// Words of elements in a language: name, value, role, states, place, hint. A value.
public struct ElementSpeech: Sendable {
  /// Language of words that the element does not give.
  public let language: String

  /// Creates the words of a language; English if the language has none.
  public init(language: String) { self.language = language.isEmpty ? "en" : language }

  func word(_ key: String, _ arguments: [String: MessageValue] = [:]) -> String {
    ReaderWords.text(key, arguments, language: language)
  }

  /// Returns all words of an element, in the order of speech. O(its words).
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - hasHints: whether hints are included.
  public func text(of element: SemanticsElement, hasHints: Bool = true) -> String {
    let semantics = element.semantics
    var words = [semantics.label ?? "", value(of: element), role(of: element)] + states(of: element)
    if let position = semantics.position {
      words.append(word("position", ["n": .number(position.number), "count": .number(position.count)]))
    }
    if hasHints {
      if let hint = semantics.hint { words.append(hint) }
      if (semantics.actions ?? []).contains(where: \.isCustom) { words.append(word("has-actions")) }
    }
    return join(words)
  }

  /// Returns the words for a container that the cursor enters; empty if it has none.
  func entry(into element: SemanticsElement) -> String {
    let label = element.semantics.label ?? ""
    guard !label.isEmpty || element.role.isAnnouncedUnnamed else { return "" }
    return join([label, role(of: element)] + states(of: element))
  }

  /// Returns the value in words; empty without a value, and for a secret.
  func value(of element: SemanticsElement) -> String {
    let semantics = element.semantics
    guard semantics.isPassword != true else { return "" }
    if let value = semantics.value {
      // A text without a label is named by its value.
      return value == semantics.label ? "" : value
    }
    guard let number = semantics.number, number.value.isFinite else { return "" }
    if let low = number.minimum, let high = number.maximum, high > low,
      element.role == .progress || element.role == .meter || low == 0 && high == 1
    {
      var options = NumberOptions()
      options.style = .percent
      options.maximumFractionDigits = 0
      return LocaleNumberFormat(locale: language, options: options).format((number.value - low) / (high - low))
    }
    var options = NumberOptions()
    options.maximumFractionDigits = 2
    return LocaleNumberFormat(locale: language, options: options).format(number.value)
  }

  /// Returns the word for a role; empty for texts and groups.
  func role(of element: SemanticsElement) -> String {
    switch element.role {
    case .none, .text, .group, .screen, .window, .option, .row, .cell, .treeItem, .tabPanel, .scroll, .status, .form: return ""
    case .textField where element.semantics.isPassword == true: return word("role-password")
    case .heading:
      guard let level = element.semantics.level else { return word("role-heading") }
      return join([word("role-heading"), word("level", ["n": .number(level)])])
    default: return word("role-" + element.role.rawValue)
    }
  }

  /// Returns the words for states that differ from the usual ones.
  func states(of element: SemanticsElement) -> [String] {
    let s = element.semantics
    var words: [String] = []
    if let checked = s.checked {
      let isSwitch = element.role == .switch || element.role == .toggleButton
      switch checked {
      case .on: words.append(word(isSwitch ? "on" : "checked"))
      case .off: words.append(word(isSwitch ? "off" : "not-checked"))
      case .mixed: words.append(word("mixed"))
      }
    }
    if s.isSelected == true { words.append(word("selected")) }
    if let isExpanded = s.isExpanded { words.append(word(isExpanded ? "expanded" : "collapsed")) }
    if s.isDisabled == true { words.append(word("dimmed")) }
    if s.isBusy == true { words.append(word("busy")) }
    if s.isRequired == true { words.append(word("required")) }
    if s.isInvalid == true { words.append(word("invalid")) }
    if s.isReadOnly == true { words.append(word("read-only")) }
    return words
  }

  func join(_ words: [String]) -> String { words.filter { !$0.isEmpty }.joined(separator: ", ") }
}

extension SemanticsAction {
  var isCustom: Bool { if case .custom = self { true } else { false } }
}
