/// Collects the elements written in the braces of a spec; `if`, `switch` and `for` work as usual, nil elements vanish.
@resultBuilder
public enum LayoutElementBuilder {
  /// One element.
  public static func buildExpression(_ element: any LayoutElement) -> [any LayoutElement] { [element] }
  /// An element or nothing.
  public static func buildExpression(_ element: (any LayoutElement)?) -> [any LayoutElement] { element.map { [$0] } ?? [] }
  /// Several elements.
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] { elements }
  /// Several elements of one type.
  public static func buildExpression(_ elements: [some LayoutElement]) -> [any LayoutElement] { elements.map { $0 as any LayoutElement } }
  /// A statement without an element.
  public static func buildExpression(_: Void) -> [any LayoutElement] { [] }
  /// The elements of a block, in order.
  public static func buildBlock(_ parts: [any LayoutElement]...) -> [any LayoutElement] { parts.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ part: [any LayoutElement]?) -> [any LayoutElement] { part ?? [] }
  /// `if`.
  public static func buildEither(first part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// `else`.
  public static func buildEither(second part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// `for`.
  public static func buildArray(_ parts: [[any LayoutElement]]) -> [any LayoutElement] { parts.flatMap { $0 } }
  /// `if #available`.
  public static func buildLimitedAvailability(_ part: [any LayoutElement]) -> [any LayoutElement] { part }
}
