public import Tessera
package import TesseraGeometry

/// State that a control keeps outside its value: press, hover, focus and editing. Any thread.
public final class ControlStorage: NodeStorage {
  package struct State: Sendable {
    package var interaction = InteractionState()
    /// Layer of hover and press.
    var layer = LayerFade()
    /// Current drag of the tile; nil without a drag.
    package var drag: TileDrag?
    /// Value before editing; nil while nothing is edited.
    package var valueBeforeEditing: Double?
    /// Number of the part held by a touch or a key.
    package var part: Int?
    /// Time of the last tap, seconds of the stage's clock.
    var lastTap = -1.0
    /// Overlay that the control has opened; nil while none is shown.
    package var overlay: StageOverlay?
  }

  package let state = Locked(State())

  /// Creates the state of an untouched control.
  public init() {}

  /// Strength of the layer of hover and press: an alpha.
  var layerShare: Double { state.withLock { $0.layer.share } }

  /// Press, hover, focus and editing.
  public var interaction: InteractionState { state.withLock { $0.interaction } }
}

/// Drag of a tile along its track. A value.
package struct TileDrag: Sendable, Hashable {
  /// Location where the touch began.
  package let start: Point
  /// Latest location of the finger.
  package var location: Point
  /// Distance from the finger to the middle of the tile along the track.
  package var grip: Double
  /// Whether the touch moves the tile. Until then it may become a tap or a scroll.
  package var isMoving: Bool
  /// Middle of the tile along the track, not rounded to steps.
  package var middle = 0.0
  /// Whether the finger has moved far from the track, so that the tile moves in smaller steps.
  package var isFine = false

  /// Distance after which a touch next to the tile moves it, logical units.
  package static let threshold = 8.0
}
