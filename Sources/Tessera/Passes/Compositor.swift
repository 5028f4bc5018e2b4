internal import TesseraGeometry
internal import TesseraRender

/// Paints finished contents in paint order. Coordinates are device pixels of the stage; the target's top left pixel is at the origin given.
///
/// Every pixel depends on the scene and its own position only, never on how the picture was cut into damage or bands.
struct Compositor {
  /// In a reference: compositors are made and copied for each node in motion.
  private final class Held: Sendable {
    let scene: PaintScene
    let isStill: Bool
    init(_ scene: PaintScene) { (self.scene, isStill) = (scene, scene.isStill) }
  }

  private let held: Held
  var originX = 0
  var originY = 0
  /// Pixels of the target for each pixel of the stage, which the canvas is scaled by: 1 but for buffers that are drawn larger.
  var factor = 1.0
  /// Opacity of all that is painted: of groups whose parts are mixed one by one.
  var fade = 1.0
  /// What is painted into, where that is the frame: what lenses magnify.
  var target: PixelBuffer?
  /// Part of the target that is seen, so that layers are no larger; nil: all of it.
  var view: LayerView?
  /// Layer of a node below that was painted early.
  var prepared: PreparedLayer?

  /// - Parameter screen: all pixels of the target, whatever is painted of them now; nil: layers are painted whole.
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
  var tree: SceneTree { held.scene.tree }

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

  func rect(_ r: PixelRect) -> Rect {
    Rect(Double(r.x - originX), Double(r.y - originY), Double(r.width), Double(r.height))
  }

  private func pixels(_ r: PixelRect) -> PixelRect { PixelRect(x: r.x - originX, y: r.y - originY, width: r.width, height: r.height) }

  /// Paints node `i` and all below it, leaving out what comes before node `start` in paint order.
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

  /// The compositor for a target whose top left pixel is elsewhere.
  func at(_ x: Int, _ y: Int) -> Compositor {
    var copy = self
    (copy.originX, copy.originY) = (x, y)
    return copy
  }

  /// The compositor for a space whose origin lies at (`x`, `y`) of this one's.
  private func moved(by x: Int, _ y: Int) -> Compositor {
    at(originX - x, originY - y)
  }

  /// Paints a node that left, and all below it.
  func paint(_ departure: DeparturePicture, in canvas: borrowing Canvas, clip: PixelRect, painted: inout PaintCount) throws {
    guard departure.bounds.intersects(clip), let shown = departure.scene.presentation(departure.root) else { return }
    let (x, y) = (departure.offset.x + shown.x, departure.offset.y + shown.y)
    var inner = Compositor(scene: departure.scene, originX: originX - x, originY: originY - y)
    inner.view = view
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
    if let transform = SceneTree.transform(
      p.value.transform, about: p.value.transformAnchor, box: scene.box(i), scale: tree.environment.scale, by: scale)
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

  /// Whether the parts of a translucent group are mixed one by one: for black and white, so that letters and lines in it are told from what lies beneath.
  /// What lies over another part of the group then shows it.
  private func mixesParts(_ p: SharedProperties) -> Bool {
    tree.environment.textAntialiasing == .bilevel && p.value.blend == .normal && scene.sharedElements.isEmpty && scene.departures.isEmpty
  }

  /// Whether the node is nothing but one buffer, whose draw can take opacity and blend mode itself.
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

  func drawBuffer(_ i: Int, _ contents: NodeContents, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode) {
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
  /// The paint with a share of its opacity.
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
