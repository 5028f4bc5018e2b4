internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Colors to choose from. A part of a color picker, not available in scenes.
struct ColorSwatches: ControlType {
  typealias Storage = ControlStorage

  static let typeName = "color-swatches"

  private var colors: [Color] = []
  private var chosen = Color.black
  var isEnabled = true

  init() {}

  init(_ colors: [Color], chosen: Color, isEnabled: Bool) { (self.colors, self.chosen, self.isEnabled) = (colors, chosen, isEnabled) }

  /// By hand: its members are no attributes, and its size depends on the number of colors.
  static func invalidation(from old: ColorSwatches, to new: ColorSwatches) -> Invalidation {
    old.colors.count == new.colors.count ? .display : [.layout, .display]
  }

  /// Side, distance and height of the bar below a swatch with its distance, logical units.
  private static let (side, gap, bar) = (36.0, 8.0, 5.0)

  private static func perRow(_ width: Double) -> Int {
    width.isFinite ? max(1, Int(min(1000, ((width + gap) / (side + gap)).rounded(.down)))) : 1000
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let columns = min(max(1, colors.count), Self.perRow(range.max.width))
    let rows = (colors.count + columns - 1) / columns
    return range.clamp(
      Size(Double(columns) * (Self.side + Self.gap) - Self.gap, max(0, Double(rows) * (Self.side + Self.bar + Self.gap) - Self.gap)))
  }

  private func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect] {
    let columns = Self.perRow(size.width)
    return colors.indices.map { index in
      let x = Double(index % columns) * (Self.side + Self.gap)
      let y = Double(index / columns) * (Self.side + Self.bar + Self.gap)
      return Rect(environment.direction == .rtl ? size.width - x - Self.side : x, y, Self.side, Self.side)
    }
  }

  private var chosenIndex: Int? { colors.firstIndex { $0.hex == chosen.hex } }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let theme = look.theme
    let selected = chosenIndex
    for (index, frame) in frames(in: context.size, context.environment).enumerated() {
      let shape = RoundedRect(look.aligned(frame), radius: theme[.radius2])
      canvas.fill(shape, .color(look.isEnabled ? colors[index] : colors[index].opacity(0.45)))
      look.edge(shape, theme.edge, width: look.pixel, in: canvas)
      guard index == selected else { continue }
      let bar = look.aligned(Rect(frame.minX, frame.maxY + 2, frame.width, theme[.bar]))
      canvas.fill(RoundedRect(bar, radius: theme[.bar] / 2), .color(look.isEnabled ? theme.accent : look.mark(theme.ink)))
    }
  }

  // MARK: events

  static func handle(_ event: Event, node: Node<ColorSwatches>) -> EventResponse {
    switch event {
    case .touch(let touch) where touch.phase == .began:
      let frames = node.value.frames(in: node.frame.size, node.environmentValues)
      guard touch.location.isFinite, let part = frames.firstIndex(where: { $0.inset(by: -4).contains(touch.location) }) else {
        return .ignored
      }
      let response = node.interact(with: event)
      if response == .handled { node.storage.state.withLock { $0.part = part } }
      return response
    case .key(let press): return handle(press, node)
    default: return node.interact(with: event)
    }
  }

  private static func handle(_ press: KeyPress, _ node: Node<ColorSwatches>) -> EventResponse {
    let (value, environment) = (node.value, node.environmentValues)
    guard press.isDown, press.modifiers.isEmpty, node.canBeChanged, !value.colors.isEmpty else { return .ignored }
    let forward = environment.direction == .rtl ? -1 : 1
    let (last, selected) = (value.colors.count - 1, value.chosenIndex)
    func move(_ step: Int) -> EventResponse {
      let next = selected.map { $0 + step } ?? (step > 0 ? 0 : last)
      guard (0...last).contains(next) else { return .ignored }
      choose(next, node)
      return .handled
    }
    switch press.key {
    case .right: return move(forward)
    case .left: return move(-forward)
    case .home: choose(0, node)
    case .end: choose(last, node)
    case .enter, .space, .escape, .next, .previous:
      let change = node.storage.state.withLock {
        $0.interaction.valueKey(press, axis: .horizontal, direction: environment.direction, isEnabled: true)
      }
      switch change {
      case .steps(let steps): choose(min(last, max(0, (selected ?? -1) + steps)), node)
      case .beginEditing where selected == nil: choose(0, node)
      case nil: return .ignored
      default: break
      }
      node.setNeedsDisplay()
    default: return .ignored
    }
    return .handled
  }

  private static func choose(_ index: Int, _ node: Node<ColorSwatches>) {
    guard node.value.colors.indices.contains(index), let picker = node.supernode(of: ColorPicker.self) else { return }
    ColorPicker.set(HSVColor(node.value.colors[index]), isLast: true, picker)
  }

  static func activate(_ node: Node<ColorSwatches>) {
    if let part = node.storage.state.withLock({ $0.part }) { choose(part, node) }
  }

  // MARK: focus and semantics

  static func focusArea(in node: Node<ColorSwatches>) -> RoundedRect? {
    let frames = node.value.frames(in: node.frame.size, node.environmentValues)
    guard let frame = node.value.chosenIndex.map({ frames[$0] }) ?? frames.first else { return nil }
    return RoundedRect(frame, radius: node.environmentValues.theme[.radius2])
  }

  static func semantics(of node: Node<ColorSwatches>) -> NodeSemantics {
    NodeSemantics(.radioGroup, label: node.environmentValues.word(.swatches))
  }

  static func semanticsParts(of node: Node<ColorSwatches>) -> [SemanticsPart] {
    let (value, selected) = (node.value, node.value.chosenIndex)
    return zip(value.colors, value.frames(in: node.frame.size, node.environmentValues)).enumerated().map { index, swatch in
      var semantics = NodeSemantics(.radio, label: swatch.0.hex)
      semantics.checked = index == selected ? .on : .off
      semantics.position = SemanticsPosition(index + 1, of: value.colors.count)
      if !node.canBeUsed { semantics.isDisabled = true }
      semantics.actions = [.activate]
      return SemanticsPart(index, semantics, frame: swatch.1)
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<ColorSwatches>) -> Bool {
    guard action == .activate, let part, node.canBeChanged, node.value.colors.indices.contains(part) else { return false }
    choose(part, node)
    return true
  }
}
