public import Tessera

extension EditableText {
  /// A person changed the text, which is the payload.
  public static let change = Signal<String>("change")
  /// A person finished: Enter in a field of one line. The payload is the text.
  public static let submit = Signal<String>("submit")
}

extension Node where Value == EditableText {
  /// Calls `perform` with the text each time that a person changed it. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken {
    on(EditableText.change, perform: perform)
  }

  /// Calls `perform` with the text when a person finished: Enter in a field of one line. Frame loop.
  @discardableResult
  public func onSubmit(_ perform: @escaping @Sendable (_ string: String) -> Void) -> HandlerToken {
    on(EditableText.submit, perform: perform)
  }
}

extension EditableText {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .text, sets: "string", help: "A person changed the text; the text.") { .text($0) },
      NodeSignal(submit, payload: .text, help: "Enter was pressed; the text.") { .text($0) },
    ]
  }
}
