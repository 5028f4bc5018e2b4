internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Sign of a button that is loading: three tiles that follow each other on a square, or stand in a row if motion is reduced. A node type for specs.
struct ButtonSpinner: InitialPropertiesType, LifecycleType, TickingType {
  final class Storage: NodeStorage {
    /// Index of the current step, 0..<24.
    let step = Locked(0)
    init() {}
  }

  static let typeName = "button-spinner"
  private static let side = 20.0
  private static let steps = 24
  private static let pause = 1.0 / 24

  /// Color of the letters that it replaces.
  var color = Color.theme(.ink)

  init() {}
  init(_ color: Color) { self.color = color }

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    return properties
  }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: ButtonSpinner, to new: ButtonSpinner) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(Self.side, Self.side)) }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (box, color) = (Rect(size: context.size), color.resolved(in: context.environment))
    let side = min(box.width, box.height)
    guard side >= 4, side.isFinite else { return }
    let tile = side / 4
    let turn = Double(context.storage(of: Self.self).step.withLock { $0 }) / Double(Self.steps)
    for number in 0..<3 {
      let place =
        context.environment.reducesMotion
        ? Point(Double(number - 1) * tile * 1.5, 0) : Self.place(turn - Double(number) / 3 + 1, reach: (side - tile) / 2)
      let frame = Rect(box.midX + place.x - tile / 2, box.midY + place.y - tile / 2, tile, tile)
      canvas.fill(RoundedRect(frame, radius: tile / 3), .color(color))
    }
  }

  /// Returns the place on a square around the origin after some turns.
  private static func place(_ turns: Double, reach: Double) -> Point {
    let way = turns.truncatingRemainder(dividingBy: 1) * 4
    let far = reach * (2 * (way - way.rounded(.down)) - 1)
    return switch Int(way) {
    case 0: Point(far, -reach)
    case 1: Point(reach, far)
    case 2: Point(-far, reach)
    default: Point(-reach, -far)
    }
  }

  static func interfaceStateDidChange(_ node: Node<ButtonSpinner>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible, !node.environmentValues.reducesMotion { node.requestTick(after: pause) }
  }

  static func tick(_ node: Node<ButtonSpinner>, at time: Double) -> Double? {
    guard node.interfaceState == .visible, !node.environmentValues.reducesMotion, time.isFinite else { return nil }
    let step = Int((time / pause).rounded(.down).truncatingRemainder(dividingBy: Double(steps)))
    node.storage.step.withLock { $0 = step }
    node.setNeedsDisplay()
    return pause
  }
}
