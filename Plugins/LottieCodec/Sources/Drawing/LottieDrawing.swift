internal import TesseraGeometry
internal import TesseraRender

/// Draws compositions on a canvas. Used for one drawing, on one thread.
final class LottieDrawing {
  private let compositions: [Composition]
  private let rate: Double
  private let colors: [String: Color]
  let budget: LottieBudget

  init(_ compositions: [Composition], rate: Double, colors: [String: Color], budget: LottieBudget) {
    (self.compositions, self.rate, self.colors, self.budget) = (compositions, rate, colors, budget)
  }

  /// Draws the layers of a composition at a time in frames, bottom layer first. Compositions are acyclic (`LottieReading`).
  func draw(_ composition: Int, at frame: Double, in canvas: borrowing Canvas) {
    let layers = compositions[composition].layers
    for layer in layers.reversed() where !layer.isMatte && layer.isShown(at: frame) {
      guard budget.spendLayer() else { return }
      draw(layer, of: layers, at: frame, in: canvas)
    }
  }

  private func draw(_ layer: LottieLayer, of layers: [LottieLayer], at frame: Double, in canvas: borrowing Canvas) {
    guard let matte = layer.matte else { return drawMasked(layer, of: layers, at: frame, blend: layer.blend, in: canvas) }
    group(blend: layer.blend, in: canvas) {
      drawMasked(layer, of: layers, at: frame, blend: .normal, in: canvas)
      guard budget.spendLayer(), (try? canvas.beginGroup()) != nil else { return }
      drawMatte(matte, of: layers, at: frame, in: canvas)
      canvas.endGroup(asMask: matte.isLuma ? .luminance : .alpha)
    }
  }

  private func drawMatte(_ matte: LottieLayer.Matte, of layers: [LottieLayer], at frame: Double, in canvas: borrowing Canvas) {
    let layer = layers[matte.layer]
    guard matte.isInverted else {
      if layer.isShown(at: frame) { draw(layer, of: layers, at: frame, in: canvas) }
      return
    }
    // Start with white. An alpha matte subtracts its alpha; the difference mode inverts a luminance matte.
    canvas.fill(canvas.localClip, .color(.white))
    guard layer.isShown(at: frame) else { return }
    group(blend: matte.isLuma ? .difference : .destinationOut, in: canvas) { draw(layer, of: layers, at: frame, in: canvas) }
  }

  /// Draws a layer within its masks.
  private func drawMasked(_ layer: LottieLayer, of layers: [LottieLayer], at frame: Double, blend: BlendMode, in canvas: borrowing Canvas) {
    let opacity = layer.transform.opacity(at: frame)
    guard opacity > 0 else { return }
    canvas.save()
    var map = layer.transform.map(at: frame)
    for parent in layer.parents { map = map.then(layers[parent].transform.map(at: frame)) }
    canvas.concatenate(map)
    var masks = layer.masks
    // Masks that are plain shapes are applied as clips of the canvas.
    if masks.count == 1 || masks.allSatisfy({ $0.mode == .intersect }), masks.allSatisfy({ $0.isPlain(at: frame) }) {
      for mask in masks { canvas.clip(mask.outline(at: frame)) }
      masks = []
    }
    if masks.isEmpty {
      drawContent(layer, at: frame, opacity: opacity, blend: blend, in: canvas)
    } else {
      group(opacity: opacity, blend: blend, in: canvas) {
        drawContent(layer, at: frame, opacity: 1, blend: .normal, in: canvas)
        guard (try? canvas.beginGroup()) != nil else { return }
        draw(masks, at: frame, in: canvas)
        canvas.endGroup(asMask: .alpha)
      }
    }
    canvas.restore()
  }

