internal import TesseraGeometry
internal import TesseraRender

/// Paints finished contents in paint order. Coordinates are device pixels of the stage; the target's top left pixel is at the origin given.
///
/// Every pixel depends on the scene and its own position only, never on how the picture was cut into damage or bands.
struct Compositor {
  let scene: PaintScene
  var originX = 0
  var originY = 0
  /// Pixels of the target for each pixel of the stage, which the canvas is scaled by: 1 but for buffers that are drawn larger.
  var factor = 1.0

  var tree: SceneTree { scene.tree }

  /// Paints everything inside `clip`, from the topmost node that hides all beneath it on. Returns how many nodes were painted.
  func paint(background: Color, in canvas: borrowing Canvas, clip: PixelRect) throws -> PaintCount {
    guard tree.count > 0 else {
      canvas.fill(rect(clip), .color(background), blend: .copy)
      return PaintCount()
    }
    var painted = PaintCount()
    let start = topmostCover(of: clip, &painted)
    if start < 0 { canvas.fill(rect(clip), .color(background), blend: .copy) }
    try paint(0, in: canvas, clip: clip, from: max(0, start), painted: &painted)
    return painted
  }

  /// Paints a node that rasterizes its subtree, without the group, blend or transform that its buffer is composited with.
  func paintRasterized(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect) throws {
    var painted = PaintCount()
    try paintBody(i, in: canvas, clip: clip, from: i, painted: &painted, asBuffer: false)
  }

  private func rect(_ r: PixelRect) -> Rect {
    Rect(Double(r.x - originX), Double(r.y - originY), Double(r.width), Double(r.height))
  }

  private func pixels(_ r: PixelRect) -> PixelRect { PixelRect(x: r.x - originX, y: r.y - originY, width: r.width, height: r.height) }

  /// Paints node `i` and all below it, leaving out what comes before node `start` in paint order.
  private func paint(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout PaintCount) throws {
    painted.visited += 1
    guard Int(tree.end[i]) > start, scene.subtreeBounds[i].intersects(clip), !scene.isLeftOut(i) else { return }
    let bounds = scene.subtreeBounds[i]
    guard let shown = scene.presentation(i) else {
      return try paintInPlace(i, in: canvas, clip: clip, bounds: bounds, from: start, opacity: 1, scale: 1, painted: &painted)
    }
    let (clip, area) = (clip.moved(-shown.x, -shown.y), bounds.moved(-shown.x, -shown.y))
    try moved(by: shown.x, shown.y).paintInPlace(
      i, in: canvas, clip: clip, bounds: area, from: start, opacity: shown.opacity, scale: shown.scale, painted: &painted)
  }

  /// The compositor for a space whose origin lies at (`x`, `y`) of this one's.
  private func moved(by x: Int, _ y: Int) -> Compositor {
    Compositor(scene: scene, originX: originX - x, originY: originY - y, factor: factor)
  }

  /// Paints a node that left, and all below it.
  private func paint(_ departure: DeparturePicture, in canvas: borrowing Canvas, clip: PixelRect, painted: inout PaintCount) throws {
    guard departure.bounds.intersects(clip), let shown = departure.scene.presentation(departure.root) else { return }
    let (x, y) = (departure.offset.x + shown.x, departure.offset.y + shown.y)
    let inner = Compositor(scene: departure.scene, originX: originX - x, originY: originY - y)
    try inner.paintInPlace(
      departure.root, in: canvas, clip: clip.moved(-x, -y), bounds: departure.bounds.moved(-x, -y), from: 0, opacity: shown.opacity,
      scale: shown.scale, painted: &painted)
  }

