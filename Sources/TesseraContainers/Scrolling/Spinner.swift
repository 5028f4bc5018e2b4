public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Activity indicator: three tiles that follow each other on a square, once a second. With reduced motion they stand still in a row.
///
/// Drawn while compositing, without a buffer. It causes 24 small repaints a second while it is on the screen, otherwise none.
public struct Spinner: AccessibleType, InitialPropertiesType, LifecycleType, TickingType {
  public typealias Storage = SpinnerStorage

  public static let typeName = "spinner"
  public static let summary = "Spinning activity indicator."

  /// Whether it turns; otherwise it is invisible.
  public var isAnimating = true
  /// Color of the tiles.
  public var color = Color.theme(.accent)
  /// Width and height unless the style sets them, logical units.
  public var diameter = 20.0
  /// Creates a spinner that turns.
  public init() {}

  public static let attributes: [NodeAttribute<Spinner>] = [
    .boolean("animating", \.isAnimating, affects: .display, help: "Whether it spins; otherwise it is invisible."),
    .color("color", \.color, affects: .display, help: "Color of the tiles."),
    .number("diameter", \.diameter, in: 0...1000, help: "Width and height unless the style sets them, logical units."),
  ]

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    return properties
  }

  /// Returns a progress role without a value while it turns.
  public static func semantics(of node: Node<Spinner>) -> NodeSemantics {
    guard node.isAnimating else { return NodeSemantics() }
    var semantics = NodeSemantics(.progress)
    semantics.isBusy = true
    return semantics
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(diameter, diameter)) }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    guard isAnimating else { return }
    let side = min(context.size.width, context.size.height)
    let step = context.storage(of: Spinner.self).step.withLock { $0 }
    SpinnerPicture(
      center: Point(context.size.width / 2, context.size.height / 2), diameter: side, step: step,
      color: color.resolved(in: context.environment), isStill: context.environment.reducesMotion
    ).draw(in: canvas)
  }

  public static func interfaceStateDidChange(_ node: Node<Spinner>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible { node.requestTick(after: SpinnerPicture.pause) }
  }

  public static func tick(_ node: Node<Spinner>, at time: Double) -> Double? {
    guard node.interfaceState == .visible, !node.environmentValues.reducesMotion else { return nil }
    guard node.value.isAnimating else { return SpinnerPicture.pause }
    let step = SpinnerPicture.step(at: time)
    let isOther = node.storage.step.withLock { known in
      defer { known = step }
      return known != step
    }
    if isOther { node.setNeedsDisplay() }
    return SpinnerPicture.pause
  }
}

/// State of a spinner node besides its value. Any thread.
public final class SpinnerStorage: NodeStorage {
  /// Number of the current step.
  let step = Locked(0)

  /// Creates the storage of a spinner that has not turned yet.
  public init() {}
}

/// Node that shows activity.
public typealias SpinnerNode = Node<Spinner>

/// Three tiles that follow each other on a square, at one moment. A value.
struct SpinnerPicture: Sendable, Equatable {
  /// Steps of a turn, which takes a second.
  static let steps = 24
  /// Seconds from one step to the next.
  static let pause = 1.0 / Double(steps)
  private static let tiles = 3

  var center: Point
  var diameter: Double
  /// Number of the step; nil: it does not turn yet.
  var step: Int?
  var color: Color
  /// Visible fraction: tiles appear one after the other.
  var share = 1.0
  /// Whether the tiles stand still in a row, for reduced motion.
  var isStill = false

  static func step(at time: Double) -> Int { Int((time / pause).rounded(.down).remainder(dividingBy: 1e9)) % steps }

  var bounds: Rect { Rect(center.x - diameter / 2, center.y - diameter / 2, diameter, diameter) }

  func draw(in canvas: borrowing Canvas) {
    guard diameter > 0, diameter.isFinite else { return }
    let side = diameter / 4
    for tile in 0..<Self.tiles {
      let shown = min(1, max(0, share * Double(Self.tiles) - Double(tile)))
      guard shown > 0 else { break }
      let place = isStill ? Point(Double(tile - 1) * side * 1.5, 0) : place(of: tile, side: side)
      let length = side * shown
      let box = Rect(center.x + place.x - length / 2, center.y + place.y - length / 2, length, length)
      canvas.fill(RoundedRect(box, radius: length / 3), .color(color))
    }
  }

  /// Returns the middle of a tile, from the center. The middles are on a square; the first tile leads.
  private func place(of tile: Int, side: Double) -> Point {
    let turn = Double(step ?? 0) / Double(Self.steps) - Double(tile) / Double(Self.tiles) + 1
    let way = turn.truncatingRemainder(dividingBy: 1) * 4
    let (edge, along) = (Int(way), way - way.rounded(.down))
    let reach = (diameter - side) / 2
    let (near, far) = (-reach, -reach + 2 * reach * along)
    return switch edge {
    case 0: Point(far, near)
    case 1: Point(-near, far)
    case 2: Point(-far, -near)
    default: Point(near, -far)
    }
  }
}
