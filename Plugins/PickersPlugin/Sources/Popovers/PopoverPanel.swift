internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Visible part of a popover: its nodes, and the arrow to the anchor.
struct PopoverPanel: LifecycleType, AccessibleType {
  typealias Storage = PopoverPanelStorage

  /// Type name in messages; not available in scene files.
  static let typeName = "popover-panel"
  /// The user left the popover.
  static let leave = Signal<Void>("leave")

  var contents: [AnyNode] = []

  /// Creates an empty panel.
  init() {}

  static func == (a: PopoverPanel, b: PopoverPanel) -> Bool { a.contents.elementsEqual(b.contents, by: ===) }

  /// Largest width, logical units.
  private static let width = 320.0
  /// Size of the arrow, logical units.
  static let (arrowWidth, arrowHeight) = (16.0, 8.0)

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let padding = context.environment.theme[.space4]
    return Column { for content in contents { content } }
      .style { ($0.maxWidth, $0.boxSizing) = (.points(Self.width), .borderBox) }
      .padding(LayoutEdges(.points(padding)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let theme = look.theme
    let elevation = theme[.elevation2]
    look.drawPanel(RoundedRect(Rect(size: context.size), radius: theme[.radius4]), elevation, in: canvas)
    guard let arrow = context.storage(of: PopoverPanel.self).arrow.withLock({ $0 }) else { return }
    let edge = max(look.pixel, elevation.edge)
    // The base covers the edge of the panel.
    let points = arrow.points(in: context.size, base: edge)
    var shape = Path()
    shape.move(to: points[0])
    for point in points.dropFirst() { shape.line(to: point) }
    canvas.fill(shape, .color(theme.raised))
    let isDark = context.environment.colorScheme == .dark || theme.mode == .dark
    guard elevation.edge > 0 || isDark else { return }
    var sides = Path()
    sides.move(to: points[1])
    sides.line(to: points[2])
    sides.line(to: points[3])
    canvas.stroke(sides, .color(elevation.edge > 0 ? theme.edge : theme.line), StrokeStyle(width: edge, cap: .butt, join: .miter))
  }

  /// Places the arrow.
  static func layoutDidFinish(_ node: Node<PopoverPanel>) {
    guard let overlay = node.storage.overlay.withLock({ $0 })?.overlay, let anchor = overlay.presenter else { return }
    let screen = Rect(size: anchor.treeRoot.frame.size).inset(by: anchor.treeRoot.safeAreaInsets)
    guard let target = anchor.convert(Rect(size: anchor.frame.size), to: nil) else { return }
    let origin = overlay.placement.origin(of: node.frame.size, at: target, in: screen, direction: anchor.effectiveDirection)
    let arrow = PopoverArrow(from: Rect(origin: origin, size: node.frame.size), to: target, radius: node.environmentValues.theme[.radius4])
    let isOther = node.storage.arrow.withLock { old in
      defer { old = arrow }
      return old != arrow
    }
    if isOther { node.setNeedsDisplay() }
  }

  // MARK: events and semantics

  static func handle(_ event: Event, node: Node<PopoverPanel>) -> EventResponse {
    switch event {
    case .key(let press):
      guard press.isDown, press.key == .escape, press.modifiers.isEmpty else { return .ignored }
      node.send(leave, ())
      return .handled
    case .touch, .wheel: return .handled
    case .focus, .text, .composition, .contextMenu, .pointerButton: return .ignored
    }
  }

  static func semantics(of node: Node<PopoverPanel>) -> NodeSemantics {
    var semantics = NodeSemantics(.dialog)
    semantics.isModal = true
    semantics.actions = [.dismiss]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<PopoverPanel>) -> Bool {
    guard action == .dismiss, part == nil else { return false }
    node.send(leave, ())
    return true
  }
}

/// Overlay that its panel does not retain.
struct WeakOverlay: Sendable {
  private(set) weak var overlay: StageOverlay?
  init(_ overlay: StageOverlay) { self.overlay = overlay }
}

/// Arrow of a popover, and its overlay. Any thread.
final class PopoverPanelStorage: NodeStorage {
  let overlay = Locked<WeakOverlay?>(nil)
  let arrow = Locked<PopoverArrow?>(nil)

  /// Creates the state of a panel that is not placed.
  init() {}
}

/// Place of the arrow at the edge of a popover. A value.
struct PopoverArrow: Sendable, Hashable {
  private enum Edge: Sendable, Hashable { case top, bottom, left, right }
  private let edge: Edge
  /// Distance of the tip from the start of the edge, logical units.
  private let middle: Double

  /// Returns the arrow from a panel to its anchor; nil if they overlap.
  init?(from panel: Rect, to anchor: Rect, radius: Double) {
    let inset = radius + PopoverPanel.arrowWidth / 2
    func clamped(_ value: Double, _ length: Double) -> Double { min(max(inset, length - inset), max(min(inset, length / 2), value)) }
    let (x, y) = (clamped(anchor.midX - panel.minX, panel.width), clamped(anchor.midY - panel.minY, panel.height))
    if panel.minY >= anchor.maxY {
      (edge, middle) = (.top, x)
    } else if panel.maxY <= anchor.minY {
      (edge, middle) = (.bottom, x)
    } else if panel.minX >= anchor.maxX {
      (edge, middle) = (.left, y)
    } else if panel.maxX <= anchor.minX {
      (edge, middle) = (.right, y)
    } else {
      return nil
    }
  }

  /// Returns the corners of the arrow: inner corner, outer corner, tip, outer corner, inner corner.
  func points(in size: Size, base: Double) -> [Point] {
    let (half, height) = (PopoverPanel.arrowWidth / 2, PopoverPanel.arrowHeight)
    // Along the edge, and out of the panel.
    let shape = [(-half, -base), (-half, 0), (0, height), (half, 0), (half, -base)]
    return shape.map { along, out in
      switch edge {
      case .top: Point(middle + along, -out)
      case .bottom: Point(middle + along, size.height + out)
      case .left: Point(-out, middle + along)
      case .right: Point(size.width + out, middle + along)
      }
    }
  }
}
