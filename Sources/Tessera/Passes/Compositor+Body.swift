internal import TesseraGeometry
internal import TesseraRender

extension Compositor {
  /// Paints a node's own content and then its subnodes.
  /// - Parameters:
  ///   - opacity: opacity of a node that consists of one buffer; nil if a group applies it.
  ///   - asBuffer: false while the node's own rasterized buffer is being created.
  func paintBody(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, opacity: Double? = nil, painted: inout PaintCount,
    asBuffer: Bool
  ) throws {
    let p = scene.properties[i]
    // In a separate layer or group, which is blended as the node specifies, a buffer is drawn unchanged.
    let single = asBuffer && opacity != nil && (opacity != 1 || p.value.blend != .normal) && isSingleDraw(i, p)
    let mix = single ? (opacity ?? 1, p.value.blend) : (1, .normal)
    if asBuffer, !scene.concealed.contains(i), case .buffer(let contents) = scene.contents[i], contents.showsSubtree {
      if i >= start {
        painted.painted += 1
        drawBuffer(i, contents, in: canvas, opacity: mix.0 * fade, blend: mix.1)
      }
      return
    }
    let box = scene.box(i)
    let scale = tree.environment.scale
    let isDamaged = scene.ownBounds[i].intersects(clip)
    let shape = RoundedRect(rect(box), radii: p.value.cornerRadii.isZero ? .zero : p.value.cornerRadii.scaled(by: scale))
    if i >= start, isDamaged {
      painted.painted += 1
      if let shadow = p.value.shadow { canvas.drawShadow(shadow.scaled(by: scale).faded(by: fade), of: shape) }
      if !box.isEmpty, p.value.backdropBlur > 0 { canvas.blurBackdrop(in: shape, sigma: p.value.backdropBlur * scale) }
      if !scene.lenses.isEmpty, let source = scene.lenses[i] { try paintLens(source, in: shape, canvas) }
    }
    let layers = BodyLayers(
      p: p, box: box, shape: shape, isPainted: i >= start && isDamaged, isFinished: isDamaged && (asBuffer || i >= start), mix: mix)
    guard p.value.clipsToBounds, !shape.radii.isZero else {
      return try paintLayers(layers, i, in: canvas, clip: clip, from: start, painted: &painted)
    }
    // The edges of all layers coincide, so content below shows through the shape's edge only once.
    var square = layers
    square.shape = RoundedRect(shape.rect)
    square.rounded = shape
    try canvas.withCorners(of: shape) {
      try paintLayers(square, i, in: canvas, clip: clip, from: start, painted: &painted)
    }
  }

  /// Paints the magnified content of the frame at `source` into a shape.
  private func paintLens(_ source: PixelRect, in shape: RoundedRect, _ canvas: borrowing Canvas) throws {
    guard let target, !source.isEmpty else { return }
    let copy = try PixelBuffer(width: source.width, height: source.height)
    do {
      let inner = try Canvas(copy)
      inner.draw(target, atPixel: -source.x, -source.y)
      if let failure = inner.failure { throw failure }
    }
    try canvas.withCorners(of: shape) { canvas.draw(copy, in: shape.rect, quality: tree.environment.layerQuality) }
  }

  /// Layers of one node for `paintLayers`.
  private struct BodyLayers {
    let p: SharedProperties
    let box: PixelRect
    /// Shape of background and placeholder; without radii if corners are cut afterwards.
    var shape: RoundedRect
    /// Shape whose corners are cut afterwards.
    var rounded: RoundedRect?
    /// Whether the layers below the subnodes are painted, and those above them.
    let isPainted: Bool
    let isFinished: Bool
    /// Opacity and blend mode of the content.
    let mix: (opacity: Double, blend: BlendMode)
  }

