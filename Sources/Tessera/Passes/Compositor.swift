internal import TesseraGeometry
internal import TesseraRender

/// Paints finished contents in paint order. Coordinates are device pixels of the stage; the origin is that of the target's top left pixel.
///
/// Each pixel depends only on the scene and its position, not on the division of the picture into damage or bands.
struct Compositor {
  /// In a class: compositors are created and copied for each animated node.
  private final class Held: Sendable {
    let scene: PaintScene
    let isStill: Bool
    init(_ scene: PaintScene) { (self.scene, isStill) = (scene, scene.isStill) }
  }

  private let held: Held
  var originX = 0
  var originY = 0
  /// Scale of the canvas: pixels of the target for each pixel of the stage. 1 except for buffers that are drawn larger.
  var factor = 1.0
  /// Opacity of everything painted, for groups whose parts are blended separately.
  var fade = 1.0
  /// Target if it is the frame, which lenses magnify.
  var target: PixelBuffer?
  /// Visible part of the target, which limits layers; nil means all of it.
  var view: LayerView?
  /// Layer of a descendant that was painted in advance.
  var prepared: PreparedLayer?

  /// - Parameter screen: all pixels of the target, independent of the current damage; nil means that layers are painted completely.
  init(
    scene: PaintScene, originX: Int = 0, originY: Int = 0, factor: Double = 1, target: PixelBuffer? = nil, screen: PixelRect? = nil
  ) {
    held = Held(scene)
    (self.originX, self.originY, self.factor, self.target) = (originX, originY, factor, target)
    view = screen.map { LayerView($0.moved(-originX, -originY)) }
  }

  var scene: PaintScene {
    @inline(__always) _read { yield held.scene }
  }
  var tree: PaintTree { held.scene.tree }

  /// Paints everything inside `clip`, starting with the topmost node that covers everything below. Returns the number of painted nodes.
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

  /// Paints a node that rasterizes its subtree, without the group, blend or transform with which its buffer is composited.
  func paintRasterized(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect) throws {
    var painted = PaintCount()
    try paintBody(i, in: canvas, clip: clip, from: i, painted: &painted, asBuffer: false)
  }

  func rect(_ r: PixelRect) -> Rect {
    Rect(Double(r.x - originX), Double(r.y - originY), Double(r.width), Double(r.height))
  }

  private func pixels(_ r: PixelRect) -> PixelRect { PixelRect(x: r.x - originX, y: r.y - originY, width: r.width, height: r.height) }

  /// Paints node `i` and its subtree, except nodes before `start` in paint order.
  func paint(_ i: Int, in canvas: borrowing Canvas, clip: PixelRect, from start: Int, painted: inout PaintCount) throws {
    painted.visited += 1
    guard Int(tree.end[i]) > start, scene.subtreeBounds[i].intersects(clip), !scene.isLeftOut(i) else { return }
    if held.isStill, Int(tree.end[i]) == i + 1, case .none = scene.contents[i] {
      let p = scene.properties[i]
      if p.isPlain {
        guard scene.ownBounds[i].intersects(clip) else { return }
        painted.painted += 1
        guard let background = p.value.background, !tree.boxes[i].isEmpty else { return }
        let box = rect(tree.boxes[i])
        if fade == 1, case .color = background { return canvas.fill(box, background) }
        return fill(RoundedRect(box), background, in: canvas)
      }
    }
    let bounds = scene.subtreeBounds[i]
    guard let shown = scene.presentation(i) else {
      return try paintInPlace(i, in: canvas, clip: clip, bounds: bounds, from: start, opacity: 1, scale: 1, painted: &painted)
    }
    let (clip, area) = (clip.moved(-shown.x, -shown.y), bounds.moved(-shown.x, -shown.y))
    try moved(by: shown.x, shown.y).paintInPlace(
      i, in: canvas, clip: clip, bounds: area, from: start, opacity: shown.opacity, scale: shown.scale, painted: &painted)
  }

  /// Returns the compositor for a target with another top left pixel.
  func at(_ x: Int, _ y: Int) -> Compositor {
    var copy = self
    (copy.originX, copy.originY) = (x, y)
    return copy
  }

