public import Tessera

/// Braille line of an element: label, short role, states, place, value. A value.
///
/// States have signs that need no language: `<x>` checked, `< >` not checked, `<->` partly, `+` collapsed, `-` expanded.
public struct BrailleText: Sendable {
  private let speech: ElementSpeech

  /// Creates the words of a language.
  public init(language: String) { speech = ElementSpeech(language: language) }

  /// Returns the line of an element.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - state: text around the caret if the element has the focus and takes text.
  public func line(for element: SemanticsElement, text state: TextInputState? = nil) -> BrailleLine {
    let semantics = element.semantics
    var line = BrailleLine(semantics.label ?? "")
    line.append(word: role(of: element))
    for sign in signs(of: element) { line.append(word: sign) }
    if let position = semantics.position { line.append(word: "\(position.number)/\(position.count)") }
    guard let state else {
      line.append(word: speech.value(of: element))
      return line
    }
    if state.isSecret {
      // The length of a secret is known, not its letters.
      line.append(field: String(repeating: "*", count: min(state.length, 100)), from: 0, selected: state.selection)
    } else {
      let row = Self.row(of: state)
      line.append(field: row.text, from: row.start, selected: state.selection)
    }
    return line
  }

  /// Row of a text that has the end of the selection: up to the next line breaks.
  private static func row(of state: TextInputState) -> (text: Substring, start: Int) {
    let before = state.textBefore
    let first = before.lastIndex(where: \.isNewline).map { before.index(after: $0) } ?? before.startIndex
    let after = state.textAfter
    let end = after.firstIndex(where: \.isNewline) ?? after.endIndex
    let text = state.surroundings[first..<end]
    return (text, state.start + state.surroundings.utf8.distance(from: state.surroundings.startIndex, to: first))
  }

  private func role(of element: SemanticsElement) -> String {
    let word = speech.role(of: element)
    guard !word.isEmpty else { return "" }
    if element.role == .heading { return "h" + (element.semantics.level.map(String.init) ?? "") }
    let key = element.semantics.isPassword == true ? "password" : element.role.rawValue
    return BrailleWords.short(key, language: speech.language) ?? word
  }

  private func signs(of element: SemanticsElement) -> [String] {
    let s = element.semantics
    func short(_ key: String, _ isOn: Bool?) -> String? {
      isOn == true ? BrailleWords.short(key, language: speech.language) ?? speech.word(key) : nil
    }
    let checked = s.checked.map { state in
      switch state {
      case .on: "<x>"
      case .off: "< >"
      case .mixed: "<->"
      }
    }
    return [
      checked, short("selected", s.isSelected), s.isExpanded.map { $0 ? "-" : "+" }, short("dimmed", s.isDisabled),
      short("busy", s.isBusy), short("required", s.isRequired), short("invalid", s.isInvalid), short("read-only", s.isReadOnly),
    ].compactMap { $0 }
  }
}
