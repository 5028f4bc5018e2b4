internal import TesseraGeometry

/// Where the content of a scrolling node is, and what moves it: the one place that says so. A value, in the node's ``ScrollStorage``.
struct ScrollState: Sendable {
  /// What layout gave: the viewport, what is in it, and where the subnodes lie.
  struct Metrics: Sendable, Equatable {
    var size: Size
    /// What the subnodes take, padding included; never smaller than the viewport.
    var content: Rect
    var frames: [Rect]
    /// What the subnodes take themselves, which may be less than the viewport has; nil: as `content`.
    var extent: Size?
    /// Where the subnodes lie, without margins, padding and what is left of the viewport; nil: it is not known.
    var reach: Rect?
  }

  /// A finger that moves the content.
  struct Drag: Sendable, Equatable {
    /// Where the finger wants the content, which follows less beyond its edges.
    var wanted: Point
    /// When it took hold of the content, seconds of the stage's clock.
    var start: Double
    /// The velocity of the throw that it stopped.
    var carried = Point.zero
    /// The gesture's translation that is done with.
    var done = Point.zero
    /// The axis that it is locked to.
    var lock: Axis?
    /// What the finger moves along beside the content.
    var pulled: Pulled?
  }

  /// A node that a finger which scrolls in it moves along.
  struct Pulled: Sendable, Equatable {
    weak var node: (any Pullable)?
    static func == (a: Pulled, b: Pulled) -> Bool { a.node === b.node }
  }

  /// Content that moves by itself along one axis.
  struct Motion: Sendable, Equatable {
    var way: ScrollMotion
    /// When it began, seconds of the stage's clock; nil: with the next tick.
    var start: Double?
    /// Whether it may go where it likes within the bounds, so that other bounds give another way.
    var isThrow: Bool
    /// Whether what an edge stops goes on in a scrolling node above.
    var goesOn = false
  }

  var offset = Point.zero
  /// Whether the program, or what was kept, said where the content is to be.
  var isPlaced = false
  /// The insets that the offset stands for.
  var insets = Insets.zero
  /// Whether lines are read from right to left: then content begins at the right.
  var isRightToLeft = false
  /// Where the content's own coordinates begin in those of the subnodes' frames: what is seen can stay where it is, whatever comes before it.
  var origin = Point.zero
  var velocity = Point.zero
  var metrics: Metrics?
  var drag: Drag?
  var motions: [Axis: Motion] = [:]
  /// The moment that offset and velocity of content in motion are of.
  var moment: Double?
  /// The moment of the last tick.
  var clock = 0.0
  /// Whether it moved since it came to be.
  var hasMoved = false
  /// Whether a beginning was told that has no end yet.
  var isUnderWay = false
  /// Until when the indicators are shown in full; nil: they are not.
  var indicatorEnd: Double?
  var indicatorOpacity = 0.0
  var refresh = RefreshState()
  var zooming = Zooming()
  /// The bars that the node was last asked to draw.
  var shownIndicators = ScrollPhysics.Indicators()

  /// Whether the content moves by itself.
  var isMoving: Bool { !motions.isEmpty || zooming.motion != nil }

  /// Ends what moves the content.
  mutating func stop() {
    motions = [:]
    zooming.motion = nil
    moment = nil
    velocity = .zero
  }
}
