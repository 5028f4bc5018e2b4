internal import Tessera
internal import TesseraGeometry

/// Keeps ready what lies around the window of a scrolling node.
struct ScrollRanging: SubnodeRanging {
  private var controller: RangeController
  private var items = ItemFrames([])

  init(_ scroll: Scroll) { controller = RangeController(axes: scroll.axisSet, tuning: scroll.tuning, mode: scroll.mode) }

  mutating func place(_ frames: [Rect], former: [Int?]?) {
    items = ItemFrames(frames)
    guard let former else { return }
    var place: [Int: Int] = [:]
    for (new, old) in former.enumerated() {
      if let old { place[old] = new }
    }
    var gone = IndexRanges()
    for index in controller.items(in: .preload).indexes where place[index] == nil { gone.append(index..<index + 1) }
    _ = controller.leave(gone)
    controller.move { place[$0] }
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    guard let scroll = (node as? Node<Scroll>)?.value else { return [] }
    controller.axes = scroll.axisSet
    // What lies on a screen that is covered keeps less ready, the less the farther away it is.
    controller.mode = scroll.mode.limited(to: RangeMode(visibilityDepth: node.visibilityDepth))
    controller.tuning = scroll.tuning
    let visible = Rect(origin: scroll.contentOffset, size: size)
    return controller.update(.init(visible: visible, velocity: scroll.velocity, containerState: state), items: items)
  }
}
