internal import TesseraGeometry
internal import TesseraLayout

extension LayoutStyle {
  /// Returns the style with a border that is wider by `insets`.
  func bordered(by insets: Insets, _ direction: LayoutDirection) -> LayoutStyle {
    guard insets != .zero else { return self }
    func plus(_ length: Dimension, _ more: Double) -> Dimension {
      if case .points(let points) = length, points.isFinite { return .points(max(0, points) + more) }
      return .points(more)
    }
    var style = self
    style.border.top = plus(border.top, insets.top)
    style.border.bottom = plus(border.bottom, insets.bottom)
    style.border.left = plus(border.left, insets.left)
    style.border.right = plus(border.right, insets.right)
    // A border at the start or the end has priority if it is set.
    let (start, end) = direction == .ltr ? (insets.left, insets.right) : (insets.right, insets.left)
    if let length = border.start { style.border.start = plus(length, start) }
    if let length = border.end { style.border.end = plus(length, end) }
    return style
  }
}
