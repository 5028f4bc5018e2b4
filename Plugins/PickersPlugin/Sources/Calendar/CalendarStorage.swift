public import Tessera
internal import TesseraGeometry

/// Shown month, place of the keys and swipe of a calendar. Any thread.
public final class CalendarStorage: NodeStorage {
  /// Part of a calendar.
  enum Part: Sendable, Hashable {
    case previous, title, next
    case day(CalendarDate)
    case year(Int)
  }

  struct State: Sendable {
    /// First day of the shown month; nil before the user has changed it.
    var month: CalendarDate?
    /// First of the shown years; nil means that days are shown.
    var years: Int?
    /// Day that keys choose.
    var cursor: CalendarDate?
    var isFocused = false
    /// Whether an encoder moves the cursor.
    var isEditing = false
    /// Whether keys have moved the cursor since the focus came.
    var hasMoved = false
    /// Part under a finger, and under a pointer.
    var pressed: Part?
    var hovered: Part?
    /// Today by the machine's clock.
    var today: CalendarDate?
    /// Distance of the shown month from its place, pages, positive towards the end of the line.
    var offset = 0.0
    var finger: Finger?
    var motion: SpringMotion?
    var motionStart: Double?
  }

  /// Finger on a calendar. A value.
  struct Finger: Sendable, Hashable {
    let id: Int
    let start: Point
    var last: Double
    var time: Double
    /// Logical units a second.
    var velocity = 0.0
    var isMoving = false
  }

  let state = Locked(State())

  /// Creates the state of an untouched calendar.
  public init() {}
}