  /// Paints node `i`, whose space this compositor's is, and all below it.
  /// - Parameter bounds: what it covers, its own transform applied.
  private func paintInPlace(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, bounds: PixelRect, from start: Int, opacity share: Double, scale: Double,
    painted: inout PaintCount
  ) throws {
    let p = scene.properties[i]
    let opacity = p.value.opacity * share
    guard !p.value.isHidden, opacity > 0 else { return }
    let area = bounds.intersection(clip)
    if let transform = SceneTree.transform(p.value.transform, box: scene.box(i), scale: tree.environment.scale, by: scale) {
      painted.painted += 1
      return try paintTransformed(i, p, transform, opacity, in: canvas, clip: clip, covering: bounds, painted: &painted)
    }
    if opacity < 1 || p.value.blend != .normal, !isSingleDraw(i, p) {
      painted.painted += 1
      canvas.save()
      defer { canvas.restore() }
      clipTo(area, in: canvas)
      try canvas.beginGroup(opacity: opacity, blend: p.value.blend)
      defer { canvas.endGroup() }
      return try paintBody(i, in: canvas, clip: area, from: start, painted: &painted, asBuffer: true)
    }
    try paintBody(i, in: canvas, clip: clip, from: start, opacity: opacity, painted: &painted, asBuffer: true)
  }

  /// Whether the node is nothing but one buffer, whose draw can take opacity and blend mode itself.
  private func isSingleDraw(_ i: Int, _ p: SharedProperties) -> Bool {
    guard case .buffer(let contents) = scene.contents[i], !scene.concealed.contains(i) else { return false }
    return (contents.showsSubtree || Int(tree.end[i]) == i + 1 && scene.departures[Int32(i)] == nil) && p.value.background == nil
      && p.value.border == nil
      && p.value.shadow == nil
      && p.value.backdropBlur == 0 && !p.value.clipsToBounds && scene.placeholders[i] == nil
  }

