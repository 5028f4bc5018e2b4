internal import TesseraGeometry
internal import TesseraRender

// Content that fades in over what stood there.
extension Compositor {
  /// Draws content that has come as far as `fade` says: over the content below where all is opaque, else the sum of all by their shares.
  func drawFading(
    _ i: Int, _ contents: NodeContents, _ fade: RunningFade.Shares, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode
  ) throws {
    guard !fade.under.isEmpty else {
      return drawBuffer(i, contents, in: canvas, opacity: opacity * fade.share, blend: blend)
    }
    let box = scene.box(i)
    let area = contents.rect(at: box)
    let isPlain = fade.under.allSatisfy { $0.contents.isOpaque && $0.contents.rect(at: box) == area }
    if isPlain, contents.isOpaque, opacity == 1, blend == .normal {
      for layer in fade.under { drawBuffer(i, layer.contents, in: canvas, opacity: layer.share, blend: .normal) }
      return drawBuffer(i, contents, in: canvas, opacity: fade.share, blend: .normal)
    }
    canvas.save()
    defer { canvas.restore() }
    if box == tree.boxes[i] { clipTo(fade.under.reduce(area) { $0.union($1.contents.rect(at: box)) }, in: canvas) }
    try canvas.beginGroup(opacity: opacity, blend: blend)
    let weights = RunningFade.weights(of: fade.under.map(\.share), below: fade.share)
    for (n, layer) in fade.under.enumerated() {
      drawBuffer(i, layer.contents, in: canvas, opacity: weights[n], blend: n == 0 ? .normal : .add)
    }
    drawBuffer(i, contents, in: canvas, opacity: fade.share, blend: .add)
    canvas.endGroup()
  }
}
