internal import TesseraGeometry
internal import TesseraRender

// Nodes with a transform: their pictures are painted into layers.
//
// Nested transforms cost time linear in their depth, and memory for the two innermost layers along the deepest path.
extension Compositor {
  /// Maximum pixels of the picture of a transformed subtree, or of a part of it: 16 MB.
  private static let layerLimit = 4 << 20
  /// Maximum pixels of all layers of one call.
  static let layerBudget = 256 << 20

  func paintTransformed(
    _ number: Int, _ transform: Transform, _ opacity: Double, in canvas: borrowing Canvas, clip: PixelRect,
    covering whole: PixelRect, painted: inout PaintCount
  ) throws {
    let (i, transform, opacity) = innermost(number, transform, opacity)
    guard opacity > 0, !scene.localBounds[i].isEmpty else { return }
    let blend = scene.properties[number].value.blend
    if case .buffer(let contents) = scene.contents[i], contents.factor != 1, transform.isScaling, scene.box(i) == tree.boxes[i] {
      // One buffer for the whole subtree, drawn at or near its displayed size.
      canvas.save()
      defer { canvas.restore() }
      concatenate(transform, in: canvas)
      let area = contents.exactRect(at: tree.boxes[i]).offset(by: Point(-Double(originX), -Double(originY)))
      return contents.draw(in: area, of: canvas, quality: tree.environment.layerQuality, opacity: opacity, blend: blend)
    }
    if let prepared, prepared.index == i { return draw(prepared.buffer, prepared.bounds, transform, opacity, blend, in: canvas) }
    let bounds = layerBounds(i, transform)
    guard !bounds.isEmpty else { return }
    if bounds.area <= Self.layerLimit {
      guard let layer = try layer(i, bounds, view(through: transform), painted: &painted) else { return }
      return draw(layer, bounds, transform, opacity, blend, in: canvas)
    }
    guard let inverse = transform.inverse else { return }
    // Too large for one picture: it is painted in parts of the target. The cuts do not depend on the damage, so a pixel always comes from
    // the same part. Parts have whole pixels, so that no seam is visible.
    var parts = [view.map { whole.intersection($0.area.moved(originX, originY)) } ?? whole]
    while let part = parts.popLast() {
      guard part.intersects(clip) else { continue }
      let needed = inverse.apply(Rect(part)).covering(scale: 1).grown(by: 3).intersection(bounds)
      guard !needed.isEmpty else { continue }
      if needed.area <= Self.layerLimit || part.area <= 1 {
        // Content that is shrunk to less than a pixel in such a large picture is invisible.
        guard needed.area <= DrawJob.maximumPixels else { continue }
        let view = view.flatMap { LayerView(part, depth: $0.depth).through(transform) }
        guard let layer = try layer(i, needed, view, painted: &painted) else { return }
        canvas.save()
        defer { canvas.restore() }
        clipTo(part, in: canvas)
        draw(layer, needed, transform, opacity, blend, in: canvas)
        continue
      }
      let (first, second) = part.halves
      parts.append(second)
      parts.append(first)
    }
  }

  /// Combines the transforms of a chain of nodes that paint only one transformed subnode.
  private func innermost(_ number: Int, _ transform: Transform, _ opacity: Double) -> (Int, Transform, Double) {
    var result = (number, transform, opacity)
    var (at, map, share) = result
    while let child = onlySubnode(of: at) {
      let p = scene.properties[child]
      guard p.value.blend == .normal, !p.value.isHidden, scene.presentation(child) == nil, !scene.isLeftOut(child) else { break }
      share *= p.value.opacity
      at = child
      guard let own = ownTransform(child, p) else { continue }
      map = own.then(map)
      result = (child, map, share)
    }
    return result
  }

  /// Returns the only subnode of a node that paints nothing itself.
  private func onlySubnode(of i: Int) -> Int? {
    guard i + 1 < Int(tree.end[i]), Int(tree.end[i + 1]) == Int(tree.end[i]), paintsNothing(i) else { return nil }
    return i + 1
  }

  /// Returns whether only the unchanged subnodes of a node are visible.
  private func paintsNothing(_ i: Int) -> Bool {
    guard case .none = scene.contents[i] else { return false }
    let p = scene.properties[i].value
    return p.background == nil && p.border == nil && p.shadow == nil && p.backdropBlur == 0 && !p.clipsToBounds && !p.rasterizesSubtree
      && scene.fades[i] == nil && scene.placeholders[i] == nil && scene.lenses[i] == nil && !scene.concealed.contains(i)
      && scene.departures[Int32(i)] == nil && scene.sharedElements[Int32(i)] == nil && !tree.nodes[i].drawsOverSubnodes
  }

  private func ownTransform(_ i: Int, _ p: SharedProperties) -> Transform? {
    PaintTree.transform(
      p.value.transform, about: p.value.transformAnchor, box: scene.box(i), scale: tree.environment.scale, placed: scene.placedTransform(i))
  }