  private func paintTransformed(
    _ i: Int, _ p: SharedProperties, _ transform: Transform, _ opacity: Double, in canvas: borrowing Canvas, clip: PixelRect,
    covering whole: PixelRect, painted: inout PaintCount
  ) throws {
    guard !scene.localBounds[i].isEmpty else { return }
    if case .buffer(let contents) = scene.contents[i], contents.factor != 1, transform.isScaling, scene.box(i) == tree.boxes[i] {
      // One buffer for all of it, drawn for the size that it is seen in or near to it.
      canvas.save()
      defer { canvas.restore() }
      canvas.concatenate(
        Transform.translation(Double(originX), Double(originY)).then(transform).then(.translation(-Double(originX), -Double(originY))))
      let area = contents.exactRect(at: tree.boxes[i]).offset(by: Point(-Double(originX), -Double(originY)))
      return canvas.draw(contents.buffer, in: area, quality: .bilinear, opacity: opacity, blend: p.value.blend)
    }
    // A transparent margin: edges are smoothed by interpolation alone, so that the picture does not depend on how far its content reaches.
    let bounds = scene.localBounds[i].grown(by: 2)
    if bounds.area <= Self.layerLimit {
      return try paintLayer(i, p, transform, opacity, bounds, in: canvas, painted: &painted)
    }
    guard let inverse = transform.inverse else { return }
    // Too large for one picture: it is painted by parts of the target, cut the same way whatever is to be painted, so that a pixel comes
    // from the same part every time. Whole pixels, so that no seam shows.
    var parts = [whole]
    while let part = parts.popLast() {
      guard part.intersects(clip) else { continue }
      let needed = inverse.apply(Rect(part)).covering(scale: 1).grown(by: 3).intersection(bounds)
      guard !needed.isEmpty else { continue }
      if needed.area <= Self.layerLimit || part.area <= 1 {
        // What shrinks to less than a pixel in so large a picture is not seen.
        guard needed.area <= DrawJob.maximumPixels else { continue }
        canvas.save()
        defer { canvas.restore() }
        clipTo(part, in: canvas)
        try paintLayer(i, p, transform, opacity, needed, in: canvas, painted: &painted)
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
    _ i: Int, _ p: SharedProperties, _ transform: Transform, _ opacity: Double, _ bounds: PixelRect, in canvas: borrowing Canvas,
    painted: inout PaintCount
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
    canvas.draw(layer, in: rect(bounds), quality: .bilinear, opacity: opacity, blend: p.value.blend)
  }

  /// Paints what the node shows itself and then what is below it.
  /// - Parameters:
  ///   - opacity: of a node that is nothing but one buffer; nil: a group has it.
  ///   - asBuffer: false while the node's own rasterized buffer is being made.
  private func paintBody(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, opacity: Double? = nil, painted: inout PaintCount,
    asBuffer: Bool
  ) throws {
    let p = scene.properties[i]
    // In a layer or group of its own, that is mixed as its node says, a buffer is drawn as it is.
    let single = asBuffer && opacity != nil && (opacity != 1 || p.value.blend != .normal) && isSingleDraw(i, p)
    let opacity = opacity ?? 1
    let isConcealed = scene.concealed.contains(i)
    if asBuffer, !isConcealed, case .buffer(let contents) = scene.contents[i], contents.showsSubtree {
      if i >= start {
        painted.painted += 1
        drawBuffer(i, contents, in: canvas, opacity: single ? opacity : 1, blend: single ? p.value.blend : .normal)
      }
      return
    }
    let box = scene.box(i)
    let departures = scene.departures.isEmpty ? nil : scene.departures[Int32(i)]
    let hasChildren = !isConcealed && (Int(tree.end[i]) > i + 1 || departures != nil)
    let scale = tree.environment.scale
    let drawsOver = tree.nodes[i].drawsOverSubnodes
    func paintOver() throws {
      if hasChildren { try paintPlaceholder(i, p, box, in: canvas) }
      guard drawsOver, !isConcealed, asBuffer || i >= start, scene.ownBounds[i].intersects(clip) else { return }
      canvas.save()
      defer { canvas.restore() }
      if p.value.clipsToBounds {
        let corners: CornerRadii = p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale)
        clipTo(RoundedRect(rect(box), radii: corners), box, in: canvas)
      }
      try paintContent(i, box, in: canvas, opacity: 1, blend: .normal)
    }
    if i >= start, scene.ownBounds[i].intersects(clip) {
      painted.painted += 1
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
      if !drawsOver, !isConcealed {
        try paintContent(i, box, in: canvas, opacity: single ? opacity : 1, blend: single ? p.value.blend : .normal)
      }
      if !hasChildren { try paintPlaceholder(i, p, box, in: canvas) }
      if p.value.clipsToBounds { canvas.restore() }
      if let border = p.value.border { canvas.drawBorder(border.scaled(by: scale), of: shape) }
    }
    guard hasChildren else { return try paintOver() }
    if p.value.clipsToBounds {
      canvas.save()
      clipTo(RoundedRect(rect(box), radii: p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale)), box, in: canvas)
    }
    let inside = p.value.clipsToBounds ? clip.intersection(box) : clip
    if let departures {
      var child = i + 1
      func paintDepartures() throws {
        for picture in departures where picture.position == child && child > start {
          try paint(picture, in: canvas, clip: inside, painted: &painted)
        }
      }
      while child < Int(tree.end[i]) {
        try paintDepartures()
        try paint(child, in: canvas, clip: inside, from: start, painted: &painted)
        child = Int(tree.end[child])
      }
      try paintDepartures()
    } else {
      try scene.forEachSubnode(of: i) { child in
        try paint(child, in: canvas, clip: inside, from: start, painted: &painted)
      }
    }
    if p.value.clipsToBounds { canvas.restore() }
    try paintOver()
  }

  private func clipTo(_ shape: RoundedRect, _ box: PixelRect, in canvas: borrowing Canvas) {
    if shape.radii.isZero { clipTo(box, in: canvas) } else { canvas.clip(shape) }
  }

  private func clipTo(_ area: PixelRect, in canvas: borrowing Canvas) {
    if factor == 1 { canvas.clip(pixels: pixels(area)) } else { canvas.clip(rect(area)) }
  }

  private func fill(_ shape: RoundedRect, _ paint: Paint, in canvas: borrowing Canvas) {
    let mapped = paint.mapped(to: shape.rect)
    if shape.radii.isZero { canvas.fill(shape.rect, mapped) } else { canvas.fill(shape, mapped) }
  }

