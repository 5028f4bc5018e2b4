internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Adds a `text` as shapes.
  func addText(_ node: Int, _ state: State, to group: inout SVGGroup) {
    SVGGlyphPainter.register()
    let content = TextContent(of: node, self, state)
    guard count(node), !content.letters.isEmpty, failure == nil else { return }
    var styles: [Int: TextStyle] = [:]
    var last = -1
    for letter in content.letters where letter.node != last {
      last = letter.node
      if styles[last] == nil { styles[last] = textStyle(of: last, root: node, state) }
    }
    var placement = TextPlacement(self, state, content, styles, root: node)
    for chunk in content.chunks({ textPath(around: $0, root: node) }) where failure == nil { placement.add(chunk) }
    var clusters: [TextCluster] = []
    swap(&clusters, &placement.clusters)
    guard failure == nil, let box = Self.bounds(of: clusters) else { return }
    // Runs of one element, in order.
    var first = 0
    while first < clusters.count {
      var end = first + 1
      while end < clusters.count, clusters[end].node == clusters[first].node { end += 1 }
      addSpan(&clusters, first..<end, styles, box: box, state, to: &group)
      first = end
    }
  }

  private func textPath(around node: Int, root: Int) -> Int? {
    var at = node
    while at >= 0, at != root {
      if tree[at].tag == "textPath" { return at }
      at = tree[at].parent
    }
    return nil
  }

  /// Returns the walk along a shape; nil for other elements and empty shapes. Texts on one path share it.
  func walk(along target: Int, _ state: State) -> PathWalk? {
    if let known = walks[target] { return known }
    guard var path = path(of: target, state), spend(.numbers, 2 * path.pointCount, at: target) else { return nil }
    let own = path
    let transform = transform(of: target, state) ?? .identity
    if !transform.isIdentity { path = path.transformed(transform) }
    var walk = PathWalk(path)
    if !transform.isIdentity, attribute("pathLength", of: target) != nil { walk.ownLength = PathWalk(own).length }
    if Self.ownPaths.contains(tree[target].tag) { walks[target] = walk }
    return walk
  }

  private static func bounds(of clusters: [TextCluster]) -> Rect? {
    clusters.reduce(nil) { box, cluster in
      let cell = cluster.transform.apply(Rect(0, -cluster.ascent, max(cluster.advance, 0), cluster.ascent + cluster.descent))
      guard let box else { return cell }
      return Rect(
        left: min(box.minX, cell.minX), top: min(box.minY, cell.minY), right: max(box.maxX, cell.maxX), bottom: max(box.maxY, cell.maxY))
    }
  }

  /// Maximum number of points of glyph outlines combined into one shape.
  private static let shapePoints = 1 << 14

  /// Adds the letters of one element and frees their outlines, which the items have copied.
  private func addSpan(
    _ clusters: inout [TextCluster], _ range: Range<Int>, _ styles: [Int: TextStyle], box: Rect, _ state: State, to group: inout SVGGroup
  ) {
    let node = clusters[range.lowerBound].node
    guard let style = styles[node], isVisible(node) else { return }
    decorate(clusters[range], ["underline", "overline"], style, box: box, state, to: &group)
    let shape = letterShape(node, box, state)
    var path = Path()
    for index in range where clusters[index].picture == nil && !clusters[index].path.isEmpty {
      path.add(clusters[index].path.transformed(clusters[index].transform))
      clusters[index].path = Path()
      if path.pointCount > Self.shapePoints {
        add(path, as: shape, to: &group)
        path = Path()
      }
    }
    add(path, as: shape, to: &group)
    for cluster in clusters[range] {
      guard let picture = cluster.picture else { continue }
      let attributes = TextAttributes(font: style.font, color: color(of: node, box, state))
      let layout = TextLayout(AttributedText(picture, attributes: attributes))
      let map = Transform.translation(0, -layout.firstBaseline).then(cluster.pictureTransform).then(cluster.transform)
      group.children.append(.text(SVGLetters(layout: layout, transform: map, bounds: layout.inkBounds, box: box)))
    }
    decorate(clusters[range], ["line-through"], style, box: box, state, to: &group)
  }

  /// Returns the text colour for coloured glyphs: that of the fill if it is a single colour, otherwise black.
  private func color(of node: Int, _ box: Rect, _ state: State) -> Color {
    guard let fill = fill(of: node, bounds: box, state), case .color(let color) = fill.paint else { return .black }
    return color.opacity(fill.opacity).color
  }

  private func add(_ path: Path, as shape: SVGShape, to group: inout SVGGroup) {
    guard let bounds = path.tightBounds else { return }
    var shape = shape
    (shape.path, shape.bounds) = (path, bounds)
    group.children.append(.shape(shape))
  }

  /// Returns a shape without a path, with the paints of an element.
  private func letterShape(_ node: Int, _ box: Rect, _ state: State) -> SVGShape {
    var shape = SVGShape(path: Path())
    shape.box = box
    shape.fill = fill(of: node, bounds: box, state)
    shape.fill?.rule = .nonZero
    shape.stroke = stroke(of: node, bounds: box, state)
    let order = paintOrder(of: node)
    shape.strokesFirst = (order.firstIndex(of: "stroke") ?? 0) < (order.firstIndex(of: "fill") ?? 0)
    shape.isAliased = inherited("text-rendering", of: node) == "optimizeSpeed"
    return shape
  }

  // MARK: decorations

  private func decorate(
    _ clusters: ArraySlice<TextCluster>, _ kinds: [String], _ style: TextStyle, box: Rect, _ state: State, to group: inout SVGGroup
  ) {
    for kind in kinds {
      guard let owner = decorator(kind, around: clusters[clusters.startIndex].node) else { continue }
      let m = style.metrics
      let (middle, thickness): (Double, Double) =
        switch kind {
        case "underline": m.underline
        case "overline": (m.ascent, m.underline.thickness)
        default: (m.strikethrough.position, m.underline.thickness)
        }
      var path = Path()
      var first = clusters.startIndex
      while first < clusters.endIndex {
        var (end, width) = (first + 1, clusters[first].advance)
        while end < clusters.endIndex, !clusters[end].isMoved {
          width += clusters[end].advance
          end += 1
        }
        var piece = Path()
        piece.add(Rect(0, clusters[first].drop - middle - thickness / 2, width, thickness))
        path.add(piece.transformed(clusters[first].transform))
        first = end
      }
      add(path, as: letterShape(owner, box, state), to: &group)
    }
  }

  /// Returns the nearest ancestor of a text's element whose decoration has a line of this kind.
  private func decorator(_ kind: String, around node: Int) -> Int? {
    var path: [Int] = []
    var at = node
    var found: Int?
    while at >= 0 {
      if let known = decorators[kind]?[at] {
        found = known
        break
      }
      path.append(at)
      if let text = attribute("text-decoration", of: at), text.split(whereSeparator: \.isWhitespace).contains(where: { $0 == kind }) {
        found = at
        break
      }
      at = tree[at].parent
    }
    for node in path { decorators[kind, default: [:]][node] = .some(found) }
    return found
  }
}
