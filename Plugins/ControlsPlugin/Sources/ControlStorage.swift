public import Tessera
internal import TesseraGeometry

/// State that a control keeps beside its value: press, hover, focus and editing. Any thread.
public final class ControlStorage: NodeStorage {
  struct State: Sendable {
    var interaction = InteractionState()
    /// Drag of the tile under way; nil: none.
    var drag: TileDrag?
    /// Value from before editing; nil: nothing is edited.
    var valueBeforeEditing: Double?
    /// Part that a finger or a key holds, by number.
    var part: Int?
    /// Repeats of the held part so far.
    var repeats = 0
    /// Time of the next repeat, seconds of the stage's clock.
    var nextRepeat = 0.0
  }

  let state = Locked(State())

  /// Makes that of a control that nothing touches.
  public init() {}

  /// Press, hover, focus and editing.
  public var interaction: InteractionState { state.withLock { $0.interaction } }
}

/// Drag of a tile along its track. A value.
struct TileDrag: Sendable, Hashable {
  /// Place where the finger came down.
  let start: Point
  /// Newest place of the finger.
  var location: Point
  /// Distance from the finger to the middle of the tile along the track.
  var grip: Double
  /// Whether the finger moves the tile; until then it may become a tap, or scroll.
  var isMoving: Bool
  /// Middle of the tile along the track, not rounded to steps.
  var middle = 0.0
  /// Whether the finger went far from the track, so that the tile is no longer under it.
  var isFine = false

  /// Distance after which a finger next to the tile moves it, logical units.
  static let threshold = 8.0
}
