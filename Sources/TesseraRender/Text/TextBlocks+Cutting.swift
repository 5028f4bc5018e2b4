internal import CRender
internal import Glibc

extension TextBlocks {
  /// Appends the blocks of `range`, whose bounds are block boundaries.
  ///
  /// Reads little more than the bytes of one paragraph per block. A paragraph that is too long for a block continues in the next one.
  /// - Parameter direction: direction of the paragraph that the range continues; nil if a paragraph begins there.
  static func cut(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, continuing direction: BaseDirection? = nil,
    into blocks: inout [TextBlockList.Block], notingParagraphs: Bool
  ) {
    var (start, direction) = (range.lowerBound, direction)
    while start < range.upperBound {
      let limit = min(start + longestBlock, range.upperBound)
      // The rest of a split paragraph is a separate block.
      var at = direction == nil ? start + blockSize : start
      while at < limit, separator(bytes, at) == 0 { at += 1 }
      var (end, next): (Int, BaseDirection?) = (limit, nil)
      if at >= limit, limit < range.upperBound { end = cutPlace(bytes, before: limit, after: start + blockSize) }
      if at < limit { end = at }
      if end < range.upperBound {
        let length = separator(bytes, end)
        if length == 0 { next = direction ?? self.direction(bytes, start..<end) }
        end = min(end + length, range.upperBound)
      }
      // Text after the last separator is a line of that block.
      if end == bytes.count {
        blocks.append(TextBlockList.Block(start: start, end: end, textEnd: end))
      } else {
        blocks.append(TextBlockList.Block(start: start, end: end, textEnd: end - separatorBefore(bytes, end)))
      }
      blocks[blocks.count - 1].direction = direction
      if notingParagraphs { blocks[blocks.count - 1].longest = longestParagraph(bytes, start..<end) }
      (start, direction) = (end, next)
    }
    if blocks.isEmpty { blocks.append(TextBlockList.Block(start: 0, end: 0, textEnd: 0)) }
  }

  /// Returns a place within a paragraph for a line end: after a space, else between two characters.
  private static func cutPlace(_ bytes: UnsafeBufferPointer<UInt8>, before limit: Int, after least: Int) -> Int {
    // Words and clusters are shorter.
    let range = max(least, limit - 1024)..<limit
    if let space = range.last(where: { bytes[$0] == 0x20 }) { return space + 1 }
    return range.last { startsCluster(bytes, $0) } ?? range.last { bytes[$0] & 0xC0 != 0x80 } ?? limit
  }

