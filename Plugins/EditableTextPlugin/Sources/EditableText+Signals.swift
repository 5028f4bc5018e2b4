public import Tessera

extension EditableText {
  /// The user changed the text; the payload is the text.
  public static let change = Signal<String>("change")
  /// The user pressed Enter in a single-line field; the payload is the text.
  public static let submit = Signal<String>("submit")
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
}

extension EditableText {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .text, sets: "string", help: "The user changed the text; the text.") { .text($0) },
      NodeSignal(submit, payload: .text, help: "The user pressed Enter; the text.") { .text($0) },
    ]
  }
}
