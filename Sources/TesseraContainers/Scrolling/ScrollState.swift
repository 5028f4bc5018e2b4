internal import TesseraGeometry

/// State of a scrolling node's content: its position and its movement. The single source of both. A value, in the node's ``ScrollStorage``.
struct ScrollState: Sendable {
  /// Result of a layout: the viewport, the content and the frames of the subnodes.
  struct Metrics: Sendable, Equatable {
    var size: Size
    /// Bounds of the subnodes including padding; never smaller than the viewport.
    var content: Rect
    var frames: [Rect]
    /// Size of the subnodes, which may be smaller than the viewport; nil means that of `content`.
    var extent: Size?
    /// Bounds of the subnodes without margins, padding and the remaining viewport; nil if unknown.
    var reach: Rect?
  }

  /// Drag of the content by a finger.
  struct Drag: Sendable, Equatable {
    /// Position requested by the finger; beyond the bounds the content follows less.
    var wanted: Point
    /// Start of the drag, seconds of the stage's clock.
    var start: Double
    /// Velocity of the fling that it interrupted.
    var carried = Point.zero
    /// Part of the gesture's translation that was applied.
    var done = Point.zero
    /// Axis to which it is locked.
    var lock: Axis?
    /// Node that the finger moves besides the content.
    var pulled: Pulled?
  }

  /// Node that a drag of its scrolling content moves.
  struct Pulled: Sendable, Equatable {
    weak var node: (any Pullable)?
    static func == (a: Pulled, b: Pulled) -> Bool { a.node === b.node }
  }

  /// Movement of content along one axis.
  struct Motion: Sendable, Equatable {
    var way: ScrollMotion
    /// Start time, seconds of the stage's clock; nil means the next tick.
    var start: Double?
    /// Whether it is a fling, which is computed again if the bounds change.
    var isThrow: Bool
    /// Whether a scrolling ancestor continues the movement if a bound stops it.
    var goesOn = false
  }

  var offset = Point.zero
  /// Whether the program or a restored state set the offset.
  var isPlaced = false
  /// Insets that the offset accounts for.
  var insets = Insets.zero
  /// Whether the layout direction is right-to-left; content then begins at the right.
  var isRightToLeft = false
  /// Origin of the content's coordinates in those of the subnodes' frames. It changes if sizes before the viewport change, so that visible
  /// content stays in place.
  var origin = Point.zero
  var velocity = Point.zero
  var metrics: Metrics?
  var drag: Drag?
  var motions: [Axis: Motion] = [:]
  /// Time of the offset and the velocity of moving content.
  var moment: Double?
  /// Time of the last tick.
  var clock = 0.0
  /// Whether the content has ever moved.
  var hasMoved = false
  /// Whether a begin was signalled without an end.
  var isUnderWay = false
  /// Time until which the indicators are fully visible; nil means that they are not.
  var indicatorEnd: Double?
  var indicatorOpacity = 0.0
  var refresh = RefreshState()
  var zooming = Zooming()
  /// Bars that the node last requested to draw.
  var shownIndicators = ScrollPhysics.Indicators()

  /// Whether the content moves without a drag.
  var isMoving: Bool { !motions.isEmpty || zooming.motion != nil }

  /// Stops all movements.
  mutating func stop() {
    motions = [:]
    zooming.motion = nil
    moment = nil
    velocity = .zero
  }
}
