internal import TesseraGeometry
internal import TesseraLayout

/// Removed node that is painted until its effect has ended, with the last picture of it and its descendants. Frame loop only.
struct Departure {
  let node: AnyNode
  /// Painted tree at the time of removal.
  var scene: PaintScene
  /// Index of the node in that scene.
  let root: Int
  /// Its former parent and the preceding sibling that still exists; nil means that it was the first.
  let parent: AnyNode
  var sibling: AnyNode?
  let run: TransitionRun
  let effect: TransitionEffect
  /// Movement of the effect, device pixels.
  let slide: (x: Double, y: Double)
  /// Presentation at the time of removal, and the current one.
  let base: Presentation
  private(set) var shown: Presentation
  /// Distance around it at which its blurred backdrops are read, device pixels; 0 means none.
  private let blurReach: Int
  /// Offset from the box of its former parent to that of its parent in the current tree.
  var offset = (x: 0, y: 0)
  /// Index of its parent in the current tree, and of the next painted node.
  var parentIndex = 0
  var position = 0

  init(
    _ node: AnyNode, scene: PaintScene, root: Int, parent: AnyNode, sibling: AnyNode?, run: TransitionRun, effect: TransitionEffect
  ) {
    (self.node, self.scene, self.root, self.parent, self.sibling) = (node, scene, root, parent, sibling)
    (self.run, self.effect) = (run, effect)
    let box = scene.box(root)
    slide = effect.slide(of: box, scene.tree.directions[root])
    base = scene.presentation(root) ?? .identity
    shown = base
    let tree = scene.tree
    var blur = 0.0
    if tree.hasBackdropBlur { for i in root..<Int(tree.end[root]) { blur = max(blur, scene.properties[i].value.backdropBlur) } }
    blurReach = blur > 0 ? Int(min(blur * tree.environment.scale * 3, 100_000).rounded(.up)) + 1 : 0
  }

  /// Updates the presentation to the run's progress. Returns whether it changed.
  mutating func move() -> Bool {
    let done = 1 - run.remainder.ofDistance
    var new = base
    new.opacity = base.opacity * min(1, max(0, 1 + (effect.opacity - 1) * done))
    new.scale = base.scale * max(0, 1 + (effect.scale - 1) * done)
    new.x = base.x + pixel(slide.x * done)
    new.y = base.y + pixel(slide.y * done)
    defer { shown = new }
    return new != shown
  }

  /// Bounds in the space of its parent's box.
  var bounds: PixelRect { picture.bounds }

  /// Current picture.
  var picture: DeparturePicture {
    var scene = self.scene
    scene.change = (root, shown)
    let tree = scene.tree
    let transform = PaintTree.transform(
      scene.properties[root].value.transform, about: scene.properties[root].value.transformAnchor, box: scene.box(root),
      scale: tree.environment.scale, by: shown.scale)
    let bounds = PaintTree.mapped(scene.localBounds[root], by: transform).moved(shown.x + offset.x, shown.y + offset.y)
    return DeparturePicture(scene: scene, root: root, offset: offset, bounds: bounds, position: position, blurReach: blurReach)
  }
}

extension TransitionEffect {
  /// Returns the offset to the edge for a box: its width or height.
  func slide(of box: PixelRect, _ direction: LayoutDirection) -> (x: Double, y: Double) {
    guard let edge else { return (0, 0) }
    let isRight = edge == .right || edge == (direction == .rtl ? .start : .end)
    switch edge {
    case .top: return (0, -Double(box.height))
    case .bottom: return (0, Double(box.height))
    case .left, .right, .start, .end: return (isRight ? Double(box.width) : -Double(box.width), 0)
    }
  }
}

/// Returns the nearest whole pixel; halves are rounded up, as for edges.
func pixel(_ v: Double) -> Int { v.isNaN ? 0 : Int(min(max((v + 0.5).rounded(.down), -1e9), 1e9)) }
