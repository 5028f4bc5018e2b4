internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Divider of a split view. A node type for specs, not for scenes.
struct SplitDivider: ControlType {
  typealias Storage = ControlStorage

  static let typeName = "split-divider"

  /// Thickness of the line between the panes, and of the area that a finger hits, logical units.
  static let (thickness, touch) = (1.0, 24.0)
  /// Thickness and length of the tile, and the movement of an arrow key.
  private static let (tileThickness, tileLength, step) = (8.0, 40.0, 16.0)

  private var axis = Axis.horizontal
  private var share = 0.5
  private var label: String?
  var isEnabled = true

  init() {}
  init(_ axis: Axis, share: Double, label: String?) { (self.axis, self.share, self.label) = (axis, share, label) }

  /// The box is the area that a finger hits.
  func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {}

  // MARK: measuring and drawing

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(axis == .horizontal ? Size(Self.touch, 0) : Size(0, Self.touch))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    let isRow = axis == .horizontal
    let line =
      isRow
      ? Rect(box.midX - look.pixel / 2, 0, look.pixel, box.height) : Rect(0, box.midY - look.pixel / 2, box.width, look.pixel)
    canvas.fill(look.aligned(line), .color(theme.line))
    let (thick, long) = (Self.tileThickness, min(Self.tileLength, isRow ? box.height : box.width))
    let size = isRow ? Size(thick, long) : Size(long, thick)
    let tile = look.aligned(Rect(origin: Point(box.midX - size.width / 2, box.midY - size.height / 2), size: size))
    let color = look.isEditing || look.isPressed ? theme.accent : look.mark(theme.edge)
    canvas.fill(RoundedRect(tile, radius: thick / 2), .color(color))
  }

  // MARK: events

  static func activate(_ node: Node<SplitDivider>) {}

  static func handle(_ event: Event, node: Node<SplitDivider>) -> EventResponse {
    switch event {
    case .touch(let touch): handle(touch, node)
    case .key(let press): handle(press, node)
    default: node.interact(with: event)
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<SplitDivider>) -> EventResponse {
    guard touch.location.isFinite, let split = node.supernode(of: Split.self) else { return .ignored }
    let isRow = node.value.axis == .horizontal
    // In the box of the split view: the divider moves with the finger.
    let along = isRow ? node.frame.minX + touch.location.x : node.frame.minY + touch.location.y
    if touch.phase == .began {
      let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
      guard outcome.response == .handled else { return .ignored }
      node.storage.state.withLock {
        $0.drag = TileDrag(start: touch.location, location: touch.location, grip: along, isMoving: false, middle: split.share)
      }
      return .handled
    }
    guard node.storage.interaction.touch == touch.id, let drag = node.storage.state.withLock({ $0.drag }) else { return .handled }
    let distance = along - drag.grip
    if touch.phase == .moved {
      let room = max(1, Split.length(of: split) - thickness)
      let sign = isRow && node.environmentValues.direction == .rtl ? -1.0 : 1.0
      if drag.isMoving || abs(distance) >= TileDrag.threshold / 2 {
        node.storage.state.withLock { $0.drag?.isMoving = true }
        Split.move(split, to: drag.middle + sign * distance / room, isLast: false)
      }
      return .handled
    }
    node.storage.state.withLock { $0.drag = nil }
    _ = node.step(.release)
    node.setNeedsDisplay()
    if drag.isMoving {
      Split.move(split, to: touch.phase == .ended ? split.share : drag.middle, isLast: true)
    } else if touch.phase == .ended {
      let isSecond = node.storage.state.withLock { state in
        defer { state.lastTap = touch.time }
        return touch.time - state.lastTap < 0.4
      }
      if isSecond { Split.move(split, to: split.initialShare, isLast: true) }
    }
    return .handled
  }

  private static func handle(_ press: KeyPress, _ node: Node<SplitDivider>) -> EventResponse {
    guard let split = node.supernode(of: Split.self) else { return .ignored }
    let (axis, isEnabled, direction) = (node.value.axis, node.canBeChanged, node.environmentValues.direction)
    let share = split.share
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: axis, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = share }
      return change
    }
    let room = max(1, Split.length(of: split) - thickness)
    switch change {
    case .steps(let steps):
      // Up is a step forward of values, and moves a divider towards the first pane.
      Split.move(split, to: share + Double(axis == .vertical ? -steps : steps) * step / room, isLast: true)
    case .minimum: Split.move(split, to: 0, isLast: true)
    case .maximum: Split.move(split, to: 1, isLast: true)
    case .restore:
      if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { Split.move(split, to: before, isLast: true) }
    case .beginEditing, .commit: break
    case nil: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  // MARK: focus and semantics

  static func focusArea(in node: Node<SplitDivider>) -> RoundedRect? {
    let size = node.frame.size
    let isRow = node.value.axis == .horizontal
    let long = min(tileLength, isRow ? size.height : size.width)
    let tile = isRow ? Size(tileThickness, long) : Size(long, tileThickness)
    return RoundedRect(
      Rect(origin: Point((size.width - tile.width) / 2, (size.height - tile.height) / 2), size: tile), radius: tileThickness / 2)
  }

  static func semantics(of node: Node<SplitDivider>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(
      .slider, label: value.label ?? node.environmentValues.word(.divider), value: "\(Int((value.share * 100).rounded())) %")
    semantics.number = SemanticsNumber(value.share, in: 0...1)
    semantics.actions = [.increment, .decrement]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<SplitDivider>) -> Bool {
    guard part == nil, node.canBeChanged, action == .increment || action == .decrement, let split = node.supernode(of: Split.self) else {
      return false
    }
    let room = max(1, Split.length(of: split) - thickness)
    Split.move(split, to: split.share + (action == .increment ? 1 : -1) * step / room, isLast: true)
    return true
  }
}
