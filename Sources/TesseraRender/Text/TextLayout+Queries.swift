public import TesseraGeometry

extension TextLayout {
  /// Returns the bounding rectangle of `selectionRects(_:)` for a range; nil if none of it is visible.
  public func frame(of range: Range<Int>) -> Rect? {
    let rects = selectionRects(range)
    return rects.dropFirst().reduce(rects.first) { $0?.union($1) }
  }

  /// Returns the highlight rectangles over the bytes of `range`: as `selectionRects(_:)`, but extended down to the next line, without gaps.
  ///
  /// - Parameters:
  ///   - range: UTF-8 bytes of the string.
  ///   - visible: Area of a long text to consider, relative to the layout's box; nil: the whole range.
  public func highlightRects(_ range: Range<Int>, in visible: Rect? = nil) -> [Rect] {
    var rects = selectionRects(range, in: visible)
    for i in rects.indices {
      guard let next = rects[(i + 1)...].first(where: { $0.minY > rects[i].minY }), next.minY > rects[i].maxY else { continue }
      rects[i] = Rect(left: rects[i].minX, top: rects[i].minY, right: rects[i].maxX, bottom: next.minY)
    }
    return rects
  }

  /// Returns the free space after the last line, up to the edge of a box of `width`; before the line if it starts at the right.
  ///
  /// - Parameter width: Width of the box, logical units from the layout's left.
  public func trailingRect(width: Double) -> Rect {
    guard let line = line(holding: visibleRange.upperBound) else { return Rect(0, 0, max(0, width), 0) }
    let end = caret(at: visibleRange.upperBound).minX
    return end > line.frame.midX || line.width == 0
      ? Rect(left: line.frame.maxX, top: line.frame.minY, right: max(line.frame.maxX, width), bottom: line.frame.maxY)
      : Rect(left: min(0, line.frame.minX), top: line.frame.minY, right: line.frame.minX, bottom: line.frame.maxY)
  }
}
