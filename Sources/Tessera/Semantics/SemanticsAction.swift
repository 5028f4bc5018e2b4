/// An action that an assistive program requests of an element. A value; any thread.
public enum SemanticsAction: Sendable, Hashable {
  /// The effect of a tap.
  case activate
  /// One step up, or down, of a value.
  case increment, decrement
  /// Closes a menu, a sheet or another overlay.
  case dismiss
  /// Shows, or hides, the details of the element.
  case expand, collapse
  /// Scrolls by one step, so that more content on that side is visible.
  case scroll(Direction)
  /// Moves the keyboard focus to the element.
  case focus
  /// An action with a name of the program or the type.
  case custom(String)

  /// A side of the screen.
  public enum Direction: String, Sendable, CaseIterable, Hashable { case up, down, left, right }

  /// Predefined actions and their words in scene files.
  static let named: [(word: String, action: SemanticsAction)] =
    [
      ("activate", .activate), ("increment", .increment), ("decrement", .decrement), ("dismiss", .dismiss), ("expand", .expand),
      ("collapse", .collapse), ("focus", .focus),
    ] + Direction.allCases.map { ("scroll-\($0.rawValue)", .scroll($0)) }

  /// Word of the action; the name of a custom one in quotes.
  public var description: String {
    if case .custom(let name) = self { return "\"\(name)\"" }
    return Self.named.first { $0.action == self }?.word ?? ""
  }
}

extension SemanticsAction: CustomStringConvertible {}
