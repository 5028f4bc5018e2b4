internal import TesseraGeometry
internal import TesseraRender

/// Paints finished contents in paint order. Coordinates are device pixels of the stage; the target's top left pixel is at the origin given.
///
/// Every pixel depends on the scene and its own position only, never on how the picture was cut into damage or bands.
struct Compositor {
  let scene: PaintScene
  var originX = 0
  var originY = 0

  private var tree: SceneTree { scene.tree }

  /// Paints everything inside `clip`, from the topmost node that hides all beneath it on. Returns how many nodes were painted.
  func paint(background: Color, in canvas: borrowing Canvas, clip: PixelRect) throws -> Int {
    guard tree.count > 0 else {
      canvas.fill(rect(clip), .color(background), blend: .copy)
      return 0
    }
    let start = topmostCover(of: clip)
    if start < 0 { canvas.fill(rect(clip), .color(background), blend: .copy) }
    var painted = 0
    try paint(0, in: canvas, clip: clip, from: max(0, start), painted: &painted)
    return painted
  }

  /// Paints a node that rasterizes its subtree, without the group, blend or transform that its buffer is composited with.
  func paintRasterized(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect) throws {
    var painted = 0
    try paintBody(i, in: canvas, clip: clip, from: i, painted: &painted, asBuffer: false)
  }

  /// The last node in paint order that covers `clip` with opaque pixels for certain, or -1.
  private func topmostCover(of clip: PixelRect) -> Int {
    var i = tree.count - 1
    while i >= 0 {
      if scene.ownBounds[i].contains(clip), !tree.isInGroup[i], tree.rasterizer[i] < 0, covers(i, clip), isUncut(i, clip) { return i }
      i -= 1
    }
    return -1
  }

  private func covers(_ i: Int, _ clip: PixelRect) -> Bool {
    if case .buffer(let contents) = scene.contents[i], contents.isOpaque, contents.rect(at: tree.boxes[i]).contains(clip) {
      let p = scene.properties[i]
      return !p.value.clipsToBounds || p.value.cornerRadii.isZero
    }
    guard tree.boxes[i].contains(clip) else { return false }
    let p = scene.properties[i]
    return p.value.cornerRadii.isZero && (p.value.background?.isOpaque ?? false)
  }

  /// Whether node `i` reaches the target as it is: no group of its own or above it, no ancestor's clip that cuts into `clip`.
  ///
  /// Opacity and corners change without a layout, so the tree's own marks may be older than the properties.
  private func isUncut(_ i: Int, _ clip: PixelRect) -> Bool {
    guard !scene.properties[i].value.needsGroup else { return false }
    var at = Int(tree.parent[i])
    while at >= 0 {
      let p = scene.properties[at]
      if p.value.needsGroup || p.value.clipsToBounds && (!p.value.cornerRadii.isZero || !tree.boxes[at].contains(clip)) { return false }
      at = Int(tree.parent[at])
    }
    return true
  }

  private func rect(_ r: PixelRect) -> Rect {
    Rect(Double(r.x - originX), Double(r.y - originY), Double(r.width), Double(r.height))
  }

  private func pixels(_ r: PixelRect) -> PixelRect { PixelRect(x: r.x - originX, y: r.y - originY, width: r.width, height: r.height) }

  /// Paints node `i` and all below it, leaving out what comes before node `start` in paint order.
  private func paint(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout Int) throws {
    guard Int(tree.end[i]) > start, scene.subtreeBounds[i].intersects(clip) else { return }
    let p = scene.properties[i]
    guard !p.value.isHidden, p.value.opacity > 0 else { return }
    let area = scene.subtreeBounds[i].intersection(clip)
    if let transform = tree.transformOf(p, i) {
      painted += 1
      return try paintTransformed(i, p, transform, in: canvas, clip: clip, painted: &painted)
    }
    if p.value.needsGroup, !isSingleDraw(i, p) {
      painted += 1
      canvas.save()
      defer { canvas.restore() }
      canvas.clip(pixels: pixels(area))
      try canvas.beginGroup(opacity: p.value.opacity, blend: p.value.blend)
      defer { canvas.endGroup() }
      return try paintBody(i, in: canvas, clip: area, from: start, painted: &painted, asBuffer: true)
    }
    try paintBody(i, in: canvas, clip: clip, from: start, painted: &painted, asBuffer: true)
  }

