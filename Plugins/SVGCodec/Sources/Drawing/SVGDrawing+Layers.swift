internal import TesseraGeometry
internal import TesseraRender

extension SVGDrawing {
  /// Draws a group that needs a layer or a clip; its transform is already applied to the canvas.
  func drawLayer(_ group: SVGGroup, in canvas: borrowing Canvas) {
    guard let ink = group.inkBounds else { return }
    let area = pixels(ink, canvas)
    guard area.width > 0, area.height > 0 else { return }
    canvas.clip(pixels: area)
    // A clip of a single shape uses the canvas's clip. The rest may then need no layer.
    var rest = group
    if let clip = group.clip, let path = clip.singlePath {
      guard spend(area), spend(path.path.pointCount) else { return }
      counting(canvas) { canvas.clip(path.path, rule: path.rule) }
      rest.clip = nil
    }
    if rest.isPlain {
      for child in rest.children { draw(child, in: canvas) }
      return
    }
    if drawFaded(rest, in: canvas) { return }
    guard spend(area, times: Self.cost(of: rest.blend)) else { return }
    holding(area) { composite(rest, in: canvas) }
  }

  /// Cost of blending a layer, in flat-colour pixels per pixel.
  private static func cost(of blend: BlendMode) -> Int {
    switch blend {
    case .normal: 3
    case .hue, .saturation, .color, .luminosity, .softLight: 40
    default: 12
    }
  }

  private func composite(_ rest: SVGGroup, in canvas: borrowing Canvas) {
    guard (try? canvas.beginGroup(opacity: rest.opacity, blend: rest.blend)) != nil else { return }
    if rest.filters.isEmpty {
      for child in rest.children { draw(child, in: canvas) }
    } else {
      drawFiltered(rest, in: canvas)
    }
    if let clip = rest.clip { apply(clip, in: canvas) }
    if let mask = rest.mask { apply(mask, in: canvas) }
    canvas.endGroup()
  }

  /// Draws a group that consists of a single fill or stroke with an opacity. Returns false for other groups.
  private func drawFaded(_ group: SVGGroup, in canvas: borrowing Canvas) -> Bool {
    guard group.blend == .normal, group.clip == nil, group.mask == nil, group.filters.isEmpty, group.children.count == 1,
      case .shape(var shape) = group.children[0], shape.fill == nil || shape.stroke == nil
    else { return false }
    shape.fill?.opacity *= group.opacity
    shape.stroke?.opacity *= group.opacity
    draw(.shape(shape), in: canvas)
    return true
  }

  // MARK: clips and masks

  private func apply(_ clip: SVGClip, in canvas: borrowing Canvas) {
    guard spend(canvas.clipBounds, times: 2) else { return }
    holding(canvas.clipBounds) {
      guard (try? canvas.beginGroup()) != nil else { return }
      canvas.save()
      canvas.concatenate(clip.transform)
      for child in clip.content.children { draw(child, in: canvas) }
      canvas.restore()
      if let outer = clip.clip { apply(outer, in: canvas) }
      canvas.endGroup(asMask: .alpha)
    }
  }

  private func apply(_ mask: SVGMask, in canvas: borrowing Canvas) {
    guard spend(canvas.clipBounds, times: 3) else { return }
    holding(canvas.clipBounds) {
      guard (try? canvas.beginGroup()) != nil else { return }
      canvas.save()
      canvas.clip(mask.rect)
      draw(mask.content, in: canvas)
      canvas.restore()
      if let outer = mask.mask { apply(outer, in: canvas) }
      canvas.endGroup(asMask: mask.kind)
    }
  }
}

extension SVGClip {
  /// Path of a clip that consists of a single shape; otherwise nil.
  var singlePath: (path: Path, rule: FillRule)? {
    guard clip == nil, content.isPlain, content.children.count == 1, case .shape(let shape) = content.children[0], let fill = shape.fill,
      !shape.isAliased
    else { return nil }
    let map = content.transform.then(transform)
    return (map.isIdentity ? shape.path : shape.path.transformed(map), fill.rule)
  }
}
