public import Tessera

extension Text {
  /// A link was tapped, or chosen by a key; the payload is the link.
  public static let linkTap = Signal<TextLink>("linkTap")
  /// A link was long-pressed; the payload is the link.
  public static let linkLongPress = Signal<TextLink>("linkLongPress")
  /// The truncation token or message was tapped.
  public static let truncationTap = Signal<Void>("truncationTap")
  /// The user changed the selection; the payload is the selected range in UTF-8 bytes.
  public static let selectionChange = Signal<Range<Int>>("selectionChange")
}

extension Node where Value == Text {
  /// Calls `perform` with the link that was tapped. Frame loop.
  @discardableResult
  public func onLinkTap(_ perform: @escaping @Sendable (TextLink) -> Void) -> HandlerToken { on(Text.linkTap, perform: perform) }

  /// Calls `perform` with the link that was long-pressed. Frame loop.
  @discardableResult
  public func onLinkLongPress(_ perform: @escaping @Sendable (TextLink) -> Void) -> HandlerToken {
    on(Text.linkLongPress, perform: perform)
  }

  /// Calls `perform` when the truncation token or message was tapped. Frame loop.
  @discardableResult
  public func onTruncationTap(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Text.truncationTap, perform: perform) }

  /// Calls `perform` with the range that the user selected, in UTF-8 bytes of the string. Frame loop.
  @discardableResult
  public func onSelectionChange(_ perform: @escaping @Sendable (_ selection: Range<Int>) -> Void) -> HandlerToken {
    on(Text.selectionChange, perform: perform)
  }
}

extension Text {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(linkTap, payload: .text, help: "The user tapped a link; its target.") { .text($0.target) },
      NodeSignal(linkLongPress, payload: .text, help: "The user held a link; its target.") { .text($0.target) },
      NodeSignal(truncationTap, help: "The user tapped the truncation token or message."),
      NodeSignal(
        selectionChange, payload: .list(.integer(0...1_000_000_000)), help: "The user changed the selection; start and end, in UTF-8 bytes."
      ) {
        .list([.number(Double($0.lowerBound)), .number(Double($0.upperBound))])
      },
    ]
  }
}
