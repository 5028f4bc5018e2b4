internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Keeps content around the viewport of a scrolling node ready.
struct ScrollRanging: SubnodeRanging {
  private var controller: RangeController
  private var items = ItemFrames([])

  init(_ scroll: ScrollPhysics) { controller = RangeController(axes: scroll.axisSet, tuning: scroll.tuning, mode: scroll.mode) }

  mutating func place(_ frames: [Rect], former: [Int?]?) {
    items = ItemFrames(frames)
    if let former { controller.renumber(former) }
  }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    (node as? any ScrollingNode)?.setDirection(direction)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    guard let scroll = (node as? any ScrollingNode)?.physics else { return [] }
    controller.axes = scroll.axisSet
    // On a covered screen less content is kept ready, decreasing with the depth.
    controller.mode = scroll.mode(in: node)
    controller.tuning = scroll.tuning
    // Frames are those of the unscaled content.
    let scale = scroll.state.zooming.scale
    let visible = Rect(origin: scroll.state.offset * (1 / scale), size: Size(size.width / scale, size.height / scale))
    return controller.update(.init(visible: visible, velocity: scroll.velocity, containerState: state), items: items)
  }
}
