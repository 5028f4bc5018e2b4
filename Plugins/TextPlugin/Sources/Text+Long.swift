public import Tessera
internal import TesseraGeometry
internal import TesseraRender

// Incremental layout of long texts: only visible parts are laid out.
extension Text {
  /// Minimum size in bytes of texts that are not laid out as a whole if only a part of them is visible.
  static let long = 32_768

  /// Returns the lines of a long text in a box of `height`.
  ///
  /// Its measured height is an estimate that improves over time. A box of any height measured earlier is taken to hold the whole text.
  func fittedLong(
    _ text: AttributedText, style: ParagraphStyle, width: Double, height: Double, _ cache: TextLayoutCache
  ) -> TextLayout {
    let isCut = truncation != .none && height.isFinite
    if lineLimit > 0 || !exclusions.isEmpty { return TextLayout(text, paragraph: style, width: width, height: isCut ? height : .infinity) }
    let all = cache.long(text, style, width) { TextLayout(text, paragraph: style, width: width, reusing: $0) }
    guard isCut, height < cache.measuredHeight(of: all) ?? all.size.height else { return all }
    return TextLayout(text, paragraph: style, width: width, height: height)
  }

  /// Returns the visible part of the lines in their own space, with its layout final; nil if the text is not long.
  func visible(in canvas: borrowing Canvas, of layout: TextLayout, at place: Point) -> Rect? {
    guard layout.isLaidOutByBlocks, let inverse = canvas.transform.inverse else { return nil }
    let shown = inverse.apply(Rect(canvas.clipBounds)).offset(by: Point(-place.x, -place.y))
    guard shown.isFinite else { return nil }
    _ = layout.lines(from: shown.minY, to: shown.maxY)
    return shown
  }

  /// Moves handles to a selection that a program set. Requests a layout if drawing showed that the height of a long text differs from its
  /// estimate, or if fonts have been added.
  public static func drawDidFinish(_ node: Node<Text>) {
    let cache = node.storage
    trackSelection(node)
    if cache.wantsToBeMeasured || cache.wasMeasured(without: FontLibrary.shared.generation) { node.setNeedsLayout() }
  }
}
