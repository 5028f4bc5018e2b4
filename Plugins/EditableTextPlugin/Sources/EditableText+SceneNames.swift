public import Tessera
public import TesseraRender

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == EditableText {
  /// Title of the cut command in the menu; nil: the word of the locale's language.
  public func cutTitle(_ title: String?) -> Self { with { $0.menuTitles.cut = title } }
  /// Title of the copy command in the menu; nil: the word of the locale's language.
  public func copyTitle(_ title: String?) -> Self { with { $0.menuTitles.copy = title } }
  /// Title of the paste command in the menu; nil: the word of the locale's language.
  public func pasteTitle(_ title: String?) -> Self { with { $0.menuTitles.paste = title } }
  /// Title of the select-all command in the menu; nil: the word of the locale's language.
  public func selectAllTitle(_ title: String?) -> Self { with { $0.menuTitles.selectAll = title } }
  /// Direction of lines.
  public func direction(_ direction: BaseDirection) -> Self { with { $0.baseDirection = direction } }
}