  private func paintContent(_ i: Int, _ box: PixelRect, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) throws {
    switch scene.contents[i] {
    case .none: break
    case .buffer(let contents): drawBuffer(i, contents, in: canvas, opacity: opacity, blend: blend)
    case .direct(let contents):
      canvas.save()
      let mark = canvas.mark
      defer {
        // A draw that threw may have left groups open, and one that did not as well.
        canvas.rewind(to: mark)
        canvas.restore()
      }
      if let area = scene.contents[i].area(in: box, laidOut: tree.boxes[i], tree.environment(of: i)) { clipTo(area, in: canvas) }
      do {
        try contents.paint(at: box, isElsewhere: box != tree.boxes[i], originX: originX, originY: originY, in: canvas)
      } catch {
        if case .outOfMemory = error as? RenderError { throw error }
        // One node that cannot be drawn takes nothing else from the picture.
        scene.failures.withLock { $0[i] = "\(error)" }
      }
    }
  }

  private func drawBuffer(_ i: Int, _ contents: NodeContents, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) {
    let box = scene.box(i)
    if contents.factor != 1 {
      let area = contents.exactRect(at: box).offset(by: Point(-Double(originX), -Double(originY)))
      return canvas.draw(contents.buffer, in: area, quality: .bilinear, opacity: opacity, tint: contents.tint, blend: blend)
    }
    var at = contents.rect(at: box)
    if box != tree.boxes[i] {
      let place = contents.placement(in: box, tree.environment(of: i))
      if place.isStretched {
        let rect = place.rect.offset(by: Point(-Double(originX), -Double(originY)))
        return canvas.draw(contents.buffer, in: rect, quality: .bilinear, opacity: opacity, tint: contents.tint, blend: blend)
      }
      at = place.covered
    }
    canvas.draw(
      contents.buffer, atPixel: at.x - originX, at.y - originY, opacity: opacity, tint: contents.tint, opaque: contents.isOpaque,
      blend: blend, letters: contents.hasLetters)
  }

  /// Paints what stands in for the content of node `i` and of all below it, where something does.
  private func paintPlaceholder(_ i: Int, _ p: SharedProperties, _ box: PixelRect, in canvas: borrowing Canvas) throws {
    guard let placeholder = p.value.placeholder, let opacity = scene.placeholders[i], opacity > 0 else { return }
    let scale = tree.environment.scale
    let shape = RoundedRect(rect(box), radii: p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale))
    canvas.save()
    defer { canvas.restore() }
    canvas.clip(shape.rect)
    if opacity < 1 { try canvas.beginGroup(opacity: opacity) }
    defer { if opacity < 1 { canvas.endGroup() } }
    if let skeleton = scene.skeletons[i] { return paint(skeleton, placeholder.paint, box, in: canvas) }
    guard let image = placeholder.image else { return fill(shape, placeholder.paint, in: canvas) }
    if !shape.radii.isZero { canvas.clip(shape) }
    canvas.draw(image.pixels, in: shape.rect, quality: .bilinear)
  }

  private func paint(_ skeleton: Skeleton, _ paint: Paint, _ box: PixelRect, in canvas: borrowing Canvas) {
    let scale = tree.environment.scale
    let frame = rect(box)
    let paint = gleaming(paint.mapped(to: frame), skeleton.gleam, over: frame)
    for bar in skeleton.bars {
      let at = Rect(
        bar.rect.minX * scale - Double(originX), bar.rect.minY * scale - Double(originY), bar.rect.width * scale, bar.rect.height * scale)
      canvas.fill(RoundedRect(at, radii: bar.radii.scaled(by: scale)), paint)
    }
  }

  /// One colour with a gleam that runs from the left of `frame` to its right.
  private func gleaming(_ paint: Paint, _ gleam: Double?, over frame: Rect) -> Paint {
    guard let gleam, case .color(let color) = paint, frame.width > 0 else { return paint }
    var light = color
    func lighter(_ v: Float) -> Float { v + (1 - v) * 0.6 }
    (light.red, light.green, light.blue) = (lighter(color.red), lighter(color.green), lighter(color.blue))
    // From one half of the width before the frame to as much behind it.
    let middle = frame.minX + frame.width * (gleam * 2 - 0.5)
    let half = frame.width * 0.4
    return .gradient(
      .linear(
        from: Point(middle - half, frame.minY), to: Point(middle + half, frame.minY),
        stops: [GradientStop(0, color), GradientStop(0.5, light), GradientStop(1, color)]))
  }
}

extension Transform {
  /// Whether it makes things larger or smaller, and neither turns nor shears nor mirrors them.
  fileprivate var isScaling: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
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
