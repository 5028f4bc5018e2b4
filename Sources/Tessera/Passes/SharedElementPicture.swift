internal import TesseraGeometry
internal import TesseraRender

/// Shared element in motion between two nodes, as painted: above the subnodes of their container, in that container's space. Device pixels.
struct SharedElementPicture: Sendable, Equatable {
  /// Indices of the two nodes.
  let from: Int
  let to: Int
  /// Current frame of the element.
  let frame: Rect
  let radii: CornerRadii
  /// Opacity of the second node over the first.
  let progress: Double
}

extension PaintTree {
  /// Returns the element of `motion`, whose container is node `i`; nil if one of the two nodes is not below it or not shown.
  func sharedElement(_ motion: SharedElementMotion, of i: Int) -> SharedElementPicture? {
    guard let from = indexOf(motion.from), let to = indexOf(motion.to), let start = restingFrame(from, below: i),
      let end = restingFrame(to, below: i)
    else { return nil }
    let scale = environment.scale
    func radii(_ i: Int) -> CornerRadii { properties[i].value.cornerRadii.scaled(by: scale) }
    let t = motion.progress
    let frame = Rect(
      start.origin.x + (end.origin.x - start.origin.x) * t, start.origin.y + (end.origin.y - start.origin.y) * t,
      start.width + (end.width - start.width) * t,
      start.height + (end.height - start.height) * t)
    return SharedElementPicture(from: from, to: to, frame: frame, radii: radii(from).mixed(with: radii(to), t), progress: t)
  }

  /// Returns the frame of node `i` in the space of its ancestor `container`, with the container's subnode at its own place. Returns nil if
  /// the node is not below the container, hidden, empty, or part of a buffer.
  private func restingFrame(_ i: Int, below container: Int) -> Rect? {
    guard i > container, i < Int(end[container]), rasterizer[i] < 0, !box(i).isEmpty else { return nil }
    var rect = Rect(box(i))
    var at = i
    while at != container {
      if properties[at].value.isHidden { return nil }
      if let transform = transform(at) { rect = transform.apply(rect) }
      // The placement of the container's subnodes is the screen transition itself.
      let shown = Int(parent[at]) == container ? presentations[at] : shown(at)
      if let shown { rect = rect.offset(by: Point(Double(shown.x), Double(shown.y))) }
      at = Int(parent[at])
    }
    return rect.width > 0 && rect.height > 0 ? rect : nil
  }
}

extension PaintScene {
  /// Excludes the nodes of shared elements from normal painting; they are painted only as elements, without clipping and effects at their
  /// edges.
  mutating func liftSharedElements() {
    for picture in sharedElements.values.joined() {
      for i in [picture.from, picture.to] where leftOut.insert(i).inserted {
        var plain = properties[i].value
        (plain.cornerRadii, plain.shadow, plain.border, plain.transform) = (.zero, nil, nil, .identity)
        properties[i] = SharedProperties(plain)
      }
    }
  }
}

extension Compositor {
  /// Paints a shared element: both nodes fill its frame, and the second fades in over the first.
  func paint(_ picture: SharedElementPicture, in canvas: borrowing Canvas, clip: PixelRect, painted: inout PaintCount) throws {
    let bounds = picture.frame.covering(scale: 1)
    guard bounds.intersects(clip) else { return }
    var scene = scene
    // Candidates were computed for the layout places of the two subtrees.
    scene.candidates = nil
    var compositor = Compositor(scene: scene, originX: originX, originY: originY, factor: factor)
    compositor.view = view
    let frame = picture.frame.offset(by: Point(-Double(originX), -Double(originY)))
    canvas.save()
    defer { canvas.restore() }
    clipTo(bounds.intersection(clip), in: canvas)
    try canvas.withCorners(of: RoundedRect(frame, radii: picture.radii)) {
      canvas.clip(frame)
      for (i, opacity) in [(picture.from, 1), (picture.to, picture.progress)] where opacity > 0 {
        let p = scene.properties[i]
        painted.painted += 1
        try compositor.paintTransformed(
          i, Self.filling(picture.frame, from: Rect(scene.box(i))), p.value.opacity * opacity, in: canvas, clip: clip, covering: bounds,
          painted: &painted)
      }
    }
  }

  /// Returns the transform that scales `box` about its center to cover `frame`, and moves it there.
  private static func filling(_ frame: Rect, from box: Rect) -> Transform {
    let scale = max(frame.width / box.width, frame.height / box.height)
    return Transform.translation(-box.origin.x - box.width / 2, -box.origin.y - box.height / 2).then(.scale(scale, scale))
      .then(.translation(frame.origin.x + frame.width / 2, frame.origin.y + frame.height / 2))
  }
}

extension CornerRadii {
  fileprivate func mixed(with other: CornerRadii, _ t: Double) -> CornerRadii {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    return CornerRadii(
      topLeft: mix(topLeft, other.topLeft), topRight: mix(topRight, other.topRight), bottomRight: mix(bottomRight, other.bottomRight),
      bottomLeft: mix(bottomLeft, other.bottomLeft))
  }
}
