public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Expander {
  private static func row(_ node: Node<Expander>) -> Rect {
    Rect(0, 0, node.frame.size.width, min(node.frame.size.height, rowHeight(node.environmentValues)))
  }

  /// Presses of the row open or close the control. Events of the contents are ignored.
  public static func handle(_ event: Event, node: Node<Expander>) -> EventResponse {
    guard case .touch(let touch) = event else { return node.interact(with: event) }
    let row = row(node)
    if touch.phase == .began, !touch.location.isFinite || !row.contains(touch.location) { return .ignored }
    let isInside = touch.location.isFinite && row.inset(by: -InteractionState.touchSlop).contains(touch.location)
    return node.interact(.touch(touch, isInside: isInside, delaysPress: touch.phase == .began && node.isInScrollingContent))
  }

  public static func activate(_ node: Node<Expander>) {
    let isExpanded = !node.isExpanded
    // The nodes below move with the height of the contents.
    animate(.easeInOut(node.environmentValues.theme[.expandTime])) { node.update { $0.isExpanded = isExpanded } }
    node.value.binding?.wrappedValue = isExpanded
    node.send(change, isExpanded)
  }

  public static func focusArea(in node: Node<Expander>) -> RoundedRect? {
    RoundedRect(row(node).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<Expander>) -> Double? { 0 }

  public static func semantics(of node: Node<Expander>) -> NodeSemantics {
    var semantics = NodeSemantics(.group)
    semantics.isExpanded = node.isExpanded
    return semantics
  }

  /// The row is a button.
  public static func semanticsParts(of node: Node<Expander>) -> [SemanticsPart] {
    let value = node.value
    var semantics = NodeSemantics(.button, label: value.title)
    semantics.isExpanded = value.isExpanded
    if !node.canBeUsed { semantics.isDisabled = true }
    semantics.actions = [.activate, value.isExpanded ? .collapse : .expand]
    return [SemanticsPart(0, semantics, frame: row(node))]
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Expander>) -> Bool {
    guard node.canBeChanged else { return false }
    switch action {
    case .activate: break
    case .expand where !node.isExpanded: break
    case .collapse where node.isExpanded: break
    default: return false
    }
    activate(node)
    return true
  }
}
