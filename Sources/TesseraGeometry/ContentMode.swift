/// How content that has a size of its own is placed in a box of another size.
public enum ContentMode: String, Sendable, CaseIterable, Hashable {
  /// As large as fits, all of it visible, its shape kept (CSS `contain`).
  case fit
  /// As small as covers the box, its shape kept, cut at the box (CSS `cover`).
  case fill
  /// Exactly the box, its shape not kept (CSS `fill`).
  case stretch
  /// Its own size, cut at the box (CSS `none`).
  case center
  /// As `fit`, but never larger than its own size (CSS `scale-down`).
  case scaleDown

  /// Returns where content of `size` goes in a box of size `box`, relative to the box's top left corner; it may reach beyond the box.
  ///
  /// `focus` says which point of the content meets the same point of the box, as shares of width and height: the middle is (0.5, 0.5).
  /// Empty or infinite sizes give an empty rectangle.
  public func frame(of size: Size, in box: Size, focus: Point = Point(0.5, 0.5)) -> Rect {
    guard !size.isEmpty, size.isFinite, !box.isEmpty, box.isFinite else { return .zero }
    let (x, y) = (box.width / size.width, box.height / size.height)
    let scaled: Size
    switch self {
    case .stretch: return Rect(size: box)
    case .fit: scaled = size * min(x, y)
    case .fill: scaled = size * max(x, y)
    case .center: scaled = size
    case .scaleDown: scaled = size * min(1, x, y)
    }
    func share(_ v: Double) -> Double { v.isNaN ? 0.5 : min(1, max(0, v)) }
    return Rect(
      (box.width - scaled.width) * share(focus.x), (box.height - scaled.height) * share(focus.y), scaled.width, scaled.height)
  }
}
