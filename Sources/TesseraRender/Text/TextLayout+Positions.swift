internal import CRender
public import TesseraGeometry

extension TextLayout {
  /// UTF-8 offset of the caret position nearest to `p`, always between grapheme clusters.
  ///
  /// Above the first line counts as the first, below the last as the last; a ligature is shared out evenly between its letters.
  /// Behind the end of a wrapped line it is the offset before the space at which the line broke, so that the caret stays on the line.
  public func offset(at p: Point) -> Int {
    if let blocks { return blocks.offset(at: p) }
    return handle.map { Int(cr_layout_offset_at($0, p.x, p.y)) } ?? 0
  }

  /// Caret rectangle (zero width, as high as the line) before the cluster at `offset`: at its left in left-to-right runs, at its right in
  /// others.
  ///
  /// Offsets within a cluster count as its start, those outside of the text as the nearest.
  public func caret(at offset: Int) -> Rect {
    if let blocks { return blocks.caret(at: offset) }
    return handle.map { Rect(cr_layout_caret($0, UInt32(clamping: offset))) } ?? .zero
  }

  /// The two places where a caret at `offset` may stand: before the cluster there, and behind the one before it on the line.
  ///
  /// They differ only where directions meet: what is typed next goes to the one or the other by its direction.
  public func splitCaret(at offset: Int) -> (before: Rect, behind: Rect) {
    if let blocks { return blocks.splitCaret(at: offset) }
    guard let handle else { return (.zero, .zero) }
    return (caret(at: offset), Rect(cr_layout_caret_behind(handle, UInt32(clamping: offset))))
  }

  /// What to paint behind the bytes of `range`: rectangles as high as the lines, several on a line where directions mix.
  ///
  /// - Parameters:
  ///   - range: UTF-8 bytes of the string.
  ///   - visible: Of a long text, only what reaches into this area, relative to the layout's box, is looked at; nil: all of the range.
  public func selectionRects(_ range: Range<Int>, in visible: Rect? = nil) -> [Rect] {
    if let blocks { return blocks.selectionRects(range, in: visible) }
    guard let handle else { return [] }
    var rects: [Rect] = []
    withUnsafeMutablePointer(to: &rects) {
      cr_layout_selection(
        handle, UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound),
        { context, rect in context?.assumingMemoryBound(to: [Rect].self).pointee.append(Rect(rect)) }, $0)
    }
    return rects
  }

  /// Where an attachment of `attachments` stands, once for each of its characters that is shown; relative to the layout's box.
  public func attachmentRects(in range: Range<Int>, _ attachment: TextAttachment) -> [Rect] {
    stride(from: range.lowerBound, to: range.upperBound, by: TextAttachment.character.utf8.count).compactMap { start in
      let rects = selectionRects(start..<start + TextAttachment.character.utf8.count)
      guard let room = rects.first, let line = line(holding: start) else { return nil }
      return Rect(room.minX, line.baseline - attachment.ascent, room.width, attachment.ascent + attachment.descent)
    }
  }

  /// The line that holds byte `offset`: the last that begins at or before it; nil where there is no line.
  /// - Complexity: O(log lines).
  public func line(holding offset: Int) -> Line? {
    if let blocks { return blocks.line(holding: offset) }
    let count = lineCount
    guard count > 0 else { return nil }
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if line(middle).range.lowerBound <= offset { low = middle } else { high = middle - 1 }
    }
    return line(low)
  }

  /// The lines that reach between `low` and `high`, logical units from the top.
  ///
  /// Of a long text the paragraphs there are laid out, so that nothing there moves until the text changes.
  public func lines(from low: Double, to high: Double) -> [Line] {
    guard let blocks else { return lines.filter { $0.frame.maxY > low && $0.frame.minY <= high } }
    return blocks.lines(from: low, to: high)
  }

  /// What stands in place of text that is left out.
  public enum TruncationPart: Sendable, Hashable {
    /// The truncation token.
    case token
    /// The message behind it.
    case message
  }

  /// Where what stands for text that is left out is shown, as high as its line; nil: nothing is left out.
  public var truncationFrame: Rect? {
    var frame = cr_rect()
    guard let handle, cr_layout_token_frame(handle, &frame) else { return nil }
    return Rect(frame)
  }

  /// Which part of what stands for text that is left out is shown at `p`; nil: none of it.
  public func truncationPart(at p: Point) -> TruncationPart? {
    guard let handle else { return nil }
    let offset = cr_layout_token_offset_at(handle, p.x, p.y)
    return offset < 0 ? nil : hasMessage && offset >= Int64(tokenLength) ? .message : .token
  }
}
