public import Tessera

// Members of ``PageDots`` as modifiers.
extension TypedElement where ElementType == PageDots {
  /// Index of the current page, from 0.
  public func page(_ page: Int) -> Self { with { $0.page = page } }
  /// Number of pages.
  public func count(_ count: Int) -> Self { with { $0.count = count } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
