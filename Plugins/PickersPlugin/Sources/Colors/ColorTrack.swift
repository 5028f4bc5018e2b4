internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Slider of a color picker: hue, opacity or warmth. A part of a picker, not available in scenes.
struct ColorTrack: ControlType, GestureRecognizingType {
  typealias Storage = ControlStorage

  static let typeName = "color-track"

  /// Quantity of a slider.
  enum Kind: Sendable, Hashable { case hue, alpha, warmth }

  private var kind = Kind.hue
  /// Position of the tile, 0...1.
  private var share = 0.0
  private var hsv = HSVColor(hue: 0, saturation: 1, brightness: 1)
  var isEnabled = true

  init() {}

  init(_ kind: Kind, _ share: Double, _ hsv: HSVColor, isEnabled: Bool) {
    (self.kind, self.hsv, self.isEnabled) = (kind, hsv, isEnabled)
    self.share = share.isFinite ? min(1, max(0, share)) : 0
  }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: ColorTrack, to new: ColorTrack) -> Invalidation { .display }

  static var recognizers: [GestureRecognizer] { [GestureRecognizer(PanGesture(axis: .horizontal), cancelsTouches: false) { _ in }] }

  /// Height of the track, logical units.
  private static let thickness = 16.0

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let height = context.environment.theme[.control]
    return range.clamp(Size(height * 5, height))
  }

  private func middle(in size: Size, _ environment: EnvironmentValues) -> Double {
    let inset = environment.theme[.tileSide] / 2
    let x = inset + max(0, size.width - 2 * inset) * share
    return environment.direction == .rtl && kind != .hue ? size.width - x : x
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let theme = look.theme
    let inset = theme[.tileSide] / 2 - Self.thickness / 2
    let way = look.aligned(
      Rect(inset, (context.size.height - Self.thickness) / 2, max(0, context.size.width - 2 * inset), Self.thickness))
    let shape = RoundedRect(way, radius: 5)
    if !look.isBilevel {
      if kind == .alpha { drawChecks(shape, in: canvas) }
      if !look.isEnabled { canvas.fill(shape, .color(theme.well)) }
      canvas.fill(shape, paint(way, isMirrored: look.isRightToLeft && kind != .hue, strength: look.isEnabled ? 1 : 0.45))
    }
    look.edge(shape, look.mark(theme.edge), width: look.pixel, in: canvas)
    let tile = look.tile(at: Point(middle(in: context.size, context.environment), context.size.height / 2), isPressed: look.isPressed)
    drawTile(tile, look, in: canvas)
  }

  private func drawTile(_ tile: RoundedRect, _ look: ControlLook, in canvas: borrowing Canvas) {
    let color = look.isBilevel ? look.theme.tile : tint
    canvas.fill(tile, .color(color.opacity(1)))
    look.edge(tile, look.isEditing ? look.theme.accent : look.mark(look.theme.ink), width: look.isEditing ? 3 : look.pixel, in: canvas)
    guard !look.isBilevel else { return }
    let rim = RoundedRect(tile.rect.inset(by: look.isEditing ? 3 : look.pixel), radius: max(1, tile.radii.topLeft - 1))
    canvas.drawBorder(Border(width: 2, color: .white), of: rim)
  }

  /// Color of the tile.
  private var tint: Color {
    switch kind {
    case .hue: HSVColor(hue: share, saturation: 1, brightness: 1).color
    case .alpha: HSVColor(hue: hsv.hue, saturation: hsv.saturation, brightness: hsv.brightness).color
    case .warmth: Warmth.color(Warmth.range.lowerBound + 4300 * share)
    }
  }

  private func paint(_ way: Rect, isMirrored: Bool, strength: Float) -> Paint {
    var colors: [Color]
    switch kind {
    case .hue: colors = (0...6).map { HSVColor(hue: Double($0) / 6, saturation: 1, brightness: 1).color }
    case .alpha: colors = [tint.opacity(0), tint]
    case .warmth: colors = (0...8).map { Warmth.color(Warmth.range.lowerBound + 4300 * Double($0) / 8) }
    }
    if isMirrored { colors.reverse() }
    return .linearGradient(colors.map { $0.opacity(strength) }, from: Point(way.minX, way.midY), to: Point(way.maxX, way.midY))
  }

  /// Draws squares of 4 below a transparent color.
  private func drawChecks(_ shape: RoundedRect, in canvas: borrowing Canvas) {
    canvas.save()
    canvas.clip(shape)
    canvas.fill(shape.rect, .color(.white))
    for row in 0..<4 {
      var x = shape.rect.minX + (row % 2 == 0 ? 0 : 4)
      while x < min(shape.rect.maxX, shape.rect.minX + 4000) {
        canvas.fill(Rect(x, shape.rect.minY + Double(row) * 4, 4, 4), .color(Color(white: 0.75)))
        x += 8
      }
    }
    canvas.restore()
  }

  // MARK: events

  static func handle(_ event: Event, node: Node<ColorTrack>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      guard node.storage.interaction.isFocused, node.canBeChanged, delta.y.isFinite, delta.y != 0 else { return .ignored }
      set(node.value.share + (delta.y < 0 ? 0.01 : -0.01), isLast: true, node)
      return .handled
    case .focus, .text, .composition, .contextMenu, .pointerButton: return node.interact(with: event)
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<ColorTrack>) -> EventResponse {
    if touch.phase == .began {
      let outcome = node.step(.touch(touch, isInside: true, delaysPress: false))
      guard outcome.response == .handled else { return .ignored }
      if let delay = outcome.delay { node.requestTick(after: delay) }
    }
    guard node.storage.interaction.touch == touch.id, touch.location.isFinite else { return .handled }
    let isLast = touch.phase == .ended || touch.phase == .cancelled
    if touch.phase != .cancelled {
      let (environment, width) = (node.environmentValues, node.frame.width)
      let inset = environment.theme[.tileSide] / 2
      let isMirrored = environment.direction == .rtl && node.value.kind != .hue
      let x = isMirrored ? width - touch.location.x : touch.location.x
      set((x - inset) / max(1, width - 2 * inset), isLast: isLast, node)
    } else {
      set(node.value.share, isLast: true, node)
    }
    if isLast { _ = node.step(.release) }
    node.setNeedsDisplay()
    return .handled
  }

  private static func handle(_ press: KeyPress, _ node: Node<ColorTrack>) -> EventResponse {
    let (share, direction, isEnabled) = (node.value.share, node.environmentValues.direction, node.canBeChanged)
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = share }
      return change
    }
    switch change {
    case .steps(let steps): set(share + Double(steps) / 100, isLast: true, node)
    case .minimum: set(0, isLast: true, node)
    case .maximum: set(1, isLast: true, node)
    case .restore: if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { set(before, isLast: true, node) }
    case .beginEditing, .commit: break
    case nil: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  private static func set(_ share: Double, isLast: Bool, _ node: Node<ColorTrack>) {
    guard share.isFinite, let picker = node.supernode(of: ColorPicker.self) else { return }
    let share = min(1, max(0, share))
    var hsv = picker.value.hsv
    switch node.value.kind {
    case .hue: hsv.hue = share
    case .alpha: hsv.alpha = share
    case .warmth: return ColorPicker.set(warmth: share, isLast: isLast, picker)
    }
    ColorPicker.set(hsv, isLast: isLast, picker)
  }

  /// Does nothing: `handle` processes touches and keys.
  static func activate(_ node: Node<ColorTrack>) {}

  // MARK: focus and semantics

  /// Returns the tile.
  static func focusArea(in node: Node<ColorTrack>) -> RoundedRect? {
    let theme = node.environmentValues.theme
    let (side, x) = (theme[.tileSide], node.value.middle(in: node.frame.size, node.environmentValues))
    return RoundedRect(Rect(x - side / 2, (node.frame.height - side) / 2, side, side), radius: theme[.tileRadius])
  }

  static func semantics(of node: Node<ColorTrack>) -> NodeSemantics {
    let value = node.value
    let (label, words): (StandardWord, String) =
      switch value.kind {
      case .hue: (.hue, "\(Int((value.share * 360).rounded()))°")
      case .alpha: (.opacity, "\(Int((value.share * 100).rounded())) %")
      case .warmth: (.warmth, "\(Int(((Warmth.range.lowerBound + 4300 * value.share) / 50).rounded()) * 50) K")
      }
    var semantics = NodeSemantics(.slider, label: node.environmentValues.word(label), value: words)
    semantics.number = SemanticsNumber(value.share, in: 0...1)
    if !node.canBeUsed { semantics.isDisabled = true }
    semantics.actions = [.increment, .decrement]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<ColorTrack>) -> Bool {
    guard part == nil, node.canBeChanged, action == .increment || action == .decrement else { return false }
    set(node.value.share + (action == .increment ? 0.05 : -0.05), isLast: true, node)
    return true
  }
}
