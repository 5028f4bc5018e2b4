internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Progress as a ring that closes. If there is space, the percentage is in the middle.
public struct ProgressRing: AccessibleType, StateMotionType {
  public static let typeName = "ring"
  public static let summary = "Progress ring."

  /// Completed share, 0...1.
  public var share = 0.0
  /// Width and height, logical units.
  public var diameter = 40.0
  /// Whether the percentage is in the middle; requires a diameter of at least 64.
  public var showsPercent = true
  /// Whether the task failed: the ring has the color of errors, and a cross in the place of the percentage.
  public var hasFailed = false

  /// Creates a ring with no progress.
  public init() {}

  /// Creates a ring. `share` is 0...1.
  public init(_ share: Double, diameter: Double = 40) { (self.share, self.diameter) = (share, diameter) }

  public static let attributes: [NodeAttribute<ProgressRing>] = [
    .number("value", \.share, in: 0...1, affects: .display, help: "Completed fraction."),
    .number("diameter", \.diameter, in: 0...1000, help: "Width and height, logical units; usually 24, 40, 64 or 120."),
    .boolean(
      "showsPercent", \.showsPercent, affects: .display,
      help: "Whether the percentage is shown in the middle, for diameters of 64 and more."),
    .boolean("failed", \.hasFailed, affects: .display, help: "Whether the task failed."),
  ]

  /// Animates the end of the ring.
  public static func stateMotion(from old: ProgressRing, to new: ProgressRing) -> Motion? {
    old.share != new.share ? .spring(duration: 0.3) : nil
  }

  var shown: Double { share.isNaN ? 0 : min(1, max(0, share)) }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = diameter.isFinite ? max(0, diameter) : 0
    return range.clamp(Size(side, side))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: .zero) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, context.contentRect)
    let side = min(box.width, box.height)
    guard side >= 8 else { return }
    // 3, 4, 6 and 10 units at 24, 40, 64 and 120.
    let width = max(3, (side / 12 + 0.7).rounded(.down))
    let radius = side / 2 - width / 2
    let share = shown
    let gap = share > 0 && share < 1 ? 4.0 / 180 * Double.pi * 2 : 0
    func arc(_ from: Double, _ to: Double, _ color: Color) {
      guard to - from > 0.01 else { return }
      var path = Path()
      path.arc(center: box.center, radius: radius, from: from - .pi / 2, to: to - .pi / 2)
      canvas.stroke(path, .color(color), StrokeStyle(width: width))
    }
    let end = share * 2 * .pi
    if share < 1 { drawRest(from: end + gap, to: 2 * .pi - (share > 0 ? gap : 0), radius, width, look, box.center, in: canvas) }
    arc(0, end, hasFailed ? theme.danger : theme.accent)
    if hasFailed, showsPercent {
      // Color is not the only sign of a fault.
      let cross = min(side - 2 * width, max(14, side * 0.5))
      let square = look.aligned(Rect(box.midX - cross / 2, box.midY - cross / 2, cross, cross))
      return ControlMark.cross.draw(in: square, theme.danger, width: max(2, 36 / cross), canvas)
    }
    guard showsPercent, side >= 64 else { return }
    let step = side >= 100 ? theme[.heading] : theme[.small]
    let text = ControlText("\(Int((share * 100).rounded()))\u{a0}%", step, context.environment, weight: 700, isTabular: true)
    let layout = text.layout(theme.ink, width: side - 2 * width)
    canvas.draw(layout, at: Point(box.midX - layout.size.width / 2, box.midY - layout.size.height / 2))
  }

  /// Draws the remaining part, as an outline if `well` has no contrast to the ground.
  private func drawRest(
    from: Double, to: Double, _ radius: Double, _ width: Double, _ look: ControlLook, _ center: Point, in canvas: borrowing Canvas
  ) {
    guard to - from > 0.01 else { return }
    var path = Path()
    path.arc(center: center, radius: radius, from: from - .pi / 2, to: to - .pi / 2)
    canvas.stroke(path, .color(look.theme.well), StrokeStyle(width: width))
    guard look.outlinesWells else { return }
    var outline = Path()
    let (outer, inner) = (radius + width / 2 - look.pixel / 2, radius - width / 2 + look.pixel / 2)
    defer { canvas.stroke(outline, .color(look.theme.edge), StrokeStyle(width: look.pixel)) }
    guard to - from < 2 * .pi - 0.01 else {
      for r in [outer, inner] { outline.addEllipse(in: Rect(center.x - r, center.y - r, 2 * r, 2 * r)) }
      return
    }
    outline.arc(center: center, radius: outer, from: from - .pi / 2, to: to - .pi / 2)
    outline.line(to: Point(center.x + inner * cos(to - .pi / 2), center.y + inner * sin(to - .pi / 2)))
    outline.arc(center: center, radius: inner, from: to - .pi / 2, to: from - .pi / 2, clockwise: false)
    outline.close()
  }

  public static func semantics(of node: Node<ProgressRing>) -> NodeSemantics {
    let value = node.value
    return Progress.semantics(value.shown, label: "", hasFailed: value.hasFailed)
  }
}

/// Node of a progress ring.
public typealias ProgressRingNode = Node<ProgressRing>
