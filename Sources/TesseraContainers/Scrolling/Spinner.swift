internal import Glibc
public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Activity indicator: twelve rotating spokes, one of which is darkest.
///
/// Drawn while compositing, without a buffer. It causes twelve small repaints a second while it is on the screen, otherwise none.
public struct Spinner: AccessibleType, InitialPropertiesType, LifecycleType, TickingType {
  public typealias Storage = SpinnerStorage

  public static let typeName = "spinner"
  public static let summary = "Turns while something is under way."

  /// Whether it turns; otherwise it is invisible.
  public var isAnimating = true
  /// Colour of the darkest spoke.
  public var color = Color.theme(.accent)
  /// Width and height unless the style sets them, logical units.
  public var diameter = 20.0
  /// Creates a spinner that turns.
  public init() {}

  public static let attributes: [NodeAttribute<Spinner>] = [
    .boolean("animating", \.isAnimating, help: "Whether it turns; one that does not is not seen."),
    .color("color", \.color, help: "The colour of the darkest spoke."),
    .number("diameter", \.diameter, in: 0...1000, help: "Its width and height where nothing else says them."),
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

  public static func invalidation(from old: Spinner, to new: Spinner) -> Invalidation {
    old.diameter != new.diameter ? [.layout, .display] : .display
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(diameter, diameter)) }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    guard isAnimating else { return }
    let side = min(context.size.width, context.size.height)
    let step = context.storage(of: Spinner.self).step.withLock { $0 }
    SpinnerPicture(
      center: Point(context.size.width / 2, context.size.height / 2), diameter: side, step: step,
      color: color.resolved(in: context.environment)
    ).draw(in: canvas)
  }

  public static func interfaceStateDidChange(_ node: Node<Spinner>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible { node.requestTick(after: SpinnerPicture.pause) }
  }

  public static func tick(_ node: Node<Spinner>, at time: Double) -> Double? {
    guard node.interfaceState == .visible else { return nil }
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
  /// Index of the darkest spoke.
  let step = Locked(0)

  /// Creates the storage of a spinner that has not turned yet.
  public init() {}
}

/// Node that shows activity.
public typealias SpinnerNode = Node<Spinner>

/// Spokes of a spinner at one moment. A value.
struct SpinnerPicture: Sendable, Equatable {
  static let spokes = 12
  /// Seconds from one step to the next.
  static let pause = 1.0 / 12

  var center: Point
  var diameter: Double
  /// Index of the darkest spoke; nil means that it does not turn yet.
  var step: Int?
  var color: Color
  /// Visible fraction of the spokes.
  var share = 1.0

  static func step(at time: Double) -> Int { Int((time / pause).rounded(.down).remainder(dividingBy: 1e9)) % spokes }

  var bounds: Rect { Rect(center.x - diameter / 2, center.y - diameter / 2, diameter, diameter) }

  func draw(in canvas: borrowing Canvas) {
    guard diameter > 0, diameter.isFinite else { return }
    let (inner, outer, width) = (diameter * 0.26, diameter * 0.46, diameter * 0.09)
    for spoke in 0..<Self.spokes where Double(spoke) < share * Double(Self.spokes) {
      let angle = Double(spoke) / Double(Self.spokes) * 2 * .pi - .pi / 2
      let way = Point(cos(angle), sin(angle))
      var path = Path()
      path.move(to: Point(center.x + way.x * inner, center.y + way.y * inner))
      path.line(to: Point(center.x + way.x * outer, center.y + way.y * outer))
      var shade = color
      if let step {
        let age = ((step - spoke) % Self.spokes + Self.spokes) % Self.spokes
        shade.alpha *= Float(1 - 0.8 * Double(age) / Double(Self.spokes - 1))
      }
      canvas.stroke(path, .color(shade), StrokeStyle(width: width, cap: .round))
    }
  }
}
