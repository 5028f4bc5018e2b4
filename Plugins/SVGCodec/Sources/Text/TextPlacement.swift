internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Positions the clusters of chunks. Source: SVG 2, section 11.5 and 11.8.
struct TextPlacement {
  let reading: SVGReading
  let state: SVGReading.State
  let content: TextContent
  let styles: [Int: TextStyle]
  let root: Int
  let isVertical: Bool
  /// Clusters placed so far, in the order of the chunks, from left to right within each.
  var clusters: [TextCluster] = []
  private var x = 0.0
  private var y = 0.0

  init(_ reading: SVGReading, _ state: SVGReading.State, _ content: TextContent, _ styles: [Int: TextStyle], root: Int) {
    (self.reading, self.state, self.content, self.styles, self.root) = (reading, state, content, styles, root)
    let mode = reading.inherited("writing-mode", of: root)
    isVertical = ["tb", "tb-rl", "vertical-rl", "vertical-lr"].contains(mode ?? "")
  }

  mutating func add(_ chunk: TextChunk) {
    var line = reading.clusters(chunk, content, styles, root: root)
    guard !line.isEmpty else {
      (x, y) = (chunk.x ?? x, chunk.y ?? y)
      return
    }
    space(&line)
    adjustLength(&line)
    if isVertical { turnUpright(&line) }
    let anchor = Anchor(reading, content.letters[chunk.letters.lowerBound].node)
    if let path = chunk.path {
      placeOnPath(&line, path, chunk, anchor)
    } else {
      place(&line, chunk, anchor)
    }
    clusters += line
  }

  /// Alignment of a line relative to its position.
  private struct Anchor {
    let isRightToLeft: Bool
    /// Fraction of the line's length to the left of its position.
    let share: Double

    init(_ reading: SVGReading, _ node: Int) {
      isRightToLeft = reading.inherited("direction", of: node) == "rtl"
      switch reading.inherited("text-anchor", of: node) {
      case "middle": share = 0.5
      case "end": share = isRightToLeft ? 0 : 1
      default: share = isRightToLeft ? 1 : 0
      }
    }
  }

  // MARK: advances

  private func space(_ line: inout [TextCluster]) {
    for index in line.indices {
      guard let style = styles[line[index].node] else { continue }
      let scalar = content.letters[line[index].letter].scalar
      if style.letterSpacing != 0, index < line.count - 1, Self.takesSpacing(scalar) {
        line[index].advance += style.letterSpacing
        if line[index].advance <= 0 { (line[index].advance, line[index].path) = (0, Path()) }
      }
      if style.wordSpacing != 0, scalar == " " || scalar.value == 0xA0 { line[index].advance += style.wordSpacing }
    }
  }

