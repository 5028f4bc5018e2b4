public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension PageDots {
  public static func handle(_ event: Event, node: Node<PageDots>) -> EventResponse {
    switch event {
    case .touch(let touch):
      if touch.phase == .began {
        guard touch.location.isFinite else { return .ignored }
        let isForward = (touch.location.x > node.frame.size.width / 2) != (node.environmentValues.direction == .rtl)
        node.storage.state.withLock { $0.part = isForward ? 1 : -1 }
      }
      return node.interact(with: event)
    case .key(let press): return handle(press, node)
    default: return node.interact(with: event)
    }
  }

  public static func activate(_ node: Node<PageDots>) {
    let step = node.storage.state.withLock { $0.part } ?? 1
    _ = go(to: node.value.shownPage + step, node)
  }

  /// Arrows change the page and at the ends the focus. Enter, the press of an encoder, starts and ends choosing.
  private static func handle(_ press: KeyPress, _ node: Node<PageDots>) -> EventResponse {
    let (value, direction, isEnabled) = (node.value, node.environmentValues.direction, node.canBeChanged)
    let wasEditing = node.storage.interaction.isEditing
    let change = node.storage.state.withLock { state -> ValueChange? in
      let change = state.interaction.valueKey(press, axis: .horizontal, direction: direction, isEnabled: isEnabled)
      if change == .beginEditing { state.valueBeforeEditing = Double(value.shownPage) }
      return change
    }
    if wasEditing != node.storage.interaction.isEditing { node.setNeedsDisplay() }
    switch change {
    case .steps(let steps):
      // Page Down shows later pages.
      let page = min(value.pageCount - 1, max(0, value.shownPage + (abs(steps) == 10 ? -steps : steps)))
      return go(to: page, node) || wasEditing ? .handled : .ignored
    case .minimum: _ = go(to: 0, node)
    case .maximum: _ = go(to: value.pageCount - 1, node)
    case .restore:
      if let before = node.storage.state.withLock({ $0.valueBeforeEditing }) { _ = go(to: Int(before), node) }
    case .beginEditing, .commit: break
    case nil: return .ignored
    }
    return .handled
  }

  /// Shows a page chosen by the user. Returns whether there is such a page and it was not shown before.
  private static func go(to page: Int, _ node: Node<PageDots>) -> Bool {
    let value = node.value
    guard (0..<value.pageCount).contains(page), page != value.shownPage else { return false }
    node.page = page
    value.binding?.wrappedValue = page
    node.send(change, page)
    return true
  }

  public static func focusArea(in node: Node<PageDots>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<PageDots>) -> Double? { 2 }

  public static func semantics(of node: Node<PageDots>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.slider, label: value.spokenLabel)
    guard value.pageCount > 0 else { return semantics }
    semantics.number = SemanticsNumber(Double(value.shownPage + 1), in: 1...Double(value.pageCount), step: 1)
    semantics.value = node.environmentValues.word(.countOf, ["n": "\(value.shownPage + 1)", "count": "\(value.pageCount)"])
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.increment, .decrement]
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<PageDots>) -> Bool {
    guard part == nil, node.canBeChanged, action == .increment || action == .decrement else { return false }
    return go(to: node.value.shownPage + (action == .increment ? 1 : -1), node)
  }
}