  /// Paints background, content, subnodes, content above them, and the border. The border of a node that does not clip is painted before
  /// its subnodes.
  private func paintLayers(
    _ layers: BodyLayers, _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout PaintCount
  ) throws {
    let (p, box) = (layers.p, layers.box)
    let isConcealed = scene.concealed.contains(i)
    let hasChildren = !isConcealed && (Int(tree.end[i]) > i + 1 || !scene.departures.isEmpty && scene.departures[Int32(i)] != nil)
    let drawsOver = tree.nodes[i].drawsOverSubnodes
    if layers.isPainted, !box.isEmpty, let background = p.value.background { fill(layers.shape, background, in: canvas) }
    if p.value.clipsToBounds {
      canvas.save()
      clipTo(box, in: canvas)
    }
    defer { if p.value.clipsToBounds { canvas.restore() } }
    if layers.isPainted {
      if !drawsOver, !isConcealed { try paintContent(i, box, in: canvas, opacity: layers.mix.opacity * fade, blend: layers.mix.blend) }
      if !hasChildren { try paintPlaceholder(i, p, box, layers.shape, in: canvas) }
      if !p.value.clipsToBounds { drawBorder(layers, in: canvas) }
    }
    if hasChildren {
      let inner = p.value.clipsToBounds ? clip.intersection(box) : clip
      try paintSubnodes(i, in: canvas, clip: inner, from: start, painted: &painted)
      if !scene.sharedElements.isEmpty {
        for picture in scene.sharedElements[Int32(i)] ?? [] { try paint(picture, in: canvas, clip: inner, painted: &painted) }
      }
      try paintPlaceholder(i, p, box, layers.shape, in: canvas)
    }
    if drawsOver, !isConcealed, layers.isFinished { try paintContent(i, box, in: canvas, opacity: fade, blend: .normal) }
    if p.value.clipsToBounds, layers.isFinished { drawBorder(layers, in: canvas) }
  }

  private func drawBorder(_ layers: BodyLayers, in canvas: borrowing Canvas) {
    guard var border = layers.p.value.border else { return }
    if fade < 1 { border.color = border.color.opacity(Float(fade)) }
    canvas.drawBorder(
      border.onPixels(scale: tree.environment.scale), of: layers.rounded ?? layers.shape, fillsCorners: layers.rounded != nil)
  }

  private func paintSubnodes(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout PaintCount
  ) throws {
    guard !scene.departures.isEmpty, let departures = scene.departures[Int32(i)] else {
      return try scene.forEachSubnode(of: i) { child in
        try paint(child, in: canvas, clip: clip, from: start, painted: &painted)
      }
    }
    func paintDepartures(at child: Int) throws {
      for picture in departures where picture.position == child && child > start {
        try paint(picture, in: canvas, clip: clip, painted: &painted)
      }
    }
    func paintSubnode(_ child: Int) throws {
      try paintDepartures(at: child)
      try paint(child, in: canvas, clip: clip, from: start, painted: &painted)
    }
    if let order = scene.stacking[i] {
      for child in order { try paintSubnode(Int(child)) }
    } else {
      var child = i + 1
      while child < Int(tree.end[i]) {
        try paintSubnode(child)
        child = Int(tree.end[child])
      }
    }
    try paintDepartures(at: Int(tree.end[i]))
  }
}

extension Border {
  /// Returns the border in whole device pixels, at least one for a visible border.
  func onPixels(scale: Double) -> Border {
    func whole(_ width: Double) -> Double { width > 0 ? max(1, (width * scale + 1e-6).rounded(.down)) : width }
    var copy = self
    copy.width = Insets(top: whole(width.top), right: whole(width.right), bottom: whole(width.bottom), left: whole(width.left))
    return copy
  }
}

extension PixelRect {
  /// Returns the rectangle without strips of whole pixels at its edges; empty if nothing is left.
  func inset(by strips: Insets) -> PixelRect {
    func pixels(_ length: Double) -> Int { length > 0 ? Int(min(length, 1e6)) : 0 }
    let (left, top) = (pixels(strips.left), pixels(strips.top))
    return PixelRect(
      x: x + left, y: y + top, width: max(0, width - left - pixels(strips.right)), height: max(0, height - top - pixels(strips.bottom)))
  }
}
