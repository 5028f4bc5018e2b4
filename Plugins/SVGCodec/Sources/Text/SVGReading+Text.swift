internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Adds a `text` as shapes.
  func addText(_ node: Int, _ state: State, to group: inout SVGGroup) {
    SVGGlyphPainter.register()
    let content = TextContent(of: node, self, state)
    guard count(node), !content.letters.isEmpty else { return }
    var styles: [Int: TextStyle] = [:]
    for letter in content.letters where styles[letter.node] == nil { styles[letter.node] = textStyle(of: letter.node, root: node, state) }
    var placement = TextPlacement(self, state, content, styles, root: node)
    for chunk in content.chunks({ textPath(around: $0, root: node) }) { placement.add(chunk) }
    let clusters = placement.clusters
    guard let box = Self.bounds(of: clusters) else { return }
    // Stretches of one element in the order in which they stand.
    var first = 0
    while first < clusters.count {
      var end = first + 1
      while end < clusters.count, clusters[end].node == clusters[first].node { end += 1 }
      addSpan(Array(clusters[first..<end]), styles, box: box, state, to: &group)
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

  private static func bounds(of clusters: [TextCluster]) -> Rect? {
    clusters.reduce(nil) { box, cluster in
      let cell = cluster.transform.apply(Rect(0, -cluster.ascent, max(cluster.advance, 0), cluster.ascent + cluster.descent))
      guard let box else { return cell }
      return Rect(
        left: min(box.minX, cell.minX), top: min(box.minY, cell.minY), right: max(box.maxX, cell.maxX), bottom: max(box.maxY, cell.maxY))
    }
  }

  private func addSpan(
    _ clusters: [TextCluster], _ styles: [Int: TextStyle], box: Rect, _ state: State, to group: inout SVGGroup
  ) {
    guard let style = styles[clusters[0].node], isVisible(clusters[0].node) else { return }
    let node = clusters[0].node
    decorate(clusters, ["underline", "overline"], style, box: box, state, to: &group)
    var path = Path()
    for cluster in clusters where cluster.picture == nil && !cluster.path.isEmpty { path.add(cluster.path.transformed(cluster.transform)) }
    add(path, paintsOf: node, box: box, state, to: &group)
    for cluster in clusters {
      guard let picture = cluster.picture else { continue }
      let attributes = TextAttributes(font: style.font, color: color(of: node, box, state))
      let layout = TextLayout(AttributedText(picture, attributes: attributes))
      let map = Transform.translation(0, -layout.firstBaseline).then(cluster.pictureTransform).then(cluster.transform)
      group.children.append(.text(SVGLetters(layout: layout, transform: map, bounds: layout.inkBounds, box: box)))
    }
    decorate(clusters, ["line-through"], style, box: box, state, to: &group)
  }

  /// The colour that coloured glyphs take up where they ask for that of the text: of a fill that is one colour; else black.
  private func color(of node: Int, _ box: Rect, _ state: State) -> Color {
    guard let fill = fill(of: node, bounds: box, state), case .color(let color) = fill.paint else { return .black }
    return color.opacity(fill.opacity).color
  }

  private func add(_ path: Path, paintsOf node: Int, box: Rect, _ state: State, to group: inout SVGGroup) {
    guard let bounds = path.tightBounds else { return }
    var shape = SVGShape(path: path, bounds: bounds)
    shape.box = box
    shape.fill = fill(of: node, bounds: box, state)
    shape.fill?.rule = .nonZero
    shape.stroke = stroke(of: node, bounds: box, state)
    let order = paintOrder(of: node)
    shape.strokesFirst = (order.firstIndex(of: "stroke") ?? 0) < (order.firstIndex(of: "fill") ?? 0)
    shape.isAliased = tree.inherited("text-rendering", of: node) == "optimizeSpeed"
    group.children.append(.shape(shape))
  }

  // MARK: decorations

  private func decorate(
    _ clusters: [TextCluster], _ kinds: [String], _ style: TextStyle, box: Rect, _ state: State, to group: inout SVGGroup
  ) {
    for kind in kinds {
      guard let owner = decorator(kind, around: clusters[0].node) else { continue }
      let m = style.metrics
      let (middle, thickness): (Double, Double) =
        switch kind {
        case "underline": m.underline
        case "overline": (m.ascent, m.underline.thickness)
        default: (m.strikethrough.position, m.underline.thickness)
        }
      var path = Path()
      var first = 0
      while first < clusters.count {
        var (end, width) = (first + 1, clusters[first].advance)
        while end < clusters.count, !clusters[end].isMoved {
          width += clusters[end].advance
          end += 1
        }
        var piece = Path()
        piece.add(Rect(0, clusters[first].drop - middle - thickness / 2, width, thickness))
        path.add(piece.transformed(clusters[first].transform))
        first = end
      }
      add(path, paintsOf: owner, box: box, state, to: &group)
    }
  }

  /// The element that says so of text at `node`.
  private func decorator(_ kind: String, around node: Int) -> Int? {
    var at = node
    while at >= 0 {
      if let text = tree.attribute("text-decoration", of: at), text.split(whereSeparator: \.isWhitespace).contains(where: { $0 == kind }) {
        return at
      }
      at = tree[at].parent
    }
    return nil
  }
}
