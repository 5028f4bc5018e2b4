public import Tessera

/// Positions of the columns of a roller, and the column that keys change. Any thread.
public final class RollerStorage: NodeStorage {
  struct State: Sendable {
    /// Columns that a finger or a motion holds.
    var scrolls: [Int: RollerScroll] = [:]
    /// Column that keys change.
    var column = 0
    var isFocused = false
    /// Whether an encoder changes the column.
    var isEditing = false
    /// Rows before editing.
    var rowsBefore: [Int] = []
    /// Letters typed so far.
    var typed = ""
    /// Time until which further letters belong to them, seconds of the stage's clock; nil before the first tick.
    var typedUntil: Double?
  }

  let state = Locked(State())

  /// Creates the state of an untouched roller.
  public init() {}
}