  /// Whether letter spacing applies; it does not to joined scripts.
  private static func takesSpacing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x077F, 0x08A0...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x0700...0x074F, 0x07C0...0x07FF, 0x1800...0x18AF,
      0x0980...0x09FF,
      0x0900...0x097F, 0x0A00...0x0A7F:
      false
    default: true
    }
  }

  private func adjustLength(_ line: inout [TextCluster]) {
    var first = 0
    while first < line.count {
      var end = first + 1
      while end < line.count, line[end].node == line[first].node { end += 1 }
      defer { first = end }
      guard let style = styles[line[first].node], let wanted = style.length else { continue }
      let width = line[first..<end].reduce(0) { $0 + $1.advance }
      guard width > 0 else { continue }
      for index in first..<end {
        if style.stretchesGlyphs {
          let factor = wanted / width
          line[index].advance *= factor
          line[index].width *= factor
          line[index].shape(by: .scale(factor, 1))
        } else if end - first > 1 {
          line[index].advance += (wanted - width) / Double(end - first - 1)
        }
      }
    }
  }

  // MARK: vertical

  /// Whether a letter is upright in vertical lines: CJK and related characters. Source: UAX #50, in ranges.
  private static func standsUpright(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x2FFB, 0x3000...0x3007, 0x3012...0x3013, 0x3020...0x302F, 0x3031...0x309F, 0x30A1...0x30FB,
      0x30FD...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF01...0xFF07, 0xFF0A...0xFF0C, 0xFF0E...0xFF19,
      0xFF1F...0xFF3A,
      0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private func turnUpright(_ line: inout [TextCluster]) {
    for index in line.indices {
      guard let style = styles[line[index].node] else { continue }
      let width = line[index].width
      // Centre the cell on the line.
      line[index].drop = (style.metrics.ascent - style.metrics.descent) / 2
      var map = Transform.translation(0, line[index].drop)
      if Self.standsUpright(content.letters[line[index].letter].scalar) {
        // Rotate back about the centre of the letter and its cell.
        let dy = (line[index].ascent + line[index].descent) / 2
        map = Transform.translation(-width / 2, dy - line[index].descent).then(.rotation(-.pi / 2)).then(.translation(width / 2, 0))
        (line[index].ascent, line[index].descent) = (width / 2, width / 2)
      }
      line[index].shape(by: map)
    }
  }

  // MARK: lines

  private mutating func place(_ line: inout [TextCluster], _ chunk: TextChunk, _ anchor: Anchor) {
    (x, y) = (chunk.x ?? x, chunk.y ?? y)
    var pen = Point.zero
    for index in line.indices {
      let position = content.position(line[index].letter)
      let shift = styles[line[index].node]?.baselineShift ?? 0
      if isVertical {
        pen = pen + Point(position.dy ?? 0, -(position.dx ?? 0))
      } else {
        pen = pen + Point(position.dx ?? 0, position.dy ?? 0)
      }
      line[index].isMoved = index == 0 || (position.dx ?? 0) != 0 || (position.dy ?? 0) != 0 || (position.rotation ?? 0) != 0
      line[index].transform = Transform.translation(0, shift).then(.rotation((position.rotation ?? 0) * .pi / 180)).then(
        .translation(pen.x, pen.y))
      pen.x += line[index].advance
    }
    let shift = -pen.x * anchor.share
    var map = Transform.translation(shift, 0)
    if isVertical { map = map.then(.rotation(.pi / 2)) }
    map = map.then(.translation(x, y))
    for index in line.indices { line[index].transform = line[index].transform.then(map) }
    let end = map.apply(anchor.isRightToLeft ? .zero : pen)
    (x, y) = (end.x, end.y)
  }

  // MARK: paths

  private mutating func placeOnPath(_ line: inout [TextCluster], _ node: Int, _ chunk: TextChunk, _ anchor: Anchor) {
    let tree = reading.tree
    guard let target = tree.link(node), let walk = reading.walk(along: target, state), walk.length > 0 else {
      line = []
      return
    }
    var start = 0.0
    if let text = reading.attribute("startOffset", of: node), let length = SVGLength(text) {
      start =
        length.unit == .percent
        ? walk.length * length.number / 100
        : reading.pixels(length, .diagonal, of: node, state) * (reading.lengthFactor(of: target, walk.ownLength) ?? 1)
    }
    let width = line.reduce(0) { $0 + $1.advance }
    var at = start + (chunk.x ?? 0) - width * anchor.share
    var rise = 0.0
    if chunk.letters.lowerBound > 0, chunk.x == nil,
      content.letters[chunk.letters.lowerBound - 1].node == content.letters[chunk.letters.lowerBound].node
    {
      at = x
    }
    for index in line.indices {
      let position = content.position(line[index].letter)
      at += position.dx ?? 0
      rise += position.dy ?? 0
      // The letter is centred on its path position; letter spacing follows it.
      let half = line[index].width / 2
      line[index].isMoved = true
      if let (point, angle) = walk.place(at + half) {
        let shift = (styles[line[index].node]?.baselineShift ?? 0) + rise
        line[index].transform = Transform.rotation((position.rotation ?? 0) * .pi / 180).then(.translation(-half, shift)).then(
          .rotation(angle)
        )
        .then(.translation(point.x, point.y))
      } else {
        line[index].isVisible = false
      }
      at += line[index].advance
    }
    line.removeAll { !$0.isVisible }
    if let end = walk.end { (x, y) = (end.x, end.y) }
  }
}
