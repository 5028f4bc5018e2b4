internal import TesseraGeometry
internal import TesseraLayout

extension LayoutCollector {
  /// Elements of a `ManualLayout`.
  struct Arrangement {
    struct Item {
      var box: Int32
      /// Style of the element before placement. A reference, because a list has many items, which are copied at each insertion or removal.
      let base: Base
    }
    final class Base: Sendable {
      let style: LayoutStyle
      init(_ style: LayoutStyle) { self.style = style }
    }
    var box: Int32
    var items: [Item]
    var frames: @Sendable (Size) -> [Rect]
    /// Placement of elements with measured sizes: their limits, origins, and the sizes for which they are placed.
    var measured: ManualLayout.Measured?
    var ranges: [SizeRange] = []
    var origins: [Point] = []
    var sizes: [Size]?
    /// Size for which the elements are placed.
    var size: Size?

    /// Returns the style of an element with a measured size within `range`, at `origin`; nil means that it has no space yet.
    static func measured(_ base: LayoutStyle, within range: SizeRange?, at origin: Point?) -> LayoutStyle {
      guard let range, let origin, origin.isFinite else { return placed(base, at: nil) }
      func limit(
        _ low: Double, _ high: Double, _ own: (size: Dimension, least: Dimension, most: Dimension)
      ) -> (size: Dimension, least: Dimension, most: Dimension) {
        let low = low.isFinite ? max(0, low) : 0
        if high.isNaN || high <= low { return (.points(low), .points(low), .points(low)) }
        // The arrangement's limits have priority over the element's own. A percentage and a length cannot be compared before the layout;
        // the arrangement's limit is then used.
        var (least, most) = (own.least, own.most)
        if case .points(let value) = least {
          least = .points(min(max(value, low), high))
        } else if low > 0 || least.isAuto {
          least = .points(low)
        }
        if case .points(let value) = most { most = .points(min(max(value, low), high)) } else if high.isFinite { most = .points(high) }
        return (own.size, least, most)
      }
      var style = base
      style.position = .absolute
      style.boxSizing = .borderBox
      style.margin = .zero
      // The width is that of the content, not that of the remaining space, because its position depends on its size.
      let width = base.width.isAuto ? .maxContent : base.width
      (style.width, style.minWidth, style.maxWidth) = limit(
        range.min.width, range.max.width, (width, base.minWidth, base.maxWidth))
      (style.height, style.minHeight, style.maxHeight) = limit(
        range.min.height, range.max.height, (base.height, base.minHeight, base.maxHeight))
      style.inset = LayoutEdges(top: .points(origin.y), right: .auto, bottom: .auto, left: .points(origin.x))
      return style
    }

    /// Returns the style of an element with frame `frame`; nil means that it has no space yet.
    static func placed(_ base: LayoutStyle, at frame: Rect?) -> LayoutStyle {
      var style = base
      style.position = .absolute
      style.boxSizing = .borderBox
      style.margin = .zero
      style.aspectRatio = nil
      (style.minWidth, style.minHeight, style.maxWidth, style.maxHeight) = (.points(0), .points(0), .auto, .auto)
      guard let frame, frame.isFinite else {
        style.display = .none
        return style
      }
      style.inset = LayoutEdges(top: .points(frame.minY), right: .auto, bottom: .auto, left: .points(frame.minX))
      style.width = .points(max(0, frame.width))
      style.height = .points(max(0, frame.height))
      return style
    }
  }
}
