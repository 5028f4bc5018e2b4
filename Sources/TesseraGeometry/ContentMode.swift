/// Placement of content with its own size in a box of another size.
public enum ContentMode: String, Sendable, CaseIterable, Hashable {
  /// Scaled to fit: all of it visible, aspect ratio kept (CSS `contain`).
  case fit
  /// Scaled to cover the box, aspect ratio kept, clipped to the box (CSS `cover`).
  case fill
  /// Stretched to the box, aspect ratio not kept (CSS `fill`).
  case stretch
  /// Unscaled, clipped to the box (CSS `none`).
  case center
  /// As `fit`, but never enlarged (CSS `scale-down`).
  case scaleDown

  /// Returns the frame of content of `size` in a box of size `box`, relative to the box's top left corner; it may extend beyond the box.
  ///
  /// `focus` is the point that content and box have in common, as fractions of width and height: the middle is (0.5, 0.5).
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
