internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Explanation of a dialog. It scrolls if there is not enough room for its lines.
struct PanelText: FocusableType, TickingType, AccessibleType, GestureRecognizingType {
  typealias Storage = PanelTextStorage

  static let typeName = "panel-text"

  private var words = ""

  /// Creates an empty text.
  init() {}

  init(_ words: String) { self.words = words }

  static var recognizers: [GestureRecognizer] { [GestureRecognizer(PanGesture(axis: .vertical), cancelsTouches: false) { _ in }] }

  private func layout(_ color: Color, width: Double, _ environment: EnvironmentValues) -> TextLayout {
    ControlText(words, environment.theme[.body], environment).layout(color, width: width, lineLimit: 0)
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let size = layout(.black, width: range.max.width, context.environment).size
    return range.clamp(Size(size.width.rounded(.up), size.height.rounded(.up)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let layout = layout(look.theme.inkSoft, width: context.size.width + 0.5, context.environment)
    let view = context.size.height
    let limit = max(0, layout.size.height - view)
    let offset = min(limit, max(0, context.storage(of: PanelText.self).scroll.withLock { $0.offset }))
    let x = look.isRightToLeft ? context.size.width - layout.size.width : 0
    canvas.save()
    canvas.clip(Rect(size: context.size))
    canvas.draw(layout, at: Point(x, -(offset * look.scale).rounded() / look.scale))
    canvas.restore()
    guard limit > 0.5, view > 24 else { return }
    let length = max(16, view * view / layout.size.height)
    let bar = look.placed(Rect(context.size.width - 3, (view - length) * offset / limit, 3, length), in: context.size.width)
    canvas.fill(RoundedRect(look.aligned(bar), radius: 1.5), .color(look.theme.edge))
  }

  // MARK: scrolling

  /// Possible offsets, logical units.
  private static func limits(_ node: Node<PanelText>) -> ClosedRange<Double> {
    let size = node.frame.size
    return 0...max(0, node.value.layout(.black, width: size.width + 0.5, node.environmentValues).size.height - size.height)
  }

  static func handle(_ event: Event, node: Node<PanelText>) -> EventResponse {
    let limits = limits(node)
    guard limits.upperBound > 0.5 else { return .ignored }
    switch event {
    case .touch(let touch):
      let isMoving = node.storage.scroll.withLock { scroll in
        switch touch.phase {
        case .began: _ = scroll.begin(touch)
        case .moved: scroll.move(touch, within: limits)
        case .ended, .cancelled: _ = scroll.end(touch, within: limits)
        }
        return scroll.isMoving
      }
      if isMoving { node.requestTick(after: 0) }
      node.setNeedsDisplay()
    case .wheel(_, let delta):
      guard delta.y.isFinite else { return .ignored }
      move(node, by: delta.y, limits)
    case .key(let press):
      guard press.isDown, press.modifiers.isEmpty else { return .ignored }
      let (page, line) = (max(20, node.frame.height * 0.8), node.environmentValues.theme[.body].line * 2)
      switch press.key {
      case .down: return move(node, by: line, limits)
      case .up: return move(node, by: -line, limits)
      case .pageDown, .space: return move(node, by: page, limits)
      case .pageUp: return move(node, by: -page, limits)
      case .home: move(node, by: -.greatestFiniteMagnitude, limits)
      case .end: move(node, by: .greatestFiniteMagnitude, limits)
      default: return .ignored
      }
    case .focus, .text, .composition, .contextMenu, .pointerButton: return .ignored
    }
    return .handled
  }

  /// Scrolls. Returns `ignored` at the end, so that the focus moves on.
  @discardableResult
  private static func move(_ node: Node<PanelText>, by distance: Double, _ limits: ClosedRange<Double>) -> EventResponse {
    let hasMoved = node.storage.scroll.withLock { scroll in
      let target = min(limits.upperBound, max(0, scroll.offset + distance))
      defer { scroll.jump(to: target) }
      return target != scroll.offset
    }
    node.setNeedsDisplay()
    return hasMoved ? .handled : .ignored
  }

  static func tick(_ node: Node<PanelText>, at time: Double) -> Double? {
    let continues = node.storage.scroll.withLock { $0.pass(time) }
    node.setNeedsDisplay()
    return continues ? 0 : nil
  }

  static func isSettling(_ node: Node<PanelText>) -> Bool { node.storage.scroll.withLock { $0.isMoving } }

  /// Returns whether there is more text than room: keys scroll it.
  static func isFocusable(_ node: Node<PanelText>) -> Bool { node.frame.height > 0 && limits(node).upperBound > 0.5 }

  static func focusArea(in node: Node<PanelText>) -> RoundedRect? { RoundedRect(Rect(size: node.frame.size), radius: 4) }

  static func semantics(of node: Node<PanelText>) -> NodeSemantics { NodeSemantics(.text, label: node.value.words) }
}

/// Scroll position of a text. Any thread.
final class PanelTextStorage: NodeStorage {
  let scroll = Locked(RowScroll())

  /// Creates the state of a text at its beginning.
  init() {}
}
