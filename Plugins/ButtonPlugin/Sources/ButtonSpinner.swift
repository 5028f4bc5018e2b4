internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Sign of a button that is loading: an open ring that turns in twelve steps a second, or three tiles if motion is reduced. A node type for specs.
struct ButtonSpinner: InitialPropertiesType, LifecycleType, TickingType {
  final class Storage: NodeStorage {
    /// Index of the current step, 0..<12.
    let step = Locked(0)
    init() {}
  }

  static let typeName = "button-spinner"
  private static let side = 20.0
  private static let steps = 12
  private static let pause = 1.0 / 12

  /// Color of the letters that it replaces.
  var color = Color.theme(.ink)

  init() {}
  init(_ color: Color) { self.color = color }

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    return properties
  }

  static func invalidation(from old: ButtonSpinner, to new: ButtonSpinner) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(Self.side, Self.side)) }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (box, color) = (Rect(size: context.size), color.resolved(in: context.environment))
    let side = min(box.width, box.height)
    guard side >= 4, side.isFinite else { return }
    guard !context.environment.reducesMotion else {
      let tile = (side / 5).rounded()
      for number in -1...1 {
        let place = Rect(box.midX + Double(number) * tile * 1.6 - tile / 2, box.midY - tile / 2, tile, tile)
        canvas.fill(RoundedRect(place, radius: tile / 4), .color(color))
      }
      return
    }
    let start = Double(context.storage(of: Self.self).step.withLock { $0 }) / Double(Self.steps) * 2 * .pi
    let width = side / 8
    var path = Path()
    path.arc(center: box.center, radius: (side - width) / 2, from: start, to: start + 1.5 * .pi)
    canvas.stroke(path, .color(color), StrokeStyle(width: width, cap: .round))
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