  private func draw(_ masks: [LottieMask], at frame: Double, in canvas: borrowing Canvas) {
    if let first = masks.first, first.mode == .subtract || first.mode == .intersect { canvas.fill(canvas.localClip, .color(.white)) }
    for mask in masks {
      let path = mask.outline(at: frame)
      let opacity = mask.opacity.number(at: frame).share
      let blend: BlendMode =
        switch mask.mode {
        case .add: .normal
        case .subtract: .destinationOut
        case .intersect: .destinationIn
        case .difference: .xor
        }
      guard budget.spendPath(vertices: 4) else { return }
      let expansion = mask.expansion.number(at: frame)
      group(opacity: opacity, blend: blend, in: canvas) {
        guard mask.isInverted else { return fill(path, movedBy: expansion, in: canvas) }
        canvas.fill(canvas.localClip, .color(.white))
        group(blend: .destinationOut, in: canvas) { fill(path, movedBy: expansion, in: canvas) }
      }
    }
  }

  /// Fills an outline that is offset outwards, or inwards if the distance is negative.
  private func fill(_ path: Path, movedBy distance: Double, in canvas: borrowing Canvas) {
    canvas.fill(path, .color(.white))
    guard distance != 0 else { return }
    let pen = StrokeStyle(width: abs(distance) * 2)
    if distance > 0 { return canvas.stroke(path, .color(.white), pen) }
    group(blend: .destinationOut, in: canvas) { canvas.stroke(path, .color(.white), pen) }
  }

  private func drawContent(_ layer: LottieLayer, at frame: Double, opacity: Double, blend: BlendMode, in canvas: borrowing Canvas) {
    if !layer.effects.isEmpty { return drawFiltered(layer, at: frame, opacity: opacity, blend: blend, in: canvas) }
    drawUnfiltered(layer, at: frame, opacity: opacity, blend: blend, in: canvas)
  }

  /// Draws the content of a layer without its effects.
  func drawUnfiltered(_ layer: LottieLayer, at frame: Double, opacity: Double, blend: BlendMode, in canvas: borrowing Canvas) {
    switch layer.content {
    case .null: break
    case .solid(let color, let size, let path):
      canvas.fill(Rect(size: size), .color((colors[path] ?? color).opacity(Float(opacity))), blend: blend)
    case .image(let pixels, let size): canvas.draw(pixels, in: Rect(size: size), quality: .good, opacity: opacity, blend: blend)
    case .precomp(let index, let size):
      let inner = layer.innerFrame(at: frame, rate: rate)
      canvas.save()
      if !size.isEmpty { canvas.clip(Rect(size: size)) }
      if opacity < 1 || blend != .normal {
        group(opacity: opacity, blend: blend, in: canvas) { draw(index, at: inner, in: canvas) }
      } else {
        draw(index, at: inner, in: canvas)
      }
      canvas.restore()
    case .shapes(let items):
      let shape = LottieShape(items, at: frame, budget: budget)
      draw(inks(of: shape.marks, .identity, at: frame), opacity: opacity, blend: blend, in: canvas)
    case .text(let text):
      if let style = text.style(at: frame) { draw(inks(of: style), opacity: opacity, blend: blend, in: canvas) }
    }
  }

  // MARK: inks

  /// Path with its paint, or inks that are composited together.
  private indirect enum Ink {
    case path(Path, Transform, ResolvedPaint)
    /// `box` is the covered area, in the coordinates of the layer.
    case group([Ink], opacity: Double, box: Rect)

    /// Covered area, in the coordinates of the layer.
    var box: Rect {
      switch self {
      case .path(let path, let map, let paint): map.apply(path.bounds.inset(by: -paint.reach))
      case .group(_, _, let box): box
      }
    }

    /// Returns the ink with its opacity multiplied.
    func faded(_ factor: Double) -> Ink {
      if factor >= 1 { return self }
      switch self {
      case .path(let path, let map, let paint): return .path(path, map, paint.faded(factor))
      case .group(let inks, let opacity, let box): return .group(inks, opacity: opacity * factor, box: box)
      }
    }
  }

