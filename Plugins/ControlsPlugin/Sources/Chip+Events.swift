public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Chip {
  /// Width of the area at the end that removes the chip, logical units.
  private static let crossArea = 36.0
  /// Action of screen readers that removes the chip.
  private static func removal(_ node: Node<Chip>) -> SemanticsAction { .custom(node.environmentValues.word(.remove)) }

  public static func handle(_ event: Event, node: Node<Chip>) -> EventResponse {
    switch event {
    case .touch(let touch) where touch.phase == .began:
      let isOnCross = node.isRemovable && isAtEnd(touch, node)
      let response = node.interact(with: event)
      if response == .handled { node.storage.state.withLock { $0.part = isOnCross ? 1 : nil } }
      return response
    case .key(let press):
      guard press.isDown, press.modifiers.isEmpty, press.key == .backspace || press.key == .delete else {
        node.storage.state.withLock { $0.part = nil }
        return node.interact(with: event)
      }
      guard node.isRemovable, node.canBeChanged else { return .ignored }
      node.send(remove, ())
      return .handled
    default: return node.interact(with: event)
    }
  }

  private static func isAtEnd(_ touch: Touch, _ node: Node<Chip>) -> Bool {
    guard touch.location.isFinite else { return false }
    let width = node.frame.size.width
    let x = node.environmentValues.direction == .rtl ? width - touch.location.x : touch.location.x
    return x > width - min(crossArea, width / 2)
  }

  public static func activate(_ node: Node<Chip>) {
    let value = node.value
    guard node.storage.state.withLock({ $0.part }) == nil else {
      node.storage.state.withLock { $0.part = nil }
      return node.send(remove, ())
    }
    if value.isSelectable {
      let isSelected = !value.isSelected
      node.isSelected = isSelected
      value.binding?.wrappedValue = isSelected
      node.send(change, isSelected)
    }
    node.send(AnyNode.tap, ())
  }

  public static func focusArea(in node: Node<Chip>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius3])
  }

  public static func semantics(of node: Node<Chip>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(value.isSelectable ? .toggleButton : .button, label: value.title.isEmpty ? nil : value.title)
    if value.isSelectable { semantics.checked = value.isSelected ? .on : .off }
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = value.isRemovable ? [.activate, removal(node)] : [.activate]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Chip>) -> Bool {
    guard part == nil, node.canBeChanged else { return false }
    switch action {
    case .activate:
      node.storage.state.withLock { $0.part = nil }
      activate(node)
    case removal(node) where node.isRemovable: node.send(remove, ())
    default: return false
    }
    return true
  }
}

extension Chip {
  /// Extends the area that a finger hits to the theme's `touch` height.
  public func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    let theme = environment.theme
    let slop = max(0, theme[.touch] - theme[.controlSmall]) / 2
    if properties.hitTestSlop == .zero { properties.hitTestSlop = Insets(horizontal: 0, vertical: slop) }
  }
}
