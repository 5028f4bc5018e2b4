internal import TesseraGeometry
internal import TesseraRender

extension Compositor {
  /// Paints the placeholder of node `i` and its subtree, if it has one.
  /// - Parameter shape: shape of the box; without radii if its corners are cut afterwards.
  func paintPlaceholder(_ i: Int, _ p: SharedProperties, _ box: PixelRect, _ shape: RoundedRect, in canvas: borrowing Canvas) throws {
    guard let placeholder = p.value.placeholder, let share = scene.placeholders[i], share > 0 else { return }
    let opacity = share * fade
    canvas.save()
    defer { canvas.restore() }
    canvas.clip(shape.rect)
    var inner = self
    inner.fade = 1
    if opacity < 1 { try canvas.beginGroup(opacity: opacity) }
    defer { if opacity < 1 { canvas.endGroup() } }
    if let skeleton = scene.skeletons[i] { return paint(skeleton, placeholder.paint, box, in: canvas) }
    guard let image = placeholder.image else { return inner.fill(shape, placeholder.paint, in: canvas) }
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

  /// Returns a colour with a highlight that moves from the left of `frame` to its right.
  private func gleaming(_ paint: Paint, _ gleam: Double?, over frame: Rect) -> Paint {
    guard let gleam, case .color(let color) = paint, frame.width > 0 else { return paint }
    var light = color
    func lighter(_ v: Float) -> Float { v + (1 - v) * 0.6 }
    (light.red, light.green, light.blue) = (lighter(color.red), lighter(color.green), lighter(color.blue))
    // It starts half of the width before the frame and ends half of it after the frame.
    let middle = frame.minX + frame.width * (gleam * 2 - 0.5)
    let half = frame.width * 0.4
    return .gradient(
      .linear(
        from: Point(middle - half, frame.minY), to: Point(middle + half, frame.minY),
        stops: [GradientStop(0, color), GradientStop(0.5, light), GradientStop(1, color)]))
  }
}
