internal import Tessera
internal import TesseraGeometry

// Frames of the action buttons of a swiped row.

extension TableRow {
  /// Frame of one action button.
  struct ActionPlace {
    let style: RowActionStyle
    /// Distance from the row's edge to the far edge of the button.
    let inner: Double
    let breadth: Double
    let isAtStart: Bool
    /// Side of the title.
    let side: RowActionButton.Side
  }

  /// Frames of the action buttons, the innermost first. Each has its full size, is below the next outer one, and slides out so that the
  /// same fraction of each is uncovered. If the row is pulled farther than their breadth they grow; the outermost fills the space if
  /// releasing performs its action.
  var actionPlaces: [ActionPlace] {
    let pulled = abs(pull)
    let whole = actions.reduce(0) { $0 + $1.breadth }
    guard whole > 0 else { return [] }
    let stretch = pulled / whole
    var inner = pulled
    return actions.map { style in
      defer { inner -= style.breadth * stretch }
      if isArmed, style.number == 0 {
        return ActionPlace(
          style: style, inner: pulled, breadth: max(style.breadth, pulled), isAtStart: areActionsAtStart,
          side: areActionsAtStart ? .end : .start)
      }
      return ActionPlace(
        style: style, inner: inner, breadth: style.breadth * max(1, stretch), isAtStart: areActionsAtStart, side: .middle)
    }
  }

  /// Shows a swipe; nil means none.
  mutating func show(_ swipe: TableRows.Swipe?) {
    pull = swipe?.distance ?? 0
    isArmed = swipe?.isArmed ?? false
    areActionsAtStart = (swipe?.side ?? 0) > 0
    let shown = swipe.map { $0.side == 0 ? [] : $0.actions } ?? []
    actions = shown.enumerated().map { RowActionStyle(title: $1.title, color: $1.color, titleColor: $1.titleColor, number: $0) }.reversed()
  }
}
