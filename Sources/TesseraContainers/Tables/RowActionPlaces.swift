internal import Tessera
internal import TesseraGeometry

// Where the buttons of a row lie that is pulled aside.

extension TableRow {
  /// Where one button lies.
  struct ActionPlace {
    let style: RowActionStyle
    /// Distance from the edge of the row to that edge of the button that is farther from it.
    let inner: Double
    let breadth: Double
    let isAtStart: Bool
    /// Where the title stands.
    let side: RowActionButton.Side
  }

  /// Where the buttons lie, the innermost first: each has its full size and lies beneath the next one out, and slides out from the edge so that of each the
  /// same share is uncovered. Pulled farther than their breadth they grow; the outermost fills the room where letting go does it.
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

  /// Shows what it is pulled by; nil: nothing.
  mutating func show(_ swipe: TableRows.Swipe?) {
    pull = swipe?.distance ?? 0
    isArmed = swipe?.isArmed ?? false
    areActionsAtStart = (swipe?.side ?? 0) > 0
    let shown = swipe.map { $0.side == 0 ? [] : $0.actions } ?? []
    actions = shown.enumerated().map { RowActionStyle(title: $1.title, color: $1.color, titleColor: $1.titleColor, number: $0) }.reversed()
  }
}
