/// Result builder for the elements in the braces of a spec. `if`, `switch` and `for` work as usual; nil elements are omitted.
@resultBuilder
public enum LayoutElementBuilder {
  /// One element.
  public static func buildExpression(_ element: any LayoutElement) -> [any LayoutElement] { [element] }
  /// An optional element.
  public static func buildExpression(_ element: (any LayoutElement)?) -> [any LayoutElement] {
    [ElementGroup(branch: 0, element.map { [$0] })]
  }
  /// Several elements.
  public static func buildExpression(_ elements: [any LayoutElement]) -> [any LayoutElement] { [ElementGroup(branch: 0, elements)] }
  /// Several elements of one type.
  public static func buildExpression(_ elements: [some LayoutElement]) -> [any LayoutElement] {
    [ElementGroup(branch: 0, elements.map { $0 as any LayoutElement })]
  }
  /// A statement without an element.
  public static func buildExpression(_: Void) -> [any LayoutElement] { [] }
  /// The elements of a block, in order.
  public static func buildBlock(_ parts: [any LayoutElement]...) -> [any LayoutElement] { parts.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ part: [any LayoutElement]?) -> [any LayoutElement] { [ElementGroup(branch: 0, part)] }
  /// `if`.
  public static func buildEither(first part: [any LayoutElement]) -> [any LayoutElement] { [ElementGroup(branch: 0, part)] }
  /// `else`.
  public static func buildEither(second part: [any LayoutElement]) -> [any LayoutElement] { [ElementGroup(branch: 1, part)] }
  /// `for`.
  public static func buildArray(_ parts: [[any LayoutElement]]) -> [any LayoutElement] {
    [ElementGroup(parts.enumerated().map { (.index($0.offset), $0.element) })]
  }
  /// `if #available`.
  public static func buildLimitedAvailability(_ part: [any LayoutElement]) -> [any LayoutElement] { part }
  /// All elements, each with its path.
  public static func buildFinalResult(_ statements: [any LayoutElement]) -> [any LayoutElement] { ElementGroup.flattened(statements) }
}