  /// Returns the direction of the last paragraph of `range`, from its first 1,024 characters.
  private static func direction(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> BaseDirection {
    var start = range.upperBound
    while start > range.lowerBound, separatorBefore(bytes, start) == 0 { start -= 1 }
    let text = String(decoding: bytes[start..<min(start + 4096, range.upperBound)], as: UTF8.self)
    let points = text.unicodeScalars.prefix(1024).map(\.value)
    var (levels, order, base) = ([UInt8](repeating: 0, count: points.count), [UInt32](repeating: 0, count: points.count), UInt8(0))
    let status = cr_unicode_bidi(points, points.count, CR_DIRECTION_AUTO, &levels, &order, &base)
    return status == CR_OK && base == 1 ? .rightToLeft : .leftToRight
  }

  /// Whether a character begins at `i` that neither extends the previous one nor is joined to it.
  private static func startsCluster(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard bytes[i] & 0xC0 != 0x80 else { return false }
    // A joiner is E2 80 8D. At least the minimum block size precedes `i`.
    if bytes[i - 1] == 0x8D && bytes[i - 2] == 0x80 && bytes[i - 3] == 0xE2 { return false }
    if bytes[i] < 0x80 { return bytes[i] >= 0x20 }
    guard let scalar = String(decoding: bytes[i..<min(i + 4, bytes.count)], as: UTF8.self).unicodeScalars.first else { return false }
    let properties = scalar.properties
    return !properties.isGraphemeExtend && !properties.isEmojiModifier && !properties.isJoinControl
      && properties.generalCategory != .spacingMark
      && !(0x1F1E6...0x1F1FF).contains(scalar.value) && !(0x1100...0x11FF).contains(scalar.value)
  }

  private static func longestParagraph(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int32 {
    var longest = 0
    var start = range.lowerBound
    for i in range where bytes[i] < 0x20 && bytes[i] != 0x09 {
      longest = max(longest, i - start)
      start = i + 1
    }
    return Int32(clamping: max(longest, range.upperBound - start))
  }

  /// Returns the length in bytes of the paragraph separator at `i`; 0 if there is none.
  private static func separator(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Int {
    switch bytes[i] {
    case 0x0D: i + 1 < bytes.count && bytes[i + 1] == 0x0A ? 2 : 1
    case 0x0A, 0x1C...0x1E: 1
    case 0xC2: i + 1 < bytes.count && bytes[i + 1] == 0x85 ? 2 : 0
    case 0xE2: i + 2 < bytes.count && bytes[i + 1] == 0x80 && bytes[i + 2] == 0xA9 ? 3 : 0
    default: 0
    }
  }

  /// Returns the length in bytes of the paragraph separator that ends before `i`; 0 if there is none.
  private static func separatorBefore(_ bytes: UnsafeBufferPointer<UInt8>, _ i: Int) -> Int {
    for length in [3, 2, 1] where i >= length && separator(bytes, i - length) == length { return length }
    return 0
  }

  /// Returns the blocks of a text, reusing those of an earlier text before and after the difference.
  static func blocks(of text: AttributedText, reusing old: TextBlocks) -> TextBlockList {
    let oldCount = old.text.string.utf8.count
    return old.state.withLock { known in
      text.withBytes { new in
        old.text.withBytes { before in
          let least = min(new.count, before.count)
          var (head, tail) = (commonStart(new, before, least), 0)
          tail = commonEnd(new, before, least - head)
          let shift = new.count - oldCount
          (head, tail) = (min(head, text.commonHead(with: old.text)), min(tail, text.commonTail(with: old.text, shift: shift)))
          // The byte after a block may belong to its end (a line feed after a carriage return), as may three bytes before one: they must be
          // equal too.
          let first = known.blocks.firstIndex { $0.end >= head } ?? known.blocks.count
          var last = known.blocks.count
          while last > first, known.blocks[last - 1].start >= oldCount - tail + 3, known.blocks[last - 1].start + shift > 0 { last -= 1 }
          var blocks = Array(known.blocks[..<first])
          blocks.reserveCapacity(known.blocks.count + 8)
          let from = blocks.last?.end ?? 0
          let to = last < known.blocks.count ? known.blocks[last].start + shift : new.count
          if from < to || blocks.isEmpty {
            cut(
              new, from..<to, continuing: first < known.blocks.count ? known.blocks[first].direction : nil, into: &blocks,
              notingParagraphs: !old.isWrapped)
          }
          for var block in known.blocks[last...] {
            block.start += shift
            block.end += shift
            block.textEnd += shift
            blocks.append(block)
          }
          return TextBlockList(gap: known.gap, blocks: blocks)
        }
      }
    }
  }

  private static func commonStart(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ most: Int) -> Int {
    guard let x = a.baseAddress, let y = b.baseAddress else { return 0 }
    var i = 0
    while i + 4096 <= most, memcmp(x + i, y + i, 4096) == 0 { i += 4096 }
    while i < most, x[i] == y[i] { i += 1 }
    return i
  }

  private static func commonEnd(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ most: Int) -> Int {
    guard let x = a.baseAddress, let y = b.baseAddress else { return 0 }
    var i = 0
    while i + 4096 <= most, memcmp(x + a.count - i - 4096, y + b.count - i - 4096, 4096) == 0 { i += 4096 }
    while i < most, x[a.count - i - 1] == y[b.count - i - 1] { i += 1 }
    return i
  }
}

extension AttributedText {
  /// Calls `body` with the bytes of the string.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var string = string
    return string.withUTF8(body)
  }

  /// Returns the bytes of `range`, whose bounds are character boundaries, with their attributes.
  /// - Complexity: O(bytes + log runs).
  func part(_ range: Range<Int>) -> AttributedText {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].range.lowerBound <= range.lowerBound { low = middle } else { high = middle - 1 }
    }
    var result = AttributedText("", attributes: runs[low].attributes)
    while low < runs.count, runs[low].range.lowerBound < range.upperBound {
      let piece = runs[low].range.clamped(to: range)
      if !piece.isEmpty {
        let from = utf8.index(start, offsetBy: piece.lowerBound - range.lowerBound)
        let to = utf8.index(start, offsetBy: piece.upperBound - range.lowerBound)
        result.append(AttributedText(String(string[from..<min(to, end)]), attributes: runs[low].attributes))
      }
      low += 1
    }
    return result
  }

  /// Returns the number of bytes at the start with the same attributes as in `other`.
  func commonHead(with other: AttributedText) -> Int {
    var i = 0
    while i < runs.count, i < other.runs.count, runs[i].attributes == other.runs[i].attributes {
      if runs[i].range.upperBound != other.runs[i].range.upperBound {
        return min(runs[i].range.upperBound, other.runs[i].range.upperBound)
      }
      i += 1
    }
    return i == 0 ? 0 : runs[i - 1].range.upperBound
  }

  /// Returns the number of bytes at the end with the same attributes as in `other`; this text is `shift` bytes longer.
  func commonTail(with other: AttributedText, shift: Int) -> Int {
    let count = string.utf8.count
    var i = 0
    while i < runs.count, i < other.runs.count, runs[runs.count - 1 - i].attributes == other.runs[other.runs.count - 1 - i].attributes {
      let (mine, theirs) = (runs[runs.count - 1 - i].range.lowerBound, other.runs[other.runs.count - 1 - i].range.lowerBound + shift)
      if mine != theirs { return count - max(mine, theirs) }
      i += 1
    }
    return i == 0 ? 0 : count - runs[runs.count - i].range.lowerBound
  }
}
