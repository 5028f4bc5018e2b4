internal import TesseraGeometry
internal import TesseraLayout

/// A node that left the tree and is painted until its effect is over: the picture of it and all below it as they were. Frame loop only.
struct Departure {
  let node: AnyNode
  /// What the tree showed when the node left it.
  var scene: PaintScene
  /// The node's index there.
  let root: Int
  /// The node it was below, and the one before it there that still is; nil: it was the first.
  let parent: AnyNode
  var sibling: AnyNode?
  let run: TransitionRun
  let effect: TransitionEffect
  /// Where the effect takes it, device pixels.
  let slide: (x: Double, y: Double)
  /// How it was shown when it left, and how it is now.
  let base: Presentation
  private(set) var shown: Presentation
  /// How far around it backdrops are read that it shows blurred, device pixels; 0: there are none.
  private let blurReach: Int
  /// From the space of its former parent's box to that of its parent's box in the tree now.
  var offset = (x: 0, y: 0)
  /// Index of its parent in the tree now, and of what is painted next after it.
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

  /// Shows the node as it is at the run's progress. Returns whether that is another picture.
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

  /// What it covers, in the space of its parent's box.
  var bounds: PixelRect { picture.bounds }

  /// How it is painted now.
  var picture: DeparturePicture {
    var scene = self.scene
    scene.change = (root, shown)
    let tree = scene.tree
    let transform = SceneTree.transform(
      scene.properties[root].value.transform, about: scene.properties[root].value.transformAnchor, box: scene.box(root),
      scale: tree.environment.scale, by: shown.scale)
    let bounds = SceneTree.mapped(scene.localBounds[root], by: transform).moved(shown.x + offset.x, shown.y + offset.y)
    return DeparturePicture(scene: scene, root: root, offset: offset, bounds: bounds, position: position, blurReach: blurReach)
  }
}

extension TransitionEffect {
  /// How far the edge is, from a box's place: its own width or height.
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

/// The nearest whole pixel; halves go up, as edges do.
func pixel(_ v: Double) -> Int { v.isNaN ? 0 : Int(min(max((v + 0.5).rounded(.down), -1e9), 1e9)) }
