/// What an edit menu offers.
public enum EditCommand: String, Sendable, CaseIterable, Hashable {
  /// Copies what is selected and takes it away.
  case cut
  /// Copies what is selected.
  case copy
  /// Puts what was copied in the place of what is selected.
  case paste
  /// Selects everything.
  case selectAll

  /// What applies to a text, in the order of the menu. A pure function.
  ///
  /// - Parameters:
  ///   - selection: UTF-8 bytes; empty: the caret.
  ///   - count: length of the text in UTF-8 bytes.
  ///   - isEditable: whether a person can change the text.
  ///   - isSecure: whether the text must not be copied.
  ///   - canPaste: whether there is something to paste.
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

/// What the commands of an edit menu are called.
public struct EditMenuTitles: Sendable, Hashable {
  /// The word for cutting.
  public var cut = "Cut"
  /// The word for copying.
  public var copy = "Copy"
  /// The word for pasting.
  public var paste = "Paste"
  /// The words for selecting everything.
  public var selectAll = "Select All"

  /// Makes the English words.
  public init() {}

  /// Returns what a command is called.
  public subscript(_ command: EditCommand) -> String {
    switch command {
    case .cut: cut
    case .copy: copy
    case .paste: paste
    case .selectAll: selectAll
    }
  }
}
