public import Tessera
public import TesseraGeometry

// Members of ``Pager`` as modifiers.
extension TypedElement where ElementType == Pager {
  /// Axis along which the pages follow one another.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
  /// Whether the first page follows the last one. Ignored if there is only one page.
  public func wraps(_ wraps: Bool = true) -> Self { with { $0.wraps = wraps } }
  /// Visible length of the pages before and after the current one, logical units; 0: the current page fills the viewport.
  public func peek(_ peek: Double) -> Self { with { $0.peek = peek } }
  /// Gap between pages, logical units.
  public func pageGap(_ pageGap: Double) -> Self { with { $0.pageGap = pageGap } }
  /// Scale of the neighbors of the current page, 0.1...1. While pages move, it changes with their distance from the middle.
  public func neighborScale(_ neighborScale: Double) -> Self { with { $0.neighborScale = neighborScale } }
  /// Opacity of the neighbors of the current page, 0...1.
  public func neighborOpacity(_ neighborOpacity: Double) -> Self { with { $0.neighborOpacity = neighborOpacity } }
  /// Whether arrows at both ends turn the pages; at the first and the last page the one that leads nowhere is left out, and in a pager that is too
  /// small for two arrows both are.
  public func arrows(_ arrows: Bool = true) -> Self { with { $0.arrows = arrows } }
  /// Seconds after which the pager moves to the next page, and from the last one to the first; 0: only the user and the program change pages. It stops
  /// for good when the user changes the page, and pauses while the pager is not visible. With reduced motion pages do not move.
  public func autoplay(_ autoplay: Double) -> Self { with { $0.autoplay = autoplay } }
  /// Page that the pager shows, from 0, as a value of the program: a change of it moves the pager, and a swipe of the user sets it.
  public func page(_ page: Binding<Int>?) -> Self { with { $0.page = page } }
}