  /// Returns the compositor for a space whose origin is at (`x`, `y`) of this one's.
  private func moved(by x: Int, _ y: Int) -> Compositor {
    at(originX - x, originY - y)
  }

  /// Paints a removed node and its subtree.
  func paint(_ departure: DeparturePicture, in canvas: borrowing Canvas, clip: PixelRect, painted: inout PaintCount) throws {
    guard departure.bounds.intersects(clip), let shown = departure.scene.presentation(departure.root) else { return }
    let (x, y) = (departure.offset.x + shown.x, departure.offset.y + shown.y)
    var inner = Compositor(scene: departure.scene, originX: originX - x, originY: originY - y)
    inner.view = view
    try inner.paintInPlace(
      departure.root, in: canvas, clip: clip.moved(-x, -y), bounds: departure.bounds.moved(-x, -y), from: 0, opacity: shown.opacity,
      scale: shown.scale, painted: &painted)
  }

  /// Paints node `i`, in whose space this compositor is, and its subtree.
  /// - Parameter bounds: painted area, with its transform applied.
  private func paintInPlace(
    _ i: Int, in canvas: borrowing Canvas, clip: PixelRect, bounds: PixelRect, from start: Int, opacity share: Double, scale: Double,
    painted: inout PaintCount
  ) throws {
    let p = scene.properties[i]
    let opacity = p.value.opacity * share
    guard !p.value.isHidden, opacity > 0 else { return }
    let area = bounds.intersection(clip)
    if let transform = PaintTree.transform(
      p.value.transform, about: p.value.transformAnchor, box: scene.box(i), scale: tree.environment.scale, by: scale,
      placed: scene.placedTransform(i))
    {
      painted.painted += 1
      return try paintTransformed(i, transform, opacity * fade, in: canvas, clip: clip, covering: bounds, painted: &painted)
    }
    if opacity < 1 || p.value.blend != .normal, !isSingleDraw(i, p) {
      painted.painted += 1
      var inner = self
      inner.fade = opacity * fade
      if mixesParts(p) { return try inner.paintBody(i, in: canvas, clip: area, from: start, painted: &painted, asBuffer: true) }
      inner.fade = 1
      canvas.save()
      defer { canvas.restore() }
      clipTo(area, in: canvas)
      try canvas.beginGroup(opacity: opacity * fade, blend: p.value.blend)
      defer { canvas.endGroup() }
      return try inner.paintBody(i, in: canvas, clip: area, from: start, painted: &painted, asBuffer: true)
    }
    try paintBody(i, in: canvas, clip: clip, from: start, opacity: opacity, painted: &painted, asBuffer: true)
  }

  /// Whether the parts of a translucent group are blended separately. In black and white this keeps text and lines distinguishable from the
  /// content below. Parts that overlap then show through each other.
  private func mixesParts(_ p: SharedProperties) -> Bool {
    tree.environment.textAntialiasing == .bilevel && p.value.blend == .normal && scene.sharedElements.isEmpty && scene.departures.isEmpty
  }

  /// Returns whether the node consists of one buffer, which can be drawn with opacity and blend mode.
  func isSingleDraw(_ i: Int, _ p: SharedProperties) -> Bool {
    guard case .buffer(let contents) = scene.contents[i], !scene.concealed.contains(i) else { return false }
    return (contents.showsSubtree || Int(tree.end[i]) == i + 1 && scene.departures[Int32(i)] == nil) && p.value.background == nil
      && p.value.border == nil
      && p.value.shadow == nil
      && p.value.backdropBlur == 0 && scene.lenses[i] == nil && !p.value.clipsToBounds && scene.placeholders[i] == nil
  }

  func clipTo(_ area: PixelRect, in canvas: borrowing Canvas) {
    if factor == 1 { canvas.clip(pixels: pixels(area)) } else { canvas.clip(rect(area)) }
  }

  func fill(_ shape: RoundedRect, _ paint: Paint, in canvas: borrowing Canvas) {
    var mapped = paint.mapped(to: shape.rect)
    if fade < 1 { mapped = mapped.faded(by: fade) }
    if shape.radii.isZero { canvas.fill(shape.rect, mapped) } else { canvas.fill(shape, mapped) }
  }

