public import Tessera

extension EditableText {
  /// The user changed the text; the payload is the text.
  public static let change = Signal<String>("change")
  /// The user pressed Enter in a single-line field; the payload is the text.
  public static let submit = Signal<String>("submit")
  /// The field took the focus; the payload is the text.
  public static let begin = Signal<String>("begin")
  /// The field lost the focus; the payload is the text.
  public static let end = Signal<String>("end")
  /// The selection or the caret moved by the user; the payload is the selected range in UTF-8 bytes.
  public static let selectionChange = Signal<Range<Int>>("selectionChange")
}

extension Node where Value == EditableText {
  /// Calls `perform` with the text after each change by the user. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken {
    on(EditableText.change, perform: perform)
  }

  /// Calls `perform` with the text when the user presses Enter in a single-line field. Frame loop.
  @discardableResult
  public func onSubmit(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken {
    on(EditableText.submit, perform: perform)
  }

  /// Calls `perform` with the text when the field takes the focus. Frame loop.
  @discardableResult
  public func onBegin(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken {
    on(EditableText.begin, perform: perform)
  }

  /// Calls `perform` with the text when the field loses the focus. Frame loop.
  @discardableResult
  public func onEnd(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken { on(EditableText.end, perform: perform) }

  /// Calls `perform` with the selection, in UTF-8 bytes, after each move by the user. Frame loop.
  @discardableResult
  public func onSelectionChange(_ perform: @escaping @Sendable (Range<Int>) -> Void) -> HandlerToken {
    on(EditableText.selectionChange, perform: perform)
  }
}

extension EditableText {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .text, sets: "string", help: "The user changed the text; the text.") { .text($0) },
      NodeSignal(submit, payload: .text, help: "The user pressed Enter; the text.") { .text($0) },
      NodeSignal(begin, payload: .text, help: "The field took the focus; the text.") { .text($0) },
      NodeSignal(end, payload: .text, help: "The field lost the focus; the text.") { .text($0) },
      NodeSignal(
        selectionChange, payload: .list(.integer(0...1_000_000_000)),
        help: "The user moved the caret or the selection; start and end, in UTF-8 bytes."
      ) {
        .list([.number(Double($0.lowerBound)), .number(Double($0.upperBound))])
      },
    ]
  }
}