  /// Whether the node is nothing but one buffer, whose draw can take opacity and blend mode itself.
  private func isSingleDraw(_ i: Int, _ p: SharedProperties) -> Bool {
    guard case .buffer(let contents) = scene.contents[i] else { return false }
    return (contents.showsSubtree || Int(tree.end[i]) == i + 1) && p.value.background == nil && p.value.border == nil
      && p.value.shadow == nil
      && p.value.backdropBlur == 0 && !p.value.clipsToBounds && scene.placeholders[i] == nil
  }

  private func paintTransformed(
    _ i: Int, _ p: SharedProperties, _ transform: Transform, in canvas: borrowing Canvas, clip: PixelRect, painted: inout Int
  ) throws {
    guard !scene.localBounds[i].isEmpty else { return }
    // A transparent margin: edges are smoothed by interpolation alone, so that the picture does not depend on how far its content reaches.
    let bounds = scene.localBounds[i].grown(by: 2)
    if bounds.area <= Self.layerLimit {
      return try paintLayer(i, p, transform, bounds, in: canvas, painted: &painted)
    }
    guard let inverse = transform.inverse else { return }
    // Too large for one picture: it is painted by parts of the target, cut the same way whatever is to be painted, so that a pixel comes
    // from the same part every time. Whole pixels, so that no seam shows.
    var parts = [scene.subtreeBounds[i]]
    while let part = parts.popLast() {
      guard part.intersects(clip) else { continue }
      let needed = inverse.apply(Rect(part)).covering(scale: 1).grown(by: 3).intersection(bounds)
      guard !needed.isEmpty else { continue }
      if needed.area <= Self.layerLimit || part.area <= 1 {
        // What shrinks to less than a pixel in so large a picture is not seen.
        guard needed.area <= DrawJob.maximumPixels else { continue }
        canvas.save()
        defer { canvas.restore() }
        canvas.clip(pixels: pixels(part))
        try paintLayer(i, p, transform, needed, in: canvas, painted: &painted)
        continue
      }
      var (first, second) = (part, part)
      if part.width >= part.height {
        first.width = part.width / 2
        second = PixelRect(x: part.x + first.width, y: part.y, width: part.width - first.width, height: part.height)
      } else {
        first.height = part.height / 2
        second = PixelRect(x: part.x, y: part.y + first.height, width: part.width, height: part.height - first.height)
      }
      parts.append(second)
      parts.append(first)
    }
  }

  /// Most pixels of the picture of a transformed subtree, or of a part of it: 16 MB.
  private static let layerLimit = 4 << 20

  /// Paints what lies inside `bounds`, in the space of the node's box, through its transform.
  private func paintLayer(
    _ i: Int, _ p: SharedProperties, _ transform: Transform, _ bounds: PixelRect, in canvas: borrowing Canvas, painted: inout Int
  ) throws {
    let layer = try PixelBuffer(width: bounds.width, height: bounds.height)
    do {
      let inner = Compositor(scene: scene, originX: bounds.x, originY: bounds.y)
      let layerCanvas = try Canvas(layer)
      try inner.paintBody(i, in: layerCanvas, clip: bounds, from: i, painted: &painted, asBuffer: true)
      if let failure = layerCanvas.failure { throw failure }
    }
    canvas.save()
    defer { canvas.restore() }
    canvas.concatenate(
      Transform.translation(Double(originX), Double(originY)).then(transform)
        .then(.translation(-Double(originX), -Double(originY))))
    canvas.draw(layer, in: rect(bounds), quality: .bilinear, opacity: p.value.opacity, blend: p.value.blend)
  }

