internal import TesseraGeometry
internal import TesseraRender

/// Letters that stand together, and where.
struct TextCluster {
  /// Index of its first letter.
  var letter: Int
  var node: Int
  var path: Path
  /// Its characters, where they have coloured pictures.
  var picture: String?
  /// How the path is stretched or turned already, and the picture is not.
  var pictureTransform = Transform.identity
  var advance: Double
  /// The advance without spacing.
  var width = 0.0
  var ascent: Double
  var descent: Double
  /// How far down it is moved from its baseline: in vertical lines, whose letters stand in the middle of the line.
  var drop = 0.0
  /// From its own baseline to the text's coordinates.
  var transform = Transform.identity
  /// Whether it does not simply follow the one before it.
  var isMoved = false
  var isVisible = true

  /// Stretches or turns its letters where they stand.
  mutating func shape(by map: Transform) {
    path = path.transformed(map)
    pictureTransform = pictureTransform.then(map)
  }
}

/// A stretch of letters that begins at a place of its own.
struct TextChunk {
  var letters: Range<Int>
  var x: Double?
  var y: Double?
  /// The `textPath` that it stands on.
  var path: Int?
}

extension TextContent {
  /// The text parted where a letter has a place of its own, or where a path begins or ends.
  func chunks(_ pathOf: (Int) -> Int?) -> [TextChunk] {
    var result: [TextChunk] = []
    for (index, letter) in letters.enumerated() {
      let path = pathOf(letter.node)
      // On a path places are taken along it.
      let position = letter.position
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
  /// Shapes the letters of a chunk: clusters from left to right, each at the origin.
  func clusters(_ chunk: TextChunk, _ content: TextContent, _ styles: [Int: TextStyle]) -> [TextCluster] {
    var text: AttributedText?
    // Byte of each letter.
    var indices: [Int: Int] = [:]
    var bytes = 0
    for index in chunk.letters {
      let letter = content.letters[index]
      guard !letter.isHidden, let style = styles[letter.node] else { continue }
      indices[bytes] = index
      let piece = String(Character(letter.scalar))
      bytes += piece.utf8.count
      if text == nil {
        text = AttributedText(piece, attributes: style.attributes)
      } else {
        text?.append(piece, attributes: style.attributes)
      }
    }
    guard let text else { return [] }
    let glyphs = text.outlines(isRightToLeft: false, library: options.fonts)
    var result: [TextCluster] = []
    for group in Self.visualOrder(glyphs) {
      guard let letter = indices[group[0].cluster.lowerBound], let style = styles[content.letters[letter].node] else { continue }
      var cluster = TextCluster(
        letter: letter, node: content.letters[letter].node, path: Path(), advance: 0, ascent: style.metrics.ascent,
        descent: style.metrics.descent)
      for glyph in group {
        if !glyph.path.isEmpty { cluster.path.add(glyph.path.transformed(.translation(cluster.advance + glyph.offset.x, glyph.offset.y))) }
        cluster.advance += glyph.advance
      }
      cluster.width = cluster.advance
      if group.contains(where: \.isColored) {
        let range = group[0].cluster
        cluster.picture = String(decoding: Array(text.string.utf8)[range], as: UTF8.self)
      }
      result.append(cluster)
    }
    return result
  }

  /// The clusters from left to right, each with its glyphs. Source: UAX #9, rule L2, over stretches of one level.
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
