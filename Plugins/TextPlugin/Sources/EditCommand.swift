public import Tessera

/// Command of an edit menu.
public enum EditCommand: String, Sendable, CaseIterable, Hashable {
  /// Copies and removes the selection.
  case cut
  /// Copies the selection.
  case copy
  /// Replaces the selection with the copied text.
  case paste
  /// Selects everything.
  case selectAll

  /// Returns the commands that apply to a text, in the order of the menu. A pure function.
  ///
  /// - Parameters:
  ///   - selection: UTF-8 bytes; empty means only a caret.
  ///   - count: length of the text in UTF-8 bytes.
  ///   - isEditable: whether the user can change the text.
  ///   - isSecure: whether the text must not be copied.
  ///   - canPaste: whether there is copied text.
  public static func applicable(
    to selection: Range<Int>, of count: Int, isEditable: Bool, isSecure: Bool = false, canPaste: Bool = false
  ) -> [EditCommand] {
    allCases.filter { command in
      switch command {
      case .cut: isEditable && !isSecure && !selection.isEmpty
      case .copy: !isSecure && !selection.isEmpty
      case .paste: isEditable && canPaste
      case .selectAll: count > 0 && selection != 0..<count
      }
    }
  }
}

/// Titles of the commands of an edit menu. A title that is nil is the word of the environment's language.
public struct EditMenuTitles: Sendable, Hashable {
  /// Title of the cut command.
  public var cut: String?
  /// Title of the copy command.
  public var copy: String?
  /// Title of the paste command.
  public var paste: String?
  /// Title of the select-all command.
  public var selectAll: String?

  /// Creates the titles of the environment's language.
  public init() {}

  /// Returns the title of a command.
  public func title(of command: EditCommand, in environment: EnvironmentValues) -> String {
    let (own, word): (String?, StandardWord) =
      switch command {
      case .cut: (cut, .cut)
      case .copy: (copy, .copy)
      case .paste: (paste, .paste)
      case .selectAll: (selectAll, .selectAll)
      }
    return own ?? environment.word(word)
  }
}
