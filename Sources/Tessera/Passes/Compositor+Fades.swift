internal import TesseraGeometry
internal import TesseraRender

// Content that fades in over previous content.
extension Compositor {
  /// Draws the stages of a fade: new content over previous content if all are opaque, else the weighted sum of all.
  /// - Parameter contents: new content; nil if nothing replaces the previous content.
  func drawFading(
    _ i: Int, _ contents: NodeContents?, _ fade: RunningFade.Shares, in canvas: borrowing Canvas, opacity: Double, blend: BlendMode
  ) throws {
    guard !fade.under.isEmpty else {
      if let contents { drawBuffer(i, contents, in: canvas, opacity: opacity * fade.share, blend: blend) }
      return
    }
    let box = scene.box(i)
    var layers = zip(fade.under, RunningFade.weights(of: fade.under.map(\.share), below: fade.share)).compactMap { layer, weight in
      layer.contents.map { (contents: $0, share: layer.share, weight: weight) }
    }
    if let contents { layers.append((contents, fade.share, fade.share)) }
    guard let first = layers.first else { return }
    let area = first.contents.rect(at: box)
    let isWhole = contents != nil && layers.count == fade.under.count + 1
    if isWhole, opacity == 1, blend == .normal, layers.allSatisfy({ $0.contents.isOpaque && $0.contents.rect(at: box) == area }) {
      for layer in layers { drawBuffer(i, layer.contents, in: canvas, opacity: layer.share, blend: .normal) }
      return
    }
    canvas.save()
    defer { canvas.restore() }
    if box == tree.boxes[i] { clipTo(layers.reduce(area) { $0.union($1.contents.rect(at: box)) }, in: canvas) }
    try canvas.beginGroup(opacity: opacity, blend: blend)
    for (n, layer) in layers.enumerated() {
      drawBuffer(i, layer.contents, in: canvas, opacity: layer.weight, blend: n == 0 ? .normal : .add)
    }
    canvas.endGroup()
  }
}