  /// Paints what the node shows itself and then what is below it.
  /// - Parameter asBuffer: false while the node's own rasterized buffer is being made.
  private func paintBody(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout Int, asBuffer: Bool
  ) throws {
    let p = scene.properties[i]
    let single = asBuffer && p.value.needsGroup && isSingleDraw(i, p)
    if asBuffer, case .buffer(let contents) = scene.contents[i], contents.showsSubtree {
      if i >= start {
        painted += 1
        drawBuffer(i, contents, in: canvas, opacity: single ? p.value.opacity : 1, blend: single ? p.value.blend : .normal)
      }
      return
    }
    let box = tree.boxes[i]
    let hasChildren = Int(tree.end[i]) > i + 1
    let scale = tree.environment.scale
    if i >= start, scene.ownBounds[i].intersects(clip) {
      painted += 1
      let shape = RoundedRect(rect(box), radii: p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale))
      if let shadow = p.value.shadow { canvas.drawShadow(shadow.scaled(by: scale), of: shape) }
      if !box.isEmpty {
        if p.value.backdropBlur > 0 { canvas.blurBackdrop(in: shape, sigma: p.value.backdropBlur * scale) }
        if let background = p.value.background { fill(shape, background, in: canvas) }
      }
      if p.value.clipsToBounds {
        canvas.save()
        clipTo(shape, box, in: canvas)
      }
      try paintContent(i, box, in: canvas, opacity: single ? p.value.opacity : 1, blend: single ? p.value.blend : .normal)
      if let placeholder = p.value.placeholder, let opacity = scene.placeholders[i] {
        try paintPlaceholder(placeholder, opacity, shape, in: canvas)
      }
      if p.value.clipsToBounds { canvas.restore() }
      if let border = p.value.border { canvas.drawBorder(border.scaled(by: scale), of: shape) }
    }
    guard hasChildren else { return }
    if p.value.clipsToBounds {
      canvas.save()
      clipTo(RoundedRect(rect(box), radii: p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale)), box, in: canvas)
    }
    let inside = p.value.clipsToBounds ? clip.intersection(box) : clip
    var child = i + 1
    while child < Int(tree.end[i]) {
      try paint(child, in: canvas, clip: inside, from: start, painted: &painted)
      child = Int(tree.end[child])
    }
    if p.value.clipsToBounds { canvas.restore() }
  }

  private func clipTo(_ shape: RoundedRect, _ box: PixelRect, in canvas: borrowing Canvas) {
    if shape.radii.isZero { canvas.clip(pixels: pixels(box)) } else { canvas.clip(shape) }
  }

  private func fill(_ shape: RoundedRect, _ paint: Paint, in canvas: borrowing Canvas) {
    let mapped = paint.mapped(to: shape.rect)
    if shape.radii.isZero { canvas.fill(shape.rect, mapped) } else { canvas.fill(shape, mapped) }
  }

  private func paintContent(_ i: Int, _ box: PixelRect, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) throws {
    switch scene.contents[i] {
    case .none: break
    case .buffer(let contents): drawBuffer(i, contents, in: canvas, opacity: opacity, blend: blend)
    case .direct(let drawing, let context):
      canvas.save()
      let mark = canvas.mark
      defer {
        // A draw that threw may have left groups open, and one that did not as well.
        canvas.rewind(to: mark)
        canvas.restore()
      }
      if let area = scene.contents[i].rect(at: box) { canvas.clip(pixels: pixels(area)) }
      canvas.concatenate(.scale(context.scale, context.scale))
      canvas.translate(Double(box.x - originX) / context.scale, Double(box.y - originY) / context.scale)
      do {
        try drawing.draw(in: canvas, context: context)
      } catch {
        if case .outOfMemory = error as? RenderError { throw error }
        // One node that cannot be drawn takes nothing else from the picture.
        scene.failures.withLock { $0[i] = "\(error)" }
      }
    }
  }

  private func drawBuffer(_ i: Int, _ contents: NodeContents, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) {
    let at = contents.rect(at: tree.boxes[i])
    canvas.draw(
      contents.buffer, atPixel: at.x - originX, at.y - originY, opacity: opacity, tint: contents.tint, opaque: contents.isOpaque,
      blend: blend)
  }

  private func paintPlaceholder(_ placeholder: Placeholder, _ opacity: Double, _ shape: RoundedRect, in canvas: borrowing Canvas) throws {
    guard opacity < 1 else { return fill(shape, placeholder.paint, in: canvas) }
    canvas.save()
    defer { canvas.restore() }
    canvas.clip(shape.rect)
    try canvas.beginGroup(opacity: opacity)
    fill(shape, placeholder.paint, in: canvas)
    canvas.endGroup()
  }
}

extension CornerRadii {
  fileprivate func scaled(by s: Double) -> CornerRadii {
    CornerRadii(topLeft: topLeft * s, topRight: topRight * s, bottomRight: bottomRight * s, bottomLeft: bottomLeft * s)
  }
}

extension Shadow {
  fileprivate func scaled(by s: Double) -> Shadow { Shadow(color: color, offset: offset * s, radius: radius * s, spread: spread * s) }
}

extension Border {
  fileprivate func scaled(by s: Double) -> Border {
    var copy = self
    copy.width = Insets(top: width.top * s, right: width.right * s, bottom: width.bottom * s, left: width.left * s)
    return copy
  }
}

extension SceneTree {
  fileprivate func transformOf(_ p: SharedProperties, _ i: Int) -> Transform? {
    p.value.transform.isIdentity ? nil : Self.transform(p.value, box: boxes[i], scale: environment.scale)
  }
}
