public import Tessera
public import TesseraGeometry

/// Kind of element that a reader moves between.
public enum ReaderUnit: String, Sendable, CaseIterable, Hashable {
  case element, heading, control, link, field

  /// Whether an element is one of the kind.
  func contains(_ element: SemanticsElement) -> Bool {
    switch self {
    case .element: true
    case .heading: element.role == .heading
    case .control: element.isControl
    case .link: element.role == .link
    case .field: element.isField
    }
  }
}

/// Command to a screen reader: from a key, a gesture, a script or a program.
public enum ReaderCommand: Sendable, Hashable {
  /// Moves to the next or previous element of a kind.
  case next(ReaderUnit), previous(ReaderUnit)
  /// Moves to the first or last element.
  case first, last
  /// Reads the current element again.
  case current
  /// Reads the current element letter by letter.
  case spell
  /// Performs the selected custom action, or has the effect of a tap.
  case activate
  /// Moves a value by one step.
  case increment, decrement
  /// Closes a menu, a dialog or a screen.
  case dismiss
  /// Scrolls the container of the current element by a page.
  case scroll(SemanticsAction.Direction)
  /// Changes the kind of element of ``rotorNext`` and ``rotorPrevious``.
  case rotor
  /// Increments the current element if its value has steps; otherwise moves by the kind of the rotor.
  case rotorNext, rotorPrevious
  /// Selects the next custom action of the element.
  case action
  /// Reads on from the current element, or from the first.
  case read, readAll
  /// Moves to the element at a point of the stage, logical units.
  case explore(Point)
  /// Stops speaking.
  case stop
}
