internal import TesseraGeometry

// Queries of TextLayout across blocks.
extension TextBlocks {
  typealias Line = TextLayout.Line

  var lineCount: Int {
    (0..<count).reduce(0) { sum, i in
      let known = state.withLock { $0.blocks[i].isKnown ? Int($0.blocks[i].lineCount) : nil }
      return sum + (known ?? layout(of: i).lineCount)
    }
  }

  var lines: [Line] {
    var result: [Line] = []
    var ends: [Int] = []
    for i in 0..<count {
      let block = Placed(index: i, start: state.withLock { $0.blocks[i].start }, top: 0, layout: layout(of: i))
      result.append(contentsOf: lines(of: block))
      ends.append(result.count)
    }
    // All positions are final now: laying out a block moves those below.
    var line = 0
    for (i, end) in ends.enumerated() {
      let top = state.withLock { $0.top(of: i) }
      for j in line..<end {
        result[j].frame = result[j].frame.offset(by: Point(0, top))
        result[j].baseline += top
      }
      line = end
    }
    return result
  }

  private func lines(of block: Placed) -> [Line] {
    (0..<block.layout.lineCount).map { line($0, of: block) }
  }

  /// Returns a line of a block in coordinates of the text; the last line includes the separator after the block.
  private func line(_ index: Int, of block: Placed) -> Line {
    var line = block.layout.line(index)
    let end = state.withLock { $0.blocks[block.index].end }
    let upper = index + 1 == block.layout.lineCount ? end : block.start + line.range.upperBound
    line.range = block.start + line.range.lowerBound..<upper
    line.frame = line.frame.offset(by: Point(0, block.top))
    line.baseline += block.top
    return line
  }

  var firstBaseline: Double { placed(0).layout.firstBaseline }

  var lastBaseline: Double {
    let last = placed(count - 1)
    return last.top + last.layout.lastBaseline
  }

  func lines(from low: Double, to high: Double) -> [Line] {
    placed(from: low, to: high).flatMap(lines).filter { $0.frame.maxY > low && $0.frame.minY <= high }
  }

  func line(holding position: CaretPosition) -> Line? {
    let block = placed(index(holding: position.offset))
    guard block.layout.lineCount > 0 else { return nil }
    return line(block.layout.lineIndex(holding: CaretPosition(position.offset - block.start, position.affinity)), of: block)
  }

  func rawPosition(at p: Point) -> CaretPosition {
    let y = p.y.isNaN ? 0 : p.y
    var block = placed(index(at: y))
    // The gap between two lines belongs to the lower one.
    if y >= block.top + block.layout.size.height, block.index + 1 < count { block = placed(block.index + 1) }
    let found = block.layout.rawPosition(at: Point(p.x, p.y - block.top))
    return CaretPosition(block.start + found.offset, found.affinity)
  }

  func caret(at offset: Int, affinity: TextAffinity) -> Rect {
    let block = placed(index(holding: offset))
    return block.layout.caret(at: offset - block.start, affinity: affinity).offset(by: Point(0, block.top))
  }

  func selectionRects(_ range: Range<Int>, in visible: Rect?) -> [Rect] {
    guard !range.isEmpty else { return [] }
    var first = index(holding: range.lowerBound)
    var last = index(holding: range.upperBound - 1)
    if let visible {
      let shown = placed(from: visible.minY, to: visible.maxY)
      first = max(first, shown[0].index)
      last = min(last, shown[shown.count - 1].index)
    }
    guard first <= last else { return [] }
    // Lay all of them out before reading positions: laying out a block moves those below.
    for i in first...last { _ = layout(of: i) }
    return (first...last).flatMap { i in
      let block = placed(i)
      let inner = max(0, range.lowerBound - block.start)..<max(0, range.upperBound - block.start)
      return block.layout.selectionRects(inner).map { $0.offset(by: Point(0, block.top)) }
    }
  }
}
