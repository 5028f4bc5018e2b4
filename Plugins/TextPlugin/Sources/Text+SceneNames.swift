public import Tessera
public import TesseraRender

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Text {
  /// Number that is shown in the form of ``format(_:)``; nil: the text.
  public func value(_ number: Double?) -> Self { with { $0.number = number } }
  /// Form of the number; nil: a whole number.
  public func format(_ format: NumberFormat?) -> Self { with { $0.numberFormat = format } }
  /// Text with marks, such as `**bold**`, `*italic*` and `[words](target)`.
  ///
  /// - Throws: `AttributeError` if the text has more than 4 MB or 20,000 parts.
  public func markup(_ text: String) throws -> Self {
    let spans = try Markup.spans(text)
    return with { $0.spans = spans }
  }
  /// Whether quotes, stops and hyphens at the edges of lines hang outside of the line width.
  public func hangingPunctuation(_ hangs: Bool = true) -> Self { with { $0.hangsPunctuation = hangs } }
  /// Title of the copy command in the menu; nil: the word of the locale's language.
  public func copyTitle(_ title: String?) -> Self { with { $0.menuTitles.copy = title } }
  /// Title of the select-all command in the menu; nil: the word of the locale's language.
  public func selectAllTitle(_ title: String?) -> Self { with { $0.menuTitles.selectAll = title } }
  /// Direction of lines.
  public func direction(_ direction: BaseDirection) -> Self { with { $0.baseDirection = direction } }
}
