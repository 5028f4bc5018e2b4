internal import CRender
public import TesseraGeometry

extension TextLayout {
  /// Returns the caret position nearest to `p`, always between grapheme clusters.
  ///
  /// Points above the first line count as in the first, points below the last as in the last. A ligature is divided evenly between its
  /// letters. Beyond the end of a wrapped line it is the position before the space of the break, or else the end of the line, so that the
  /// caret stays on the line. The affinity is upstream only if the caret is shown elsewhere by it.
  public func position(at p: Point) -> CaretPosition { canonical(rawPosition(at: p)) }

  /// Returns the UTF-8 offset of ``position(at:)``.
  public func offset(at p: Point) -> Int { rawPosition(at: p).offset }

  func rawPosition(at p: Point) -> CaretPosition {
    if let blocks { return blocks.rawPosition(at: p) }
    guard let handle else { return CaretPosition(0) }
    let found = cr_layout_position_at(handle, p.x, p.y)
    return CaretPosition(Int(found.offset), found.behind ? .upstream : .downstream)
  }

  /// Returns the same position, downstream unless the caret is then shown elsewhere.
  public func canonical(_ position: CaretPosition) -> CaretPosition {
    guard position.affinity == .upstream else { return position }
    return caret(at: position.offset, affinity: .upstream) == caret(at: position.offset) ? CaretPosition(position.offset) : position
  }

  /// Returns the caret rectangle (zero width, as high as the line) at a position.
  ///
  /// Downstream: before the cluster at `offset`, at its left in left-to-right runs, at its right in others. Upstream: after the cluster
  /// before `offset`, on the upper line at a wrap. Offsets within a cluster count as its start, those outside the text as the nearest.
  public func caret(at offset: Int, affinity: TextAffinity = .downstream) -> Rect {
    if let blocks { return blocks.caret(at: offset, affinity: affinity) }
    return handle.map { Rect(cr_layout_caret($0, UInt32(clamping: offset), affinity == .upstream)) } ?? .zero
  }

  /// Returns the caret rectangle at a position; see ``caret(at:affinity:)``.
  public func caret(at position: CaretPosition) -> Rect { caret(at: position.offset, affinity: position.affinity) }

  /// Returns the two possible rectangles of a caret at `offset`: downstream and upstream.
  ///
  /// They differ only at wraps and between directions. The next typed letter appears at one of them, depending on its direction.
  public func splitCaret(at offset: Int) -> (before: Rect, behind: Rect) {
    (caret(at: offset), caret(at: offset, affinity: .upstream))
  }

  /// Returns the selection rectangles behind the bytes of `range`: as high as the lines, several per line if directions are mixed.
  ///
  /// - Parameters:
  ///   - range: UTF-8 bytes of the string.
  ///   - visible: Area of a long text to consider, relative to the layout's box; nil: the whole range.
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

  /// Returns the rectangles of an attachment of `attachments`, one per visible character, relative to the layout's box.
  public func attachmentRects(in range: Range<Int>, _ attachment: TextAttachment) -> [Rect] {
    stride(from: range.lowerBound, to: range.upperBound, by: TextAttachment.character.utf8.count).compactMap { start in
      let rects = selectionRects(start..<start + TextAttachment.character.utf8.count)
      guard let room = rects.first, let line = line(holding: start) else { return nil }
      return Rect(room.minX, line.baseline - attachment.ascent, room.width, attachment.ascent + attachment.descent)
    }
  }

  /// Returns the line with byte `offset`: the last that begins at or before it; nil if there is no line.
  /// - Complexity: O(log lines).
  public func line(holding offset: Int) -> Line? { line(holding: CaretPosition(offset)) }

  /// Returns the line of a caret; nil if there is no line.
  /// - Complexity: O(log lines).
  public func line(holding position: CaretPosition) -> Line? {
    if let blocks { return blocks.line(holding: position) }
    return lineCount > 0 ? line(lineIndex(holding: position)) : nil
  }

  /// Returns the index of the line of a caret, in a layout with lines and without blocks.
  func lineIndex(holding position: CaretPosition) -> Int {
    var low = 0
    var high = lineCount - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if line(middle).range.lowerBound <= position.offset { low = middle } else { high = middle - 1 }
    }
    let startsThere = position.affinity == .upstream && low > 0 && line(low).range.lowerBound == position.offset
    return startsThere && isBroken(line: low - 1) ? low - 1 : low
  }

  /// Whether a line of a layout without blocks was wrapped, so that the next continues its paragraph.
  func isBroken(line: Int) -> Bool { handle.map { cr_layout_line_is_broken($0, line) } ?? false }

  /// Whether the paragraph of a caret reads from right to left.
  public func readsRightToLeft(at position: CaretPosition) -> Bool { TextRow(of: self, holding: position)?.readsRightToLeft ?? false }

  /// Returns the lines between `low` and `high`, logical units from the top.
  ///
  /// The paragraphs of a long text in this range are laid out, so that nothing in it moves until the text changes.
  public func lines(from low: Double, to high: Double) -> [Line] {
    guard let blocks else { return lines.filter { $0.frame.maxY > low && $0.frame.minY <= high } }
    return blocks.lines(from: low, to: high)
  }

  /// Part of the text in place of omitted text.
  public enum TruncationPart: Sendable, Hashable {
    /// The truncation token.
    case token
    /// The message after the token.
    case message
  }

  /// Frame of the truncation token and message, as high as its line; nil if nothing is omitted.
  public var truncationFrame: Rect? {
    var frame = cr_rect()
    guard let handle, cr_layout_token_frame(handle, &frame) else { return nil }
    return Rect(frame)
  }

  /// Returns the part of the truncation text at `p`; nil if there is none.
  public func truncationPart(at p: Point) -> TruncationPart? {
    guard let handle else { return nil }
    let offset = cr_layout_token_offset_at(handle, p.x, p.y)
    return offset < 0 ? nil : hasMessage && offset >= Int64(tokenLength) ? .message : .token
  }
}