  /// Resolves marks, bottom first. The opacity of a group with a single ink is applied to that ink, which needs no layer.
  private func inks(of marks: [LottieShape.Mark], _ map: Transform, at frame: Double) -> [Ink] {
    var result: [Ink] = []
    for mark in marks.reversed() where !budget.isOver {
      let map = mark.map.then(map)
      switch mark.content {
      case .paint(let paint, let outlines):
        guard budget.spendPath(vertices: outlines.vertexCount) else { break }
        let replacement = colors.isEmpty ? nil : colors[paint.path]
        guard let paint = paint.resolved(at: frame, opacity: mark.opacity, color: replacement) else { continue }
        let path = outlines.path
        if !path.isEmpty { result.append(.path(path, map, paint)) }
      case .group(let marks):
        let inner = inks(of: marks, map, at: frame)
        if inner.count == 1 { result.append(inner[0].faded(mark.opacity)) }
        guard inner.count > 1 else { break }
        let box = inner.dropFirst().reduce(inner[0].box) { $0.union($1.box) }
        result.append(.group(inner, opacity: mark.opacity, box: box))
      }
    }
    return result
  }

  private func inks(of style: LottieText.Style) -> [Ink] {
    var path = Path()
    for line in style.lines { for letter in line.letters { path.add(letter.path.transformed(letter.map)) } }
    guard !path.isEmpty else { return [] }
    var result: [Ink] = []
    if let fill = style.fill.map({ colors[style.path] ?? $0 }) {
      result.append(.path(path, .identity, ResolvedPaint(source: .color(fill), rule: .nonZero, stroke: nil)))
    }
    if let stroke = style.stroke, style.strokeWidth > 0 {
      let pen = StrokeStyle(width: style.strokeWidth, cap: .round, join: .round)
      result.append(.path(path, .identity, ResolvedPaint(source: .color(stroke), rule: .nonZero, stroke: pen)))
    }
    return style.fillsLast ? result.reversed() : result
  }

  private func draw(_ inks: [Ink], opacity: Double, blend: BlendMode, in canvas: borrowing Canvas) {
    guard !inks.isEmpty, !budget.isOver else { return }
    if opacity == 1, blend == .normal {
      for ink in inks { draw(ink, in: canvas) }
      return
    }
    canvas.save()
    canvas.clip(pixels: bounds(of: inks, canvas.transform))
    if inks.count == 1, blend == .normal {
      draw(inks[0].faded(opacity), in: canvas)
    } else {
      group(opacity: opacity, blend: blend, in: canvas) { for ink in inks { draw(ink, in: canvas) } }
    }
    canvas.restore()
  }

  private func draw(_ ink: Ink, in canvas: borrowing Canvas) {
    switch ink {
    case .group(let inks, let opacity, _): draw(inks, opacity: opacity, blend: .normal, in: canvas)
    case .path(let path, let map, let paint):
      if map.isIdentity { return paint.draw(path, in: canvas) }
      canvas.save()
      canvas.concatenate(map)
      paint.draw(path, in: canvas)
      canvas.restore()
    }
  }

  /// Returns the device pixels that the inks cover.
  private func bounds(of inks: [Ink], _ map: Transform) -> PixelRect {
    inks.reduce(.zero) { area, ink in
      let box =
        switch ink {
        case .group(_, _, let box): map.apply(box)
        case .path(let path, let own, let paint): own.then(map).apply(path.bounds.inset(by: -paint.reach))
        }
      return area.union(box.inset(by: -1).covering(scale: 1))
    }
  }

  // MARK: layers

  /// Draws into a layer that is composited afterwards.
  func group(opacity: Double = 1, blend: BlendMode = .normal, in canvas: borrowing Canvas, _ body: () -> Void) {
    budget.holding(canvas.clipBounds) {
      guard (try? canvas.beginGroup(opacity: opacity, blend: blend)) != nil else { return }
      body()
      canvas.endGroup()
    }
  }
}

extension Canvas {
  /// Rectangle in logical units that contains the clip.
  fileprivate var localClip: Rect {
    let pixels = Rect(clipBounds.grown(by: 1))
    return transform.inverse?.apply(pixels) ?? .zero
  }
}

extension LottieMask {
  func outline(at frame: Double) -> Path {
    var path = Path()
    path.add(self.path.value(at: frame), .identity)
    return path
  }

  /// Whether the mask only clips by its outline.
  func isPlain(at frame: Double) -> Bool {
    (mode == .add || mode == .intersect) && !isInverted && opacity.number(at: frame) >= 100 && expansion.number(at: frame) == 0
  }
}