  /// Returns the part of a node's picture to paint: all of it, unless it is inside another layer or too large for a layer.
  private func layerBounds(_ i: Int, _ transform: Transform) -> PixelRect {
    // A transparent margin: edges are smoothed only by interpolation, so that the picture does not depend on the extent of its content.
    let bounds = scene.localBounds[i].grown(by: 2)
    guard let view, view.depth > 0 || bounds.area > Self.layerLimit else { return bounds }
    return self.view(through: transform).map { bounds.intersection($0.area) } ?? .zero
  }

  /// Returns the visible part of the space of a transformed node; nil means all of it, or nothing.
  private func view(through transform: Transform) -> LayerView? {
    view?.through(transform.then(.translation(Double(-originX), Double(-originY))))
  }

  /// Paints the part of a node's picture inside `bounds`, in the space of the node's box; nil if layers have used too many pixels.
  private func layer(_ i: Int, _ bounds: PixelRect, _ view: LayerView?, painted: inout PaintCount) throws -> PixelBuffer? {
    painted.layerPixels += bounds.area
    guard painted.layerPixels <= Self.layerBudget else {
      let reason = "transformed nodes need layers of more than \(Self.layerBudget >> 20) million pixels in one frame; this one is left out"
      scene.failures.withLock { $0[i] = reason }
      return nil
    }
    var inner = at(bounds.x, bounds.y)
    (inner.factor, inner.fade, inner.target, inner.prepared) = (1, 1, nil, nil)
    inner.view = view?.moved(by: bounds.x, bounds.y)
    inner.prepared = try inner.preparedLayer(below: i, inside: bounds, painted: &painted)
    let layer = try PixelBuffer(width: bounds.width, height: bounds.height)
    let canvas = try tree.environment.canvas(over: layer)
    try inner.paintBody(i, in: canvas, clip: bounds, from: i, painted: &painted, asBuffer: true)
    if let failure = canvas.failure { throw failure }
    return layer
  }

  /// Paints the layer of the largest subtree below a node in advance, so that it is not painted while the node's own layer is in memory.
  private func preparedLayer(below i: Int, inside bounds: PixelRect, painted: inout PaintCount) throws -> PreparedLayer? {
    guard view != nil else { return nil }
    var at = i
    while let child = largestSubnode(of: at) {
      at = child
      let p = scene.properties[at]
      guard !p.value.isHidden, p.value.opacity > 0, scene.presentation(at) == nil, !scene.isLeftOut(at),
        scene.subtreeBounds[at].intersects(bounds)
      else { return nil }
      guard let own = ownTransform(at, p) else { continue }
      let (i, transform, opacity) = innermost(at, own, p.value.opacity)
      let area = layerBounds(i, transform)
      guard opacity > 0, !area.isEmpty, area.area <= Self.layerLimit else { return nil }
      let buffer = try layer(i, area, view(through: transform), painted: &painted)
      return buffer.map { PreparedLayer(index: i, buffer: $0, bounds: area) }
    }
    return nil
  }

  /// Returns the subnode with the largest subtree, if it has subnodes that are painted directly.
  private func largestSubnode(of i: Int) -> Int? {
    guard !scene.concealed.contains(i) else { return nil }
    if case .buffer(let contents) = scene.contents[i], contents.showsSubtree { return nil }
    var largest = (index: -1, count: 1)
    scene.forEachSubnode(of: i) { child in
      let count = Int(tree.end[child]) - child
      if count > largest.count { largest = (child, count) }
    }
    return largest.index < 0 ? nil : largest.index
  }

  private func draw(
    _ layer: PixelBuffer, _ bounds: PixelRect, _ transform: Transform, _ opacity: Double, _ blend: BlendMode, in canvas: borrowing Canvas
  ) {
    canvas.save()
    defer { canvas.restore() }
    concatenate(transform, in: canvas)
    canvas.draw(layer, in: rect(bounds), quality: tree.environment.layerQuality, opacity: opacity, blend: blend)
  }

  private func concatenate(_ transform: Transform, in canvas: borrowing Canvas) {
    let (x, y) = (Double(originX), Double(originY))
    canvas.concatenate(Transform.translation(x, y).then(transform).then(.translation(-x, -y)))
  }
}

extension PixelRect {
  /// The rectangle cut in two across its longer side.
  fileprivate var halves: (PixelRect, PixelRect) {
    if width >= height {
      let first = width / 2
      return (PixelRect(x: x, y: y, width: first, height: height), PixelRect(x: x + first, y: y, width: width - first, height: height))
    }
    let first = height / 2
    return (PixelRect(x: x, y: y, width: width, height: first), PixelRect(x: x, y: y + first, width: width, height: height - first))
  }
}