  func paintContent(_ i: Int, _ box: PixelRect, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) throws {
    switch scene.contents[i] {
    case .none: if let fade = scene.fades[i] { try drawFading(i, nil, fade, in: canvas, opacity: opacity, blend: blend) }
    case .pending: break
    case .buffer(let contents):
      if let fade = scene.fades[i] { return try drawFading(i, contents, fade, in: canvas, opacity: opacity, blend: blend) }
      drawBuffer(i, contents, in: canvas, opacity: opacity, blend: blend)
    case .direct(let contents):
      if fade < 1 { try canvas.beginGroup(opacity: fade) }
      defer { if fade < 1 { canvas.endGroup() } }
      canvas.save()
      let mark = canvas.mark
      defer {
        // Any draw, also one that failed, may have left groups open.
        canvas.rewind(to: mark)
        canvas.restore()
      }
      if let area = scene.contents[i].area(in: box, laidOut: tree.boxes[i], tree.environment(of: i)) { clipTo(area, in: canvas) }
      do {
        try contents.paint(at: box, isElsewhere: box != tree.boxes[i], originX: originX, originY: originY, in: canvas)
      } catch {
        if case .outOfMemory = error as? RenderError { throw error }
        // A node that fails to draw does not affect the rest of the picture.
        scene.failures.withLock { $0[i] = "\(error)" }
      }
    }
  }

  func drawBuffer(_ i: Int, _ contents: NodeContents, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) {
    let box = scene.box(i)
    if contents.factor != 1 {
      let area = contents.exactRect(at: box).offset(by: Point(-Double(originX), -Double(originY)))
      return contents.draw(in: area, of: canvas, opacity: opacity, blend: blend)
    }
    var at = contents.rect(at: box)
    if box != tree.boxes[i] {
      let place = contents.placement(in: box, tree.environment(of: i))
      if place.isStretched {
        let rect = place.rect.offset(by: Point(-Double(originX), -Double(originY)))
        return contents.draw(in: rect, of: canvas, opacity: opacity, blend: blend)
      }
      at = place.covered
    }
    guard case .pixels(let buffer) = contents.picture else {
      return contents.draw(in: rect(at), of: canvas, opacity: opacity, blend: blend)
    }
    canvas.draw(
      buffer, atPixel: at.x - originX, at.y - originY, opacity: opacity, tint: contents.tint, opaque: contents.isOpaque,
      blend: blend, letters: contents.hasLetters)
  }
}

extension CornerRadii {
  func scaled(by s: Double) -> CornerRadii {
    CornerRadii(topLeft: topLeft * s, topRight: topRight * s, bottomRight: bottomRight * s, bottomLeft: bottomLeft * s)
  }
}

extension Shadow {
  func scaled(by s: Double) -> Shadow { Shadow(color: color, offset: offset * s, radius: radius * s, spread: spread * s) }

  func faded(by opacity: Double) -> Shadow {
    guard opacity < 1 else { return self }
    var shadow = self
    shadow.color = color.opacity(Float(opacity))
    return shadow
  }
}

extension Paint {
  /// Returns the paint with its opacity multiplied.
  func faded(by opacity: Double) -> Paint {
    guard opacity < 1 else { return self }
    switch self {
    case .color(let color): return .color(color.opacity(Float(opacity)))
    case .gradient(let gradient):
      let stops = gradient.stops.map { GradientStop($0.offset, $0.color.opacity(Float(opacity))) }
      switch gradient {
      case .linear(let from, let to, _): return .gradient(.linear(from: from, to: to, stops: stops))
      case .radial(let center, let radius, _): return .gradient(.radial(center: center, radius: radius, stops: stops))
      case .conic(let center, let angle, _): return .gradient(.conic(center: center, angle: angle, stops: stops))
      }
    }
  }
}

extension EnvironmentValues {
  /// Creates a canvas over device pixels with the stage's drawing settings.
  func canvas(over target: PixelBuffer) throws(RenderError) -> Canvas {
    try Canvas(target, textAntialiasing: textAntialiasing, colorDepth: colorDepth)
  }

  /// Quality of scaled and rotated pictures of nodes. In black and white no pixels are interpolated, because dithering would break them up.
  var layerQuality: ImageQuality { textAntialiasing == .bilevel ? .nearest : .bilinear }
}
