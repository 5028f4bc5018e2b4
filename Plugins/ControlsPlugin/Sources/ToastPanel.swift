internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Visible part of a toast: the message and its action.
struct ToastPanel: TickingType, LifecycleType, AccessibleType {
  typealias Storage = ToastPanelStorage

  /// Type name in messages; not available in scene files.
  static let typeName = "toast-panel"
  /// The user pressed the action.
  static let act = Signal<Void>("act")
  /// The time is over, or the user has sent the toast away.
  static let leave = Signal<Void>("leave")

  var text = ""
  var action = ""
  var seconds = 4.0
  var isUrgent = false

  /// Creates a panel without a message.
  init() {}

  init(_ toast: Toast) { (text, action, seconds, isUrgent) = (toast.text, toast.action, toast.shownSeconds, toast.isUrgent) }

  /// Largest width, logical units.
  static let width = 480.0
  /// Largest number of lines of the message.
  static let lineLimit = 3

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    return Row(gap: .points(theme[.space3]), align: .center) {
      PanelLabel(text, .message, lineLimit: Self.lineLimit).style { ($0.flexShrink, $0.flexGrow, $0.minWidth) = (1, 1, .points(0)) }
      if !action.isEmpty { PanelButton(action, .toast, index: 0).style { ($0.flexShrink, $0.maxWidth) = (0, .percent(50)) } }
    }
    .padding(LayoutEdges(.points(theme[.space3])))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, elevation) = (look.theme, look.theme[.elevation2])
    let shape = RoundedRect(Rect(size: context.size), radius: theme[.radius4])
    if look.isBilevel {
      canvas.fill(RoundedRect(shape.rect.inset(by: -2), radius: theme[.radius4] + 2), .color(theme.ground))
    } else if elevation.radius > 0 {
      canvas.drawShadow(Shadow(color: theme[.shadow], offset: Point(0, elevation.y), radius: elevation.radius), of: shape)
    }
    canvas.fill(shape, .color(theme.inverse))
  }

  // MARK: time and events

  static func interfaceStateDidChange(_ node: Node<ToastPanel>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible { node.requestTick(after: node.value.seconds) }
  }

  /// Ends the toast after its time. While a finger is on it or its action has the focus, it stays.
  static func tick(_ node: Node<ToastPanel>, at time: Double) -> Double? {
    let isTouched = node.storage.touch.withLock { $0 != nil }
    if isTouched || node.focusedNode?.isAtOrBelow(node) ?? false { return 1 }
    node.send(leave, ())
    return nil
  }

  /// Distance of a swipe that sends the toast away, logical units.
  private static let swipe = 32.0

  static func handle(_ event: Event, node: Node<ToastPanel>) -> EventResponse {
    switch event {
    case .touch(let touch):
      let distance = node.storage.touch.withLock { held -> Point? in
        if touch.phase == .began {
          held = held ?? touch
          return nil
        }
        guard let start = held, start.id == touch.id else { return nil }
        if touch.phase == .ended || touch.phase == .cancelled { held = nil }
        return touch.phase == .ended ? touch.location - start.location : nil
      }
      if let distance, max(abs(distance.x), abs(distance.y)) >= swipe { node.send(leave, ()) }
      return .handled
    case .key(let press):
      guard press.isDown, press.key == .escape, press.modifiers.isEmpty else { return .ignored }
      node.send(leave, ())
      return .handled
    case .wheel, .contextMenu, .pointerButton, .focus, .text, .composition: return .ignored
    }
  }

  static func semantics(of node: Node<ToastPanel>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(value.isUrgent ? .alert : .status, label: value.text)
    semantics.liveRegion = value.isUrgent ? .assertive : .polite
    semantics.actions = [.dismiss]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<ToastPanel>) -> Bool {
    guard action == .dismiss, part == nil else { return false }
    node.send(leave, ())
    return true
  }
}

/// Finger on a toast. Any thread.
final class ToastPanelStorage: NodeStorage {
  /// First contact of the finger that is on the toast; nil without one.
  let touch = Locked<Touch?>(nil)

  /// Creates the state of an untouched toast.
  init() {}
}
