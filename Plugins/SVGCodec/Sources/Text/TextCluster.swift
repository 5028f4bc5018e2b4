internal import TesseraGeometry
internal import TesseraRender

/// Cluster of letters with its position.
struct TextCluster {
  /// Index of its first letter.
  var letter: Int
  var node: Int
  var path: Path
  /// Its characters, if they have coloured images.
  var picture: String?
  /// Transform already applied to the path, but not to the image.
  var pictureTransform = Transform.identity
  var advance: Double
  /// Advance without spacing.
  var width = 0.0
  var ascent: Double
  var descent: Double
  /// Downward offset from its baseline. In vertical lines it centres the letters on the line.
  var drop = 0.0
  /// Map from its own baseline to the text's coordinates.
  var transform = Transform.identity
  /// Whether it has its own position or transform instead of following the previous cluster.
  var isMoved = false
  var isVisible = true

  /// Transforms the letters about their own origin.
  mutating func shape(by map: Transform) {
    path = path.transformed(map)
    pictureTransform = pictureTransform.then(map)
  }
}

/// Run of letters with its own start position.
struct TextChunk {
  var letters: Range<Int>
  var x: Double?
  var y: Double?
  /// The `textPath` that it is placed on.
  var path: Int?
}

extension TextContent {
  /// Splits the text at letters with their own position and at the ends of paths.
  func chunks(_ pathOf: (Int) -> Int?) -> [TextChunk] {
    var result: [TextChunk] = []
    var (node, path) = (-1, Int?.none)
    for (index, letter) in letters.enumerated() {
      if letter.node != node { (node, path) = (letter.node, pathOf(letter.node)) }
      // On a path, positions are measured along it.
      let position = self.position(index)
      let isPlaced = position.x != nil || position.y != nil
      if let last = result.last, last.path == path, !isPlaced {
        result[result.count - 1].letters = last.letters.lowerBound..<index + 1
      } else {
        result.append(TextChunk(letters: index..<index + 1, x: position.x, y: position.y, path: path))
      }
    }
    return result
  }
}

extension SVGReading {
  /// Shapes the letters of a chunk. Returns the clusters from left to right, each at the origin.
  func clusters(_ chunk: TextChunk, _ content: TextContent, _ styles: [Int: TextStyle], root: Int) -> [TextCluster] {
    let line = TextLineSource(chunk, content, styles)
    guard let text = line.text else { return [] }
    let glyphs = text.outlines(
      isRightToLeft: isRightToLeft(root), pointLimit: budget.left(.numbers) / 2 + 1, library: options.fonts)
    guard spend(.numbers, glyphs.reduce(0) { $0 + 2 * $1.path.pointCount }, at: root) else { return [] }
    let bytes = glyphs.contains(where: \.isColored) ? Array(text.string.utf8) : []
    var result: [TextCluster] = []
    for group in Self.visualOrder(glyphs) {
      guard let letter = line.letter(in: group[0].cluster), let style = styles[content.letters[letter].node] else { continue }
      var cluster = TextCluster(
        letter: letter, node: content.letters[letter].node, path: Path(), advance: 0, ascent: style.metrics.ascent,
        descent: style.metrics.descent)
      for glyph in group {
        let place = Point(cluster.advance + glyph.offset.x, glyph.offset.y)
        if !glyph.path.isEmpty {
          let path = place == .zero ? glyph.path : glyph.path.transformed(.translation(place.x, place.y))
          if cluster.path.isEmpty { cluster.path = path } else { cluster.path.add(path) }
        }
        cluster.advance += glyph.advance
      }
      cluster.width = cluster.advance
      if group.contains(where: \.isColored) {
        // Each coloured image needs a text layout.
        guard spend(.letters, 10, at: root) else { return [] }
        cluster.picture = String(decoding: bytes[group[0].cluster], as: UTF8.self)
      }
      result.append(cluster)
    }
    return result
  }

  /// Returns the clusters from left to right, each with its glyphs. Source: UAX #9, rule L2, applied to runs of one level.
  private static func visualOrder(_ glyphs: [GlyphOutline]) -> [[GlyphOutline]] {
    var stretches: [(level: Int, clusters: [[GlyphOutline]])] = []
    var (stretch, cluster) = (-1, -1)
    for glyph in glyphs {
      if stretches.isEmpty || glyph.stretch != stretch {
        stretches.append((glyph.level, []))
        (stretch, cluster) = (glyph.stretch, -1)
      }
      let last = stretches.count - 1
      if glyph.cluster.lowerBound != cluster {
        stretches[last].clusters.append([])
        cluster = glyph.cluster.lowerBound
      }
      stretches[last].clusters[stretches[last].clusters.count - 1].append(glyph)
    }
    for index in stretches.indices where stretches[index].level & 1 == 1 { stretches[index].clusters.reverse() }
    let highest = stretches.map(\.level).max() ?? 0
    for level in stride(from: highest, to: 0, by: -1) {
      var at = 0
      while at < stretches.count {
        var end = at
        while end < stretches.count, stretches[end].level >= level { end += 1 }
        stretches[at..<end].reverse()
        at = max(end, at + 1)
      }
    }
    return stretches.flatMap(\.clusters)
  }
}
