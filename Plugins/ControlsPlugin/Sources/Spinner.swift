public import Tessera
public import TesseraGeometry
internal import TesseraRender

/// Work without a known end: three tiles that follow each other around a square.
///
/// It moves only while it is visible, and rests under reduced motion and on 1-bit displays.
public struct Spinner: AccessibleType, TickingType, LifecycleType {
  public typealias Storage = SpinnerStorage

  public static let typeName = "spinner"
  public static let summary = "Work without a known end: three tiles on a square."

  /// Width and height, logical units; usually 16, 20, 24 or 40.
  public var diameter = 24.0
  /// Whether the tiles move.
  public var isRunning = true

  /// Creates a spinner.
  public init() {}

  /// Creates a spinner of a size.
  public init(diameter: Double) { self.diameter = diameter }

  public static let attributes: [NodeAttribute<Spinner>] = [
    .number("diameter", \.diameter, in: 0...1000, help: "Width and height, logical units; usually 16, 20, 24 or 40."),
    .boolean("running", \.isRunning, affects: .display, help: "Whether the tiles move."),
  ]

  /// Steps of a turn, and seconds of a turn.
  private static let (steps, turn) = (24, 1.0)

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = diameter.isFinite ? min(1000, max(0, diameter)) : 0
    return range.clamp(Size(side, side))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let side = min(context.contentRect.width, context.contentRect.height)
    guard side >= 4 else { return }
    let tile = side / 4
    let (path, start) = (side - tile, Point(context.contentRect.midX - side / 2, context.contentRect.midY - side / 2))
    let step = context.storage(of: Spinner.self).step.withLock { $0 }
    for number in 0..<3 {
      // Way along the square, in sides: each tile is a third of a turn behind.
      var way = Double(step) / Double(Self.steps) * 4 - Double(number) * 4 / 3
      if way < 0 { way += 4 }
      let (corner, share) = (Int(way) % 4, way - way.rounded(.down))
      let place: Point =
        switch corner {
        case 0: Point(share * path, 0)
        case 1: Point(path, share * path)
        case 2: Point((1 - share) * path, path)
        default: Point(0, (1 - share) * path)
        }
      let rect = Rect(start.x + place.x, start.y + place.y, tile, tile)
      let shape = RoundedRect(look.isBilevel ? look.aligned(rect) : rect, radius: tile / 3)
      canvas.fill(shape, .color(look.isBilevel ? look.theme.ink : look.theme.accent.opacity(number == 0 ? 1 : number == 1 ? 0.75 : 0.5)))
    }
  }

  private static func moves(_ node: Node<Spinner>) -> Bool {
    let environment = node.environmentValues
    return node.value.isRunning && !environment.reducesMotion && environment.textAntialiasing != .bilevel
  }

  public static func interfaceStateDidChange(_ node: Node<Spinner>, from old: InterfaceState, to new: InterfaceState) {
    node.storage.isVisible.withLock { $0 = new == .visible }
    if new == .visible { node.requestTick(after: 0) }
  }

  /// Moves the tiles by the time that has passed, while the node is visible.
  public static func tick(_ node: Node<Spinner>, at time: Double) -> Double? {
    guard node.storage.isVisible.withLock({ $0 }), moves(node) else { return nil }
    let step = Int((time / turn * Double(steps)).rounded(.down).truncatingRemainder(dividingBy: Double(steps)))
    node.storage.step.withLock { $0 = max(0, step) }
    node.setNeedsDisplay()
    return turn / Double(steps)
  }

  public static func semantics(of node: Node<Spinner>) -> NodeSemantics {
    var semantics = NodeSemantics(.progress)
    semantics.isBusy = node.value.isRunning
    return semantics
  }
}

extension Spinner: ValueObservingType {
  public static func valueDidChange(_ node: Node<Spinner>) { node.requestTick(after: 0) }
}

/// Step of a spinner. Any thread.
public final class SpinnerStorage: NodeStorage {
  /// Step of the turn.
  let step = Locked(0)
  let isVisible = Locked(false)

  /// Creates the state of a spinner at rest.
  public init() {}
}

/// Node of a spinner.
public typealias SpinnerNode = Node<Spinner>
