internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Field of a color picker: saturation from left to right, brightness from bottom to top. A part of a picker, not available in scenes.
struct ColorField: ControlType, GestureRecognizingType {
  typealias Storage = ControlStorage

  static let typeName = "color-field"

  private var hsv = HSVColor(hue: 0, saturation: 1, brightness: 1)
  var isEnabled = true

  init() {}

  init(_ hsv: HSVColor, isEnabled: Bool) { (self.hsv, self.isEnabled) = (hsv, isEnabled) }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: ColorField, to new: ColorField) -> Invalidation { .display }

  static var recognizers: [GestureRecognizer] { [GestureRecognizer(PanGesture(), cancelsTouches: false) { _ in }] }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(context.environment.density == .compact ? Size(160, 100) : Size(240, 160))
  }

  private func middle(in size: Size) -> Point { Point(size.width * hsv.saturation, size.height * (1 - hsv.brightness)) }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: Insets(20)) { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let theme = look.theme
    let box = Rect(size: context.size)
    let shape = RoundedRect(box, radius: theme[.radius3])
    let strength: Float = look.isEnabled ? 1 : 0.45
    if !look.isBilevel {
      let pure = HSVColor(hue: hsv.hue, saturation: 1, brightness: 1).color
      if !look.isEnabled { canvas.fill(shape, .color(theme.well)) }
      canvas.fill(
        shape, .linearGradient([Color.white.opacity(strength), pure.opacity(strength)], from: Point(box.minX, 0), to: Point(box.maxX, 0)))
      canvas.fill(
        shape, .linearGradient([Color.black.opacity(0), Color.black.opacity(strength)], from: Point(0, box.minY), to: Point(0, box.maxY)))
    }
    look.edge(shape, look.mark(theme.edge), width: look.pixel, in: canvas)
    let tile = look.tile(at: middle(in: context.size), isPressed: look.isPressed)
    let color = HSVColor(hue: hsv.hue, saturation: hsv.saturation, brightness: hsv.brightness).color
    canvas.fill(tile, .color(look.isBilevel ? theme.tile : color))
    canvas.drawBorder(
      Border(
        width: look.isEditing ? 3 : look.pixel, color: look.isEditing ? theme.accent : look.isEnabled ? .black : look.mark(theme.edge)),
      of: tile)
    guard !look.isBilevel else { return }
    let rim = RoundedRect(tile.rect.inset(by: look.isEditing ? 3 : look.pixel), radius: max(1, tile.radii.topLeft - 1))
    canvas.drawBorder(Border(width: 2, color: .white), of: rim)
  }

  // MARK: events

  static func handle(_ event: Event, node: Node<ColorField>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .focus(let isFocused):
      if !isFocused { node.storage.state.withLock { $0.part = nil } }
      return node.interact(with: event)
    case .wheel, .text, .composition, .contextMenu, .pointerButton: return node.interact(with: event)
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<ColorField>) -> EventResponse {
    if touch.phase == .began {
      let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
      guard outcome.response == .handled else { return .ignored }
      if let delay = outcome.delay { node.requestTick(after: delay) }
    }
    guard node.storage.interaction.touch == touch.id else { return .handled }
    let isLast = touch.phase == .ended || touch.phase == .cancelled
    var hsv = node.value.hsv
    if touch.location.isFinite, touch.phase != .cancelled {
      hsv.saturation = min(1, max(0, touch.location.x / max(1, node.frame.width)))
      hsv.brightness = 1 - min(1, max(0, touch.location.y / max(1, node.frame.height)))
    }
    set(hsv, isLast: isLast, node)
    if isLast { _ = node.step(.release) }
    node.setNeedsDisplay()
    return .handled
  }

  /// Arrows change saturation and brightness. An encoder edits the saturation after a press, and the brightness after another one.
  private static func handle(_ press: KeyPress, _ node: Node<ColorField>) -> EventResponse {
    let isEnabled = node.canBeChanged
    let isEditing = node.storage.interaction.isEditing
    guard press.isDown, isEnabled, press.modifiers.isEmpty else { return .ignored }
    var hsv = node.value.hsv
    let isBrightness = node.storage.state.withLock { $0.part == 1 }
    if press.key == .enter, !press.isRepeat, isEditing, !isBrightness {
      node.storage.state.withLock { $0.part = 1 }
      node.setNeedsDisplay()
      return .handled
    }
    switch press.key {
    case .left: hsv.saturation -= 0.02
    case .right: hsv.saturation += 0.02
    case .up: hsv.brightness += 0.02
    case .down: hsv.brightness -= 0.02
    case .next where isEditing: if isBrightness { hsv.brightness += 0.02 } else { hsv.saturation += 0.02 }
    case .previous where isEditing: if isBrightness { hsv.brightness -= 0.02 } else { hsv.saturation -= 0.02 }
    case .pageUp: hsv.brightness += 0.2
    case .pageDown: hsv.brightness -= 0.2
    case .home: hsv.saturation = 0
    case .end: hsv.saturation = 1
    case .enter, .space, .escape:
      let change = node.storage.state.withLock { state -> ValueChange? in
        state.part = nil
        return state.interaction.valueKey(press, axis: .horizontal, direction: .ltr, isEnabled: true)
      }
      node.setNeedsDisplay()
      return change == nil ? .ignored : .handled
    default: return .ignored
    }
    set(HSVColor(hue: hsv.hue, saturation: hsv.saturation, brightness: hsv.brightness, alpha: hsv.alpha), isLast: true, node)
    return .handled
  }

  private static func set(_ hsv: HSVColor, isLast: Bool, _ node: Node<ColorField>) {
    if let picker = node.supernode(of: ColorPicker.self) { ColorPicker.set(hsv, isLast: isLast, picker) }
  }

  /// Does nothing: `handle` processes touches and keys.
  static func activate(_ node: Node<ColorField>) {}

  // MARK: focus and semantics

  /// Returns the tile.
  static func focusArea(in node: Node<ColorField>) -> RoundedRect? {
    let theme = node.environmentValues.theme
    let (side, middle) = (theme[.tileSide], node.value.middle(in: node.frame.size))
    return RoundedRect(Rect(middle.x - side / 2, middle.y - side / 2, side, side), radius: theme[.tileRadius])
  }

  static func semantics(of node: Node<ColorField>) -> NodeSemantics {
    var semantics = NodeSemantics(.group, label: node.environmentValues.word(.saturationAndBrightness))
    if !node.canBeUsed { semantics.isDisabled = true }
    return semantics
  }

  /// Each direction of the field is a slider.
  static func semanticsParts(of node: Node<ColorField>) -> [SemanticsPart] {
    let (hsv, environment) = (node.value.hsv, node.environmentValues)
    let quantities: [(word: StandardWord, share: Double)] = [(.saturation, hsv.saturation), (.brightness, hsv.brightness)]
    return quantities.enumerated().map { index, quantity in
      var semantics = NodeSemantics(.slider, label: environment.word(quantity.word), value: "\(Int((quantity.share * 100).rounded())) %")
      semantics.number = SemanticsNumber(quantity.share, in: 0...1)
      if !node.canBeUsed { semantics.isDisabled = true }
      semantics.actions = [.increment, .decrement]
      return SemanticsPart(index, semantics, frame: Rect(size: node.frame.size))
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<ColorField>) -> Bool {
    guard let part, node.canBeChanged, action == .increment || action == .decrement else { return false }
    var hsv = node.value.hsv
    let step = action == .increment ? 0.05 : -0.05
    if part == 0 { hsv.saturation += step } else { hsv.brightness += step }
    set(HSVColor(hue: hsv.hue, saturation: hsv.saturation, brightness: hsv.brightness, alpha: hsv.alpha), isLast: true, node)
    return true
  }
}
